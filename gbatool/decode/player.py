"""Decode the player: where, which way, moving or not, on which map.

The position and the facing come from the player's object event, the map from the save block:
after an edge was crossed the object event keeps the ids of the map it was spawned on. The facing
is the low nibble at +0x18; the byte at +0x20 is the previous movement's direction, which agrees
with it only until somebody turns in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from gbatool.decode.fields import check_range, read_array, read_record, read_u8
from gbatool.decode.header import find_map_header, map_name, names_table
from gbatool.decode.main import excusing_unfinished_work
from gbatool.decode.save import decode_location
from gbatool.engine import layouts
from gbatool.engine.directions import DIRECTION_NUMBERS, Facing
from gbatool.engine.layouts import field_address
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile

__all__ = ["Facing", "MapId", "Player", "Transport", "decode_map_id", "decode_player"]

OBJECTS = "gObjectEvents"
Records = npt.NDArray[np.void]
FURTHEST_STEP = 2
"""Tiles that current and previous coordinates may differ by: a jump is the longest movement."""


class Transport(str, Enum):
    """How the player gets about."""

    FOOT = "foot"
    BICYCLE = "bicycle"
    SURFING = "surfing"
    UNDERWATER = "underwater"


@dataclass(frozen=True, slots=True)
class MapId:
    """A map: group and number, and its name when the profile can tell."""

    group: int
    num: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """The player's object event. ``x``, ``y`` are buffer coordinates, ``local_*`` map-local.

    Attributes:
        facing: The direction faced; changes on the first frame of a turn.
        elevation: What the next tile's elevation is compared with, 0 to 15.
        moving: A step has begun and not ended: the coordinates already name its target.
        turning: A turn in place runs (8 frames); None when the profile has no ``gPlayerAvatar``.
        transport: On foot, ...; None when the profile has no ``gPlayerAvatar``.
        map: From the save block; None when the profile has no ``gSaveBlock1Ptr``.
    """

    x: int
    y: int
    local_x: int
    local_y: int
    facing: Facing
    elevation: int
    moving: bool
    turning: bool | None
    transport: Transport | None
    map: MapId | None


def decode_player(ram: Snapshot, profile: Profile) -> Player:
    """Read the player.

    Raises:
        NotLoadedError: Nobody can walk now: no object event is the player's, the avatar is not set
            up yet, or a record is just being filled.
        DecodeError: The record holds something impossible.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    with excusing_unfinished_work(ram, profile):
        return _decode_player(ram, profile)


def _decode_player(ram: Snapshot, profile: Profile) -> Player:
    slot, record = find_player(ram, profile)
    address = profile.address(OBJECTS) + slot * profile.structures.object_event.itemsize
    x, y, previous_x, previous_y = check_coordinates(ram, profile, slot, address, record)
    turning, transport, between = _decode_avatar(ram, profile)
    return Player(
        x=x,
        y=y,
        local_x=x - layouts.BORDER,
        local_y=y - layouts.BORDER,
        facing=decode_facing(profile, slot, address, record),
        elevation=int(record["elevation"]) & 0xF,
        moving=(x, y) != (previous_x, previous_y) or between,
        turning=turning,
        transport=transport,
        map=decode_map_id(ram, profile),
    )


