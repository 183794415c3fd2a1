"""Decode the ways out of the loaded map: warps and connections."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.decode.player import Facing, MapId
from gbatool.memory import Snapshot
from gbatool.profile import Profile


class Enter(str, Enum):
    """How a warp is entered."""

    STEP_ON = "step_on"
    PRESS_NORTH = "press_north"
    PRESS_SOUTH = "press_south"
    PRESS_WEST = "press_west"
    PRESS_EAST = "press_east"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a warp leads. ``x``, ``y`` are buffer coordinates there, None when not known."""

    map: MapId | None
    warp_id: int
    x: int | None
    y: int | None


@dataclass(frozen=True, slots=True)
class Warp:
    """A warp event.

    Attributes:
        index: Its number on this map.
        enter: ``step_on``, or the direction to press: standing on it, or for a ``door`` standing
            in front of it. ``never``: a landing place only.
        door: It is blocking collision, entered from the tile beside it.
    """

    index: int
    x: int
    y: int
    local_x: int
    local_y: int
    enter: Enter
    door: bool
    to: Destination


@dataclass(frozen=True, slots=True)
class Connection:
    """A map joined at an edge. ``offset`` in tiles along the edge."""

    edge: Facing
    offset: int
    map: MapId


@dataclass(frozen=True, slots=True)
class Exits:
    """All ways out of a map."""

    warps: tuple[Warp, ...]
    connections: tuple[Connection, ...]


def decode_exits(ram: Snapshot, profile: Profile) -> Exits:
    """Read warps and connections of the loaded map.

    Raises:
        DecodeError: A pointer or count can't be right.
    """
    raise NotImplementedError
