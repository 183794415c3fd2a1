"""The decoys look right and decide nothing; the true structures decide."""

from __future__ import annotations

import pytest

from gbatool.core import Buttons
from tests.cart.play import Play, bedroom, to_house
from tests.cartridges import VARIANTS, cartridge

CLOSED = 0x0400
LAYOUTS = {"gBackupMapLayout": True, "sDecoyMapLayout": False}


def _decoys(variant: str) -> list[str]:
    return [name for name in cartridge(variant).key if name.startswith("sDecoy")]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_decoys_and_crowded_the_most(variant: str) -> None:
    assert _decoys(variant)
    if variant != "crowded":
        assert len(_decoys("crowded")) > 2 * len(_decoys(variant))


def _close_the_tile_east(play: Play, layout: str) -> None:
    width, data = play.u32(layout), play.u32(layout, 8)
    x, y = play.at
    address = data + 2 * (y * width + x + 1)
    block = play.emulator.live.u16(address) | CLOSED
    play.emulator.write(address, block.to_bytes(2, "little"))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_only_the_true_map_refuses_the_step(variant: str, layout: str) -> None:
    play = bedroom(variant)
    start = play.at
    _close_the_tile_east(play, layout)
    play.run(30, Buttons.RIGHT)
    assert (play.at == start) is LAYOUTS[layout]


def test_the_stale_map_agrees_with_the_true_one_after_a_warp() -> None:
    play = bedroom()
    to_house(play)
    width, height = play.u32("gBackupMapLayout"), play.u32("gBackupMapLayout", 4)
    size = 2 * width * height
    assert (play.u32("sDecoyMapLayout"), play.u32("sDecoyMapLayout", 4)) == (width, height)
    copy = play.pointed_at("sDecoyMapLayout", 8, size)
    assert copy == play.pointed_at("gBackupMapLayout", 8, size)


def test_the_second_object_array_is_a_frame_late() -> None:
    play = bedroom()
    play.turn(Buttons.RIGHT)
    start = play.at
    play.frames_until(lambda: play.at != start, Buttons.RIGHT)
    decoy = play.s16("sDecoyObjectEvents", play.player + 0x10)
    assert decoy == start[0]
    play.run(1)
    assert play.s16("sDecoyObjectEvents", play.player + 0x10) == play.at[0]


def test_the_lock_has_a_mirror_that_locks_nothing() -> None:
    play = bedroom()
    start = play.at
    for _ in range(30):
        play.emulator.write(play.address("sDecoyFieldLocked"), b"\1")
        play.run(1, Buttons.RIGHT)
    assert play.at != start