def find_player(ram: Snapshot, profile: Profile) -> tuple[int, np.void]:
    """The slot and record of the player's object event.

    Raises:
        NotLoadedError: No object event is the player's.
        DecodeError: More than one is, or the avatar names another slot.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    address = profile.address(OBJECTS)
    records = read_object_events(ram, profile)
    wanted = layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER
    slots = np.flatnonzero(records["flags"] & wanted == wanted).tolist()
    if not slots:
        raise NotLoadedError(
            OBJECTS, address, observed="no player", expected="an active object with isPlayer set"
        )
    if len(slots) > 1:
        raise DecodeError(
            f"{OBJECTS}.isPlayer", address, observed=f"set in slots {slots}", expected="one slot"
        )
    if profile.has("gPlayerAvatar"):
        avatar = profile.structures.player_avatar
        field = field_address(profile.address("gPlayerAvatar"), avatar, "object_event_id")
        named = read_u8(ram, "gPlayerAvatar.objectEventId", field)
        if named != slots[0]:
            raise DecodeError(
                "gPlayerAvatar.objectEventId",
                field,
                observed=named,
                expected=f"{slots[0]}, the only slot with isPlayer set",
            )
    return slots[0], records[slots[0]]


def decode_facing(profile: Profile, slot: int, address: int, record: np.void) -> Facing:
    """The low nibble of +0x18.

    Raises:
        DecodeError: It is none of the four directions.
    """
    number = int(record["directions"]) & 0xF
    if number not in DIRECTION_NUMBERS:
        raise DecodeError(
            f"{OBJECTS}[{slot}].facingDirection",
            field_address(address, profile.structures.object_event, "directions"),
            observed=number,
            expected="1 (south), 2 (north), 3 (west) or 4 (east)",
        )
    return DIRECTION_NUMBERS[number]


def check_coordinates(
    ram: Snapshot, profile: Profile, slot: int, address: Address, record: np.void
) -> tuple[int, int, int, int]:
    """Current and previous coordinates of the player, inside the map when that is known.

    Raises:
        NotLoadedError: They lie outside the map, as they do while one is being loaded.
        DecodeError: They are further apart than one movement.
    """
    x, y = int(record["current_x"]), int(record["current_y"])
    right, bottom = layouts.MAX_BLOCKS, layouts.MAX_BLOCKS
    if profile.has("gBackupMapLayout"):
        at = profile.address("gBackupMapLayout")
        size = read_record(ram, "gBackupMapLayout", at, profile.structures.backup_map_layout)
        right = int(size["width"]) - layouts.BORDER_WIDTH + layouts.BORDER - 1
        bottom = int(size["height"]) - layouts.BORDER_HEIGHT + layouts.BORDER - 1
    if not (layouts.BORDER <= x <= right and layouts.BORDER <= y <= bottom):
        raise NotLoadedError(
            f"{OBJECTS}[{slot}].currentCoords",
            field_address(address, profile.structures.object_event, "current_x"),
            observed=f"({x}, {y})",
            expected=f"({layouts.BORDER}, {layouts.BORDER}) to ({right}, {bottom})",
        )
    return x, y, *previous_coordinates(profile, slot, address, record)


def previous_coordinates(
    profile: Profile, slot: int, address: Address, record: np.void
) -> tuple[int, int]:
    """Where an object event comes from, in buffer coordinates: where it stands, while at rest.

    Raises:
        DecodeError: That is further from its current coordinates than one movement.
    """
    x, y = int(record["current_x"]), int(record["current_y"])
    previous_x, previous_y = int(record["previous_x"]), int(record["previous_y"])
    if max(abs(x - previous_x), abs(y - previous_y)) > FURTHEST_STEP:
        raise DecodeError(
            f"{OBJECTS}[{slot}].previousCoords",
            field_address(address, profile.structures.object_event, "previous_x"),
            observed=f"({previous_x}, {previous_y})",
            expected=f"at most {FURTHEST_STEP} tiles from ({x}, {y})",
        )
    return previous_x, previous_y


def read_object_events(ram: Snapshot, profile: Profile) -> Records:
    """All records of ``gObjectEvents``, by slot.

    Raises:
        DecodeError: They don't lie whole in memory.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    address, layout = profile.address(OBJECTS), profile.structures.object_event
    records: Records = read_array(ram, OBJECTS, address, layout, layouts.OBJECT_EVENT_COUNT)
    return records


def _decode_avatar(ram: Snapshot, profile: Profile) -> tuple[bool | None, Transport | None, bool]:
    """Turning, transport, and whether the avatar stands between two tiles."""
    symbol = "gPlayerAvatar"
    if not profile.has(symbol):
        return None, None, False
    address = profile.address(symbol)
    layout = profile.structures.player_avatar
    avatar = read_record(ram, symbol, address, layout)
    running = check_range(
        f"{symbol}.runningState",
        field_address(address, layout, "running_state"),
        int(avatar["running_state"]),
        0,
        layouts.RUNNING_MOVE,
    )
    between = check_range(
        f"{symbol}.tileTransitionState",
        field_address(address, layout, "tile_transition_state"),
        int(avatar["tile_transition_state"]),
        0,
        layouts.TILE_CENTER,
    )
    return (
        running == layouts.RUNNING_TURN,
        _transport(address, int(avatar["flags"])),
        between == layouts.TILE_BETWEEN,
    )


def _transport(address: int, flags: int) -> Transport:
    states = flags & layouts.AVATAR_STATES
    for bits, transport in (
        (layouts.AVATAR_ON_FOOT, Transport.FOOT),
        (layouts.AVATAR_MACH_BIKE, Transport.BICYCLE),
        (layouts.AVATAR_ACRO_BIKE, Transport.BICYCLE),
        (layouts.AVATAR_SURFING, Transport.SURFING),
        (layouts.AVATAR_UNDERWATER, Transport.UNDERWATER),
    ):
        if states == bits:
            return transport
    kind = DecodeError if states else NotLoadedError  # all clear while a map is being loaded
    raise kind(
        "gPlayerAvatar.flags",
        address,
        observed=f"0x{flags:02X}",
        expected="exactly one of bits 0 to 4",
    )


def decode_map_id(ram: Snapshot, profile: Profile) -> MapId | None:
    """The loaded map by the save block; None when the profile has no ``gSaveBlock1Ptr``.

    Raises:
        DecodeError: The pointer or the ids can't be right.
    """
    location = decode_location(ram, profile)
    if location is None:
        return None
    return MapId(
        location.group, location.num, name_of_map(ram, profile, location.group, location.num)
    )


def name_of_map(ram: Snapshot, profile: Profile, group: int, num: int) -> str | None:
    """The place name of a map, through its header in the ROM; None when not known."""
    if not profile.has(names_table(profile)):
        return None
    header = find_map_header(ram, profile, group, num)
    if header is None:
        return None
    record = read_record(ram, "gMapGroups", header, layouts.MAP_HEADER)
    return map_name(ram, profile, int(record["region_map_section"]))
