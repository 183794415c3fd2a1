"""Surroundings: which of the four tiles refuse a step, and why."""

from __future__ import annotations

import pytest

from gbatool.decode.player import Facing
from gbatool.decode.surroundings import Neighbor, Refusal, Surroundings, decode_surroundings
from gbatool.engine import layouts
from gbatool.engine.behaviors import Kind
from tests.decode.world import PROFILE, World, profile_without

LEDGE_TILE = 0x0400 | 4
"""Collision and no elevation, as every ledge has."""


def around(world: World) -> Surroundings:
    return decode_surroundings(world.build(), PROFILE)


def south_of(world: World) -> Neighbor:
    return around(world).south


def test_tells_all_four_and_the_one_ahead() -> None:
    seen = around(World())
    assert (seen.north.because, seen.south.because) == (Refusal.WALL, Refusal.WATER)
    assert (seen.west.because, seen.east.because) == (Refusal.OBJECT, None)
    assert seen.ahead == seen.west
    assert (seen.east.x, seen.east.y, seen.east.local_x, seen.east.local_y) == (10, 8, 3, 1)
    assert seen.west.local_id == 1


def test_says_no_to_nothing_that_is_open() -> None:
    seen = around(World())
    for neighbor in (seen.north, seen.south, seen.west, seen.east):
        assert neighbor.open is (neighbor.because is None)


def test_an_npc_that_leaves_a_tile_still_blocks_it() -> None:
    seen = around(World().person(8, 9, previous_y=8))
    assert seen.west.because is Refusal.OBJECT


@pytest.mark.parametrize(("elevation", "because"), [(0x44, None), (0x30, Refusal.OBJECT)])
def test_people_block_on_their_own_level_or_on_every_one(
    elevation: int, because: Refusal | None
) -> None:
    assert around(World().person(8, 8, elevation=elevation)).west.because is because


@pytest.mark.parametrize(
    ("elevation", "because"),
    [(3, None), (0, None), (15, None), (4, Refusal.ELEVATION), (5, Refusal.ELEVATION)],
)
def test_elevations_must_agree_except_stairs_and_bridges(
    elevation: int, because: Refusal | None
) -> None:
    world = World().tile(9, 9, elevation << layouts.ELEVATION_SHIFT | 1)
    assert south_of(world).because is because


def test_a_player_without_elevation_goes_anywhere() -> None:
    world = World().player(9, 8, elevation=0x30).tile(9, 9, 0x4000 | 1)
    assert south_of(world).open


def test_a_ledge_is_jumped_its_own_way_although_it_has_collision() -> None:
    neighbor = south_of(World().tile(9, 9, LEDGE_TILE).behavior(4, 0x3B))
    assert (neighbor.open, neighbor.jump, neighbor.kind) == (True, True, Kind.LEDGE)


def test_a_ledge_blocks_from_every_other_side() -> None:
    neighbor = south_of(World().tile(9, 9, LEDGE_TILE).behavior(4, 0x3A))
    assert (neighbor.because, neighbor.jump) == (Refusal.LEDGE, False)


@pytest.mark.parametrize(
    ("number", "because"), [(0x69, Refusal.DOOR), (0x84, Refusal.SIGN), (0x81, Refusal.WALL)]
)
def test_a_wall_that_does_something_is_named(number: int, because: Refusal) -> None:
    assert south_of(World().tile(9, 9, LEDGE_TILE).behavior(4, number)).because is because


@pytest.mark.parametrize(
    ("x", "y", "number"), [(9, 9, 0x32), (9, 8, 0x33), (9, 9, 0x34), (9, 8, 0x37)]
)
def test_a_closed_edge_refuses_from_both_its_sides(x: int, y: int, number: int) -> None:
    world = World().tile(9, 9, 0x3001).tile(x, y, 0x3000 | 4).behavior(4, number)
    assert south_of(world).because is Refusal.ONE_WAY


def test_an_edge_that_is_closed_elsewhere_lets_through() -> None:
    world = World().tile(9, 9, 0x3000 | 4).behavior(4, 0x33)
    assert south_of(world).open


def test_the_maps_end_refuses_where_nothing_is_joined() -> None:
    seen = around(World().player(9, 7))
    assert (seen.north.because, seen.north.leaves_map) == (Refusal.OUTSIDE, False)


def test_a_joined_map_is_entered_over_the_edge() -> None:
    seen = around(World().player(9, 7).tile(9, 6, 0x3001))
    assert (seen.north.open, seen.north.leaves_map, seen.north.kind) == (True, True, None)


def test_blocked_ground_of_a_joined_map_is_an_edge() -> None:
    assert around(World().player(9, 7).tile(9, 6, 0x0401)).north.because is Refusal.EDGE


def test_without_behaviours_collision_and_people_are_still_told() -> None:
    seen = decode_surroundings(World().build(), profile_without("gMapHeader"))
    assert (seen.north.because, seen.south.because) == (Refusal.WALL, Refusal.ELEVATION)
    assert seen.ahead.because is Refusal.OBJECT
    assert {Facing.WEST: seen.west}[Facing.WEST].kind is None
