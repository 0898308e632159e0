"""Breeding, compiled."""
