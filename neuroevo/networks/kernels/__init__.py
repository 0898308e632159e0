"""Networks, compiled."""
