"""Every variant plays alike, whatever its addresses and compiler options."""

from __future__ import annotations

import pytest

from gbatool.core import Buttons
from tests.cart.play import bedroom, to_house
from tests.cartridges import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_variant_drops_a_frame(variant: str) -> None:
    play = bedroom(variant)
    play.turn(Buttons.LEFT)
    start = play.at
    play.frames_until(lambda: play.at != start, Buttons.LEFT)
    assert 2 + play.frames_until(lambda: play.at == play.came_from) == 16
    to_house(play)
    assert play.place == (4, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_shows_the_same_picture(variant: str) -> None:
    pictures = []
    for name in ("base", variant):
        play = bedroom(name)
        play.run(1, Buttons.START)
        play.run(40)
        pictures.append(play.emulator.framebuffer())
    assert (pictures[0] == pictures[1]).all()
