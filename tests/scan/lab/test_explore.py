"""Exploration: routes round walls and NPCs, events of the map, the start menu."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.explore import (
    MAX_TARGETS,
    START_MENU,
    approaches,
    closed_tiles,
    events,
    go,
    label_start_menu,
    npcs,
    routes,
)
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write16, write32
from gbatool.scan.lab.sign import turn
from tests.scan.staging import Derived, planted, starting_at, with_dead_buttons

SIDE = 6
OUTSIDE = {(x, y) for x in range(-1, SIDE + 1) for y in range(-1, SIDE + 1)} - {
    (x, y) for x in range(SIDE) for y in range(SIDE)
}
TILES = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))


def walk(start: tuple[int, int], way: list[Buttons]) -> list[tuple[int, int]]:
    tiles = [start]
    for button in way:
        dx, dy = STEPS[button]
        tiles.append((tiles[-1][0] + dx, tiles[-1][1] + dy))
    return tiles


@settings(deadline=None)
@given(TILES, st.sets(TILES, max_size=20))
def test_every_route_is_open_and_ends_where_it_says(
    start: tuple[int, int], walls: set[tuple[int, int]]
) -> None:
    closed = (walls - {start}) | OUTSIDE
    found = routes(start, closed)
    assert found[start] == []
    for tile, way in found.items():
        tiles = walk(start, way)
        assert tiles[-1] == tile
        assert not closed & set(tiles)


@settings(deadline=None)
@given(TILES, st.sets(TILES, max_size=20))
def test_every_route_is_a_shortest_one(start: tuple[int, int], walls: set[tuple[int, int]]) -> None:
    closed = (walls - {start}) | OUTSIDE
    found = routes(start, closed)
    for (x, y), way in found.items():
        beside = {(x + dx, y + dy) for dx, dy in STEPS.values()} - closed
        assert beside <= found.keys()
        assert all(len(way) <= len(found[other]) + 1 for other in beside)


def test_an_approach_ends_beside_the_target_and_turns_to_it() -> None:
    ways = routes((0, 0), OUTSIDE | {(2, 0)})
    found = list(approaches([(2, 0)], ways))
    assert found
    for way in found:
        assert walk((0, 0), way)[-1] == (2, 0)
        assert walk((0, 0), way)[-2] in ways
    assert [len(way) for way in found] == sorted(len(way) for way in found)


def test_approaches_are_not_tried_without_end() -> None:
    ways = routes((0, 0), OUTSIDE)
    targets = [(x, y) for x in range(SIDE) for y in range(SIDE)]
    assert len(list(approaches(targets, ways))) == MAX_TARGETS


def test_the_border_walls_and_npcs_are_closed(lab: Lab) -> None:
    snapshot = lab.snapshot(OVERWORLD)
    closed = closed_tiles(lab, snapshot)
    assert (layouts.BORDER - 1, layouts.BORDER) in closed
    with lab.at("wall"):
        x, y = lab.position()
    solid = set(STEPS) - set(lab.open_directions("wall"))
    assert {(x + STEPS[way][0], y + STEPS[way][1]) for way in solid} <= closed
    assert (x, y) not in closed


def test_routes_of_the_live_map_can_be_walked(lab: Lab) -> None:
    snapshot = lab.snapshot(OVERWORLD)
    with lab.at(OVERWORLD):
        here = lab.position()
    ways = routes(here, closed_tiles(lab, snapshot))
    farthest = max(ways, key=lambda tile: (len(ways[tile]), tile))
    assert len(ways[farthest]) > 3
    with lab.at(OVERWORLD):
        assert go(lab, ways[farthest])
        assert lab.position() == farthest


def test_going_ends_at_the_first_refusal(lab: Lab) -> None:
    solid = next(way for way in STEPS if way not in lab.open_directions("wall"))
    with lab.at("wall"):
        here = lab.position()
        assert not go(lab, [solid, lab.open_directions("wall")[0]])
        assert lab.position() == here


def test_a_turn_to_another_side_is_no_step(base: Derived, lab: Lab) -> None:
    facing = base.answers["gObjectEvents"] + 0x18
    before = lab.snapshot(OVERWORLD).u8(facing) & 0xF
    sides = {Buttons.DOWN: 1, Buttons.UP: 2, Buttons.LEFT: 3, Buttons.RIGHT: 4}
    for button, direction in sides.items():
        if direction == before:
            continue
        with lab.at(OVERWORLD) as emulator:
            here = lab.position()
            turn(lab.emulator, button)
            assert emulator.live.u8(facing) & 0xF == direction
            assert lab.position() == here


def test_events_lie_on_the_map(lab: Lab) -> None:
    snapshot = lab.snapshot(OVERWORLD)
    warps = events(lab, snapshot, "warp")
    fields = lab.known["gBackupMapLayout"].fields
    assert warps
    for x, y in warps:
        assert layouts.BORDER <= x < fields["width"] - 8
        assert layouts.BORDER <= y < fields["height"] - 7


def test_without_a_header_no_events_are_known(base: Derived) -> None:
    lab = base.bare_lab()
    assert events(lab, lab.snapshot(OVERWORLD), "warp") == []
    assert npcs(lab, lab.snapshot(OVERWORLD)) == []


def test_a_header_whose_events_left_the_rom_has_none(lab: Lab) -> None:
    spoiled = planted(lab, write32(lab.address("gMapHeader") + 4, EWRAM.base))
    assert events(spoiled, spoiled.snapshot(OVERWORLD), "warp") == []


def test_npcs_are_the_active_ones_but_the_player(lab: Lab) -> None:
    slot = lab.address("gObjectEvents") + 0x24 * (layouts.OBJECT_EVENT_COUNT - 1)
    before = npcs(lab, lab.snapshot(OVERWORLD))
    more = planted(
        lab,
        write32(slot, layouts.OBJECT_ACTIVE),
        write16(slot + 0x10, 11),
        write16(slot + 0x12, 12),
    )
    assert npcs(more, more.snapshot(OVERWORLD)) == [*before, (11, 12)]
    assert closed_tiles(more, more.snapshot(OVERWORLD)) >= {*before, (11, 12)}


def test_start_opens_a_menu_that_holds_the_player(variant: Derived) -> None:
    lab = starting_at(variant.lab(), OVERWORLD)
    assert label_start_menu(lab) == START_MENU
    assert not any(lab.moves(START_MENU, way) for way in STEPS)


def test_where_start_opens_nothing_no_menu_is_labelled(lab: Lab) -> None:
    dead = with_dead_buttons(lab, Buttons.START)
    with pytest.raises(ProbeError, match="START opens nothing"):
        label_start_menu(dead)
    assert START_MENU not in dead.states


def test_what_b_does_not_close_is_not_the_start_menu(lab: Lab) -> None:
    with pytest.raises(ProbeError, match="that B closes"):
        label_start_menu(with_dead_buttons(lab, Buttons.B))
