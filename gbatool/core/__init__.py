"""The emulator: the protocol that the rest of the tool uses, and the cores of mGBA behind it."""

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
    "core_version",
    "inputs_since",
    "open_emulator",
    "press",
]


def open_emulator(rom: Rom, save: bytes = b"") -> Emulator:
    """Power on a core with this ROM in it: the first kind that works, see ``cores``.

    Args:
        rom: The ROM.
        save: Content of the cartridge's save memory; empty for a new cartridge.

    Raises:
        EmulatorUnavailableError: No core of mGBA 0.10 is installed, or not the one asked for.
        EmulatorFaultError: mGBA can't load the ROM.
    """
    from gbatool.core.cores import core

    return core().power_on(rom, save)


def core_version() -> str:
    """The version of mGBA in the core that runs, such as ``0.10.1``.

    Raises:
        EmulatorUnavailableError: No core of mGBA 0.10 is installed, or not the one asked for.
    """
    from gbatool.core.cores import core

    return core().version
