"""Decode the message that a printer prints, cut into the boxes in which it is shown.

Where ``decode_dialog`` tells what is on screen, this tells what was shown so far and what belongs
together: text that scrolls inside one box is one box; a prompt that clears begins another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gbatool.decode.header import text_form
from gbatool.decode.printer import find_printer, text_of
from gbatool.engine.text import Part, TextForm, Token, tokenize
from gbatool.memory import Snapshot
from gbatool.profile import Profile

_NEW_BOX = (Part.CLEAR, Part.FILL)
_STOPS = (Part.SCROLL, Part.CLEAR, Part.FILL, Part.END)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a printer.

    Attributes:
        active: The printer has not yet come to its end.
        position: Bytes that the printer has read.
        current: Index of the box on screen.
        boxes: The whole text of each box, as lines.
        shown: The same up to ``current``, each box up to the last stop that was reached: what is
            half printed is left out.
        text: The message's bytes.
    """

    active: bool
    position: int
    current: int
    boxes: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    text: bytes

    @property
    def is_in_last_box(self) -> bool:
        """Whether nothing follows the box on screen."""
        return self.current == len(self.boxes) - 1


def decode_message(ram: Snapshot, profile: Profile) -> Message:
    """Read the message of the active printer, or the last one of printer 0.

    Raises:
        DecodeError: The printer points outside its text, or the text holds an unknown code.
        UnprovenSymbolError: What prints texts, or the text buffer, is not proven in the profile.
    """
    printer = find_printer(ram, profile)
    text = text_of(ram, profile, printer)
    tokens = _tokens(text.data, text.symbol, text.address, text_form(profile))
    position = printer.next_char - text.address if printer.active else tokens[-1].end
    read = [token for token in tokens if token.end <= position]
    waits_before_clearing = printer.prompts and bool(read) and read[-1].part in _NEW_BOX
    reached = _boxes(read[:-1] if waits_before_clearing else read)
    return Message(
        active=printer.active,
        position=position,
        current=len(reached) - 1,
        boxes=_boxes(tokens),
        shown=_boxes(read[: _last_stop(read)]),
        text=text.data[: tokens[-1].end],
    )


@lru_cache(maxsize=4)
def _tokens(data: bytes, symbol: str, address: int, form: TextForm) -> tuple[Token, ...]:
    """A message is looked at in many frames and cut only once."""
    return tuple(tokenize(data, symbol, address, form))


def _last_stop(tokens: Sequence[Token]) -> int:
    """How many tokens there are before the last stop."""
    for index in range(len(tokens) - 1, -1, -1):
        if tokens[index].part in _STOPS:
            return index
    return 0


def _boxes(tokens: Sequence[Token]) -> tuple[tuple[str, ...], ...]:
    boxes = [[""]]
    for token in tokens:
        if token.part in _NEW_BOX:
            boxes.append([""])
        elif token.part in (Part.NEWLINE, Part.SCROLL):
            boxes[-1].append("")
        elif token.part is not Part.END:
            boxes[-1][-1] += token.text
    return tuple(tuple(lines) for lines in boxes)
