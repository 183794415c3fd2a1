"""Decode the ways out of the loaded map: warps and connections.

A warp needs an event and a behaviour that fires it: an event on a tile of any other behaviour is
only a place to land on. How it is entered follows from the behaviour of its tile in the live map.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from gbatool.decode.fields import read_array, read_record
from gbatool.decode.header import decode_map_header, find_map_header, read_map_header
from gbatool.decode.map import MapGrid, decode_map_grid
from gbatool.decode.player import Facing, MapId, name_of_map
from gbatool.decode.save import Location, decode_dynamic_warp
from gbatool.engine import layouts
from gbatool.engine.behaviors import PRESS_WARPS, STEP_WARPS, Behavior, Kind
from gbatool.engine.layouts import entry_address
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile

MOST_WARPS, MOST_CONNECTIONS = 128, 8
FURTHEST_OFFSET = 0x200
EDGES = {1: Facing.SOUTH, 2: Facing.NORTH, 3: Facing.WEST, 4: Facing.EAST}
DIVES = (5, 6)
"""Dive and emerge: joined maps that are no edge, so not listed."""


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
    """A warp event. ``x``, ``y`` are buffer coordinates, ``local_*`` map-local.

    Attributes:
        index: Its number on this map.
        elevation: It fires for a player on this elevation only, unless it is 0.
        enter: ``step_on``, or the direction to press: standing on it, or for a ``door`` standing
            in front of it. ``never``: a landing place only.
        door: It is blocking collision, entered from the tile beside it.
    """

    index: int
    x: int
    y: int
    local_x: int
    local_y: int
    elevation: int
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
        NotLoadedError: No map is loaded, or one is being loaded.
        DecodeError: A pointer or count can't be right.
        UnprovenSymbolError: ``gMapHeader`` or ``gBackupMapLayout`` is not proven in the profile.
    """
    header = decode_map_header(ram, profile)
    grid = decode_map_grid(ram, profile)
    records = read_warps(ram, profile, header.events)
    warps = tuple(
        _decode_warp(ram, profile, grid, index, record) for index, record in enumerate(records)
    )
    if header.connections is None:
        return Exits(warps, ())
    return Exits(warps, _decode_connections(ram, profile, header.connections))


def read_warps(ram: Snapshot, profile: Profile, events: Address) -> list[np.void]:
    """The warp events of a map by its ``MapEvents``.

    Raises:
        DecodeError: Count or pointer can't be right.
    """
    record = read_record(ram, "MapEvents", events, profile.structures.map_events)
    count = record.check("warp_count", 0, MOST_WARPS)
    if not count:
        return []
    warp = profile.structures.warp_event
    pointer = record.pointer(ram, "warps", size=count * warp.itemsize, align=2)
    return list(read_array(ram, record.called("warps"), pointer, warp, count))


def _decode_warp(
    ram: Snapshot, profile: Profile, grid: MapGrid, index: int, record: np.void
) -> Warp:
    local_x, local_y = int(record["x"]), int(record["y"])
    x, y = local_x + layouts.BORDER, local_y + layouts.BORDER
    behavior = profile.structures.behavior(grid.behavior(x, y) or 0)
    return Warp(
        index=index,
        x=x,
        y=y,
        local_x=local_x,
        local_y=local_y,
        elevation=int(record["elevation"]),
        enter=_way_in(behavior),
        door=behavior.kind is Kind.DOOR,
        to=_destination(ram, profile, record),
    )


def _way_in(behavior: Behavior) -> Enter:
    if behavior.kind in STEP_WARPS:
        return Enter.STEP_ON
    if behavior.kind in PRESS_WARPS or behavior.kind is Kind.DOOR:
        return Enter(f"press_{behavior.directions[0].value}")
    return Enter.NEVER


def _dynamic_warp(ram: Snapshot, profile: Profile) -> Location | None:
    """Where dynamic warps lead; None where that is not set, or not known."""
    try:
        return decode_dynamic_warp(ram, profile)
    except UnprovenSymbolError:
        return None


def _destination(ram: Snapshot, profile: Profile, record: np.void) -> Destination:
    group, num, warp_id = (int(record[key]) for key in ("map_group", "map_num", "warp_id"))
    if group == num == layouts.DYNAMIC_WARP:
        dynamic = _dynamic_warp(ram, profile)
        if dynamic is None:
            return Destination(None, warp_id, None, None)
        group, num, warp_id = dynamic.group, dynamic.num, dynamic.warp_id
        if warp_id < 0:
            x, y = dynamic.local_x + layouts.BORDER, dynamic.local_y + layouts.BORDER
            return Destination(_map_id(ram, profile, group, num), warp_id, x, y)
    header_at = find_map_header(ram, profile, group, num)
    if header_at is None:
        return Destination(MapId(group, num), warp_id, None, None)
    name = f"map {group}.{num}"
    landings = read_warps(ram, profile, read_map_header(ram, profile, header_at, name).events)
    map_id = _map_id(ram, profile, group, num)
    if warp_id >= len(landings):
        return Destination(map_id, warp_id, None, None)
    landing = landings[warp_id]
    x, y = int(landing["x"]) + layouts.BORDER, int(landing["y"]) + layouts.BORDER
    return Destination(map_id, warp_id, x, y)


def _map_id(ram: Snapshot, profile: Profile, group: int, num: int) -> MapId:
    return MapId(group, num, name_of_map(ram, profile, group, num))


def _decode_connections(
    ram: Snapshot, profile: Profile, address: Address
) -> tuple[Connection, ...]:
    record = read_record(ram, "MapConnections", address, profile.structures.map_connections)
    count = record.check("count", 0, MOST_CONNECTIONS)
    if not count:
        return ()
    layout, field = profile.structures.map_connection, record.called("connections")
    pointer = record.pointer(ram, "connections", size=count * layout.itemsize, align=4)
    found = []
    for index in range(count):
        joined = read_record(ram, field, entry_address(pointer, layout, index), layout)
        direction = joined.check("direction", 1, max(DIVES))
        if direction in DIVES:
            continue
        offset = joined.check("offset", -FURTHEST_OFFSET, FURTHEST_OFFSET)
        to = _map_id(ram, profile, joined["map_group"], joined["map_num"])
        found.append(Connection(EDGES[direction], offset, to))
    return tuple(found)
