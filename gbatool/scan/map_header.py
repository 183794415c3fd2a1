"""gMapHeader: the RAM copy of the loaded map's header.

Layout (``struct MapHeader``): pointers to the layout, the events, the scripts and the connections,
then the map's properties. The scan rests on the first pointer: a ROM ``MapLayout`` that has the
live buffer's size without its border. The header of a map of the same size, or a copy, passes; the
engine's own one decides which tilesets a metatile's behaviour is read from, and the probe swaps
those.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.engine import layouts
from gbatool.engine.layouts import MAP_HEADER
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan.autopilot import STEPS
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab import OVERWORLD, Lab
from gbatool.scan.locator import Locator, LocatorDoc, Probe

ENTRY_FORBIDDEN = {Buttons.RIGHT: 0x31, Buttons.LEFT: 0x30, Buttons.UP: 0x33, Buttons.DOWN: 0x32}
"""Step -> behaviour of a tile that can't be entered that way (impassable west, east, south, north
edge): the same numbers in every engine family. The tile that is left is not asked: the engine
remembers its behaviour from before."""
LAYOUT_SIZE, TILESET_SIZE = 0x1C, 0x18
PRIMARY, SECONDARY = 0x10, 0x14
ATTRIBUTE_FIELDS = (0x10, 0x14)  # one is the attributes, the other a callback run at load only
ATTRIBUTE_BYTES = 0x1000  # 1024 metatiles of up to 4 bytes
SCRATCH_BYTES = LAYOUT_SIZE + 2 * TILESET_SIZE + ATTRIBUTE_BYTES + 0x10


def find_scratch(lab: Lab, size: int) -> Address:
    """EWRAM that is zero and stays so for a second: a probe may build its fakes there.

    Raises:
        ProbeError: There is no such run of bytes.
    """
    after = lab.run_after(OVERWORLD, [(Buttons.NONE, 60)], None)
    return unused_ewram([lab.snapshot(OVERWORLD), after], size)


def unused_ewram(snapshots: list[Snapshot], size: int) -> Address:
    """The end of the longest run of EWRAM that is zero in all of these snapshots.

    Raises:
        ProbeError: It has no ``size`` bytes to spare.
    """
    used = np.zeros(EWRAM.size, np.bool_)
    for snapshot in snapshots:
        used |= snapshot.ewram != 0
    edges = np.flatnonzero(np.concatenate(([True], used, [True])))
    gaps = np.diff(edges) - 1
    longest = int(np.argmax(gaps))
    if gaps[longest] < size + 0x20:
        raise ProbeError(f"EWRAM has no {size} unused bytes", size=size)
    end = EWRAM.base + int(edges[longest]) + int(gaps[longest])
    return Address((end - size) & ~0xF)


class SwapTilesets:
    """Gives the candidate a layout whose tilesets have these attributes.

    Args:
        candidate: A map header.
        scratch: ``SCRATCH_BYTES`` of unused EWRAM.
        attributes: ``ATTRIBUTE_BYTES`` of them.
        fields: Offsets in the tileset of the pointers to turn.
    """

    def __init__(
        self, candidate: Candidate, scratch: Address, attributes: bytes, fields: tuple[int, ...]
    ) -> None:
        self.candidate, self.scratch = candidate, scratch
        self.attributes, self.fields = attributes, fields

    def __call__(self, emulator: Emulator) -> None:
        """Build the fakes and turn the header's layout pointer to them."""
        live = emulator.live
        layout = bytearray(live.read(self.candidate.fields["layout"], LAYOUT_SIZE).tobytes())
        emulator.write(self.scratch, self.attributes)
        at = self.scratch + ATTRIBUTE_BYTES
        for field in (PRIMARY, SECONDARY):
            pointer = int.from_bytes(layout[field : field + 4], "little")
            tileset = bytearray(live.read(pointer, TILESET_SIZE).tobytes())
            for offset in self.fields:
                tileset[offset : offset + 4] = int(self.scratch).to_bytes(4, "little")
            emulator.write(at, bytes(tileset))
            layout[field : field + 4] = int(at).to_bytes(4, "little")
            at += TILESET_SIZE
        emulator.write(at, bytes(layout))
        emulator.write(self.candidate.address, int(at).to_bytes(4, "little"))


