"""Map headers in RAM: where one could be, and what its ROM data says of the loaded map.

Layouts: ``struct MapHeader``, ``struct MapEvents``, ``struct MapConnections`` of
``pret/pokefirered`` ``include/global.fieldmap.h``; the same in every generation-3 engine.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from gbatool.engine import layouts
from gbatool.engine.layouts import (
    DYNAMIC_WARP,
    MAP_CONNECTION,
    MAP_CONNECTIONS,
    MAP_EVENTS,
    MAP_HEADER,
)
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot

MAX_CONNECTIONS = 8


@dataclass(frozen=True, slots=True)
class Destination:
    """A map that the loaded one leads to.

    Attributes:
        group: Its group.
        num: Its number in the group.
        warp_id: The warp event to arrive at; 0 where an edge leads there.
    """

    group: int
    num: int
    warp_id: int


def find_headers(snapshot: Snapshot, sizes: Collection[tuple[int, int]]) -> list[Address]:
    """Every place in RAM with the pointers of a map header whose layout has one of these sizes.

    Args:
        snapshot: RAM and ROM.
        sizes: Width and height of maps, border left out.
    """
    rom = snapshot.words(ROM)
    found = []
    for region in RAM_REGIONS:
        words = snapshot.words(region).astype(np.int64)
        index = (words - ROM.base) >> 2
        possible = (index >= 0) & (index < len(rom) - 8) & (words % 4 == 0)
        hits = np.flatnonzero(possible)
        fits = np.zeros(len(hits), np.bool_)
        for width, height in sizes:
            fits |= (rom[index[hits]] == width) & (rom[index[hits] + 1] == height)
        for i in hits[fits].tolist():
            address = Address(region.base + 4 * i)
            if is_header(snapshot, address):
                found.append(address)
    return found


def is_header(snapshot: Snapshot, address: int) -> bool:
    """Whether the pointers of a header and of its layout lead into the ROM."""
    if not snapshot.holds(address, MAP_HEADER.itemsize):
        return False
    header = snapshot.record(address, MAP_HEADER)
    needed = [int(header[name]) for name in ("layout", "events")]
    optional = [int(header[name]) for name in ("scripts", "connections")]
    pointers = needed + [pointer for pointer in optional if pointer]
    if not all(ROM.holds(pointer) and snapshot.holds(pointer, 8) for pointer in pointers):
        return False
    layout = snapshot.record(needed[0], layouts.ROM_LAYOUT)
    return all(
        snapshot.holds(int(layout[name]), 0x18)
        for name in ("map", "border", "primary_tileset", "secondary_tileset")
    )


def destinations(snapshot: Snapshot, address: int) -> list[Destination]:
    """The maps that warp events and joined edges of a header's map lead to, each once."""
    header = snapshot.record(address, MAP_HEADER)
    warps = [there for there in by_warp(snapshot, address) if there.group != DYNAMIC_WARP]
    return list(dict.fromkeys([*warps, *_by_edge(snapshot, header)]))


def counts(snapshot: Snapshot, address: int) -> tuple[int, int, int]:
    """How many object events, background events and warp events a header's map has."""
    events = int(snapshot.record(address, MAP_HEADER)["events"])
    if not snapshot.holds(events, MAP_EVENTS.itemsize):
        return 0, 0, 0
    record = snapshot.record(events, MAP_EVENTS)
    return int(record["object_count"]), int(record["bg_count"]), int(record["warp_count"])


def by_warp(snapshot: Snapshot, address: int) -> list[Destination]:
    """Where the warp events of a header's map lead, one for each, in their order."""
    events = int(snapshot.record(address, MAP_HEADER)["events"])
    if not snapshot.holds(events, MAP_EVENTS.itemsize):
        return []
    record = snapshot.record(events, MAP_EVENTS)
    count, warps = int(record["warp_count"]), int(record["warps"])
    if not count or not snapshot.holds(warps, count * layouts.WARP_EVENT.itemsize):
        return []
    return [
        Destination(int(row["map_group"]), int(row["map_num"]), int(row["warp_id"]))
        for row in snapshot.array(warps, layouts.WARP_EVENT, count)
    ]


def _by_edge(snapshot: Snapshot, header: np.void) -> list[Destination]:
    at = int(header["connections"])
    if not at or not snapshot.holds(at, MAP_CONNECTIONS.itemsize):
        return []
    record = snapshot.record(at, MAP_CONNECTIONS)
    count, rows = int(record["count"]), int(record["connections"])
    if not 0 < count <= MAX_CONNECTIONS:
        return []
    if not snapshot.holds(rows, count * MAP_CONNECTION.itemsize):
        return []
    return [
        Destination(int(row["map_group"]), int(row["map_num"]), 0)
        for row in snapshot.array(rows, MAP_CONNECTION, count)
    ]
