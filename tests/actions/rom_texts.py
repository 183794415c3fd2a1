"""Texts of a ROM cut into boxes, without the tool's own message decoder.

A text of a conversation is looked up in the ROM by some of its letters, and then read there byte by
byte: FB begins a box, FE and FA begin a line, FC is a code with arguments, FD stands for something
that is only known in the game, and matches anything.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from gbatool.engine.charmap import LATIN
from gbatool.engine.text import CONTROL_ARGUMENTS

Box = tuple[str, ...]
NEW_BOX, NEW_LINES, CODE, INSERTED, END = 0xFB, (0xFE, 0xFA), 0xFC, 0xFD, 0xFF
MOST_BYTES, FURTHEST_BACK, MOST_RUNS = 1000, 60, 8
_LETTERS = 0xA1
BYTES = {
    LATIN[number]: bytes((number,))
    for number in sorted(LATIN, key=lambda number: (number >= _LETTERS, -number))
}
"""What is shown by several numbers is written with the one among the letters, or the smallest."""


def said_by_rom(rom: bytes, transcript: tuple[Box, ...]) -> bool:
    """Whether consecutive texts of the ROM are exactly these boxes."""
    at = 0
    while at < len(transcript):
        said = max((len(text) for text in _texts_saying(rom, transcript[at:])), default=0)
        if not said:
            return False
        at += said
    return bool(transcript)


def _texts_saying(rom: bytes, boxes: tuple[Box, ...]) -> Iterator[list[list[str]]]:
    """The texts of the ROM with which these boxes begin, each as patterns of lines."""
    for letters in sorted(_runs(boxes[0]), key=len, reverse=True)[:MOST_RUNS]:
        found = rom.find(letters)
        while found >= 0:
            for start in range(found, found - FURTHEST_BACK, -1):
                text = _read(rom, start)
                if text is not None and len(text) <= len(boxes) and _match(text, boxes):
                    yield text
                    return
            found = rom.find(letters, found + 1)


def _runs(box: Box) -> Iterator[bytes]:
    """Runs of letters to search for; text between two spaces may be a placeholder's."""
    for line in box:
        words = [word for word in line.split(" ") if all(letter in BYTES for letter in word)]
        pairs = [f"{one} {two}" for one, two in itertools.pairwise(words) if f"{one} {two}" in line]
        for run in [line, *pairs, *words]:
            if run and all(letter in BYTES for letter in run):
                yield b"".join(BYTES[letter] for letter in run)


def _read(rom: bytes, at: int) -> list[list[str]] | None:
    """The text that begins there, as patterns; None if none does."""
    boxes, end = [[""]], at + MOST_BYTES
    while at < min(end, len(rom)):
        byte = rom[at]
        at += 1
        if byte == END:
            return [box for box in boxes if any(box)]
        if byte == NEW_BOX:
            boxes.append([""])
        elif byte in NEW_LINES:
            boxes[-1].append("")
        elif byte == CODE and rom[at] < len(CONTROL_ARGUMENTS):
            at += 1 + CONTROL_ARGUMENTS[rom[at]]
        elif byte == INSERTED:
            at += 1
            boxes[-1][-1] += ".*?"
        elif byte in LATIN:
            boxes[-1][-1] += re.escape(LATIN[byte])
        else:
            return None
    return None


def _match(text: list[list[str]], boxes: tuple[Box, ...]) -> bool:
    return bool(text) and all(
        len(_trimmed(lines)) == len(box)
        and all(re.fullmatch(p, line) for p, line in zip(_trimmed(lines), box, strict=True))
        for lines, box in zip(text, boxes, strict=False)
    )


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1].replace("\\", "").strip():
        lines = lines[:-1]
    return lines
