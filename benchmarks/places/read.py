"""Decode the state of every place, and compare each part with the ROM and with raw memory.

What differs from raw memory is a fault. What differs from the ROM's own data only because a script
changed it (blocks, graphics, where an object event begins) is a remark: memory says it, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from benchmarks.places import read_objects
from benchmarks.places.raw_game import BORDER, BUTTONS, RawGame, save_block, where
from benchmarks.places.rom_maps import (
    U16,
    RomMap,
    header_of,
    place_name,
    read_behaviors,
    read_map,
)
from benchmarks.places.store import Places
from gbatool.actions.blocked_tiles import MapKey
from gbatool.core import Emulator
from gbatool.decode.documents import MapData, StateDocument
from gbatool.decode.exits import Destination, Exits
from gbatool.decode.player import MapId
from gbatool.decode.scene import Mode
from gbatool.decode.state import decode_state
from gbatool.decode.surroundings import Refusal
from gbatool.engine.charmap import LATIN
from gbatool.engine.directions import Facing
from gbatool.memory import Snapshot
from gbatool.profile import Profile

EDGES = {1: Facing.SOUTH, 2: Facing.NORTH, 3: Facing.WEST, 4: Facing.EAST}
DYNAMIC = (0x7F, 0x7F)
DYNAMIC_WARP, NOT_SET = 0x14, 0xFF
MON_SIZE, MON_LEVEL, MON_HP = 100, 0x54, 0x56
BACKUP_BORDER = 15, 14
PARTS = ("scene", "player", "map", "surroundings", "exits", "objects", "party", "bag", "trainer")
"""What can be read wherever the player walks."""


@dataclass(slots=True)
class Reading:
    """What was read of one place.

    Attributes:
        faults: What differs from raw memory, or from the ROM where nothing can have changed it.
        remarks: What a script changed: kind -> how many.
        counted: What was compared: kind -> how many.
    """

    name: str
    faults: list[str] = field(default_factory=list)
    remarks: Counter[str] = field(default_factory=Counter)
    counted: Counter[str] = field(default_factory=Counter)


def read_places(places: Places, profile: Profile, emulator: Emulator) -> Iterator[Reading]:
    """Every place's state decoded and compared."""
    for place, state in places.states():
        ram = state.snapshot(places.rom)
        reading = Reading(place.name)
        document = decode_state(ram, profile)
        compare_document(reading, document, ram, profile)
        emulator.load_state(state.emulator_state())
        compare_steps(reading, document, RawGame(emulator, profile))
        yield reading


def compare_document(
    reading: Reading, document: StateDocument, ram: Snapshot, profile: Profile
) -> None:
    """Compare every part of a document, and note in the reading what differs.

    Args:
        reading: Gets faults, remarks and counts.
        document: What was decoded.
        ram: What it was decoded from.
        profile: Of the ROM.
    """
    key, tile = where(ram, profile)
    # a script may have put another layout in the place of the map's own
    layout, own = ram.u32(profile.address("gMapHeader")), ram.u32(header_of(ram, profile, key))
    rom_map = read_map(ram, profile, key, layout)
    reading.remarks["maps with another layout than their own"] += layout != own
    reading.faults += _unread_parts(document)
    player = document.player
    if player is not None and ((player.x, player.y) != tile or _key(player.map) != key):
        reading.faults.append(
            f"player: at {player.x}, {player.y} of {player.map}; by the save block {key} {tile}"
        )
    if document.map is not None:
        _compare_grid(reading, document.map, rom_map, ram, profile)
    if document.exits is not None:
        reading.faults += _differing_warps(document.exits, rom_map, ram, profile)
        reading.faults += _differing_edges(document.exits, rom_map)
        reading.counted["warps"] += len(document.exits.warps)
        reading.counted["joined edges"] += len(document.exits.connections)
    if document.objects is not None:
        found = read_objects.compare(document.objects, rom_map, ram, profile)
        reading.faults += found.faults
        reading.remarks += found.remarks
        reading.counted["object events"] += len(document.objects)
    reading.faults += _differing_mons(document, ram, profile)
    for part, given in _named_maps(document):
        data = place_name(ram, profile, (given.group, given.num))
        reading.counted["names"] += data is not None
        if not _is_name(given.name, data):
            reading.faults.append(
                f"{part}: {given.group}.{given.num} is called {given.name!r}, not {data!r}"
            )


