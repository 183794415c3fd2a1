"""The text encoding: characters and control codes to bytes."""

from __future__ import annotations

import re

_TABLE = {
    " ": 0x00, "é": 0x1B, "&": 0x2D, "+": 0x2E, "{LV}": 0x34, "=": 0x35, ";": 0x36, "▯": 0x50,
    "%": 0x5B, "(": 0x5C, ")": 0x5D, "↑": 0x79, "↓": 0x7A, "←": 0x7B, "→": 0x7C,
    "!": 0xAB, "?": 0xAC, ".": 0xAD, "-": 0xAE, "·": 0xAF, "…": 0xB0, "“": 0xB1, "”": 0xB2,
    "‘": 0xB3, "’": 0xB4, "'": 0xB4, "♂": 0xB5, "♀": 0xB6, "¥": 0xB7, ",": 0xB8, "×": 0xB9,
    "/": 0xBA, "▶": 0xEF, ":": 0xF0,
}  # fmt: skip
_TABLE |= {str(i): 0xA1 + i for i in range(10)}
_TABLE |= {chr(ord("A") + i): 0xBB + i for i in range(26)}
_TABLE |= {chr(ord("a") + i): 0xD5 + i for i in range(26)}

# In a source text: \n new line, \l wait and scroll, \p wait and clear.
_CODES = {
    "\n": [0xFE], "\\l": [0xFA], "\\p": [0xFB], "{PLAYER}": [0xFD, 1], "{STR1}": [0xFD, 2],
    "{STR2}": [0xFD, 3], "{STR3}": [0xFD, 4], "{RIVAL}": [0xFD, 6], "{WAIT}": [0xFC, 9],
    "{LV}": [0x34], "{WHITE}": [0xFC, 4, 1, 0, 2],
}  # fmt: skip
_TOKEN = re.compile(r"\\[lp]|\{[A-Z0-9]+( \d+)?\}|.", re.DOTALL)


def encode(text: str) -> bytes:
    """The text's bytes with the terminator.

    Raises:
        KeyError: a character that the encoding does not have.
    """
    out: list[int] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.startswith("{PAUSE "):
            out += [0xFC, 0x08, int(token[7:-1])]
        elif token in _CODES:
            out += _CODES[token]
        else:
            out.append(_TABLE[token])
    return bytes([*out, 0xFF])


def encode_fixed(text: str, size: int) -> bytes:
    """A fixed-size field: the text, the terminator, padding of 0."""
    data = encode(text)
    if len(data) > size:
        raise ValueError(f"{text!r} needs {len(data)} bytes, the field has {size}")
    return data + bytes(size - len(data))


def glyph_codes() -> dict[int, str]:
    """Byte to character, for the font."""
    return {code: char for char, code in _TABLE.items() if char != "'"}
