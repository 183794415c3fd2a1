"""Windows: on screen are those whose tiles the tile map shows, with something in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gbatool.decode.window import is_window_drawn
from gbatool.engine import layouts
from gbatool.errors import DecodeError
from tests.decode.world import PROFILE, World, profile_without

Spoil = Callable[[World], object]


def drawn(world: World) -> bool | None:
    return is_window_drawn(world.build(), PROFILE, 0)


def scroll(world: World) -> None:
    world.ram.screen.registers[layouts.BACKGROUND_SCROLL + 1] = 130


def turn_off(world: World) -> None:
    world.ram.screen.registers[0] = 0


def show_other_tiles(world: World) -> None:
    world.ram.screen.vram[0xF800:0x10000] = 0x11


def wipe(world: World) -> None:
    world.ram.screen.vram[0x8000 : 0x8000 + 0x4000] = 0x11


def free(world: World) -> None:
    world.put("gWindows", 0, "B", layouts.NO_BACKGROUND)


def test_a_window_is_drawn_that_the_tile_map_shows_with_ink() -> None:
    assert drawn(World().on_screen()) is True
    assert drawn(World().on_screen(drawn=False)) is False


@pytest.mark.parametrize("spoil", [scroll, turn_off, show_other_tiles, wipe, free])
def test_what_can_not_be_seen_is_not_drawn(spoil: Spoil) -> None:
    world = World().on_screen()
    spoil(world)
    assert drawn(world) is False


def test_a_box_that_another_window_covers_in_part_is_drawn() -> None:
    world = World().on_screen()
    world.ram.screen.vram[0xF800:0x10000].view("<u2").reshape(32, 32)[15:19, 2:10] = 7
    assert drawn(world) is True


@pytest.mark.parametrize(("size", "top", "cell"), [(0, 15, 15 * 32), (2, 55, 1024 + 23 * 32)])
def test_the_lower_half_of_a_tall_tile_map_is_scrolled_into_view(
    size: int, top: int, cell: int
) -> None:
    world = World().on_screen(drawn=False)
    screen = world.ram.screen
    screen.registers[4] = size << 14 | 28 << 8 | 2 << 2
    screen.registers[layouts.BACKGROUND_SCROLL + 1] = 8 * (top - 15)
    world.put("gWindows", 2, "B", top)
    cells = screen.vram[0xE000:].view("<u2")
    for row in range(4):
        for column in range(26):
            cells[cell + row * 32 + 2 + column] = 40 + row * 26 + column
    assert drawn(world) is True


def test_a_background_that_there_is_not_is_damage() -> None:
    with pytest.raises(DecodeError, match="bg"):
        drawn(World().on_screen().put("gWindows", 0, "B", 4))


def test_without_the_windows_nothing_is_told() -> None:
    assert is_window_drawn(World().on_screen().build(), profile_without("gWindows"), 0) is None
