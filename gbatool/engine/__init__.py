"""Layouts, behaviours and text tables of each engine family: data, not code."""
