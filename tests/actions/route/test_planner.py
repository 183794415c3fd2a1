"""Routes on drawn maps: shortest, over one-way tiles in their direction only, and deterministic."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gbatool.actions.route.planner import Spot, Terrain, nearest_reachable, plan_route
from gbatool.decode.map import MapGrid
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.engine.families import FRLG
from tests.double.rom_image import blocks_of
from tests.double.world import LEGEND, Room

B = layouts.BORDER
N, S, W, E = Facing.NORTH, Facing.SOUTH, Facing.WEST, Facing.EAST


def terrain(*rows: str, avoided: frozenset[tuple[int, int]] = frozenset()) -> Terrain:
    """A drawn map; ``avoided`` in map-local coordinates."""
    room = Room(rows)
    shape = (room.height + layouts.BORDER_HEIGHT, room.width + layouts.BORDER_WIDTH)
    blocks = np.zeros(shape, np.uint16)  # the border's filler looks open, as it does in RAM
    behaviors = np.zeros(shape, np.uint16)
    inside = (slice(B, B + room.height), slice(B, B + room.width))
    blocks[inside] = blocks_of(room)
    behaviors[inside] = [[LEGEND[c].behavior if c in LEGEND else 0 for c in r] for r in rows]
    buffered = frozenset((x + B, y + B) for x, y in avoided)
    return Terrain(MapGrid(blocks, behaviors), FRLG, avoided=buffered)


def directions(
    ground: Terrain, start: tuple[int, int], goal: tuple[int, int], level: int = 3
) -> list[Facing] | None:
    """The presses of the route between two map-local tiles."""
    spot = Spot(start[0] + B, start[1] + B, level)
    route = plan_route(ground, spot, frozenset({(goal[0] + B, goal[1] + B)}))
    return None if route is None else [step.direction for step in route.steps]


def test_the_way_is_the_shortest_around_a_wall() -> None:
    ground = terrain("...", ".#.", "...")
    route = directions(ground, (1, 0), (1, 2))
    assert route is not None
    assert len(route) == 4


def test_equal_ways_are_decided_the_same_way_every_time() -> None:
    ground = terrain("...", "...", "...")
    ways = {tuple(directions(ground, (0, 0), (2, 2)) or ()) for _ in range(5)}
    assert len(ways) == 1


def test_no_way_leads_through_the_border() -> None:
    assert directions(terrain(".#."), (0, 0), (2, 0)) is None


def test_a_tile_that_was_never_defined_is_blocked() -> None:
    assert directions(terrain(". ."), (0, 0), (2, 0)) is None


def test_standing_on_the_goal_takes_no_step() -> None:
    assert directions(terrain("..."), (1, 0), (1, 0)) == []


@pytest.mark.parametrize(
    ("ledge", "there", "back"), [(">", [E], None), ("<", None, [W]), ("v", None, None)]
)
def test_a_ledge_is_one_press_and_one_way(
    ledge: str, there: list[Facing] | None, back: list[Facing] | None
) -> None:
    ground = terrain(f".{ledge}.")
    assert directions(ground, (0, 0), (2, 0)) == there
    assert directions(ground, (2, 0), (0, 0)) == back


def test_a_ledge_before_a_wall_is_not_jumped() -> None:
    assert directions(terrain(".>#.", "...."), (0, 0), (3, 0)) == [S, E, E, E, N]


def test_a_ledge_counts_as_the_two_tiles_that_it_is() -> None:
    ground = terrain(".>..")
    spot = Spot(B, B, 3)
    route = plan_route(ground, spot, frozenset({(B + 3, B)}))
    assert route is not None
    assert (len(route.steps), route.tiles) == (2, 3)


@pytest.mark.parametrize(
    ("rows", "goal", "way"),
    [
        ((".iii.",), (4, 0), [E]),
        ((".ii#",), (2, 0), [E]),
        ((".ii#", "###."), (3, 0), None),
        ((".ii#", "..#.", "...."), (2, 0), [E]),
        (("..)..o",), (5, 0), [E, E]),
        ((".),..", "..o..", "....."), (2, 1), [E]),
        ((".)(.",), (3, 0), None),
        ((".i.~",), (2, 0), [E]),
        ((".iL",), (2, 0), None),
    ],
)
def test_slides_lead_to_where_they_let_go(
    rows: tuple[str, ...], goal: tuple[int, int], way: list[Facing] | None
) -> None:
    ground = replace(terrain(*rows), slides=True, firing=frozenset({(B + 2, B)} & ladders(rows)))
    assert directions(ground, (0, 0), goal) == way


def ladders(rows: tuple[str, ...]) -> set[tuple[int, int]]:
    return {(x + B, y + B) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "L"}


def test_a_slide_over_an_npcs_tile_is_not_planned() -> None:
    ground = terrain(".iii.", avoided=frozenset({(2, 0)}))
    assert directions(replace(ground, slides=True), (0, 0), (4, 0)) is None


def test_without_slides_ice_is_gone_around() -> None:
    ground = terrain(".i.", "...")
    assert directions(ground, (0, 0), (2, 0)) == [S, E, E, N]
    assert ground.step(Spot(B, B, 3), E) is not None


def test_an_edge_that_is_closed_from_one_side_is_closed_from_the_other_too() -> None:
    ground = terrain("_", ".")
    assert directions(ground, (0, 0), (0, 1)) is None
    assert directions(ground, (0, 1), (0, 0)) is None


def test_water_is_not_walked_on() -> None:
    assert directions(terrain(".~."), (0, 0), (2, 0)) is None


def test_raised_ground_is_reached_over_a_stair_only() -> None:
    assert directions(terrain(".4", "##"), (0, 0), (1, 0)) is None
    assert directions(terrain(".4", "04"), (0, 0), (1, 0)) == [S, E, N]


def test_what_may_follow_depends_on_the_level_that_one_came_with() -> None:
    """A bridge keeps the level: a player from below can't step off onto raised ground."""
    ground = terrain(".B4", ".B.")
    assert directions(ground, (0, 0), (2, 0)) is None
    assert directions(ground, (1, 0), (2, 0), level=4) == [E]
    assert directions(ground, (1, 0), (2, 1), level=3) == [S, E]


