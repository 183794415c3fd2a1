"""sInHelpSystem: whether FireRed's and LeafGreen's help covers the screen.

L opens it from the overworld. Nothing reads the flag but whoever wonders, so that it is known by how
the game writes it: it is put right in every frame in which the help is closed, becomes 1 as it opens,
and is left alone while it is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab.battle_explore import named_by_rom
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.locator import Locator, LocatorDoc, Probe

HELP = "help"
OPEN_FRAMES, LATER_FRAMES, SOON_FRAMES = 40, 60, 2
OPEN = [(Buttons.L, 2), (Buttons.NONE, OPEN_FRAMES)]
WRONG = (5, 77)


def label_help(lab: Lab) -> str:
    """Label a state in which L has opened something that holds the player.

    Raises:
        ProbeError: The player walks all the same.
    """
    return lab.explored(_label_help)


def _label_help(lab: Lab) -> str:
    ways = lab.open_directions(OVERWORLD)
    lab.run_after(OVERWORLD, OPEN, None)
    lab.keep(HELP)
    if any(lab.moves(HELP, way) for way in ways):
        del lab.states[HELP]
        raise ProbeError("L opens nothing that holds the player")
    return HELP


@dataclass(frozen=True, slots=True)
class PutRight:
    """A wrong value is put right in the overworld, and by opening the help, and stays in it."""

    name: str = "poke-put-right"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """With the help open."""
        return label_help(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write wrong values, and look at them soon and later."""
        at = candidate.address
        soon, later = [(Buttons.NONE, SOON_FRAMES)], [(Buttons.NONE, LATER_FRAMES)]
        held = tried = 0
        for wrong in WRONG:
            for label, inputs, expected in (
                (OVERWORLD, soon, 0),
                (OVERWORLD, OPEN, 1),
                (HELP, soon, wrong),
                (HELP, later, wrong),
            ):
                held += lab.run_after(label, inputs, write8(at, wrong)).u8(at) == expected
                tried += 1
                if held < tried:
                    break
        return Finding(
            "a wrong value is put right in the overworld and by opening the help, and stays in it",
            f"{held} of {tried} values did",
            held,
            tried,
        )


class InHelpSystem(Locator):
    """Whether the help covers the screen."""

    symbol = "sInHelpSystem"
    size = 1
    requires: ClassVar[tuple[str, ...]] = ("sLockFieldControls",)
    families = ("frlg",)
    probes: ClassVar[tuple[Probe, ...]] = (PutRight(),)
    scan_state = HELP
    doc = LocatorDoc(
        summary="1 while the help covers the screen.",
        rivals={
            "another flag of the help's that it sets": "poke-put-right",
            "a copy that is made in every frame": "poke-put-right",
        },
        references=("pret/pokefirered: src/help_system_util.c, RunHelpSystemCallback",),
        limitations=(
            "The buttons' mode must be HELP, as in a new game.",
            "It is looked for at addresses that the ROM names.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is 0 in the overworld and 1 in the help, if the ROM names it."""
        trace = [lab.snapshot(OVERWORLD), lab.snapshot(label_help(lab))]
        trace.append(lab.run_after(HELP, [(Buttons.NONE, LATER_FRAMES)], None))
        reason = "0 in the overworld, 1 in the help, and named by the ROM"
        return [
            Candidate(at, reason) for at in named_by_rom(trace[0], where_bytes(trace, (0, 1, 1)))
        ]
