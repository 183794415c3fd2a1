"""The variants that start elsewhere: where a new game begins, and what can be done there."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from gbatool.core import Buttons, EmulatorState
from gbatool.engine.layouts import BG_EVENT, MAP_EVENTS
from gbatool.memory import EWRAM, packed
from tests.cart.play import EAST, KEYS, MAP_OFFSET, NORTH, SOUTH, WEST, Play, bedroom
from tests.cartridges import PLACES

TOWN, ROUTE, NEW_MAP = (3, 0), (3, 1), (3, 2)
N, S, W, E = KEYS
FACINGS = {N: NORTH, S: SOUTH, W: WEST, E: EAST}
OPEN = {way: way for way in KEYS}
STARTS = {
    "places/beside-walker": (TOWN, (26, 20), {S: S}),
    "places/cave": (NEW_MAP, (17, 22), {W: W, E: E}),
    "places/islet": (NEW_MAP, (18, 18), {}),
    "places/route": (ROUTE, (13, 27), {**OPEN, S: (0, 2)}),
    "places/town": (TOWN, (21, 21), OPEN),
}
"""Map, buffer coordinates, and for each direction whose step moves the player by how much."""
GRASS, CAVE_FLOOR, POND = 0x02, 0x08, 0x10
LAND_ENCOUNTERS = 1
WARP, WAIT_STATE, END = 0x39, 0x27, 0x02
MIDDLE = (0xFF, 0, 0xFF, 0)
"""Coordinates -1, -1 of a warp command: a number below 0x4000 is no variable."""
ROOM = EWRAM.base + EWRAM.size - 0x100


@cache
def _started(place: str) -> tuple[Play, EmulatorState]:
    play = bedroom(place)
    return play, play.save()


def start(place: str) -> Play:
    """A variant where its introduction ends."""
    play, state = _started(place)
    play.load(state)
    return play


def attributes(play: Play, x: int, y: int) -> int:
    """The attribute word of a cell's metatile."""
    metatile, live = play.block(x, y) & 0x3FF, play.emulator.live
    tileset = live.u32(play.u32("gMapHeader") + (0x10 if metatile < 640 else 0x14))
    return live.u32(live.u32(tileset + 0x14) + 4 * (metatile % 640))


def counts(play: Play) -> tuple[int, ...]:
    """How many objects, warps, coordinate events and signs the loaded map has."""
    return tuple(play.pointed_at("gMapHeader", 4, 4))


def neighbours(play: Play) -> dict[tuple[int, int], tuple[int, int]]:
    x, y = play.at
    return {(dx, dy): (x + dx, y + dy) for dx, dy in KEYS}


def step(play: Play, way: tuple[int, int]) -> tuple[int, int]:
    """By how much a step in this direction moves the player, who faces it afterwards."""
    before = play.at
    if play.facing != FACINGS[way]:
        play.turn(KEYS[way])
    assert (play.facing, play.at) == (FACINGS[way], before)
    play.run(12, KEYS[way])
    play.run(40)
    return play.at[0] - before[0], play.at[1] - before[1]


def collisions(play: Play) -> list[list[int]]:
    """The collision bits of the loaded map, border left out, row by row."""
    width, height = play.u32("gBackupMapLayout"), play.u32("gBackupMapLayout", 4)
    raw = play.pointed_at("gBackupMapLayout", 8, 2 * width * height)
    blocks = np.frombuffer(raw, "<u2").reshape(height, width)
    rows: list[list[int]] = (blocks[7:-7, 7:-8] >> 10 & 3).tolist()
    return rows


