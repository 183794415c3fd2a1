"""The maps of a ROM, read with plain offsets.

No layout or decoder of the package is used, so that it can be compared with what those say; only
the address of ``gMapGroups`` and of the table of names come from the profile. Sources:
``include/global.fieldmap.h`` of ``pret/pokefirered``, ``pret/pokeemerald`` and ``pret/pokeruby``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.actions.blocked_tiles import LocalTile, MapKey
from gbatool.memory import ROM, Snapshot
from gbatool.profile import Profile
from gbatool.scan.lab.headers import is_header

Cells = npt.NDArray[np.uint16]
MOST_GROUPS, MOST_MAPS = 64, 128
WATER_ELEVATION = 1
DIVES = (5, 6)
"""Directions of joined maps that lie below or above, not beside."""


@dataclass(frozen=True, slots=True)
class AttributeForm:
    """How a family keeps metatile attributes.

    Attributes:
        offset: Of the pointer to them, in a tileset.
        number: Format of one attribute.
        behavior: Bits that hold the behaviour.
        primary: How many metatiles belong to the primary tileset.
    """

    offset: int
    number: np.dtype[Any]
    behavior: int
    primary: int


U16, U32 = np.dtype("<u2"), np.dtype("<u4")
KANTO, HOENN = AttributeForm(0x14, U32, 0x1FF, 640), AttributeForm(0x10, U16, 0xFF, 512)


@dataclass(frozen=True, slots=True)
class NamesForm:
    """How a family keeps the names of places: see ``gbatool.engine.engine.SectionNames``."""

    symbol: str
    first: int
    stride: int
    pointer: int


NAMES = {
    "frlg": NamesForm("sMapNames", 88, 4, 0),
    "emerald": NamesForm("gRegionMapEntries", 0, 8, 4),
    "rs": NamesForm("gRegionMapEntries", 0, 8, 4),
}


@dataclass(frozen=True, slots=True)
class RomWarp:
    """A warp event; map-local coordinates."""

    x: int
    y: int
    elevation: int
    warp_id: int
    there: MapKey


@dataclass(frozen=True, slots=True)
class RomObject:
    """An object event's template; map-local coordinates.

    Attributes:
        clone: It stands in for an object event of a joined map.
        flag: Hides it while set; 0 where nothing does.
    """

    local_id: int
    graphics_id: int
    clone: bool
    x: int
    y: int
    movement_type: int
    flag: int


@dataclass(frozen=True, slots=True)
class RomMap:
    """One map as the ROM has it.

    Attributes:
        blocks: Indexed ``[y, x]``, map-local.
        behaviors: The metatile behaviour of each block.
        connections: Direction (1 south, 2 north, 3 west, 4 east), offset and map.
    """

    key: MapKey
    blocks: Cells
    behaviors: Cells
    warps: tuple[RomWarp, ...]
    connections: tuple[tuple[int, int, MapKey], ...]
    objects: tuple[RomObject, ...]

    @property
    def walkable(self) -> npt.NDArray[np.bool_]:
        """Which blocks are defined, have no collision and are no water."""
        open_land: npt.NDArray[np.bool_] = (
            (self.blocks != 0x3FF)
            & (self.blocks & 0xC00 == 0)
            & (self.blocks >> 12 != WATER_ELEVATION)
        )
        return open_land


def map_keys(ram: Snapshot, profile: Profile) -> list[MapKey]:
    """Every map of the ROM.

    No count of groups or maps is stored: the tables of the groups lie one behind the other, right
    before the table of their pointers, so that each ends where another one begins. A group that has
    no maps may share the table of a later one.
    """
    groups = profile.address("gMapGroups")
    tables: dict[int, int] = {}
    for group in range(MOST_GROUPS):
        table = ram.u32(groups + 4 * group)
        if not ROM.holds(table) or not ram.holds(table, 4) or not is_header(ram, ram.u32(table)):
            break
        tables[table] = group
    ends = sorted({*tables, int(groups)})
    return [
        (group, num)
        for table, group in sorted(tables.items(), key=lambda item: item[1])
        for num in range(_count(ram, table, ends))
    ]


def _count(ram: Snapshot, table: int, ends: list[int]) -> int:
    end = min((end for end in ends if end > table), default=table + 4 * MOST_MAPS)
    most = min((end - table) // 4, MOST_MAPS)
    return next((n for n in range(most) if not is_header(ram, ram.u32(table + 4 * n))), most)


def header_of(ram: Snapshot, profile: Profile, key: MapKey) -> int:
    """Where the ROM keeps a map's header."""
    return ram.u32(ram.u32(profile.address("gMapGroups") + 4 * key[0]) + 4 * key[1])


