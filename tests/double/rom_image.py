"""The ROM image of a double: header, tileset, and one map header for each room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gbatool.engine import layouts
from gbatool.engine.families import FRLG
from gbatool.memory import ROM, Address, packed
from gbatool.rom import CHECKSUM_OFFSET, FIXED_BYTE, FIXED_BYTE_OFFSET, Rom
from tests.double.places import FUNCTION_PLACES, FUNCTION_SIZE
from tests.double.world import EAST, LEGEND, METATILES, NORTH, SOUTH, WEST, Room, World

TITLE, CODE, MAKER = b"GBATOOLDOUBL", b"ADBE", b"01"
ROM_SIZE = 0x40000
DATA_OFFSET = 0x1000
TABLE_SIZE = 1024
CONNECTION_NUMBERS = {SOUTH: 1, NORTH: 2, WEST: 3, EAST: 4}
MAP_TYPE_TOWN, MAP_TYPE_INDOOR = 1, 8
GRASS_ENCOUNTER = 1 << 24
WATER_TERRAIN, GRASS_TERRAIN = 2 << 9, 1 << 9

Blocks = npt.NDArray[np.uint16]


def block_of(character: str) -> int:
    """The map block of one character of a room."""
    if character == " ":
        return layouts.UNDEFINED_BLOCK
    terrain = LEGEND[character]
    return (
        METATILES.index(character) + 1
        | terrain.collision << layouts.COLLISION_SHIFT
        | terrain.elevation << layouts.ELEVATION_SHIFT
    )


def blocks_of(room: Room) -> Blocks:
    """The blocks of a room, shape (height, width)."""
    return np.array([[block_of(c) for c in row] for row in room.rows], np.uint16)


@dataclass(frozen=True)
class RomImage:
    """A built image and where its tables are."""

    data: bytes
    map_groups: Address
    headers: tuple[Address, ...]
    scripts: Address

    @cached_property
    def rom(self) -> Rom:
        """The image as a ROM."""
        return Rom(self.data, "double.gba")


class _Builder:
    def __init__(self) -> None:
        self.data = bytearray(ROM_SIZE)
        self.next = DATA_OFFSET

    def put(self, data: bytes) -> Address:
        """Append data; give its bus address."""
        offset = self.next
        if offset + len(data) > ROM_SIZE:
            raise ValueError("the world does not fit the double's ROM")
        self.data[offset : offset + len(data)] = data
        self.next = (offset + len(data) + 3) & ~3
        return Address(ROM.base + offset)

    def put_list(self, records: list[bytes]) -> int:
        """Append records; give the first one's address, 0 when there is none."""
        return self.put(b"".join(records)) if records else 0


def _attributes(characters: tuple[str, ...]) -> bytes:
    table = np.zeros(TABLE_SIZE, np.uint32)
    for number, character in enumerate(characters):
        word = LEGEND[character].behavior
        if character == '"':
            word |= GRASS_ENCOUNTER | GRASS_TERRAIN
        if character == "~":
            word |= WATER_TERRAIN
        table[number + 1] = word
    return table.tobytes()


def _events(builder: _Builder, world: World, room: Room, scripts: int) -> Address:
    people = [template_bytes(world, room, number, scripts) for number in range(len(room.people))]
    warps = [
        packed(
            layouts.WARP_EVENT,
            x=warp.x,
            y=warp.y,
            warp_id=warp.warp,
            map_num=world.room_number(warp.room),
        )
        for warp in room.warps
    ]
    signs = [packed(layouts.BG_EVENT, x=s.x, y=s.y, script=scripts) for s in room.signs]
    return builder.put(
        packed(
            layouts.MAP_EVENTS,
            object_count=len(people),
            warp_count=len(warps),
            bg_count=len(signs),
            objects=builder.put_list(people),
            warps=builder.put_list(warps),
            bgs=builder.put_list(signs),
        )
    )


def template_bytes(world: World, room: Room, number: int, scripts: int) -> bytes:
    """The object template of one NPC of a room."""
    person = room.people[number]
    has_script = person.script is not None and person.script in world.scripts
    return packed(
        layouts.OBJECT_TEMPLATE,
        local_id=number + 1,
        graphics_id=number + 1,
        x=person.x,
        y=person.y,
        elevation=person.elevation,
        movement_type=1,
        script=scripts if has_script else 0,
    )


def build_rom(world: World) -> RomImage:
    """Build the image of a world; the same world gives the same bytes."""
    builder = _Builder()
    head = builder.data
    head[0xA0:0xAC], head[0xAC:0xB0], head[0xB0:0xB2] = TITLE, CODE, MAKER
    head[FIXED_BYTE_OFFSET] = FIXED_BYTE
    for address in FUNCTION_PLACES.values():
        offset = address - ROM.base
        head[offset : offset + FUNCTION_SIZE] = b"\x70\x47" * (FUNCTION_SIZE // 2)
    scripts = builder.put(bytes(0x400))
    frlg = FRLG
    attributes = builder.put(_attributes(METATILES))
    tilesets = [
        builder.put(packed(frlg.tileset, is_secondary=second, attributes=attributes))
        for second in (0, 1)
    ]
    border = builder.put(np.full(4, block_of("#"), np.uint16).tobytes())
    headers = []
    for number, room in enumerate(world.rooms.values()):
        layout = builder.put(
            packed(
                frlg.map_layout,
                width=room.width,
                height=room.height,
                border=border,
                map=builder.put(blocks_of(room).tobytes()),
                primary_tileset=tilesets[0],
                secondary_tileset=tilesets[1],
                border_width=2,
                border_height=2,
            )
        )
        joins = builder.put_list(
            [
                packed(
                    layouts.MAP_CONNECTION,
                    direction=CONNECTION_NUMBERS[join.edge],
                    offset=join.offset,
                    map_num=world.room_number(join.room),
                )
                for join in room.joins
            ]
        )
        connections = (
            builder.put(packed(layouts.MAP_CONNECTIONS, count=len(room.joins), connections=joins))
            if joins
            else 0
        )
        headers.append(
            builder.put(
                packed(
                    layouts.MAP_HEADER,
                    layout=layout,
                    events=_events(builder, world, room, scripts),
                    scripts=scripts,
                    connections=connections,
                    layout_id=number + 1,
                    region_map_section=88,
                    map_type=MAP_TYPE_TOWN if room.joins else MAP_TYPE_INDOOR,
                )
            )
        )
    group = builder.put(np.array(headers, np.uint32).tobytes())
    groups = builder.put(np.array([group], np.uint32).tobytes())
    checksum = (-sum(head[0xA0:CHECKSUM_OFFSET]) - 0x19) & 0xFF
    head[CHECKSUM_OFFSET] = checksum
    return RomImage(bytes(builder.data), groups, tuple(headers), scripts)
