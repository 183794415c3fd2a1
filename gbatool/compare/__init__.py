"""Compare memory: RAM search, the difference of two states, watching a running game."""