def _unread_parts(document: StateDocument) -> Iterator[str]:
    """Damage, parts that are null, and a scene in which the player would not walk."""
    yield from (f"{part}: {error.message}" for part, error in document.errors.items())
    for part in PARTS:
        if getattr(document, part) is None and part not in document.errors:
            yield f"{part}: {document.unavailable.get(part, 'null')}"
    scene = document.scene
    if scene is not None and not (scene.mode is Mode.OVERWORLD and scene.input_ready):
        yield f"scene: {scene.mode.value}: {scene.because}"


def _named_maps(document: StateDocument) -> Iterator[tuple[str, MapId]]:
    """Every map that the player's part and the exits name."""
    if document.player is not None and document.player.map is not None:
        yield "player", document.player.map
    if document.exits is not None:
        yield from (("exits", w.to.map) for w in document.exits.warps if w.to.map is not None)
        yield from (("exits", connection.map) for connection in document.exits.connections)


def _is_name(name: str | None, data: bytes | None) -> bool:
    """Whether a name is what the ROM has; both may be missing.

    FC 00 shows nothing, and FD with a number any text that is only known in the game.
    """
    if name is None or data is None:
        return name is None and data is None
    parts = re.split(rb"(\xfd.)", data.replace(b"\xfc\0", b""), flags=re.DOTALL)
    shown = ("".join(re.escape(LATIN[byte]) for byte in part) for part in parts[::2])
    return re.fullmatch(r"\{\w+\}".join(shown), name) is not None


def _key(where: MapId | None) -> MapKey | None:
    return None if where is None else (where.group, where.num)


def _compare_grid(
    reading: Reading, grid: MapData, rom_map: RomMap, ram: Snapshot, profile: Profile
) -> None:
    """Blocks with the buffer's raw ones and with the ROM's; behaviours with the ROM's attributes."""
    address = profile.address("gBackupMapLayout")
    columns, rows = ram.u32(address), ram.u32(address + 4)
    buffer = ram.array(ram.u32(address + 8), U16, (rows, columns))
    width, height = columns - BACKUP_BORDER[0], rows - BACKUP_BORDER[1]
    raw = buffer[BORDER : BORDER + height, BORDER : BORDER + width]
    if (grid.height, grid.width) != raw.shape:
        reading.faults.append(
            f"map: {grid.width} by {grid.height}, the buffer's is {width} by {height}"
        )
        return
    undefined = raw == 0x3FF
    for part, rows_of, expected in (
        ("metatile", grid.metatile, raw & 0x3FF),
        ("collision", grid.collision, np.where(undefined, 1, raw >> 10 & 3)),
        ("elevation", grid.elevation, raw >> 12),
    ):
        reading.faults += _differing_cells(part, np.array(rows_of), expected)
    if raw.shape == rom_map.blocks.shape:
        changed = int(np.count_nonzero(raw != rom_map.blocks))
        reading.remarks["blocks that scripts changed"] += changed
    else:
        reading.remarks["maps that the game assembles in its buffer"] += 1
    reading.counted["blocks"] += raw.size
    if grid.behavior is not None:
        layout = ram.u32(profile.address("gMapHeader"))
        known = read_behaviors(ram, profile, layout, raw).astype(np.int32)
        expected = np.where(undefined, -1, known)
        reading.faults += _differing_cells("behaviour", np.array(grid.behavior), expected)


