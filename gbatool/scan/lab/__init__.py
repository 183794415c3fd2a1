"""Labelled states of one running game, and the experiments that probes are made of."""
