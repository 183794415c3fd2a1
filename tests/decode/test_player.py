"""The player: decoded from the object event, the map from the save block."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.player import Facing, MapId, Transport, decode_map_id, decode_player
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.world import (
    ADDRESSES,
    PERSON_SLOT,
    PLAYER_SLOT,
    PROFILE,
    ROOM_MAP,
    World,
    profile_without,
)

PLAYER_AT = ADDRESSES["gObjectEvents"] + PLAYER_SLOT * 0x24


def test_reads_position_facing_and_map() -> None:
    player = decode_player(World().build(), PROFILE)
    assert (player.x, player.y, player.local_x, player.local_y) == (9, 8, 2, 1)
    assert player.facing is Facing.WEST
    assert (player.elevation, player.moving, player.turning) == (3, False, False)
    assert player.transport is Transport.FOOT
    assert player.map == MapId(*ROOM_MAP, "HOME")


def test_the_facing_is_not_the_previous_movement_direction() -> None:
    world = World().player(9, 8, directions=0x24, previous_movement_direction=1)
    assert decode_player(world.build(), PROFILE).facing is Facing.EAST


def test_the_map_is_the_save_blocks_not_the_objects() -> None:
    world = World().player(9, 8, map_group=3, map_num=19)
    assert decode_player(world.build(), PROFILE).map == MapId(*ROOM_MAP, "HOME")


def test_follows_the_save_block_when_it_moves() -> None:
    world = World().put("gSaveBlock1Ptr", 0, "I", ADDRESSES["gSaveBlock1"] + 124)
    world.put("gSaveBlock1", 124 + 4, "bbbx", 2, 1, 0)
    assert decode_player(world.build(), PROFILE).map == MapId(2, 1, "HOME")


def test_a_step_is_under_way_while_the_old_coordinates_lag_behind() -> None:
    world = World().player(9, 8, previous_x=10)
    assert decode_player(world.build(), PROFILE).moving


def test_between_two_tiles_counts_as_moving() -> None:
    assert decode_player(World().put("gPlayerAvatar", 3, "B", 1).build(), PROFILE).moving


def test_a_turn_in_place_is_no_movement() -> None:
    player = decode_player(World().put("gPlayerAvatar", 2, "B", 1).build(), PROFILE)
    assert (player.turning, player.moving) == (True, False)


@pytest.mark.parametrize(
    ("flags", "transport"),
    [
        (0x21, Transport.FOOT),
        (0x82, Transport.BICYCLE),
        (0x04, Transport.BICYCLE),
        (0x08, Transport.SURFING),
        (0x50, Transport.UNDERWATER),
    ],
)
def test_tells_the_transport(flags: int, transport: Transport) -> None:
    world = World().put("gPlayerAvatar", 0, "B", flags)
    assert decode_player(world.build(), PROFILE).transport is transport


def test_without_an_avatar_the_objects_own_flag_is_enough() -> None:
    player = decode_player(World().build(), profile_without("gPlayerAvatar"))
    assert (player.x, player.transport, player.turning) == (9, None, None)


def test_without_a_save_block_the_map_is_not_known() -> None:
    assert decode_player(World().build(), profile_without("gSaveBlock1Ptr")).map is None


def test_without_a_table_of_names_the_map_has_none() -> None:
    for missing in ("sMapNames", "gMapGroups"):
        player = decode_player(World().build(), profile_without(missing))
        assert player.map == MapId(*ROOM_MAP, None)


def test_no_player_on_a_map_is_not_loaded_and_no_damage() -> None:
    with pytest.raises(NotLoadedError, match="no player"):
        decode_player(World().player(9, 8, flags=1).build(), PROFILE)


def test_an_avatar_that_is_not_set_up_is_a_state_of_its_own() -> None:
    with pytest.raises(NotLoadedError, match=r"gPlayerAvatar\.flags"):
        decode_player(World().put("gPlayerAvatar", 0, "B", 0x20).build(), PROFILE)


@pytest.mark.parametrize(("x", "y"), [(255, 255), (-1, -1), (6, 8), (12, 8), (9, 11)])
def test_coordinates_outside_the_map_mean_a_transition(x: int, y: int) -> None:
    with pytest.raises(NotLoadedError, match=r"\(7, 7\) to \(11, 10\)"):
        decode_player(World().player(x, y).build(), PROFILE)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"directions": 0x30}, r"facingDirection at 0x02000260 is 0; expected 1 \(south\)"),
        ({"directions": 0x35}, "facingDirection"),
        ({"previous_x": 12}, "at most 2 tiles"),
    ],
)
def test_refuses_an_impossible_record(fields: dict[str, int], says: str) -> None:
    assert PLAYER_AT + 0x18 == 0x02000260
    with pytest.raises(DecodeError, match=says) as caught:
        decode_player(World().player(9, 8, **fields).build(), PROFILE)
    assert not isinstance(caught.value, NotLoadedError)


def test_refuses_two_players() -> None:
    world = World().person(8, 8, flags=1 | 1 << 16)
    with pytest.raises(DecodeError, match=r"set in slots \[2, 5\]; expected one slot"):
        decode_player(world.build(), PROFILE)


def test_refuses_an_avatar_that_names_another_object_event() -> None:
    world = World().put("gPlayerAvatar", 5, "B", PERSON_SLOT)
    with pytest.raises(DecodeError, match=r"objectEventId at 0x02000505 is 5; expected 2"):
        decode_player(world.build(), PROFILE)


@pytest.mark.parametrize(
    ("offset", "value", "says"),
    [
        (0, 3, "runningState"),
        (1, 3, "tileTransitionState"),
        (-2, 0x03, "exactly one of bits 0 to 4"),
    ],
)
def test_refuses_an_impossible_avatar(offset: int, value: int, says: str) -> None:
    world = World().put("gPlayerAvatar", 2 + offset, "B", value)
    with pytest.raises(DecodeError, match=says):
        decode_player(world.build(), PROFILE)


@pytest.mark.parametrize(
    ("pointer", "says"),
    [
        (0, "gSaveBlock1Ptr at 0x03000800 is 0x00000000"),
        (0x08000000, "EWRAM or IWRAM"),
        (0x02020001, "a multiple of 4"),
        (0x02020080, "plus a multiple of 4 up to 124"),
    ],
)
def test_refuses_a_save_block_that_lies_elsewhere(pointer: int, says: str) -> None:
    with pytest.raises(DecodeError, match=says):
        decode_player(World().put("gSaveBlock1Ptr", 0, "I", pointer).build(), PROFILE)


def test_refuses_a_map_that_is_none() -> None:
    world = World().put("gSaveBlock1", 8 + 4, "b", -1)
    with pytest.raises(DecodeError, match=r"location\.mapGroup"):
        decode_player(world.build(), PROFILE)


def test_an_unproven_table_is_refused() -> None:
    with pytest.raises(UnprovenSymbolError):
        decode_player(World().build(), profile_without("gObjectEvents"))


@pytest.mark.parametrize(("family", "name"), [("emerald", "CAVE"), ("rs", None)])
def test_hoenn_names_its_places_in_the_region_map(family: str, name: str | None) -> None:
    """Its sections are counted from 0; Ruby and Sapphire have no section 88."""
    profile = dataclasses.replace(PROFILE, engine=family)
    world = World().put("gSaveBlock1", 4, "bb", *ROOM_MAP)
    assert decode_map_id(world.build(), profile) == MapId(*ROOM_MAP, name)
    lean = dataclasses.replace(profile_without("gRegionMapEntries"), engine=family)
    assert decode_map_id(world.build(), lean) == MapId(*ROOM_MAP)
