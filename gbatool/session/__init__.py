"""A session folder: its record and states, the evidence log."""
