"""Notice a game that gets nowhere: a text that prints no further, memory in which nothing changes."""

from __future__ import annotations

from typing import Literal

import numpy as np

from gbatool.decode.printer import find_printer, knows_printers
from gbatool.errors import DecodeError
from gbatool.memory import Bytes, Snapshot
from gbatool.profile import Profile

TEXT_FRAMES = 600
"""A printer that prints, and no further for this long: a pause inside a text takes 255 at most."""
STUCK_FRAMES = 300
"""A game that runs counts something in every frame; one whose memory stays as it is has crashed."""
LOOK_EVERY = 20

Standstill = Literal["text_stalled", "game_stuck"]


class StandstillWatch:
    """Watches a game while an action waits for it.

    Args:
        profile: Of its ROM; without text printers only the memory is watched.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._looked = -LOOK_EVERY
        self._memory: tuple[int, Bytes, Bytes] | None = None
        self._text: tuple[int, object] = (0, None)

    def see(self, ram: Snapshot) -> Standstill | None:
        """What stands still by now, if something does; call it in any frame, and in every few."""
        frame = ram.frame
        if frame - self._looked < LOOK_EVERY:
            return None
        self._looked = frame
        text = self._printing(ram)
        if text is None or text != self._text[1]:
            self._text = frame, text
        if not self._is_unchanged(ram):
            self._memory = frame, ram.ewram.copy(), ram.iwram.copy()
        if self._memory is not None and frame - self._memory[0] >= STUCK_FRAMES:
            return "game_stuck"
        return "text_stalled" if frame - self._text[0] >= TEXT_FRAMES else None

    def _is_unchanged(self, ram: Snapshot) -> bool:
        if self._memory is None:
            return False
        _, ewram, iwram = self._memory
        return np.array_equal(iwram, ram.iwram) and np.array_equal(ewram, ram.ewram)

    def _printing(self, ram: Snapshot) -> object:
        """How far the text is that prints; None where none does or it can't be told."""
        if not knows_printers(self._profile):
            return None
        try:
            printer = find_printer(ram, self._profile)
        except DecodeError:
            return None
        moving = printer.active and not printer.prompts
        return (printer.symbol, printer.address, printer.next_char) if moving else None
