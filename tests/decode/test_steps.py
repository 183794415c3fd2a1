"""The rule that decides whether the ground allows a step."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from gbatool.actions.route.planner import Spot, Terrain
from gbatool.decode.map import MapGrid
from gbatool.decode.steps import Footing, Refusal, elevation_after, judge_step, meet
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.engine.families import EMERALD, FRLG

B = layouts.BORDER
ROOM = 3
GROUND, WATER, STAIR, BRIDGE = 3, 1, 0, 15


def room(elevation: int = GROUND, behavior: int = 0, *, wall: bool = False) -> MapGrid:
    """Nine tiles of plain ground; the one in the middle of the south row is as given."""
    shape = (ROOM + layouts.BORDER_HEIGHT, ROOM + layouts.BORDER_WIDTH)
    blocks = np.full(shape, layouts.UNDEFINED_BLOCK, np.uint16)
    blocks[B : B + ROOM, B : B + ROOM] = GROUND << layouts.ELEVATION_SHIFT | 1
    behaviors = np.zeros(shape, np.uint16)
    blocks[B + 2, B + 1] = elevation << layouts.ELEVATION_SHIFT | wall << layouts.COLLISION_SHIFT
    behaviors[B + 2, B + 1] = behavior
    return MapGrid(blocks, behaviors)


def south(grid: MapGrid, *, level: int = GROUND, surfing: bool = False) -> Refusal | None:
    footing = Footing(B + 1, B + 1, level, surfing=surfing)
    return judge_step(grid, FRLG, footing, Facing.SOUTH).because


@pytest.mark.parametrize(
    ("grid", "because"),
    [
        (room(), None),
        (room(wall=True), Refusal.WALL),
        (room(wall=True, behavior=0x69), Refusal.DOOR),
        (room(wall=True, behavior=0x84), Refusal.SIGN),
        (room(behavior=0x32), Refusal.ONE_WAY),
        (room(elevation=4), Refusal.ELEVATION),
        (room(elevation=STAIR), None),
        (room(elevation=BRIDGE), None),
        (room(elevation=WATER, behavior=0x15), Refusal.WATER),
    ],
)
def test_what_refuses_a_step(grid: MapGrid, because: Refusal | None) -> None:
    assert south(grid) is because


@pytest.mark.parametrize("behavior", [0xD1, 0xD3, 0xD4, 0xD5, 0xD6])
def test_a_rail_refuses_who_does_not_hop(behavior: int) -> None:
    footing = Footing(B + 1, B + 1, GROUND)
    refusals = [
        judge_step(room(behavior=number), EMERALD, footing, Facing.SOUTH).because
        for number in (behavior, 0)
    ]
    assert refusals == [Refusal.RAIL, None]


def test_the_end_of_the_map_refuses_it() -> None:
    footing = Footing(B + 1, B + 2, GROUND)
    assert judge_step(room(), FRLG, footing, Facing.SOUTH).because is Refusal.OUTSIDE


def test_surfing_ends_on_ground_level_and_on_no_other() -> None:
    assert south(room(), level=WATER, surfing=True) is None
    assert south(room(elevation=4), level=WATER, surfing=True) is Refusal.ELEVATION
    assert south(room(), level=WATER) is Refusal.ELEVATION


def test_a_ledge_is_jumped_its_own_way_whatever_it_is_made_of() -> None:
    grid = room(wall=True, elevation=0, behavior=0x3B)
    judgement = judge_step(grid, FRLG, Footing(B + 1, B + 1, GROUND), Facing.SOUTH)
    assert (judgement.because, judgement.jump) == (None, True)
    sideways = judge_step(grid, FRLG, Footing(B, B + 2, GROUND), Facing.EAST)
    assert (sideways.because, sideways.jump) == (Refusal.LEDGE, False)


@pytest.mark.parametrize(("elevation", "after"), [(GROUND, 3), (STAIR, 0), (BRIDGE, 4)])
def test_a_bridge_keeps_the_level(elevation: int, after: int) -> None:
    footing = Footing(B + 1, B + 1, 4)
    assert elevation_after(room(elevation), footing, B + 1, B + 2) == after


@pytest.mark.parametrize(
    ("one", "other", "met"), [(3, 3, True), (3, 4, False), (0, 4, True), (4, 0, True)]
)
def test_people_meet_on_one_level_or_where_there_is_none(one: int, other: int, met: bool) -> None:
    assert meet(one, other) is met


def test_a_route_takes_just_the_steps_on_foot_that_the_rule_allows() -> None:
    elevations, behaviors = (0, 1, 3, 4, 15), (0x00, 0x15, 0x30, 0x32, 0x3B, 0x69)
    taken = refused = 0
    for elevation, behavior, wall in product(elevations, behaviors, (False, True)):
        grid = room(elevation, behavior, wall=wall)
        terrain = Terrain(grid, FRLG)
        for x, y, facing in product(range(B, B + ROOM), range(B, B + ROOM), Facing):
            step = terrain.step(Spot(x, y, GROUND), facing)
            judgement = judge_step(grid, FRLG, Footing(x, y, GROUND), facing)
            ahead = grid.behavior(x + facing.dx, y + facing.dy)
            if judgement.jump or ahead == 0x15:  # a route lands on its feet, and does not swim
                assert step is None or judgement.because is None
                continue
            assert (step is None) == (judgement.because is not None)
            taken, refused = taken + (step is not None), refused + (step is None)
    assert taken > refused > 100
