"""Layouts: their sizes are those that the engine's compiler gave them."""

from __future__ import annotations

import pytest

from gbatool.engine import layouts


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        (layouts.BACKUP_MAP_LAYOUT, 0xC),
        (layouts.OBJECT_EVENT, 0x24),
        (layouts.PLAYER_AVATAR, 0x20),
        (layouts.MAIN, 0x43C),
        (layouts.TASK, 0x28),
        (layouts.SCRIPT_CONTEXT, 0x74),
        (layouts.TEXT_PRINTER, 0x24),
        (layouts.WINDOW, 0xC),
        (layouts.MENU, 0xC),
        (layouts.MAP_HEADER, 0x1C),
        (layouts.MAP_EVENTS, 0x14),
        (layouts.OBJECT_TEMPLATE, 0x18),
        (layouts.WARP_EVENT, 8),
        (layouts.BG_EVENT, 0xC),
        (layouts.MAP_CONNECTION, 0xC),
        (layouts.WARP_DATA, 8),
        (layouts.FRLG.map_layout, 0x1C),
        (layouts.FRLG.tileset, 0x18),
        (layouts.BG_CONFIG, 0x10),
        (layouts.MENU_ACTION, 8),
        (layouts.LIST_MENU, 0x20),
    ],
    ids=str,
)
def test_a_layout_has_the_engines_size(layout: layouts.Dtype, size: int) -> None:
    assert layout.itemsize == size


def test_the_bits_of_a_block_do_not_overlap() -> None:
    masks = layouts.METATILE_MASK, layouts.COLLISION_MASK, layouts.ELEVATION_MASK
    assert sum(masks) == 0xFFFF
    assert layouts.COLLISION_MASK >> layouts.COLLISION_SHIFT == 3
    assert layouts.ELEVATION_MASK >> layouts.ELEVATION_SHIFT == 15
