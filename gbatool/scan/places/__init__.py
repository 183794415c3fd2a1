"""The places at which a derivation is tried: given ones, and others that it finds."""
