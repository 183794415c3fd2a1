"""Actions: one file each; they press buttons through the seam and verify by decoding RAM.

An action refuses with ``ActionError`` before its first press, and tells everything that happened
afterwards in its outcome. None of them answers a question that the game asks.
"""
