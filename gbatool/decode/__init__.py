"""Decoders: pure functions of (snapshot, profile), one file a concern."""
