"""Exits: a warp needs an event and a behaviour; its destination is in the ROM."""

from __future__ import annotations

import pytest

from gbatool.decode.exits import Connection, Destination, Enter, decode_exits
from gbatool.decode.player import Facing, MapId
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.world import (
    ADDRESSES,
    CONNECTIONS,
    EVENTS,
    PROFILE,
    ROOM_MAP,
    TOWN,
    WARPS,
    World,
    profile_without,
)


def test_reads_warps_with_their_landing_places() -> None:
    first, _ = decode_exits(World().build(), PROFILE).warps
    assert (first.index, first.x, first.y, first.local_x, first.local_y) == (0, 8, 8, 1, 1)
    assert first.elevation == 3
    assert first.to == Destination(MapId(*ROOM_MAP, "HOME"), 1, 10, 9)


@pytest.mark.parametrize(
    ("behavior", "enter", "door"),
    [
        (0x00, Enter.NEVER, False),
        (0x02, Enter.NEVER, False),
        (0x60, Enter.STEP_ON, False),
        (0x61, Enter.STEP_ON, False),
        (0x66, Enter.STEP_ON, False),
        (0x6A, Enter.STEP_ON, False),
        (0x62, Enter.PRESS_EAST, False),
        (0x63, Enter.PRESS_WEST, False),
        (0x64, Enter.PRESS_NORTH, False),
        (0x65, Enter.PRESS_SOUTH, False),
        (0x6C, Enter.PRESS_EAST, False),
        (0x6D, Enter.PRESS_WEST, False),
        (0x6E, Enter.PRESS_EAST, False),
        (0x6F, Enter.PRESS_WEST, False),
        (0x69, Enter.PRESS_NORTH, True),
    ],
)
def test_the_behaviour_says_how_a_warp_is_entered(behavior: int, enter: Enter, door: bool) -> None:
    first = decode_exits(World().behavior(1, behavior).build(), PROFILE).warps[0]
    assert (first.enter, first.door) == (enter, door)


def test_a_dynamic_warp_leads_to_where_the_save_block_says() -> None:
    second = decode_exits(World().build(), PROFILE).warps[1]
    assert second.to == Destination(MapId(*TOWN, "HOME"), 1, 10, 9)


def test_a_dynamic_warp_may_lead_to_coordinates() -> None:
    world = World().put("gSaveBlock1", 8 + 0x14, "bbbxhh", *TOWN, -1, 4, 6)
    assert decode_exits(world.build(), PROFILE).warps[1].to == Destination(
        MapId(*TOWN, "HOME"), -1, 11, 13
    )


def test_a_dynamic_warp_that_was_never_set_leads_nowhere_known() -> None:
    world = World().put("gSaveBlock1", 8 + 0x14, "b", -1)
    nowhere = Destination(None, 0, None, None)
    assert decode_exits(world.build(), PROFILE).warps[1].to == nowhere
    lean = profile_without("gSaveBlock1Ptr")
    assert decode_exits(World().build(), lean).warps[1].to == nowhere


def test_without_the_map_table_the_arrival_is_not_known() -> None:
    first = decode_exits(World().build(), profile_without("gMapGroups")).warps[0]
    assert first.to == Destination(MapId(*ROOM_MAP), 1, None, None)


def test_reads_connections_by_edge() -> None:
    (joined,) = decode_exits(World().build(), PROFILE).connections
    assert joined == Connection(Facing.NORTH, -3, MapId(*TOWN, "HOME"))


def test_a_map_without_joined_edges_has_none() -> None:
    world = World().header(ADDRESSES["gMapHeader"])
    assert decode_exits(world.build(), PROFILE).connections == ()


def test_dive_is_no_edge() -> None:
    world = World()
    world.ram.put(CONNECTIONS + 8, "B", 5)
    assert decode_exits(world.build(), PROFILE).connections == ()


@pytest.mark.parametrize(
    ("address", "code", "value", "says"),
    [
        (EVENTS + 1, "B", 200, "warpCount"),
        (EVENTS + 8, "I", 0x02000000, r"MapEvents\.warps"),
        (CONNECTIONS, "i", 99, r"MapConnections\.count"),
        (CONNECTIONS + 8, "B", 7, "direction"),
        (CONNECTIONS + 12, "i", 99999, "offset"),
        (WARPS + 7, "B", 90, r"gMapGroups\[90\]"),
    ],
)
def test_refuses_what_can_not_be_an_exit(address: int, code: str, value: int, says: str) -> None:
    world = World()
    world.ram.put(address, code, value)
    with pytest.raises(DecodeError, match=says):
        decode_exits(world.build(), PROFILE)


def test_before_a_map_is_loaded_there_are_no_exits_to_read() -> None:
    world = World().put("gMapHeader", 0, "I", 0)
    with pytest.raises(NotLoadedError):
        decode_exits(world.build(), PROFILE)


def test_an_unproven_header_is_refused() -> None:
    with pytest.raises(UnprovenSymbolError):
        decode_exits(World().build(), profile_without("gMapHeader"))