def distances(rows: list[list[int]], begin: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Steps from a map-local cell to each that can be reached over open ones."""
    found, queue = {begin: 0}, deque([begin])
    while queue:
        x, y = queue.popleft()
        for near in ((x + dx, y + dy) for dx, dy in KEYS):
            if near not in found and rows[near[1]][near[0]] == 0:
                found[near] = found[x, y] + 1
                queue.append(near)
    return found


def run_sign(play: Play, script: tuple[int, ...], elevation: int = 0) -> None:
    """Make a sign ahead of the player the map's only event, in EWRAM, and press A."""
    way = next(way for way, facing in FACINGS.items() if facing == play.facing)
    x, y = (at + d - MAP_OFFSET for at, d in zip(play.at, way, strict=True))
    sign, code = ROOM + 0x20, ROOM + 0x40
    play.emulator.write(code, bytes(script))
    play.emulator.write(sign, packed(BG_EVENT, x=x, y=y, elevation=elevation, script=code))
    play.emulator.write(ROOM, packed(MAP_EVENTS, bg_count=1, bgs=sign))
    play.emulator.write(play.address("gMapHeader", 4), ROOM.to_bytes(4, "little"))
    play.run(2, Buttons.A)
    play.run(4)


def test_every_place_has_its_facts_named() -> None:
    assert set(PLACES) == set(STARTS)


@pytest.mark.parametrize("place", PLACES)
def test_a_new_game_begins_at_the_place(place: str) -> None:
    play = start(place)
    where, at, _ = STARTS[place]
    assert (play.place, play.at, play.facing, play.elevation) == (where, at, SOUTH, 3)
    assert (play.callback2, play.locked) == ("CB2_Overworld", False)


@pytest.mark.parametrize("place", PLACES)
def test_a_step_moves_the_player_where_a_way_is_open(place: str) -> None:
    moved = {}
    for way in KEYS:
        delta = step(start(place), way)
        if delta != (0, 0):
            moved[way] = delta
    assert moved == STARTS[place][2]


@pytest.mark.parametrize("place", PLACES)
def test_the_game_goes_on_from_there(place: str) -> None:
    play = start(place)
    play.run(1, Buttons.START)
    play.run(40)
    assert (play.locked, "Task_StartMenuHandleInput" in play.tasks) == (True, True)
    play.run(1, Buttons.B)
    play.settle()
    assert play.at == STARTS[place][1]


def test_the_town_is_wider_than_the_screen_and_the_start_far_from_everything() -> None:
    play = start("places/town")
    assert play.u32("gBackupMapLayout") - 15 > 15
    x, y = play.at
    others = play.people()
    assert min(abs(a - x) + abs(b - y) for a, b in others) > 4


def test_the_route_starts_amid_grass_with_the_ledge_ahead() -> None:
    play = start("places/route")
    cells = neighbours(play)
    for x, y in (play.at, cells[N], cells[W], cells[E]):
        assert attributes(play, x, y) & 0x1FF == GRASS
        assert attributes(play, x, y) >> 24 & 7 == LAND_ENCOUNTERS
    assert attributes(play, *cells[S]) & 0x1FF == 0x3B


@pytest.mark.parametrize("place", ["places/cave", "places/route"])
def test_a_walk_to_and_fro_meets_a_wild_mon(place: str) -> None:
    play = start(place)
    for i in range(200):
        play.run(20, KEYS[(W, E)[i // 2 % 2]])
        if play.callback2 != "CB2_Overworld":
            break
    play.frames_until(lambda: play.u8("gBattlersCount") == 2)


def test_the_cave_is_wide_irregular_and_empty() -> None:
    play = start("places/cave")
    rows = collisions(play)
    assert len(rows[0]) > 100
    assert len({tuple(row) for row in rows[2:-2]}) == len(rows) - 4, "no two rows are alike"
    assert counts(play) == (0, 1, 0, 0)
    assert play.people() == set()
    for cell in (play.at, neighbours(play)[W], neighbours(play)[E]):
        assert attributes(play, *cell) & 0x1FF == CAVE_FLOOR


def test_the_exit_of_the_cave_is_far_away_and_leads_to_the_town() -> None:
    play = start("places/cave")
    x, y = (at - MAP_OFFSET for at in play.at)
    assert distances(collisions(play), (x, y))[119, 1] > 100
    play.turn(Buttons.RIGHT)
    run_sign(play, (WARP, *NEW_MAP, 0xFF, 119, 0, 2, 0, WAIT_STATE, END))
    play.frames_until(lambda: play.at == (119 + MAP_OFFSET, 2 + MAP_OFFSET))
    play.settle()
    play.frames_until(lambda: play.place == TOWN, Buttons.UP, 200)
    play.settle()
    assert play.at == (12, 15), "out of the door of the player's house"


def test_the_islet_is_one_tile_amid_water_on_a_map_with_a_warp_to_the_town() -> None:
    play = start("places/islet")
    for x, y in neighbours(play).values():
        assert play.block(x, y) & 0xFC00 == 1 << 12, "water refuses by its level alone"
        assert attributes(play, x, y) & 0x1FF == POND
    assert counts(play) == (0, 1, 0, 0)
    warps = play.emulator.live.u32(play.u32("gMapHeader", 4) + 8)
    *_, warp_id, number, group = play.emulator.live.read(warps, 8).tolist()
    assert (group, number, warp_id) == (*TOWN, 0)


def test_no_key_moves_the_player_off_the_islet() -> None:
    play = start("places/islet")
    for keys in (*KEYS.values(), Buttons.A, Buttons.B, Buttons.SELECT, *KEYS.values()):
        play.run(70, keys)
        play.run(40)
        assert (play.at, play.locked) == ((18, 18), False)


def watch_walker(play: Play, looks: int = 600) -> list[tuple[int, int]]:
    """The cell of the walker in the garden, looked at in every fourth frame."""
    cells = []
    for _ in range(looks):
        cells += [(x, y) for x, y in play.people() if 25 <= x <= 31 and 19 <= y <= 21]
        play.run(4)
    return cells


def test_the_walker_closes_a_way_at_times_and_opens_it_again() -> None:
    play = start("places/beside-walker")
    cells = watch_walker(play)
    assert len(cells) == 600
    assert set(cells) == {(26, 19), (27, 19)}
    assert cells[0] == neighbours(play)[N]
    assert sum(a != b for a, b in pairwise(cells)) >= 4


def test_the_walker_comes_to_the_other_side_when_the_player_makes_way() -> None:
    play = start("places/beside-walker")
    for way in (S, E, E):
        assert step(play, way) == way
    assert {(26, 19), (26, 20), (26, 21)} <= set(watch_walker(play, 1200))


@pytest.mark.parametrize("place", PLACES)
def test_a_sign_in_ram_warps_to_another_map(place: str) -> None:
    play = start(place)
    play.turn(Buttons.RIGHT)
    if play.place == ROUTE:
        play.emulator.write(play.address("sWildEncountersDisabled"), b"\1")
    events = play.u32("gMapHeader", 4)
    run_sign(play, (WARP, 4, 0, 1, *MIDDLE, WAIT_STATE, END))
    play.frames_until(lambda: play.place == (4, 0))
    play.settle()
    assert play.at == (18, 9), "the warp event that the command names"
    assert play.u32("gMapHeader", 4) not in (ROOM, events)


@pytest.mark.parametrize(
    ("coordinates", "at"),
    [(MIDDLE, (12, 14)), ((6, 0, 20, 0), (6, 20)), ((0x04, 0x80, 0x05, 0x80), (3, 9))],
)
def test_a_warp_without_an_event_takes_its_coordinates_or_the_middle_of_the_map(
    coordinates: tuple[int, ...], at: tuple[int, int]
) -> None:
    play = start("places/islet")
    variables = play.address("gSpecialVar_0x8000", 2 * 4)
    play.emulator.write(variables, b"\3\0\x09\0")
    run_sign(play, (WARP, *ROUTE, 0, *coordinates, WAIT_STATE, END))
    play.frames_until(lambda: play.place == ROUTE)
    play.settle()
    assert play.at == (at[0] + MAP_OFFSET, at[1] + MAP_OFFSET)


@pytest.mark.parametrize(("elevation", "found"), [(0, True), (3, True), (1, False), (4, False)])
def test_a_sign_is_found_on_the_players_elevation_or_on_any(elevation: int, *, found: bool) -> None:
    play = start("places/islet")
    run_sign(play, (WARP, *ROUTE, 0, *MIDDLE, WAIT_STATE, END), elevation)
    assert play.locked is found
