"""Converting a state to the other kind of file loses nothing; a missing picture is rendered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.core import Emulator, open_emulator
from gbatool.core.state_extras import Extra
from gbatool.errors import WrongRomError
from gbatool.rom import Rom
from gbatool.states.container import Container, encode_state, parse_state
from gbatool.states.convert import convert_state
from tests.states.pins import tiny_state
from tests.states.tiny import tiny_rom


def no_core(_rom: Rom) -> Emulator:
    raise AssertionError("nothing has to be drawn")


def test_to_raw_needs_no_emulator_and_no_rom() -> None:
    other = tiny_rom(revision=1)
    raw = convert_state(tiny_state(), Container.RAW, "x", other, no_core)
    assert parse_state(encode_state(raw), "x").raw == tiny_state().raw


def test_a_picture_that_is_there_is_kept() -> None:
    png = convert_state(tiny_state(), Container.PNG, "x", tiny_rom(revision=1), no_core)
    assert png == tiny_state()


def test_there_and_back_again_is_the_same_file() -> None:
    state = replace(tiny_state(), extras=(Extra(3, b"cheats"),))
    raw = convert_state(state, Container.RAW, "x", tiny_rom(), no_core)
    again = parse_state(encode_state(raw), "x")
    back = convert_state(again, Container.PNG, "x", tiny_rom(), open_emulator)
    assert encode_state(back) == encode_state(state)


def test_drawing_needs_the_roms_own_game() -> None:
    raw = replace(tiny_state(), picture=None)
    with pytest.raises(WrongRomError):
        convert_state(raw, Container.PNG, "x", tiny_rom(revision=1), no_core)