@dataclass(frozen=True, slots=True)
class PokeTilesets:
    """With its tilesets swapped for ones that forbid a direction, that step is refused.

    The attributes are written so that both forms in use (words, half-words) read the behaviour.
    """

    name: str = "poke-tilesets"
    kind: str = "poke"

    def state(self, _lab: Lab) -> str:
        """Where at least two directions are open."""
        return OVERWORLD

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Forbid one direction after the other; a step across it must stay possible."""
        ways = lab.open_directions(OVERWORLD)
        scratch = find_scratch(lab, SCRATCH_BYTES)
        held = 0
        for way in ways:
            attributes = np.full(ATTRIBUTE_BYTES // 2, ENTRY_FORBIDDEN[way], "<u2").tobytes()
            swap = SwapTilesets(candidate, scratch, attributes, ATTRIBUTE_FIELDS)
            across = [other for other in ways if STEPS[other][0] != STEPS[way][0]][:1]
            refused = not lab.moves(OVERWORLD, way, swap)
            held += refused and all(lab.moves(OVERWORLD, other, swap) for other in across)
        return Finding(
            "tiles that forbid entry in one direction refuse that step and none across it",
            f"{held} of {len(ways)} directions obeyed",
            held,
            len(ways),
        )


class MapHeader(Locator):
    """The header that the engine reads tilesets, events and connections from."""

    symbol = "gMapHeader"
    size = MAP_HEADER.itemsize
    requires: ClassVar[tuple[str, ...]] = ("gBackupMapLayout",)
    probes: ClassVar[tuple[Probe, ...]] = (PokeTilesets(),)
    doc = LocatorDoc(
        summary="RAM copy of the loaded map's header: layout, events, scripts, connections.",
        rivals={"a copy of the header made when the map was loaded": "poke-tilesets"},
        references=("pret/pokefirered: include/global.fieldmap.h, struct MapHeader",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every four pointers whose layout has the live buffer's size."""
        snapshot = lab.snapshot(OVERWORLD)
        live = lab.known["gBackupMapLayout"].fields
        width = live["width"] - layouts.BORDER_WIDTH
        height = live["height"] - layouts.BORDER_HEIGHT
        rom = snapshot.words(ROM)
        found = []
        for region in RAM_REGIONS:
            words = snapshot.words(region).astype(np.int64)
            index = (words - ROM.base) >> 2
            possible = (index >= 0) & (index < len(rom) - 8) & (words % 4 == 0)
            hits = np.flatnonzero(possible)
            hits = hits[(rom[index[hits]] == width) & (rom[index[hits] + 1] == height)]
            for i in hits.tolist():
                address = Address(region.base + 4 * i)
                if _is_header(snapshot, address):
                    reason = "four ROM pointers, the first to a layout of the live map's size"
                    fields = {"layout": snapshot.u32(address), "events": snapshot.u32(address + 4)}
                    found.append(Candidate(address, reason, fields))
        return found


def _is_header(snapshot: Snapshot, address: int) -> bool:
    if not snapshot.holds(address, MAP_HEADER.itemsize):
        return False
    header = snapshot.record(address, MAP_HEADER)
    needed = [int(header[name]) for name in ("layout", "events")]
    optional = [int(header[name]) for name in ("scripts", "connections")]
    pointers = needed + [pointer for pointer in optional if pointer]
    if not all(ROM.holds(pointer) and snapshot.holds(pointer, 8) for pointer in pointers):
        return False
    layout = snapshot.record(needed[0], layouts.FRLG.map_layout)
    return all(
        snapshot.holds(int(layout[name]), 0x18)
        for name in ("map", "border", "primary_tileset", "secondary_tileset")
    )
