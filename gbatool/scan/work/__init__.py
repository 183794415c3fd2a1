"""The work folder of a derivation, and what it keeps as JSON."""
