"""Check that a state given by hand is what its label says."""
