"""Read the entries of ``gObjectEvents``: what the player and everything else on a map have in common."""

from __future__ import annotations

import numpy as np

from gbatool.decode.fields import Record, read_array, read_u8
from gbatool.engine import layouts
from gbatool.engine.directions import DIRECTION_NUMBERS, Facing
from gbatool.engine.layouts import entry_address, field_address, has_field
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

OBJECTS, AVATAR = "gObjectEvents", "gPlayerAvatar"
FURTHEST_STEP = 2
"""Tiles that current and previous coordinates may differ by: a jump is the longest movement."""


def active_objects(ram: Snapshot, profile: Profile) -> dict[int, Record]:
    """Slot -> entry of every active object event, the player's included.

    Raises:
        DecodeError: The entries don't lie whole in memory.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    base, layout = profile.address(OBJECTS), profile.structures.object_event
    entries = read_array(ram, OBJECTS, base, layout, layouts.OBJECT_EVENT_COUNT)
    return {
        slot: Record(f"{OBJECTS}[{slot}]", entry_address(base, layout, slot), layout, entries[slot])
        for slot in np.flatnonzero(entries["flags"] & layouts.OBJECT_ACTIVE).tolist()
    }


def is_player(record: Record) -> bool:
    """Whether an entry is the player's."""
    return bool(record["flags"] & layouts.OBJECT_IS_PLAYER)


def find_player(ram: Snapshot, profile: Profile) -> Record:
    """The player's entry.

    Raises:
        NotLoadedError: No object event is the player's.
        DecodeError: More than one is, or the avatar names another slot.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    objects = active_objects(ram, profile)
    slots = [slot for slot, record in objects.items() if is_player(record)]
    address = profile.address(OBJECTS)
    if not slots:
        raise NotLoadedError(
            OBJECTS, address, observed="no player", expected="an active object with isPlayer set"
        )
    if len(slots) > 1:
        raise DecodeError(
            f"{OBJECTS}.isPlayer", address, observed=f"set in slots {slots}", expected="one slot"
        )
    if profile.has(AVATAR):
        layout = profile.structures.player_avatar
        field = field_address(profile.address(AVATAR), layout, "object_event_id")
        named = read_u8(ram, f"{AVATAR}.objectEventId", field)
        if named != slots[0]:
            raise DecodeError(
                f"{AVATAR}.objectEventId",
                field,
                observed=named,
                expected=f"{slots[0]}, the only slot with isPlayer set",
            )
    return objects[slots[0]]


def is_forced(avatar: Record) -> bool:
    """Whether the avatar is moved by the tile that it is on."""
    if has_field(avatar.layout, "forced"):
        return bool(avatar["forced"])
    return bool(avatar["flags"] & layouts.AVATAR_FORCED)


def decode_facing(record: Record) -> Facing:
    """The direction that an object event faces.

    That is the low nibble of ``directions``. The byte with the previous movement's direction agrees with
    it only until the object event turns in place.

    Raises:
        DecodeError: It is none of the four directions.
    """
    number = record["directions"] & 0xF
    if number not in DIRECTION_NUMBERS:
        expected = "1 (south), 2 (north), 3 (west) or 4 (east)"
        raise record.error("directions", number, expected, called="facingDirection")
    return DIRECTION_NUMBERS[number]


def previous_coordinates(record: Record) -> tuple[int, int]:
    """Where an object event comes from, in buffer coordinates: where it stands, while at rest.

    Raises:
        DecodeError: That is further from its current coordinates than one movement.
    """
    x, y = record["current_x"], record["current_y"]
    previous_x, previous_y = record["previous_x"], record["previous_y"]
    if max(abs(x - previous_x), abs(y - previous_y)) > FURTHEST_STEP:
        raise record.error(
            "previous_x",
            f"({previous_x}, {previous_y})",
            f"at most {FURTHEST_STEP} tiles from ({x}, {y})",
            called="previousCoords",
        )
    return previous_x, previous_y
