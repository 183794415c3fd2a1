"""Decode the object events on the loaded map, the player excluded.

All 16 slots count, whatever map they were spawned on: after an edge was crossed, people of the map
left behind stay for a while, their coordinates shifted to the new map, and still block. People far
away are not in RAM at all: they appear when they come near the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.decode.fields import check_range
from gbatool.decode.main import excusing_unfinished_work
from gbatool.decode.player import (
    OBJECTS,
    Facing,
    MapId,
    decode_facing,
    previous_coordinates,
    read_object_events,
)
from gbatool.engine import layouts
from gbatool.engine.layouts import field_address
from gbatool.engine.objects import SIGHT_AHEAD, SIGHT_AROUND, Habit
from gbatool.errors import DecodeError
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile

LAST_SPRITE, LAST_MOVEMENT_TYPE = 64, 80
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
    """Somebody or something that stands on the map. Coordinates as for the player.

    Attributes:
        slot: Index in ``gObjectEvents``.
        local_id: Id on its own map.
        previous_x: Where it came from; also blocked while it moves (buffer coordinates).
        previous_y: See ``previous_x``.
        moving: It is between two tiles.
        elevation: What the player's elevation is compared with; 0 blocks on every level.
        habit: What it does of its own accord, by ``movement_type``.
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
    habit: Habit
    range_x: int
    range_y: int
    sight: Sight | None
    invisible: bool
    map: MapId

    def blocks(self, x: int, y: int) -> bool:
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
    base, size = profile.address(OBJECTS), profile.structures.object_event.itemsize
    return tuple(
        _decode_object(profile, slot, base + slot * size, record)
        for slot, record in enumerate(read_object_events(ram, profile))
        if record["flags"] & layouts.OBJECT_ACTIVE
        and not record["flags"] & layouts.OBJECT_IS_PLAYER
    )


def _decode_object(profile: Profile, slot: int, address: Address, record: np.void) -> ObjectEvent:
    field, layout = f"{OBJECTS}[{slot}]", profile.structures.object_event

    def check(name: str, part: str, low: int, high: int) -> int:
        at = field_address(address, layout, part)
        return check_range(f"{field}.{name}", at, int(record[part]), low, high)

    flags = int(record["flags"])
    if flags & layouts.OBJECT_UNUSED_FLAGS:
        raise DecodeError(
            f"{field}.flags", address, observed=f"0x{flags:08X}", expected="bits 28 to 31 clear"
        )
    check("spriteId", "sprite_id", 0, LAST_SPRITE)
    movement_type = check("movementType", "movement_type", 0, LAST_MOVEMENT_TYPE)
    x, y = (
        check("currentCoords", part, -FURTHEST_OUTSIDE, GREATEST_SIZE)
        for part in ("current_x", "current_y")
    )
    previous_x, previous_y = previous_coordinates(profile, slot, address, record)
    return ObjectEvent(
        slot=slot,
        local_id=int(record["local_id"]),
        x=x,
        y=y,
        local_x=x - layouts.BORDER,
        local_y=y - layouts.BORDER,
        previous_x=previous_x,
        previous_y=previous_y,
        facing=decode_facing(profile, slot, address, record),
        moving=(x, y) != (previous_x, previous_y),
        elevation=int(record["elevation"]) & 0xF,
        graphics_id=int(record["graphics_id"]),
        movement_type=movement_type,
        habit=profile.structures.habit(movement_type),
        range_x=int(record["range"]) & 0xF,
        range_y=int(record["range"]) >> 4,
        sight=_sight(record),
        invisible=bool(flags & layouts.OBJECT_INVISIBLE),
        map=MapId(int(record["map_group"]), int(record["map_num"])),
    )


def _sight(record: np.void) -> Sight | None:
    """How far somebody sees.

    Every other type is no trainer's, whatever it is: a stand-in for somebody on a joined map has that
    map's number there, and its group in the byte of the range.
    """
    kind = int(record["trainer_type"])
    if kind not in (SIGHT_AHEAD, SIGHT_AROUND):
        return None
    return Sight(range=int(record["trainer_range"]), all_around=kind == SIGHT_AROUND)
