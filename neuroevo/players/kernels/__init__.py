"""Players, compiled: written ones by address, Monte-Carlo, worlds and double dummy as twins."""
