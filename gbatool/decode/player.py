"""Decode the player: where, which way, moving or not, on which map."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.memory import Snapshot
from gbatool.profile import Profile


class Facing(str, Enum):
    """A direction, by the compass; south is down the screen."""

    SOUTH = "south"
    NORTH = "north"
    WEST = "west"
    EAST = "east"


@dataclass(frozen=True, slots=True)
class MapId:
    """A map: group and number, and its name when the profile can tell."""

    group: int
    num: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """The player's object event. ``x``, ``y`` are buffer coordinates, ``local_*`` map-local."""

    x: int
    y: int
    local_x: int
    local_y: int
    facing: Facing
    elevation: int
    moving: bool
    map: MapId | None


def decode_player(ram: Snapshot, profile: Profile) -> Player:
    """Read the player.

    Raises:
        NotLoadedError: Nobody can walk now (no object event is the player's).
        DecodeError: The record holds something impossible.
        UnprovenSymbolError: ``gObjectEvents`` is not proven in the profile.
    """
    raise NotImplementedError
