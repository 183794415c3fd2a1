"""Other places: reached by injected warps from wherever A works, rooms before open country."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache

import pytest

from gbatool.core import Buttons, Emulator, open_emulator
from gbatool.engine.layouts import MAP_HEADER
from gbatool.memory import Address
from gbatool.scan.lab import scout as scout_module
from gbatool.scan.lab.autopilot import STEPS, Walking, mint, walking_here
from gbatool.scan.lab.byte_code import warp
from gbatool.scan.lab.headers import Destination
from gbatool.scan.lab.scout import (
    BLIND,
    INDOOR,
    SETTLE_FRAMES,
    STEPS_ASIDE,
    Place,
    read_sign,
    scout,
    snapshot_of,
    step_aside,
    warp_to,
)
from gbatool.scan.lab.sign import EVENTS
from tests.cartridges import cartridge
from tests.scan.staging import DeadButtons

ISLET = cartridge("places/islet")
HEADER = Address(ISLET.key["gMapHeader"])
TOWN, ROUTE = Destination(3, 0, 0), Destination(3, 1, 0)
HALL, BEDROOM = Destination(4, 0, 1), Destination(4, 1, 0)


@cache
def _minted() -> tuple[Emulator, Walking]:
    emulator = open_emulator(ISLET.load())
    emulator.draw(enabled=False)
    return emulator, mint(emulator)


@pytest.fixture
def emulator() -> Emulator:
    return _minted()[0]


@pytest.fixture
def start() -> Walking:
    """The player on the islet."""
    return _minted()[1]


def map_of(emulator: Emulator, walking: Walking) -> tuple[int, int]:
    """Group and number of a state's map, from the save block."""
    snapshot = snapshot_of(emulator, walking)
    block = snapshot.u32(ISLET.key["gSaveBlock1Ptr"])
    return snapshot.u8(block + 4), snapshot.u8(block + 5)


@pytest.mark.parametrize("there", [TOWN, ROUTE, HALL])
def test_a_warp_leads_to_the_map_that_was_asked_for(
    emulator: Emulator, start: Walking, there: Destination
) -> None:
    arrived = warp_to(emulator, Place(HEADER, start), there)
    assert arrived is not None
    assert map_of(emulator, arrived.walking) == (there.group, there.num)
    emulator.load_state(arrived.walking.state)
    assert walking_here(emulator) is not None


def test_a_header_that_is_a_copy_warps_nowhere(emulator: Emulator, start: Walking) -> None:
    """The warp does not reload it, so its events stay those of the sign."""
    copy = Address(0x0203FF00)
    header = snapshot_of(emulator, start).read(HEADER, MAP_HEADER.itemsize).tobytes()
    emulator.write(copy, header)
    planted = Walking(emulator.save_state(), start.positions, (), presses=0, frames=0)
    assert warp_to(emulator, Place(copy, planted), TOWN) is None
    assert warp_to(emulator, Place(HEADER, planted), TOWN) is not None


def test_where_a_does_nothing_no_warp_happens(emulator: Emulator, start: Walking) -> None:
    dead = DeadButtons(emulator, Buttons.A)
    assert warp_to(dead, Place(HEADER, start), TOWN) is None


@pytest.mark.parametrize("there", [ROUTE, TOWN, HALL, BEDROOM])
def test_arrived_the_player_goes_aside_on_the_same_map(
    emulator: Emulator, start: Walking, there: Destination
) -> None:
    """In the town UP leads back through the door, in the rooms no step leads up."""
    emulator.load_state(start.state)
    way = Buttons.DOWN
    room = read_sign(emulator, HEADER, start.positions[0], way, warp(*astuple(there)))
    while emulator.live.u32(HEADER + EVENTS) == room:
        emulator.run()
    emulator.run(SETTLE_FRAMES)
    arrived = walking_here(emulator)
    assert arrived is not None
    aside = step_aside(emulator, arrived)
    tiles = []
    for walking in (arrived, aside):
        live = snapshot_of(emulator, walking)
        tiles.append((live.s16(walking.positions[0]), live.s16(walking.positions[0] + 2)))
    (x, y), tile = tiles
    assert tile in {(x + STEPS_ASIDE * dx, y + STEPS_ASIDE * dy) for dx, dy in STEPS.values()}
    assert map_of(emulator, aside) == map_of(emulator, arrived) == (there.group, there.num)


def test_where_no_direction_is_open_the_player_stays(emulator: Emulator, start: Walking) -> None:
    assert step_aside(emulator, start) is start


def test_rooms_come_before_open_country(
    emulator: Emulator, start: Walking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scout_module, "MAX_WARPS", 6)
    found = list(scout(emulator, start))
    kinds = [
        int(snapshot_of(emulator, walking).record(HEADER, MAP_HEADER)["map_type"]) == INDOOR
        for walking in found
    ]
    assert kinds == sorted(kinds, reverse=True)
    assert set(kinds) == {True, False}
    maps = [map_of(emulator, walking) for walking in found]
    assert len(set(maps)) == len(maps)
    assert map_of(emulator, start) not in maps


def test_no_more_warps_are_tried_than_allowed(
    emulator: Emulator, start: Walking, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Destination] = []

    def fails(_: Emulator, __: Place, there: Destination) -> None:
        tried.append(there)

    monkeypatch.setattr(scout_module, "warp_to", fails)
    monkeypatch.setattr(scout_module, "MAX_WARPS", 5)
    assert list(scout(emulator, start)) == []
    assert len(tried) == 5
    assert tried[0] == TOWN  # the islet's only warp
    assert set(tried[1:]) <= {TOWN, *BLIND}
