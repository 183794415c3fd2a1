"""Decode the player: where, which way, moving or not, on which map.

The position and the facing come from the player's object event, the map from the save block:
after an edge was crossed the object event keeps the ids of the map it was spawned on.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.decode.fields import Record, read_record, read_symbol
from gbatool.decode.header import find_map_header, map_name, names_table
from gbatool.decode.main import excusing_unfinished_work
from gbatool.decode.object_events import (
    AVATAR,
    decode_facing,
    find_player,
    previous_coordinates,
)
from gbatool.decode.save import decode_location
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.engine.layouts import has_field
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

__all__ = ["Facing", "MapId", "Player", "Transport", "decode_map_id", "decode_player"]


class Transport(str, Enum):
    """How the player gets about."""

    FOOT = "foot"
    BICYCLE = "bicycle"
    SURFING = "surfing"
    UNDERWATER = "underwater"


ON_FOOT_TOO = 4
"""States of an avatar that uses a field move, waters, fishes or searches."""
TRANSPORT_BY_STATE: tuple[Transport, ...] = (
    Transport.FOOT,
    Transport.BICYCLE,
    Transport.BICYCLE,
    Transport.SURFING,
    Transport.UNDERWATER,
    *(Transport.FOOT,) * ON_FOOT_TOO,
)
"""For avatars that keep a state in place of flags (``cawtds/pokefirered-expansion``,
``include/global.fieldmap.h``)."""


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
        NotLoadedError: The player can't walk now: no object event is the player's, the avatar is not set
            up yet, or a record is just being filled.
        DecodeError: The record holds something impossible.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    with excusing_unfinished_work(ram, profile):
        return _decode_player(ram, profile)


def _decode_player(ram: Snapshot, profile: Profile) -> Player:
    record = find_player(ram, profile)
    x, y = _check_coordinates(ram, profile, record)
    previous = previous_coordinates(record)
    turning, transport, between = _decode_avatar(ram, profile)
    return Player(
        x=x,
        y=y,
        local_x=x - layouts.BORDER,
        local_y=y - layouts.BORDER,
        facing=decode_facing(record),
        elevation=record["elevation"] & 0xF,
        moving=(x, y) != previous or between,
        turning=turning,
        transport=transport,
        map=decode_map_id(ram, profile),
    )


def _check_coordinates(ram: Snapshot, profile: Profile, record: Record) -> tuple[int, int]:
    """Where the player stands, inside the map when that is known.

    Raises:
        NotLoadedError: That lies outside the map, as it does while one is being loaded.
    """
    x, y = record["current_x"], record["current_y"]
    right, bottom = layouts.MAX_BLOCKS, layouts.MAX_BLOCKS
    if profile.has("gBackupMapLayout"):
        size = read_symbol(ram, profile, "gBackupMapLayout", profile.structures.backup_map_layout)
        right = size["width"] - layouts.BORDER_WIDTH + layouts.BORDER - 1
        bottom = size["height"] - layouts.BORDER_HEIGHT + layouts.BORDER - 1
    if not (layouts.BORDER <= x <= right and layouts.BORDER <= y <= bottom):
        raise record.error(
            "current_x",
            f"({x}, {y})",
            f"({layouts.BORDER}, {layouts.BORDER}) to ({right}, {bottom})",
            called="currentCoords",
            kind=NotLoadedError,
        )
    return x, y


def _decode_avatar(ram: Snapshot, profile: Profile) -> tuple[bool | None, Transport | None, bool]:
    """Turning, transport, and whether the avatar stands between two tiles."""
    if not profile.has(AVATAR):
        return None, None, False
    avatar = read_symbol(ram, profile, AVATAR, profile.structures.player_avatar)
    running = avatar.check("running_state", 0, layouts.RUNNING_MOVE)
    between = avatar.check("tile_transition_state", 0, layouts.TILE_CENTER)
    return running == layouts.RUNNING_TURN, _transport(avatar), between == layouts.TILE_BETWEEN


def _transport(avatar: Record) -> Transport:
    if has_field(avatar.layout, "state"):
        return TRANSPORT_BY_STATE[avatar.check("state", 0, len(TRANSPORT_BY_STATE) - 1)]
    states = avatar["flags"] & layouts.AVATAR_STATES
    for bits, transport in (
        (layouts.AVATAR_ON_FOOT, Transport.FOOT),
        (layouts.AVATAR_MACH_BIKE, Transport.BICYCLE),
        (layouts.AVATAR_ACRO_BIKE, Transport.BICYCLE),
        (layouts.AVATAR_SURFING, Transport.SURFING),
        (layouts.AVATAR_UNDERWATER, Transport.UNDERWATER),
    ):
        if states == bits:
            return transport
    raise avatar.error(
        "flags",
        f"0x{avatar['flags']:02X}",
        "exactly one of bits 0 to 4",
        kind=DecodeError if states else NotLoadedError,  # all clear while a map is being loaded
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
    record = read_record(ram, "gMapGroups", header, profile.structures.map_header)
    return map_name(ram, profile, record["region_map_section"])