def read_map(ram: Snapshot, profile: Profile, key: MapKey, layout: int | None = None) -> RomMap:
    """A map by its header in the ROM.

    Args:
        ram: Any snapshot; only the ROM is read.
        profile: For the addresses of tables, and the family.
        key: Group and number.
        layout: Address of the layout that a script put in the place of the map's own.
    """
    header = header_of(ram, profile, key)
    layout = ram.u32(header) if layout is None else layout
    width, height = ram.u32(layout), ram.u32(layout + 4)
    blocks: Cells = ram.array(ram.u32(layout + 0xC), U16, (height, width))
    events, connections = ram.u32(header + 4), ram.u32(header + 0xC)
    return RomMap(
        key,
        blocks,
        read_behaviors(ram, profile, layout, blocks),
        tuple(_warps(ram, events)),
        tuple(_connections(ram, connections)) if connections else (),
        tuple(_objects(ram, events)),
    )


def read_behaviors(ram: Snapshot, profile: Profile, layout: int, blocks: Cells) -> Cells:
    """The metatile behaviour of each block, by the tilesets of a layout."""
    form = KANTO if profile.engine == "frlg" else HOENN
    primary, secondary = (ram.u32(ram.u32(layout + at) + form.offset) for at in (0x10, 0x14))
    found = np.zeros_like(blocks)
    for number in np.unique(blocks & 0x3FF).tolist():
        second = number >= form.primary
        table, index = (secondary, number - form.primary) if second else (primary, number)
        at = table + form.number.itemsize * index
        if ram.holds(at, form.number.itemsize):  # not so for the number of undefined blocks
            found[blocks & 0x3FF == number] = ram.array(at, form.number, 1)[0] & form.behavior
    return found


def _warps(ram: Snapshot, events: int) -> Iterator[RomWarp]:
    for at in range(ram.u32(events + 8), ram.u32(events + 8) + 8 * ram.u8(events + 1), 8):
        x, y, elevation, warp_id = ram.s16(at), ram.s16(at + 2), ram.u8(at + 4), ram.u8(at + 5)
        yield RomWarp(x, y, elevation, warp_id, (ram.u8(at + 7), ram.u8(at + 6)))


def _connections(ram: Snapshot, connections: int) -> Iterator[tuple[int, int, MapKey]]:
    first = ram.u32(connections + 4)
    for at in range(first, first + 0xC * ram.u32(connections), 0xC):
        if ram.u8(at) not in DIVES:
            yield ram.u8(at), ram.s32(at + 4), (ram.u8(at + 8), ram.u8(at + 9))


def _objects(ram: Snapshot, events: int) -> Iterator[RomObject]:
    first = ram.u32(events + 4)
    for at in range(first, first + 0x18 * ram.u8(events), 0x18):
        yield RomObject(
            local_id=ram.u8(at),
            graphics_id=ram.u8(at + 1),
            clone=ram.u8(at + 2) == 0xFF,
            x=ram.s16(at + 4),
            y=ram.s16(at + 6),
            movement_type=ram.u8(at + 9),
            flag=ram.u16(at + 0x14),
        )


def place_name(ram: Snapshot, profile: Profile, key: MapKey) -> bytes | None:
    """The name of a map's place in the game's encoding, terminator left out.

    None where it has none, or the profile has not the table of names.
    """
    form, section = NAMES[profile.engine], ram.u8(header_of(ram, profile, key) + 0x14)
    count = profile.structures.section_names.count
    if not profile.has(form.symbol) or not 0 <= section - form.first < count:
        return None
    at = ram.u32(profile.address(form.symbol) + form.stride * (section - form.first) + form.pointer)
    return ram.read(at, 32).tobytes().partition(b"\xff")[0]


def landing_tiles(rom_map: RomMap) -> list[LocalTile]:
    """Tiles for the player to land on: dry, open, without a warp or an NPC."""
    taken = {(warp.x, warp.y) for warp in rom_map.warps} | {(o.x, o.y) for o in rom_map.objects}
    rows, columns = np.nonzero(rom_map.walkable)
    return sorted(set(zip(columns.tolist(), rows.tolist(), strict=True)) - taken)
