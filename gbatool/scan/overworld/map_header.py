"""gMapHeader: the RAM copy of the loaded map's header.

Layout (``struct MapHeader``): pointers to the layout, the events, the scripts and the connections,
then the map's properties. The scan rests on the first pointer: a ROM ``MapLayout`` that has the
live buffer's size without its border. The header of a map of the same size, or a copy, passes; the
true one decides which events A interacts with, and the probe puts a sign there.
"""

from __future__ import annotations

from gbatool.core import Buttons, press
from gbatool.engine import layouts
from gbatool.engine.layouts import MAP_HEADER
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import END, WAIT_STATE
from gbatool.scan.lab.headers import find_headers
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.lab.sign import EVENTS, SIGN_BYTES, put_sign, turn
from gbatool.scan.locator import Locator, LocatorDoc, Probe

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
    with lab.at(OVERWORLD) as emulator:
        turn(emulator, way)
        put_sign(
            emulator,
            candidate.address,
            scratch,
            lab.position_address,
            way,
            bytes((WAIT_STATE, END)),
            distance=distance,
        )
        press(emulator, Buttons.A, 2, ANSWER_FRAMES)
        return not lab.step(way)


class LoadedMapHeader(Locator):
    """The header that the engine reads tilesets, events and connections from."""

    symbol = "gMapHeader"
    anywhere = True
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
        size = live["width"] - layouts.BORDER_WIDTH, live["height"] - layouts.BORDER_HEIGHT
        reason = "four ROM pointers, the first to a layout of the live map's size"
        return [
            Candidate(
                address,
                reason,
                {"layout": snapshot.u32(address), "events": snapshot.u32(address + EVENTS)},
            )
            for address in find_headers(snapshot, [size])
        ]
