"""sLockFieldControls: the byte that makes the player ignore input.

It is 1 from the start of an interaction to its end, and in the start menu. A flag that is always
set together with it looks the same; only with the true one written does the player ignore input.
"""

from __future__ import annotations

from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.talk import PRINTING, WAITING, WAYS
from gbatool.scan.locator import LocatorDoc, Probe
from gbatool.scan.text.mode_byte import ModeByte

LOCKED_MODES = (START_MENU, PRINTING, PRINTING + " later", WAITING)


class PokeLock(Probe):
    """With it set, the player ignores input."""

    name = "poke-lock"
    stage = stages.OVERWORLD
    predicted = "with the lock written no direction is obeyed"
    observed = "{} of {} steps were refused"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write 1 and try every open direction."""
        held = tried = 0
        for way in lab.open_directions(OVERWORLD):
            tried += 1
            held += not lab.moves(OVERWORLD, way, write8(candidate.address, 1))
            if held < tried:
                break
        return self.tally(held, tried)


class LockFieldControls(ModeByte):
    """The lock of field controls."""

    symbol = "sLockFieldControls"
    anywhere = True
    prefers = WAYS
    probes = (PokeLock(),)
    doc = LocatorDoc(
        summary="1 while field input is ignored: conversations, start menu, door walks.",
        rivals={"a flag that is set whenever the lock is": "poke-lock"},
        references=("pret/pokefirered: src/script.c",),
        limitations=("Something within reach must respond to A, and START must open a menu.",),
    )

    def value_in(self, label: str) -> int:
        """1 in a conversation and in the start menu, 0 elsewhere."""
        return int(label in LOCKED_MODES)
