"""Hand ranks and chances, compiled."""
