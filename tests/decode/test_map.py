"""The map grid: border clamped, undefined cells blocked, behaviours from the tilesets."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.decode.map import UNKNOWN_BEHAVIOR, decode_map_grid
from gbatool.engine import layouts
from gbatool.engine.families import FRLG
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.world import (
    ADDRESSES,
    BUFFER_HEIGHT,
    BUFFER_WIDTH,
    PROFILE,
    World,
    profile_without,
)


def test_reads_size_collision_elevation_and_metatile() -> None:
    grid = decode_map_grid(World().build(), PROFILE)
    assert (grid.width, grid.height) == (5, 4)
    assert (grid.left, grid.top, grid.right, grid.bottom) == (7, 7, 11, 10)
    rows = ["".join(".#"[not grid.is_open(x, y)] for x in range(7, 12)) for y in range(7, 11)]
    assert rows == ["#####", "#...#", "#...#", "#####"]
    assert (grid.elevation(8, 8), grid.elevation(9, 9)) == (3, 1)
    assert (grid.metatile(8, 8), grid.metatile(9, 9)) == (1, 2)


def test_the_border_is_closed_although_its_collision_bits_are_0() -> None:
    world = World()
    for x in range(BUFFER_WIDTH):
        world.tile(x, 6, 0x3001)
    grid = decode_map_grid(world.build(), PROFILE)
    assert not any(grid.is_open(x, 6) for x in range(BUFFER_WIDTH))
    assert grid.is_passable_block(9, 6), "a joined map's own block stays readable"
    assert not grid.is_open(-1, 8)
    assert not grid.is_open(8, BUFFER_HEIGHT)


def test_the_buffer_ends_where_its_cells_do() -> None:
    grid = decode_map_grid(World().build(), PROFILE)
    inside = {(x, y) for x in range(-2, 24) for y in range(-2, 24) if grid.is_in_buffer(x, y)}
    assert inside == {(x, y) for x in range(BUFFER_WIDTH) for y in range(BUFFER_HEIGHT)}
    for outside in ((-1, 8), (8, -1), (BUFFER_WIDTH, 8), (8, BUFFER_HEIGHT)):
        assert not grid.is_passable_block(*outside)
        assert grid.elevation(*outside) == 0


def test_an_undefined_cell_inside_the_map_is_blocked() -> None:
    grid = decode_map_grid(World().tile(8, 8, layouts.UNDEFINED_BLOCK).build(), PROFILE)
    assert not grid.is_open(8, 8)
    assert grid.elevation(8, 8) == 0
    assert grid.behavior(8, 8) is None


def test_reads_behaviours_through_the_tilesets() -> None:
    grid = decode_map_grid(World().build(), PROFILE)
    assert (grid.behavior(8, 8), grid.behavior(9, 9)) == (0, 0x10)
    assert grid.behavior(3, 3) is None
    assert grid.behaviors is not None
    assert grid.behaviors[0, 0] == UNKNOWN_BEHAVIOR


@pytest.mark.parametrize(("metatile", "behavior"), [(0, 0x62), (4, 0x65)])
def test_metatiles_from_640_on_are_read_from_the_secondary_tileset(
    metatile: int, behavior: int
) -> None:
    world = World().behavior(0, 0x62).tile(8, 8, 0x3000 | (FRLG.primary_metatiles + metatile))
    assert decode_map_grid(world.build(), PROFILE).behavior(8, 8) == behavior


def test_behaviours_are_not_known_without_the_map_header() -> None:
    grid = decode_map_grid(World().build(), profile_without("gMapHeader"))
    assert grid.behaviors is None
    assert grid.behavior(8, 8) is None


def test_no_map_is_a_state_of_its_own() -> None:
    world = World().put("gBackupMapLayout", 0, "iiI", 0, 0, 0)
    with pytest.raises(NotLoadedError, match="gBackupMapLayout at 0x03000100 is 0x0"):
        decode_map_grid(world.build(), PROFILE)


def test_a_header_of_another_map_means_that_one_is_being_loaded() -> None:
    world = World().put("gBackupMapLayout", 0, "ii", BUFFER_WIDTH + 1, BUFFER_HEIGHT)
    with pytest.raises(NotLoadedError, match="being loaded"):
        decode_map_grid(world.build(), PROFILE)


def assembled(width: int = BUFFER_WIDTH + 2, height: int = BUFFER_HEIGHT + 2) -> World:
    """A map of another size than the header's in the buffer, open everywhere, without connections."""
    blocks = np.full((height, width), layouts.UNDEFINED_BLOCK, "<u2")
    blocks[7:-7, 7:-8] = 0x3201
    world = World().put("gBackupMapLayout", 0, "ii", width, height)
    world.ram.write(ADDRESSES["gBackupMapData"], blocks.tobytes())
    return world


