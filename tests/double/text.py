"""Text for a double: the few characters that its messages need, in the engine's encoding."""

from __future__ import annotations

import string

END, NEW_LINE, SCROLL, CLEAR = 0xFF, 0xFE, 0xFA, 0xFB

CODES = {
    " ": 0x00,
    "!": 0xAB,
    "?": 0xAC,
    ".": 0xAD,
    "-": 0xAE,
    "…": 0xB0,
    "’": 0xB4,
    ",": 0xB8,
    ":": 0xF0,
    "\n": NEW_LINE,
    "\v": SCROLL,
    "\f": CLEAR,
    **{digit: 0xA1 + number for number, digit in enumerate(string.digits)},
    **{letter: 0xBB + number for number, letter in enumerate(string.ascii_uppercase)},
    **{letter: 0xD5 + number for number, letter in enumerate(string.ascii_lowercase)},
}


def encode(text: str) -> bytes:
    """Encode a message, its end mark included.

    >>> encode("Hi!").hex()
    'c2ddabff'

    Raises:
        KeyError: A character that the double does not know.
    """
    return bytes(CODES[character] for character in text) + bytes([END])
