"""Decode the object events on the loaded map, the player excluded.

All 16 slots count, whatever map they were spawned on: after an edge was crossed, object events of
the map left behind stay for a while, their coordinates shifted to the new map, and still block.
Those far away are not in RAM at all: they appear when they come near the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import Record
from gbatool.decode.main import excusing_unfinished_work
from gbatool.decode.object_events import (
    active_objects,
    decode_facing,
    is_player,
    previous_coordinates,
)
from gbatool.decode.player import Facing, MapId
from gbatool.engine import layouts
from gbatool.engine.objects import (
    FOLLOWERS,
    LAST_MOVEMENT_TYPE,
    SIGHT_AHEAD,
    SIGHT_AROUND,
    Habit,
)
from gbatool.memory import Snapshot
from gbatool.profile import Profile

LAST_SPRITE, LAST_BYTE = 64, 0xFF
FURTHEST_OUTSIDE = 64
"""Tiles that an object may stand outside the buffer: one left over from the map just crossed."""
GREATEST_SIZE = 174 + FURTHEST_OUTSIDE


@dataclass(frozen=True, slots=True)
class Sight:
    """How a trainer sees the player: a straight line of free tiles, ``range`` tiles long.

    Attributes:
        all_around: In all four directions, not only ahead.
    """

    range: int
    all_around: bool


@dataclass(frozen=True, slots=True)
class ObjectEvent:
    """An NPC or a thing on the map. Coordinates as for the player.

    Attributes:
        slot: Index in ``gObjectEvents``.
        local_id: Id on its own map.
        previous_x: Where it came from; also blocked while it moves (buffer coordinates).
        previous_y: See ``previous_x``.
        moving: It is between two tiles.
        elevation: What the player's elevation is compared with; 0 blocks on every level.
        habit: What it does of its own accord, by ``movement_type``; None for a type that only a
            changed engine has.
        range_x: How far from home it wanders, in tiles.
        range_y: See ``range_x``.
        sight: A trainer's; whether the trainer was beaten before is not looked at. None for
            anybody else.
        invisible: Not drawn; it blocks all the same.
        map: The map it was spawned on (may be the neighbour after an edge was crossed).
    """

    slot: int
    local_id: int
    x: int
    y: int
    local_x: int
    local_y: int
    previous_x: int
    previous_y: int
    facing: Facing
    moving: bool
    elevation: int
    graphics_id: int
    movement_type: int
    habit: Habit | None
    range_x: int
    range_y: int
    sight: Sight | None
    invisible: bool
    map: MapId

    @property
    def follows(self) -> bool:
        """Whether it follows the player, who walks through it."""
        return self.habit is Habit.FOLLOWS_PLAYER

    def blocks(self, x: int, y: int) -> bool:
        """Whether it is in the way on buffer cell (x, y); a follower is nowhere."""
        return not self.follows and self.is_at(x, y)

    def is_at(self, x: int, y: int) -> bool:
        """Whether it stands on buffer cell (x, y) or is leaving it."""
        return (x, y) in ((self.x, self.y), (self.previous_x, self.previous_y))


def decode_objects(ram: Snapshot, profile: Profile) -> tuple[ObjectEvent, ...]:
    """Read all active object events but the player, by slot.

    Raises:
        NotLoadedError: A record is just being filled.
        DecodeError: A record holds something impossible.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    with excusing_unfinished_work(ram, profile):
        return _decode_objects(ram, profile)


def _decode_objects(ram: Snapshot, profile: Profile) -> tuple[ObjectEvent, ...]:
    return tuple(
        _decode_object(profile, slot, record)
        for slot, record in active_objects(ram, profile).items()
        if not is_player(record)
    )


def _decode_object(profile: Profile, slot: int, record: Record) -> ObjectEvent:
    flags = record["flags"]
    if flags & profile.structures.unused_object_flags:
        raise record.error("flags", f"0x{flags:08X}", "bits 28 to 31 clear")
    record.check("sprite_id", 0, LAST_SPRITE)
    last = LAST_BYTE if profile.traits else LAST_MOVEMENT_TYPE
    movement_type = record.check("movement_type", 0, last)
    x, y = (
        record.check(field, -FURTHEST_OUTSIDE, GREATEST_SIZE, called="currentCoords")
        for field in ("current_x", "current_y")
    )
    previous_x, previous_y = previous_coordinates(record)
    return ObjectEvent(
        slot=slot,
        local_id=record["local_id"],
        x=x,
        y=y,
        local_x=x - layouts.BORDER,
        local_y=y - layouts.BORDER,
        previous_x=previous_x,
        previous_y=previous_y,
        facing=decode_facing(record),
        moving=(x, y) != (previous_x, previous_y),
        elevation=record["elevation"] & 0xF,
        graphics_id=record["graphics_id"],
        movement_type=movement_type,
        habit=_habit(profile, record["local_id"], movement_type),
        range_x=record["range"] & 0xF,
        range_y=record["range"] >> 4,
        sight=_sight(record),
        invisible=bool(flags & layouts.OBJECT_INVISIBLE),
        map=MapId(record["map_group"], record["map_num"]),
    )


def _habit(profile: Profile, local_id: int, movement_type: int) -> Habit | None:
    if profile.traits and local_id in FOLLOWERS:
        return Habit.FOLLOWS_PLAYER
    if movement_type > LAST_MOVEMENT_TYPE:
        return None
    return profile.structures.habit(movement_type)


def _sight(record: Record) -> Sight | None:
    """How far a trainer sees.

    Every other type is no trainer's, whatever it is: an object event that stands in for one of a joined
    map has that map's number there, and its group in the byte of the range.
    """
    kind = record["trainer_type"]
    if kind not in (SIGHT_AHEAD, SIGHT_AROUND):
        return None
    return Sight(range=record["trainer_range"], all_around=kind == SIGHT_AROUND)