def _differing_cells(
    part: str, said: npt.NDArray[np.int64], expected: npt.NDArray[np.int32]
) -> Iterator[str]:
    wrong = np.argwhere(said != expected)
    if len(wrong):
        y, x = wrong[0].tolist()
        yield (
            f"map: {part} of {len(wrong)} blocks, first at local {x}, {y}:"
            f" {said[y, x]}, not {expected[y, x]}"
        )


def _differing_warps(
    exits: Exits, rom_map: RomMap, ram: Snapshot, profile: Profile
) -> Iterator[str]:
    said = [
        (w.index, w.local_x, w.local_y, w.elevation, w.to.warp_id, _there(w.to))
        for w in exits.warps
    ]
    expected = []
    for index, warp in enumerate(rom_map.warps):
        there, warp_id = warp.there, warp.warp_id
        landing: tuple[int, int] | None = None
        known: MapKey | None = there
        if there == DYNAMIC:
            at = save_block(ram, profile) + DYNAMIC_WARP
            known = None if ram.u8(at) == NOT_SET else (ram.s8(at), ram.s8(at + 1))
            if known is not None:
                warp_id = ram.s8(at + 2)
                landing = ram.s16(at + 4), ram.s16(at + 6)
        if known is not None and warp_id >= 0:
            warps = read_map(ram, profile, known).warps
            landing = (warps[warp_id].x, warps[warp_id].y) if warp_id < len(warps) else None
        expected.append((index, warp.x, warp.y, warp.elevation, warp_id, (known, landing)))
    for one, other in zip(said, expected, strict=False):
        if one != other:
            yield f"exits: warp {one}, not {other}"
    if len(said) != len(expected):
        yield f"exits: {len(said)} warps, not {len(expected)}"


def _there(to: Destination) -> tuple[MapKey | None, tuple[int, int] | None]:
    landing = None if to.x is None or to.y is None else (to.x - BORDER, to.y - BORDER)
    return _key(to.map), landing


def _differing_edges(exits: Exits, rom_map: RomMap) -> Iterator[str]:
    said = [(c.edge, c.offset, _key(c.map)) for c in exits.connections]
    expected = [
        (EDGES[direction], offset, there) for direction, offset, there in rom_map.connections
    ]
    if said != expected:
        yield f"exits: joined edges {said}, not {expected}"


def _differing_mons(document: StateDocument, ram: Snapshot, profile: Profile) -> Iterator[str]:
    """Number, level and HP: what a mon does not encrypt."""
    base, count = profile.address("gPlayerParty"), ram.u8(profile.address("gPlayerPartyCount"))
    said = [(mon.level, mon.hp) for mon in document.party or ()]
    at = range(base, base + count * MON_SIZE, MON_SIZE)
    expected = [(ram.u8(mon + MON_LEVEL), ram.u16(mon + MON_HP)) for mon in at]
    if said != expected:
        yield f"party: level and HP {said}, not {expected}"


def compare_steps(reading: Reading, document: StateDocument, game: RawGame) -> None:
    """Neighbouring tiles that are called open and refuse a step, or the other way round.

    Where a battle, a script or an NPC comes before the step, the game says nothing about the tile.
    Doors are walls that open.
    """
    around, state = document.surroundings, game.emulator.save_state()
    if around is None:
        return
    for facing in Facing:
        neighbor = getattr(around, facing.value)
        stepped = game.hold(state, BUTTONS[facing])
        if not stepped and not game.is_free():
            reading.remarks["steps that a battle or a script came before"] += 1
        elif not stepped and neighbor.open and (neighbor.x, neighbor.y) in game.occupied():
            reading.remarks["steps that an NPC came before"] += 1
        elif neighbor.because is not Refusal.DOOR:
            reading.counted["steps"] += 1
            if stepped != neighbor.open:
                was = "stepped on" if stepped else "refuses the step"
                because = "open" if neighbor.open else neighbor.because.value
                reading.faults.append(f"surroundings: {facing.value} is {because}, and {was}")
        game.emulator.load_state(state)
