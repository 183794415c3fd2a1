"""The save dialog shows map, name and play time, and saves nothing."""

from __future__ import annotations

import pytest

from gbatool.core import Buttons
from tests.cart.play import Play
from tests.cart.worlds import world

SECTION = 0x14
PLACE = bytes((0xFC, 1, 5, 0xFC, 3, 6))
"""The codes of the place's colour and its shadow's."""
NAMELESS = bytes(18)
FIRST, LAST = 88, 119
FRAMES = 8


def _shown(play: Play) -> list[bytes]:
    """The string variable's text in each frame after SAVE was chosen."""
    play.run(1, Buttons.START)
    play.frames_until(lambda: "Task_StartMenuHandleInput" in play.tasks)
    play.run(2)
    while play.u8("sStartMenuOrder", play.u8("sStartMenuCursorPos")) != 4:
        play.run(1, Buttons.DOWN)
        play.run(3)
    play.run(1, Buttons.A)
    texts = []
    for _ in range(FRAMES):
        play.run(1)
        data = play.emulator.live.read(play.address("gStringVar4"), 64).tobytes()
        texts.append(data.partition(b"\xff")[0])
    return texts


def _name(play: Play, section: int) -> bytes:
    text = play.u32("sMapNames", 4 * (section - FIRST))
    return play.emulator.live.read(text, 20).tobytes().partition(b"\xff")[0]


@pytest.mark.parametrize("section", [FIRST, FIRST + 1, LAST])
def test_the_place_is_the_section_of_the_maps_header(section: int) -> None:
    play = world("town")
    play.emulator.write(play.address("gMapHeader", SECTION), bytes((section,)))
    assert PLACE + _name(play, section) in _shown(play)


@pytest.mark.parametrize("section", [FIRST - 1, LAST + 1, 255])
def test_a_section_without_a_name_is_spaces(section: int) -> None:
    play = world("town")
    play.emulator.write(play.address("gMapHeader", SECTION), bytes((section,)))
    assert PLACE + NAMELESS in _shown(play)


@pytest.mark.parametrize("keys", [Buttons.A, Buttons.B])
def test_either_key_closes_it_and_its_window(keys: Buttons) -> None:
    play = world("town")
    _shown(play)
    window = play.u8("sSaveStatsWindowId")
    assert play.u32("gWindows", 12 * window + 8) != 0
    play.run(1, keys)
    play.run(2)
    assert not play.locked
    assert play.u32("gWindows", 12 * window + 8) == 0
