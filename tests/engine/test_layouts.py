"""Layouts have the sizes of the engine's structures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gbatool.engine import battle, layouts, menus, pokemon
from gbatool.engine.engine import Engine
from gbatool.engine.families import ENGINES, FRLG, RS
from gbatool.engine.layouts import offset_of
from gbatool.engine.save_layouts import PC_ITEMS


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
        (menus.MENU, 0xC),
        (layouts.MAP_HEADER, 0x1C),
        (layouts.MAP_EVENTS, 0x14),
        (layouts.OBJECT_TEMPLATE, 0x18),
        (layouts.WARP_EVENT, 8),
        (layouts.BG_EVENT, 0xC),
        (layouts.MAP_CONNECTION, 0xC),
        (layouts.WARP_DATA, 8),
        (FRLG.map_layout, 0x1C),
        (FRLG.tileset, 0x18),
        (menus.MENU_ACTION, 8),
        (menus.LIST_MENU, 0x20),
        (RS.main, 0x440),
        (pokemon.MON, 0x64),
        (pokemon.MON_PARTS, 0x30),
        (pokemon.SPECIES_INFO, 0x1C),
        (battle.BATTLE_MON, 0x58),
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


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_pockets_lie_inside_the_save_block_and_do_not_overlap(engine: Engine) -> None:
    block = engine.save_block1
    starts = {name: offset_of(block, name) for name in (*engine.save.pockets, PC_ITEMS)}
    runs = sorted((at, at + block[name].itemsize) for name, at in starts.items())
    assert runs[0][0] >= offset_of(block, "registered_item") + 2
    assert all(end <= start for (_, end), (start, _) in pairwise(runs))
    assert runs[-1][1] <= offset_of(block, "object_templates")
    assert (engine.save.first_badge + 8) // 8 <= block["flags"].itemsize
    assert offset_of(block, "vars") + block["vars"].itemsize <= block.itemsize


@pytest.mark.parametrize(("engine", "bits"), [("frlg", 20), ("emerald", 32), ("rs", 15)])
def test_every_family_names_the_flags_of_a_battle_once(engine: str, bits: int) -> None:
    names = ENGINES[engine].battle.type_flags
    assert len(names) == len(set(names)) == bits
