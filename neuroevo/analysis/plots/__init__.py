"""Pictures, each a function that returns a matplotlib figure."""
