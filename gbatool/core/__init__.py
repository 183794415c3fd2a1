"""The emulator behind one small seam: protocol, mGBA, and a deterministic double."""

from __future__ import annotations

from gbatool.core.protocol import (
    ALL_BUTTONS,
    DIRECTIONS,
    Buttons,
    Emulator,
    EmulatorState,
    branch,
    press,
)
from gbatool.rom import Rom

__all__ = [
    "ALL_BUTTONS",
    "DIRECTIONS",
    "Buttons",
    "Emulator",
    "EmulatorState",
    "branch",
    "open_emulator",
    "press",
]


def open_emulator(rom: Rom) -> Emulator:
    """Power on a real core with this ROM in it.

    Raises:
        EmulatorUnavailableError: mGBA or its library is not installed.
        EmulatorFaultError: mGBA would not load the ROM.
    """
    from gbatool.core.mgba_core import MgbaCore

    return MgbaCore(rom)
