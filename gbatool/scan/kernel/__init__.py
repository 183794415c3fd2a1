"""Vectorised searches over RAM and ROM, which know no game."""
