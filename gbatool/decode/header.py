"""Decode map headers: the RAM copy of the loaded map's, and those in the ROM."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import Record, check_pointer, read_record, read_u32
from gbatool.engine.text import TextForm, read_string
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
    size = engine.map_layout.itemsize
    layout_at = header.pointer(ram, "layout", size=size, align=4, called="mapLayout")
    layout = read_record(ram, name, layout_at, engine.map_layout)
    return MapHeader(
        width=layout.check("width", 1, MAX_WIDTH),
        height=layout.check("height", 1, MAX_HEIGHT),
        events=header.pointer(ram, "events", size=engine.map_events.itemsize, align=4),
        primary_attributes=_attributes(ram, profile, layout, "primary_tileset"),
        secondary_attributes=_attributes(ram, profile, layout, "secondary_tileset"),
        primary_tileset=Address(layout["primary_tileset"]),
        secondary_tileset=Address(layout["secondary_tileset"]),
        connections=header.pointer(
            ram, "connections", size=engine.map_connections.itemsize, align=4
        )
        if header["connections"]
        else None,
        section=header["region_map_section"],
    )


def _attributes(ram: Snapshot, profile: Profile, layout: Record, tileset: str) -> Address:
    """Where the attributes of one of a map's tilesets begin."""
    engine = profile.family
    at = layout.pointer(ram, tileset, size=engine.tileset.itemsize, align=4, called="tileset")
    record = read_record(ram, f"{layout.name}.tileset", at, engine.tileset)
    size = engine.attribute.itemsize
    return record.pointer(ram, "attributes", size=size, align=size, called="metatileAttributes")


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
    return read_string(ram, table, text, MAP_NAME_BYTES, text_form(profile))


def text_form(profile: Profile) -> TextForm:
    """How the ROM's own texts are read."""
    return TextForm(is_japanese(profile), profile.structures.control_arguments)


def is_japanese(profile: Profile) -> bool:
    """Whether the ROM's own texts use the Japanese character table."""
    return profile.rom.code.endswith("J")
