"""Shuffling, dice and mixing for kernels."""
