"""Statistics that numpy and scipy would round as it suits the processor, compiled."""
