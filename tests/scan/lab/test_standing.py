"""The player's record: told by how it turns, from copies and from what only looks like one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.engine.layouts import OBJECT_EVENT
from gbatool.memory import EWRAM, IWRAM, Address, Snapshot
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.standing import (
    CURRENT,
    find_player_records,
    object_records_at,
    player_positions,
    turning_records,
)
from tests.actions.worlds import open_double, room_world
from tests.double.world import Person
from tests.ram import RamBuilder
from tests.scan.staging import Derived, planted

RECORD_BYTES = 0x24
AT = Address(0x02001000)
PLAYER = layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER
TILES = st.tuples(st.sampled_from((-1, 7, 10, 300)), st.sampled_from((0, 9, 12)))
RECORDS = st.fixed_dictionaries(
    {
        "flags": st.sampled_from(
            (
                *(0, layouts.OBJECT_ACTIVE, layouts.OBJECT_IS_PLAYER, PLAYER),
                *(PLAYER | layouts.OBJECT_INVISIBLE, PLAYER | 1 << 36, PLAYER | 1 << 28),
            )
        ).map(lambda flags: flags & 0xFFFFFFFF),
        "current": TILES,
        "previous": TILES,
        "directions": st.sampled_from((0, 1, 2, 3, 4, 5, 0x10, 0x21, 0x44)),
    }
)


def test_the_players_record_is_the_only_one_that_turns(variant: Derived) -> None:
    lab = variant.lab()
    slot = lab.known["gObjectEvents"].fields["player_slot"]
    record = variant.answers["gObjectEvents"] + RECORD_BYTES * slot
    with lab.at(OVERWORLD) as emulator:
        assert record in find_player_records(emulator.live)
        assert (
            player_positions(emulator)[0] == record + CURRENT or len(player_positions(emulator)) > 1
        )
        assert record + CURRENT in player_positions(emulator)


def test_a_still_copy_of_the_record_does_not_turn(base: Derived, lab: Lab) -> None:
    record = Address(base.answers["gObjectEvents"] + RECORD_BYTES * 0)
    free = Address(0x0203FF00)
    copy = Write(free, lab.snapshot(OVERWORLD).read(record, RECORD_BYTES).tobytes())
    with planted(lab, copy).at(OVERWORLD) as emulator:
        assert free in find_player_records(emulator.live)
        assert free not in turning_records(emulator, [free, record])
        assert turning_records(emulator, [free, record]) == [record]


def test_looking_changes_nothing(lab: Lab) -> None:
    with lab.at(OVERWORLD) as emulator:
        emulator.hold(Buttons.NONE)
        before = emulator.snapshot()
        player_positions(emulator)
        assert emulator.snapshot().ram_sha256() == before.ram_sha256()
        assert emulator.frame == before.frame


def planted_records(records: list[dict[str, Any]]) -> Snapshot:
    """RAM with these records, one after the other."""
    ram = RamBuilder()
    for number, record in enumerate(records):
        (x, y), (before_x, before_y) = record["current"], record["previous"]
        ram.record(
            Address(AT + RECORD_BYTES * number),
            OBJECT_EVENT,
            flags=record["flags"],
            current_x=x,
            current_y=y,
            previous_x=before_x,
            previous_y=before_y,
            directions=record["directions"],
        )
    return ram.build()


def could_be_the_player(record: np.void) -> bool:
    flags = int(record["flags"])
    at_rest = all(record[f"current_{axis}"] == record[f"previous_{axis}"] for axis in "xy")
    active, player = flags & layouts.OBJECT_ACTIVE, flags & layouts.OBJECT_IS_PLAYER
    unused = flags & layouts.OBJECT_UNUSED_FLAGS
    return bool(
        active and player and not unused and at_rest and 1 <= record["directions"] % 16 <= 4
    )


@settings(deadline=None, max_examples=60)
@given(st.lists(RECORDS, max_size=5))
def test_every_record_that_could_be_the_players_is_found_and_nothing_else(
    records: list[dict[str, Any]],
) -> None:
    ram = planted_records(records)
    # words between the records' starts may look like a record, too
    words = range(AT - 2 * RECORD_BYTES, AT + RECORD_BYTES * (len(records) + 1), 4)
    expected = [at for at in words if could_be_the_player(ram.record(at, OBJECT_EVENT))]
    assert find_player_records(ram) == expected


def test_a_record_at_either_end_of_memory_is_found() -> None:
    for region in (EWRAM, IWRAM):
        for at in (region.base, region.end - RECORD_BYTES):
            here = {"current_x": 9, "current_y": 8, "previous_x": 9, "previous_y": 8}
            ram = RamBuilder().record(at, OBJECT_EVENT, flags=PLAYER, directions=0x11, **here)
            assert find_player_records(ram.build()) == [at], hex(at)


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, True),
        ({"current": (10, 13)}, True),  # on its way from the tile
        ({"previous": (9, 12)}, True),  # on its way to it
        ({"current": (9, 12), "previous": (9, 12)}, False),
        ({"current": (12, 10), "previous": (12, 10)}, False),
        ({"flags": 0}, False),
        ({"flags": layouts.OBJECT_ACTIVE | layouts.OBJECT_INVISIBLE}, True),
        ({"flags": layouts.OBJECT_ACTIVE | 1 << 30}, False),
        ({"directions": 0}, False),
        ({"directions": 0x15}, False),
    ],
)
def test_an_active_object_event_on_a_tile_or_on_its_way_is_found(
    changed: dict[str, Any], found: bool
) -> None:
    npc = {
        "flags": layouts.OBJECT_ACTIVE,
        "current": (10, 12),
        "previous": (10, 12),
        "directions": 0x13,
    }
    ram = planted_records([{**npc, **changed}])
    assert object_records_at(ram, 10, 12) == ([AT] if found else [])


def test_tiles_west_and_north_of_the_buffer_have_records_too() -> None:
    npc = {"flags": layouts.OBJECT_ACTIVE, "current": (-1, -2), "directions": 1}
    assert object_records_at(planted_records([{**npc, "previous": (0, -2)}]), -1, -2) == [AT]


def test_a_walking_npc_is_on_two_tiles() -> None:
    people = (Person(2, 2, path="EW", pace=4),)
    double = open_double(room_world("######", "#....#", "#....#", "######", people=people))
    npc = double.profile().address("gObjectEvents") + RECORD_BYTES
    seen = set()
    for _ in range(60):
        double.run()
        x, y = (coordinate + layouts.BORDER for coordinate in (2, 2))
        here = object_records_at(double.live, x, y), object_records_at(double.live, x + 1, y)
        seen.add(tuple(npc in records for records in here))
    assert seen == {(True, False), (True, True), (False, True)}