def test_a_map_that_the_game_assembles_in_its_buffer_has_a_size_of_its_own() -> None:
    grid = decode_map_grid(assembled().build(), PROFILE)
    assert (grid.width, grid.height) == (7, 6)
    assert all(grid.is_open(x, y) for x in range(7, 14) for y in range(7, 13))


@pytest.mark.parametrize("callback2", ["CB2_LoadMap", "CB2_NamingScreen"])
def test_it_is_read_on_the_field_only(callback2: str) -> None:
    with pytest.raises(NotLoadedError, match="being loaded"):
        decode_map_grid(assembled().main(callback2).build(), PROFILE)


@pytest.mark.parametrize("width", [BUFFER_WIDTH + 1, BUFFER_WIDTH + 3])
def test_a_size_that_the_border_contradicts_is_refused(width: int) -> None:
    world = assembled().put("gBackupMapLayout", 0, "i", width)
    with pytest.raises(NotLoadedError, match="being loaded"):
        decode_map_grid(world.build(), PROFILE)


@pytest.mark.parametrize(
    ("offset", "value", "says"),
    [
        (0, -1, "Xsize at 0x03000100 is -1; expected 16 to 10240"),
        (0, 0, "Xsize at 0x03000100 is 0; expected 16"),
        (0, 15, "expected 16"),
        (4, 14, "Ysize at 0x03000104 is 14; expected 15"),
        (0, 0x2000, "blocks; expected at most 10240"),
        (8, 0x08000000, "map at 0x03000108 is 0x08000000; expected a pointer"),
        (8, 0x02010001, "a multiple of 2"),
        (8, 0x0203FFF0, "EWRAM or IWRAM"),
        (8, 0x02010002, "expected gBackupMapData at 0x02010000"),
    ],
)
def test_names_the_field_that_can_not_be_right(offset: int, value: int, says: str) -> None:
    world = World().put("gBackupMapLayout", offset, "i", value)
    with pytest.raises(DecodeError, match=says) as caught:
        decode_map_grid(world.build(), PROFILE)
    assert not isinstance(caught.value, NotLoadedError)
    assert caught.value.detail["field"].startswith("gBackupMapLayout")  # type: ignore[union-attr]


def test_a_tileset_outside_the_rom_is_refused() -> None:
    world = World()
    world.ram.put(0x08004020 + 0x10, "I", 0x02000000)
    with pytest.raises(DecodeError, match=r"gMapHeader\.tileset"):
        decode_map_grid(world.build(), PROFILE)


def test_an_attribute_table_that_ends_too_early_is_refused() -> None:
    world = World()
    world.ram.put(0x08004060 + 0x14, "I", 0x0800FFFC)
    with pytest.raises(DecodeError, match="metatileAttributes"):
        decode_map_grid(world.build(), PROFILE)


def test_an_unproven_map_layout_is_refused() -> None:
    with pytest.raises(UnprovenSymbolError, match="gBackupMapLayout"):
        decode_map_grid(World().build(), profile_without("gBackupMapLayout"))


def test_reading_changes_nothing() -> None:
    ram = World().build()
    before = ram.ram_sha256()
    decode_map_grid(ram, PROFILE)
    assert ram.ram_sha256() == before
    assert ADDRESSES["gBackupMapData"] == ram.u32(ADDRESSES["gBackupMapLayout"] + 8)
