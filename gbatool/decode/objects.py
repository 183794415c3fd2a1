"""Decode the object events on the loaded map, the player excluded."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.player import Facing, MapId
from gbatool.memory import Snapshot
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class ObjectEvent:
    """Somebody or something that stands on the map. Coordinates as for the player.

    Attributes:
        slot: Index in ``gObjectEvents``.
        local_id: Id on its own map.
        previous_x: Where it came from; also blocked while it moves (buffer coordinates).
        previous_y: See ``previous_x``.
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
    invisible: bool
    map: MapId


def decode_objects(ram: Snapshot, profile: Profile) -> tuple[ObjectEvent, ...]:
    """Read all active object events but the player, by slot.

    Raises:
        DecodeError: A record holds something impossible.
    """
    raise NotImplementedError