def test_the_same_tile_is_searched_once_for_each_level() -> None:
    """The way straight onto the bridge is shorter, but only the one over the stair leads on."""
    ground = terrain(".BB4", "0444")
    route = directions(ground, (0, 0), (3, 0))
    assert route is not None
    assert (route[:2], len(route)) == ([S, E], 5)


def test_an_avoided_tile_is_gone_around() -> None:
    ground = terrain("...", "...", avoided=frozenset({(1, 0)}))
    assert directions(ground, (0, 0), (2, 0)) == [S, E, E, N]


def test_a_goal_may_be_avoided_by_routes_and_yet_be_the_goal() -> None:
    ground = terrain("...", avoided=frozenset({(2, 0)}))
    assert directions(ground, (0, 0), (2, 0)) == [E, E]


def test_a_tile_that_moves_the_player_on_is_gone_around() -> None:
    ground = terrain(".i.", "...")
    assert directions(ground, (0, 0), (2, 0)) == [S, E, E, N]
    assert ground.has_forcing_tiles
    assert not terrain("...").has_forcing_tiles
    unknown = replace(ground, grid=replace(ground.grid, behaviors=None))
    assert not unknown.has_forcing_tiles


def test_a_warp_that_fires_by_itself_is_gone_around_unless_it_is_the_goal() -> None:
    drawn = terrain("...", "...")
    ground = Terrain(drawn.grid, FRLG, firing=frozenset({(B + 1, B)}))
    assert directions(ground, (0, 0), (2, 0)) == [S, E, E, N]
    assert directions(ground, (0, 0), (1, 0)) == [E]


def test_a_mat_is_walked_over_but_not_left_in_its_direction() -> None:
    drawn = terrain("...", "...")
    ground = Terrain(drawn.grid, FRLG, pressed=frozenset({((B + 1, B), E)}))
    assert directions(ground, (0, 0), (2, 0)) == [S, E, E, N]
    assert directions(ground, (0, 1), (1, 0)) is not None


def test_without_behaviors_the_bits_alone_decide() -> None:
    drawn = terrain(".i.")
    ground = Terrain(MapGrid(drawn.grid.blocks), FRLG)
    assert directions(ground, (0, 0), (2, 0)) == [E, E]


def test_the_nearest_reachable_tile_is_open_and_reachable() -> None:
    ground = terrain("..#..", "..#..")
    assert nearest_reachable(ground, Spot(B, B, 3), (B + 4, B)) == (B + 1, B)


def test_who_surfs_crosses_the_water_and_gets_off_but_not_on_again() -> None:
    drawn = terrain("~~.~", "####")
    ground = Terrain(drawn.grid, FRLG, surfing=True)
    assert directions(ground, (0, 0), (2, 0), level=1) == [E, E]
    assert directions(ground, (0, 0), (3, 0), level=1) is None
    assert directions(drawn, (0, 0), (1, 0), level=1) is None


def test_under_water_a_tile_of_water_is_ground() -> None:
    drawn = terrain("~~~")
    assert directions(drawn, (0, 0), (2, 0), level=1) is None
    assert directions(replace(drawn, diving=True), (0, 0), (2, 0), level=1) == [E, E]
