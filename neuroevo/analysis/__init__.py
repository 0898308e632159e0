"""Judging players: average tricks per round, significance, luck, power, pictures, reports."""
