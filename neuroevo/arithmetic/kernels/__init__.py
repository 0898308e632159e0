"""Functions of many values at once, compiled."""
