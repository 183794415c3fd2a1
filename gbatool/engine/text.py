"""Read game text: bytes to tokens, and tokens to what a player sees.

A string ends with FF. FE breaks a line; FA and FB are prompts (then scroll a line, or clear the
box); FC starts a control code with a fixed number of argument bytes, which may themselves be FF;
FD names text that is put in before printing; F8 and F9 are two-byte glyphs. Source:
``src/text.c``, ``charmap.txt`` of ``pret/pokefirered``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from gbatool.engine.charmap import JAPANESE, KEYPAD, LATIN, SYMBOLS
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot, region_of

DYNAMIC, KEYPAD_ICON, EXTRA_SYMBOL = 0xF7, 0xF8, 0xF9
SCROLL_PROMPT, CLEAR_PROMPT, CONTROL, PLACEHOLDER, NEWLINE, END = 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF

Arguments = tuple[int | None, ...]
"""Argument bytes of control codes, by code; None where there is no such code."""
CONTROL_ARGUMENTS: tuple[int, ...] = (
    0, 1, 1, 1, 3, 1, 1, 0, 1, 0, 0, 2, 1, 1, 1, 0, 2, 1, 1, 1, 1, 0, 0, 0, 0,
)  # fmt: skip
"""Argument bytes after ``FC nn``, for nn from 00 to 18."""
_WAIT, _LITERAL, _FILL, _JAPANESE, _LATIN = 0x09, 0x0C, 0x0F, 0x15, 0x16

FIELD_PLACEHOLDERS = (
    "{STRING}", "{PLAYER}", "{STRING_1}", "{STRING_2}", "{STRING_3}", "{KUN}", "{RIVAL}",
    "{VERSION}", "{TEAM}", "{OTHER_TEAM}", "{LEADER}", "{OTHER_LEADER}", "{BEAST}", "{OTHER_BEAST}",
)  # fmt: skip
PLAYER_PLACEHOLDER = 1


@dataclass(frozen=True, slots=True)
class TextForm:
    """How an engine's texts are read.

    Attributes:
        japanese: Which character table to begin with.
        arguments: Argument bytes after ``FC nn``, by nn; None where that is no code.
    """

    japanese: bool = False
    arguments: Arguments = CONTROL_ARGUMENTS


TEXT = TextForm()
"""That of the European versions of every family."""


class Part(Enum):
    """What a token does to the box."""

    GLYPH = "glyph"
    NEWLINE = "newline"
    SCROLL = "scroll"
    CLEAR = "clear"
    WAIT = "wait"
    FILL = "fill"
    PLACEHOLDER = "placeholder"
    CODE = "code"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a string: bytes ``start`` up to ``end`` of it, and what they show."""

    part: Part
    text: str
    start: int
    end: int


def tokenize(data: bytes, field: str, address: int, form: TextForm = TEXT) -> Iterator[Token]:
    """Cut a string into tokens, the closing FF included.

    Args:
        data: The bytes; those after FF are ignored.
        field: Symbol that holds them, for messages.
        address: Bus address of ``data[0]``, for messages.
        form: How the engine's texts are read.

    Raises:
        DecodeError: A byte is no character, a code does not exist, or there is no FF.
    """
    position, japanese = 0, form.japanese
    while position < len(data):
        start, byte = position, data[position]
        table = JAPANESE if japanese else LATIN
        if byte == END:
            yield Token(Part.END, "", start, start + 1)
            return
        if byte == CONTROL:
            token = _control(data, start, field, address, form.arguments)
            japanese = {_JAPANESE: True, _LATIN: False}.get(data[start + 1], japanese)
        elif byte in _SIMPLE:
            token = Token(*_SIMPLE[byte], start, start + 1)
        elif byte in _TWO_BYTES:
            part, show = _TWO_BYTES[byte]
            if start + 1 >= len(data):
                break
            text = show(data[start + 1])
            if text is None:
                raise _unknown(field, address + start, data[start : start + 2])
            token = Token(part, text, start, start + 2)
        elif byte in table:
            token = Token(Part.GLYPH, table[byte], start, start + 1)
        else:
            raise _unknown(field, address + start, data[start : start + 1])
        position = token.end
        yield token
    raise DecodeError(
        field, address, observed=f"{len(data)} bytes without FF", expected="a string that ends"
    )


