"""Object events but the player's, each field inside its domain."""

from __future__ import annotations

import pytest

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.route.field import view_field
from gbatool.decode.objects import Sight, decode_objects
from gbatool.decode.player import Facing, MapId
from gbatool.decode.surroundings import decode_surroundings
from gbatool.engine.objects import Habit
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.world import (
    PERSON_SLOT,
    PROFILE,
    ROOM_MAP,
    TOWN,
    World,
    profile_of,
    profile_without,
)


def test_reads_the_person_and_leaves_the_player_out() -> None:
    (person,) = decode_objects(World().build(), PROFILE)
    assert (person.slot, person.local_id, person.x, person.y) == (PERSON_SLOT, 1, 8, 8)
    assert (person.local_x, person.local_y, person.elevation) == (1, 1, 3)
    assert person.facing is Facing.SOUTH
    assert person.map == MapId(*ROOM_MAP)
    assert not person.moving


def test_no_object_event_is_an_empty_tuple() -> None:
    assert decode_objects(World().person(8, 8, flags=0).build(), PROFILE) == ()


def test_stale_bytes_of_a_free_slot_are_not_looked_at() -> None:
    world = World().thing(9, flags=0xF0000000, directions=0xFF, sprite_id=255)
    assert len(decode_objects(world.build(), PROFILE)) == 1


def test_a_walking_npc_blocks_both_tiles() -> None:
    (person,) = decode_objects(World().person(8, 8, previous_x=9).build(), PROFILE)
    assert person.moving
    assert [person.blocks(x, 8) for x in (7, 8, 9, 10)] == [False, True, True, False]


def test_an_object_event_of_the_map_just_left_is_listed() -> None:
    world = World().person(8, -5, map_group=TOWN[0], map_num=TOWN[1])
    (person,) = decode_objects(world.build(), PROFILE)
    assert (person.y, person.map) == (-5, MapId(*TOWN))


def test_an_invisible_object_is_listed() -> None:
    (thing,) = decode_objects(World().person(8, 8, flags=1 | 1 << 13).build(), PROFILE)
    assert thing.invisible


@pytest.mark.parametrize(
    ("movement_type", "habit"),
    [
        (0, "stays"),
        (1, "turns"),
        (2, "wanders"),
        (8, "stays"),
        (0x18, "turns"),
        (0x19, "paces"),
        (0x34, "paces"),
        (0x35, "copies_player"),
        (0x39, "stays"),
        (0x3E, "copies_player"),
        (0x50, "wanders"),
    ],
)
def test_names_the_habit_of_a_movement_type(movement_type: int, habit: str) -> None:
    (person,) = decode_objects(World().person(8, 8, movement_type=movement_type).build(), PROFILE)
    assert person.habit is Habit(habit)


def test_a_changed_engine_may_have_movement_types_of_its_own() -> None:
    world = World().person(8, 8, movement_type=0x52)
    (person,) = decode_objects(world.build(), profile_of(item__price="none"))
    assert (person.movement_type, person.habit) == (0x52, None)


@pytest.mark.parametrize("local_id", [0xFD, 0xFE])
def test_a_follower_is_in_nobodys_way(local_id: int) -> None:
    world = World().person(8, 8, local_id=local_id, movement_type=0x51).player(9, 8)
    profile = profile_of(item__price="none")
    (follower,) = decode_objects(world.build(), profile)
    assert follower.habit is Habit.FOLLOWS_PLAYER
    assert not follower.blocks(8, 8)
    assert view_field(world.build(), profile, BlockedTiles()).occupied == frozenset()
    beside = decode_surroundings(world.build(), profile).west
    assert (beside.local_id, beside.because) == (local_id, None)


def test_decodes_the_range_of_wandering() -> None:
    world = World().person(8, 8, movement_type=2, range=0x31)
    (person,) = decode_objects(world.build(), PROFILE)
    assert (person.range_x, person.range_y) == (1, 3)


def test_tells_how_far_a_trainer_sees_and_where_to() -> None:
    seen = []
    for kind in (0, 1, 2, 3, 66):
        world = World().person(8, 8, trainer_type=kind, trainer_range=5)
        seen.append(decode_objects(world.build(), PROFILE)[0].sight)
    assert seen == [None, Sight(5, all_around=False), None, Sight(5, all_around=True), None]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"flags": 1 | 1 << 31}, "bits 28 to 31 clear"),
        ({"sprite_id": 65}, "spriteId"),
        ({"movement_type": 81}, "movementType"),
        ({"current_x": 0x7FFF}, "currentCoords"),
        ({"current_y": -65}, "currentCoords"),
        ({"previous_y": 12}, "at most 2 tiles"),
        ({"directions": 0x10}, "facingDirection"),
    ],
)
def test_refuses_an_impossible_record(fields: dict[str, int], says: str) -> None:
    with pytest.raises(DecodeError, match=says) as caught:
        decode_objects(World().person(8, 8, **fields).build(), PROFILE)
    assert f"gObjectEvents[{PERSON_SLOT}]" in caught.value.message


def test_an_unproven_table_is_refused() -> None:
    with pytest.raises(UnprovenSymbolError):
        decode_objects(World().build(), profile_without("gObjectEvents"))


def test_a_record_that_is_just_being_filled_is_not_damage() -> None:
    world = World().person(8, 8, directions=0).put("gMain", 0x1C, "H", 1)
    with pytest.raises(NotLoadedError, match="look again a frame later"):
        decode_objects(world.build(), PROFILE)
    done = World().person(8, 8).put("gMain", 0x1C, "H", 1)
    assert len(decode_objects(done.build(), PROFILE)) == 1
