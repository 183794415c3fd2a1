"""The emulator: the protocol that the rest of the tool uses, and mGBA behind it."""

from __future__ import annotations

from gbatool.core.protocol import (
    ALL_BUTTONS,
    DIRECTIONS,
    Buttons,
    Emulator,
    EmulatorState,
    Played,
    branch,
    inputs_since,
    press,
)
from gbatool.rom import Rom

__all__ = [
    "ALL_BUTTONS",
    "DIRECTIONS",
    "Buttons",
    "Emulator",
    "EmulatorState",
    "Played",
    "branch",
    "inputs_since",
    "open_emulator",
    "press",
]


def open_emulator(rom: Rom) -> Emulator:
    """Power on an mGBA core with this ROM in it.

    Raises:
        EmulatorUnavailableError: mGBA or its library is not installed.
        EmulatorFaultError: mGBA can't load the ROM.
    """
    from gbatool.core.mgba_core import MgbaCore

    return MgbaCore(rom)
