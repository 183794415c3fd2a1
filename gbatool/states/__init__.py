"""Savestates: reading and writing mGBA's files, loading them safely, minting and listing them."""
