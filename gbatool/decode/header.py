"""Decode map headers: the RAM copy of the loaded map's, and those in the ROM."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import check_pointer, check_range, read_record, read_u32
from gbatool.engine.layouts import field_address
from gbatool.engine.text import read_string
from gbatool.errors import NotLoadedError
from gbatool.memory import ROM, Address, Snapshot
from gbatool.profile import Profile

MAX_WIDTH, MAX_HEIGHT = 0x200, 0x200
"""Far above every real map, and small enough that a product can't overflow."""
MAP_NAME_BYTES = 32


@dataclass(frozen=True, slots=True)
class MapHeader:
    """What the engine knows of one map; every pointer was checked.

    Attributes:
        width: Columns of the map, without border.
        height: Rows of the map, without border.
        primary_attributes: Attributes of metatiles below ``Engine.primary_metatiles``.
        secondary_attributes: Attributes of the others.
        primary_tileset: The tileset that many maps share.
        secondary_tileset: The tileset that the others come from.
        events: The map's ``MapEvents``.
        connections: Its ``MapConnections``, or None when no edge is joined.
        section: Region map section, which names the place.
    """

    width: int
    height: int
    primary_attributes: Address
    secondary_attributes: Address
    primary_tileset: Address
    secondary_tileset: Address
    events: Address
    connections: Address | None
    section: int


def decode_map_header(ram: Snapshot, profile: Profile) -> MapHeader:
    """Read the loaded map's header, ``gMapHeader``.

    Raises:
        NotLoadedError: No map was loaded since power-on.
        DecodeError: A pointer or size can't be right.
        UnprovenSymbolError: ``gMapHeader`` is not proven in the profile.
    """
    address = profile.address("gMapHeader")
    if read_u32(ram, "gMapHeader.mapLayout", address) == 0:
        raise NotLoadedError("gMapHeader", address, observed="empty", expected="a loaded map")
    return read_map_header(ram, profile, address, "gMapHeader")


def read_map_header(ram: Snapshot, profile: Profile, address: int, name: str) -> MapHeader:
    """Read any map header; ``name`` is what to call it in messages.

    Raises:
        DecodeError: A pointer or size can't be right.
    """
    engine = profile.family
    header = read_record(ram, name, address, engine.map_header)
    layout_at = check_pointer(
        ram,
        f"{name}.mapLayout",
        address,
        int(header["layout"]),
        size=engine.map_layout.itemsize,
        align=4,
    )
    layout = read_record(ram, f"{name}.mapLayout", layout_at, engine.map_layout)
    width = check_range(f"{name}.width", layout_at, int(layout["width"]), 1, MAX_WIDTH)
    at = field_address(layout_at, engine.map_layout, "height")
    height = check_range(f"{name}.height", at, int(layout["height"]), 1, MAX_HEIGHT)
    events = check_pointer(
        ram,
        f"{name}.events",
        field_address(address, engine.map_header, "events"),
        int(header["events"]),
        size=engine.map_events.itemsize,
        align=4,
    )
    connections = int(header["connections"])
    return MapHeader(
        width=width,
        height=height,
        primary_attributes=_attributes(ram, profile, name, int(layout["primary_tileset"])),
        secondary_attributes=_attributes(ram, profile, name, int(layout["secondary_tileset"])),
        primary_tileset=Address(layout["primary_tileset"]),
        secondary_tileset=Address(layout["secondary_tileset"]),
        events=events,
        connections=check_pointer(
            ram,
            f"{name}.connections",
            field_address(address, engine.map_header, "connections"),
            connections,
            size=engine.map_connections.itemsize,
            align=4,
        )
        if connections
        else None,
        section=int(header["region_map_section"]),
    )


def _attributes(ram: Snapshot, profile: Profile, name: str, tileset_at: int) -> Address:
    layout = profile.family.tileset
    field = f"{name}.tileset"
    check_pointer(ram, field, tileset_at, tileset_at, size=layout.itemsize, align=4)
    tileset = read_record(ram, field, tileset_at, layout)
    return check_pointer(
        ram,
        f"{field}.metatileAttributes",
        tileset_at,
        int(tileset["attributes"]),
        size=profile.family.attribute.itemsize,
        align=profile.family.attribute.itemsize,
    )


def find_map_header(ram: Snapshot, profile: Profile, group: int, num: int) -> Address | None:
    """Where the ROM keeps the header of a map; None when the profile has no ``gMapGroups``.

    Raises:
        DecodeError: The group or map does not exist.
    """
    if not profile.has("gMapGroups"):
        return None
    groups = profile.address("gMapGroups")
    field = f"gMapGroups[{group}]"
    maps = read_u32(ram, field, groups + 4 * group)
    maps = check_pointer(ram, field, groups + 4 * group, maps, size=4 * (num + 1), align=4)
    field = f"{field}[{num}]"
    entry = maps + 4 * num
    header = read_u32(ram, field, entry)
    return check_pointer(
        ram,
        field,
        entry,
        header,
        size=profile.structures.map_header.itemsize,
        regions=(ROM,),
        align=4,
    )


def names_table(profile: Profile) -> str:
    """The symbol that names the places of the profile's family."""
    return profile.structures.section_names.symbol


def map_name(ram: Snapshot, profile: Profile, section: int) -> str | None:
    """The name of a region map section, from the ROM's own table; None when it isn't known.

    Raises:
        DecodeError: The table's entry is not a text.
    """
    names = profile.structures.section_names
    table, index = names.symbol, section - names.first
    if not profile.has(table):
        return None
    if not 0 <= index < names.count:
        return None
    entry = profile.address(table) + names.stride * index + names.pointer
    text = read_u32(ram, table, entry)
    text = check_pointer(ram, table, entry, text, size=1)
    return read_string(ram, table, text, MAP_NAME_BYTES, japanese=is_japanese(profile))


def is_japanese(profile: Profile) -> bool:
    """Whether the ROM's own texts use the Japanese character table."""
    return profile.rom.code.endswith("J")
