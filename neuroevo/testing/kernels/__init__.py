"""The compiled side of the checks."""
