"""The interface between the emulator and the rest of the tool.

Code above ``core`` uses only :class:`Emulator`. Three classes implement it: ``MgbaCore``,
``LibretroCore``, and the deterministic test double of ``tests.double``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntFlag
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from gbatool.memory import Snapshot

SCREEN_WIDTH, SCREEN_HEIGHT = 240, 160
RAW_STATE_SIZE = 397_312
"""Bytes of mGBA 0.10's serialisation of a Game Boy Advance, the same in every core."""

Pixels = npt.NDArray[np.uint8]
RawState = npt.NDArray[np.uint8]


class Buttons(IntFlag):
    """The console's buttons, as bits of its key register (1 = held)."""

    NONE = 0
    A = 1
    B = 2
    SELECT = 4
    START = 8
    RIGHT = 0x10
    LEFT = 0x20
    UP = 0x40
    DOWN = 0x80
    R = 0x100
    L = 0x200


ALL_BUTTONS = tuple(button for button in Buttons if button)
DIRECTIONS = (Buttons.DOWN, Buttons.UP, Buttons.LEFT, Buttons.RIGHT)


class Played(NamedTuple):
    """What a core played last: buttons held for some frames, after what it played before."""

    before: Played | None
    buttons: Buttons
    frames: int


def inputs_since(played: Played | None, since: Played | None = None) -> list[tuple[int, int]]:
    """The buttons (as bits) and frames that lead from one state to another.

    Args:
        played: Of the later state.
        since: Of the earlier one, whose own core has come to the later one; None for a state that
            was read from a file, or power-on.
    """
    inputs: list[tuple[int, int]] = []
    while played is not None and played is not since:
        inputs.append((int(played.buttons), played.frames))
        played = played.before
    return inputs[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class EmulatorState:
    """A saved state of one core.

    Attributes:
        data: The core's own serialisation, read-only ``uint8``.
        held: The buttons held when it was saved (restored with it).
        played: What the core had played by then, since power-on or a state from elsewhere.
    """

    data: RawState
    held: Buttons = Buttons.NONE
    played: Played | None = None


class Emulator(Protocol):
    """A running console with one ROM in it.

    Time passes only while frames run; reading changes nothing.
    """

    @property
    def frame(self) -> int:
        """Frames since power-on; part of a saved state."""
        ...

    @property
    def held(self) -> Buttons:
        """The buttons held down now."""
        ...

    @property
    def live(self) -> Snapshot:
        """EWRAM, IWRAM and ROM without a copy: changes when frames run."""
        ...

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        ...

    def run(self, frames: int = 1) -> None:
        """Run whole frames with the held buttons."""
        ...

    def write(self, address: int, data: bytes) -> None:
        """Write bytes to EWRAM or IWRAM.

        Raises:
            OutOfRegionError: The range is not whole inside EWRAM or IWRAM.
        """
        ...

    def snapshot(self) -> Snapshot:
        """A frozen copy of RAM at this frame (the ROM is shared)."""
        ...

    def save_state(self) -> EmulatorState:
        """Save everything, the held buttons included."""
        ...

    def load_state(self, state: EmulatorState) -> None:
        """Load a saved state, with the buttons held in it.

        Raises:
            StateFileError: The core refused it, or did not load it.
        """
        ...

    def framebuffer(self) -> Pixels:
        """The screen as ``uint8`` of shape (160, 240, 3), RGB; a copy."""
        ...

    def draw(self, enabled: bool) -> None:  # noqa: FBT001 - a switch
        """Switch drawing on or off; off, frames run faster and ``framebuffer`` is not updated."""
        ...

    def video_memory(self) -> bytes:
        """Palette, VRAM and OAM, for probes that watch what is drawn; a copy."""
        ...


@contextmanager
def branch(emulator: Emulator) -> Iterator[Emulator]:
    """Save the state, and load it again on leaving the block, also after an exception."""
    state = emulator.save_state()
    try:
        yield emulator
    finally:
        emulator.load_state(state)


def press(emulator: Emulator, buttons: Buttons, hold: int = 2, release: int = 2) -> None:
    """Hold ``buttons`` for ``hold`` frames, then nothing for ``release`` frames."""
    emulator.hold(buttons)
    emulator.run(hold)
    emulator.hold(Buttons.NONE)
    if release:
        emulator.run(release)
