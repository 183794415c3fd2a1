"""gMapHeader: the RAM copy of the loaded map's header.

Layout (``struct MapHeader``): pointers to the layout, the events, the scripts and the connections,
then the map's properties. The scan rests on the first pointer: a ROM ``MapLayout`` that has the
live buffer's size without its border. The header of a map of the same size, or a copy, passes; the
true one decides which events A interacts with, and the probe puts a sign there.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons, press
from gbatool.engine import layouts
from gbatool.engine.layouts import MAP_EVENTS, MAP_HEADER, field_address
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot, packed
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.explore import turn
from gbatool.scan.lab.inject import END, WAIT_STATE
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.locator import Locator, LocatorDoc, Probe

NEEDED = ("layout", "events")
"""Pointers that every header has."""
SCRIPT_OFFSET, SIGN_BYTES = 0x40, 0x50
ANSWER_FRAMES = 8


class PokeSign(Probe):
    """With its events replaced by a sign on the tile ahead, A reads it; with one underfoot, not.

    The sign's script waits for ever, so the player can't move once A has read it.
    """

    name = "poke-sign"
    stage = stages.OVERWORLD
    predicted = (
        "with its events replaced by a sign whose script waits, A locks a player who faces it"
    )
    observed = "{} of {} signs did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Turn to two open directions and press A, with a sign ahead and with one underfoot."""
        scratch = find_scratch(lab, SIGN_BYTES)
        held = tried = 0
        for way in lab.open_directions(OVERWORLD)[:2]:
            ahead = _locked_by_a_sign(lab, way, candidate, scratch, distance=1)
            underfoot = _locked_by_a_sign(lab, way, candidate, scratch, distance=0)
            if ahead and underfoot:
                continue  # A locks the player there without a sign too
            tried += 1
            held += ahead and not underfoot
        return self.tally(held, tried)


def _locked_by_a_sign(
    lab: Lab, way: Buttons, candidate: Candidate, scratch: Address, *, distance: int
) -> bool:
    """Whether A locks the player, turned that way, with a sign so many tiles ahead."""
    dx, dy = STEPS[way]
    with lab.at(OVERWORLD) as emulator:
        turn(lab, way)
        x, y = lab.position()
        sign = {
            "x": (x + distance * dx - layouts.BORDER) & 0xFFFF,
            "y": (y + distance * dy - layouts.BORDER) & 0xFFFF,
        }
        events, signs, script = scratch, scratch + MAP_EVENTS.itemsize, scratch + SCRIPT_OFFSET
        emulator.write(script, bytes((WAIT_STATE, END)))
        emulator.write(signs, packed(layouts.BG_EVENT, **sign, script=script))
        emulator.write(events, packed(MAP_EVENTS, bg_count=1, bgs=signs))
        emulator.write(
            field_address(candidate.address, MAP_HEADER, "events"),
            int(events).to_bytes(4, "little"),
        )
        press(emulator, Buttons.A, 2, ANSWER_FRAMES)
        return not lab.step(way)


class LoadedMapHeader(Locator):
    """The header that the engine reads tilesets, events and connections from."""

    symbol = "gMapHeader"
    size = MAP_HEADER.itemsize
    requires = ("gBackupMapLayout",)
    probes = (PokeSign(),)
    doc = LocatorDoc(
        summary="RAM copy of the loaded map's header: layout, events, scripts, connections.",
        rivals={"a copy of the header made when the map was loaded": "poke-sign"},
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
                    fields = {
                        name: snapshot.u32(field_address(address, MAP_HEADER, name))
                        for name in NEEDED
                    }
                    found.append(Candidate(address, reason, fields))
        return found


def _is_header(snapshot: Snapshot, address: int) -> bool:
    if not snapshot.holds(address, MAP_HEADER.itemsize):
        return False
    header = snapshot.record(address, MAP_HEADER)
    needed = [int(header[name]) for name in NEEDED]
    optional = [int(header[name]) for name in ("scripts", "connections")]
    pointers = needed + [pointer for pointer in optional if pointer]
    if not all(ROM.holds(pointer) and snapshot.holds(pointer, 8) for pointer in pointers):
        return False
    layout = snapshot.record(needed[0], layouts.ROM_LAYOUT)
    return all(
        snapshot.holds(int(layout[name]), 0x18)
        for name in ("map", "border", "primary_tileset", "secondary_tileset")
    )
