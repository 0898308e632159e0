"""The rules, compiled: the same for every game."""
