"""Turn a state into the other kind of file; a PNG without a picture is drawn by the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gbatool.core.protocol import Emulator
from gbatool.rom import Rom
from gbatool.states.container import Container, SavedState, in_container
from gbatool.states.load import check_rom, draw, load_state


def convert_state(
    state: SavedState,
    container: Container,
    name: str,
    rom: Rom,
    power_on: Callable[[Rom], Emulator],
) -> SavedState:
    """The same state, meant for the other kind of file.

    Args:
        state: What was read.
        container: What it is to become.
        name: How to call it in messages.
        rom: The ROM at hand; it need not be the state's, unless the screen must be drawn.
        power_on: Starts a core, if the screen must be drawn.

    Raises:
        WrongRomError: The screen must be drawn, and the state was made with another ROM.
        StateFileError: The core refused the state.
    """
    if container is Container.PNG:
        state = with_picture(state, name, rom, power_on)
    return in_container(state, container)


def with_picture(
    state: SavedState, name: str, rom: Rom, power_on: Callable[[Rom], Emulator]
) -> SavedState:
    """The state with a picture of the screen: its own, or one that the game draws.

    Raises:
        WrongRomError: The screen must be drawn, and the state was made with another ROM.
        StateFileError: The core refused the state.
    """
    if state.picture is not None:
        return state
    check_rom(state, rom, name)
    emulator = power_on(rom)
    load_state(emulator, rom, state, name)
    return replace(state, picture=draw(emulator))
