"""sLockFieldControls: the byte that keeps the player from obeying.

It is 1 from the start of an interaction to its end, and in the start menu. A flag that is always
set together with it looks the same; only writing the true one makes the player deaf.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.talk import PRINTING, WAITING, WAYS
from gbatool.scan.locator import LocatorDoc, Probe
from gbatool.scan.text.mode_byte import ModeByte

LOCKED_MODES = (START_MENU, PRINTING, PRINTING + " later", WAITING)


@dataclass(frozen=True, slots=True)
class PokeLock:
    """Set, it makes the player deaf."""

    name: str = "poke-lock"
    kind: str = "poke"

    def state(self, _lab: Lab) -> str:
        """Anywhere that a step is possible."""
        return OVERWORLD

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write 1 and try every open direction."""
        held = tried = 0
        for way in lab.open_directions(OVERWORLD):
            tried += 1
            held += not lab.moves(OVERWORLD, way, write8(candidate.address, 1))
            if held < tried:
                break
        return Finding(
            "with the lock written no direction is obeyed",
            f"{held} of {tried} steps were refused",
            held,
            tried,
        )


class LockFieldControls(ModeByte):
    """The lock of field controls."""

    symbol = "sLockFieldControls"
    prefers: ClassVar[tuple[str, ...]] = WAYS
    probes: ClassVar[tuple[Probe, ...]] = (PokeLock(),)
    doc = LocatorDoc(
        summary="1 while field input is ignored: conversations, start menu, door walks.",
        rivals={"a flag that is set whenever the lock is": "poke-lock"},
        references=("pret/pokefirered: src/script.c",),
        limitations=("Something within reach must answer A, and START must open a menu.",),
    )

    def value_in(self, label: str) -> int:
        """1 in a conversation and in the start menu, 0 elsewhere."""
        return int(label in LOCKED_MODES)
