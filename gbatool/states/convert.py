"""Convert a state to the other kind of file; a missing picture is rendered by running a frame."""

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
    """The same state, to be written to another kind of file.

    Args:
        state: The state.
        container: The kind of file.
        name: The state's name in messages.
        rom: A ROM; it must be the state's own only if the screen must be rendered.
        power_on: Starts a core, which is needed only if the screen must be rendered.

    Raises:
        WrongRomError: The screen must be rendered, and the state was made with another ROM.
        StateFileError: The core refused the state.
    """
    if container is Container.PNG:
        state = with_picture(state, name, rom, power_on)
    return in_container(state, container)


def with_picture(
    state: SavedState, name: str, rom: Rom, power_on: Callable[[Rom], Emulator]
) -> SavedState:
    """The state with a picture of the screen: its own, or one rendered from it.

    Raises:
        WrongRomError: The screen must be rendered, and the state was made with another ROM.
        StateFileError: The core refused the state.
    """
    if state.picture is not None:
        return state
    check_rom(state, rom, name)
    emulator = power_on(rom)
    load_state(emulator, rom, state, name)
    return replace(state, picture=draw(emulator))
