"""A given deal played out, compiled."""