def _control(data: bytes, start: int, field: str, address: int, arguments: Arguments) -> Token:
    code = data[start + 1] if start + 1 < len(data) else len(arguments)
    count = arguments[code] if code < len(arguments) else None
    if count is None:
        raise _unknown(field, address + start, data[start : start + 2])
    end = start + 2 + count
    if code == _LITERAL:
        return Token(Part.GLYPH, "+" if data[start + 2 : end] == b"\xfb" else "", start, end)
    part = {_WAIT: Part.WAIT, _FILL: Part.FILL}.get(code, Part.CODE)
    return Token(part, "", start, end)


def _unknown(field: str, address: int, raw: bytes) -> DecodeError:
    return DecodeError(
        field, address, observed=raw.hex(" ").upper(), expected="a character or a text code"
    )


def _keypad(number: int) -> str | None:
    return KEYPAD[number] if number < len(KEYPAD) else None


def _placeholder(number: int) -> str | None:
    if number < len(FIELD_PLACEHOLDERS):
        return FIELD_PLACEHOLDERS[number]
    return f"{{{number:02X}}}"


def _dynamic(number: int) -> str | None:
    return f"{{DYNAMIC_{number}}}"


_SIMPLE = {
    NEWLINE: (Part.NEWLINE, "\n"),
    SCROLL_PROMPT: (Part.SCROLL, "\n"),
    CLEAR_PROMPT: (Part.CLEAR, "\n"),
}
_TWO_BYTES: dict[int, tuple[Part, Callable[[int], str | None]]] = {
    DYNAMIC: (Part.PLACEHOLDER, _dynamic),
    KEYPAD_ICON: (Part.GLYPH, _keypad),
    EXTRA_SYMBOL: (Part.GLYPH, SYMBOLS.get),
    PLACEHOLDER: (Part.PLACEHOLDER, _placeholder),
}


def decode_text(
    data: bytes,
    field: str = "text",
    address: int = 0,
    form: TextForm = TEXT,
    *,
    player: str | None = None,
) -> str:
    r"""A whole string as plain text, prompts as line breaks, colours and pauses left out.

    Args:
        data: The bytes, with their FF.
        field: Symbol that holds them, for messages.
        address: Bus address of ``data[0]``, for messages.
        form: How the engine's texts are read.
        player: The player's name, to put in where the text names it.

    Raises:
        DecodeError: See :func:`tokenize`.

    >>> decode_text(bytes([0xC2, 0xDD, 0xFC, 0x01, 0xFF, 0xAB, 0xFE, 0xFD, 0x01, 0xFF]))
    'Hi!\n{PLAYER}'
    """
    pieces = []
    for token in tokenize(data, field, address, form):
        named = token.part is Part.PLACEHOLDER and player is not None
        if named and data[token.start : token.end] == bytes((PLACEHOLDER, PLAYER_PLACEHOLDER)):
            pieces.append(player or "")
        else:
            pieces.append(token.text)
    return "".join(pieces)


def read_bytes(ram: Snapshot, field: str, address: int, limit: int) -> bytes:
    """Up to ``limit`` bytes from ``address`` on, fewer at the end of the memory.

    Raises:
        DecodeError: Not even one byte can be read there.
    """
    region = region_of(address)
    end = region.base + len(ram.region(region)) if region else address
    if end <= address:
        raise DecodeError(field, address, observed="outside readable memory", expected="a text")
    return ram.read(address, min(limit, end - address)).tobytes()


def read_string(
    ram: Snapshot,
    field: str,
    address: int,
    limit: int,
    form: TextForm = TEXT,
    *,
    player: str | None = None,
) -> str:
    """The text at an address, as :func:`decode_text` shows it.

    Raises:
        DecodeError: It can't be read, holds an unknown code, or does not end within ``limit``.
    """
    data = read_bytes(ram, field, address, limit)
    return decode_text(data, field, address, form, player=player)
