"""gSpecialVar_Result: the variable in which scripts get answers (0x800D).

It lies outside the save block, so no scan of values can tell it from any half-word. A script of our
own that sets the variable shows where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.inject import SCRIPT_FRAMES, after_script, set_var
from gbatool.scan.kernel import where_halfwords
from gbatool.scan.lab import Lab
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.talk import WAITING, find_talk

RESULT, OTHERS = 0x800D, (0x8000, 0x8004, 0x800C, 0x800E, 0x800F)
SCAN_VALUES = (0x5A17, 0x21C4)
PROBE_VALUES = (0x0001, 0x7FFE, 0x1234)


@dataclass(frozen=True, slots=True)
class ScriptSets:
    """Scripts that set the variable write it; scripts that set others, or none, do not."""

    name: str = "poke-script"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Run scripts that set this variable, then scripts that set its neighbours."""
        alone = lab.run_after(WAITING, [(Buttons.NONE, SCRIPT_FRAMES)], None).u16(candidate.address)
        held = sum(
            after_script(lab, set_var(RESULT, value)).u16(candidate.address) == value
            for value in PROBE_VALUES
        )
        held += sum(
            after_script(lab, set_var(other, SCAN_VALUES[0])).u16(candidate.address) == alone
            for other in OTHERS
        )
        tried = len(PROBE_VALUES) + len(OTHERS)
        return Finding(
            "scripts that set variable 0x800D write it, scripts that set other ones do not",
            f"{held} of {tried} scripts agreed",
            held,
            tried,
        )


class SpecialVarResult(Locator):
    """The variable that menus and checks answer in."""

    symbol = "gSpecialVar_Result"
    size = 2
    requires: ClassVar[tuple[str, ...]] = ("sGlobalScriptContext",)
    probes: ClassVar[tuple[Probe, ...]] = (ScriptSets(),)
    scan_state = WAITING
    doc = LocatorDoc(
        summary="Variable 0x800D: what menus, questions and checks answer.",
        rivals={"another special variable": "poke-script"},
        references=("pret/pokefirered: src/event_data.c, gSpecialVars",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that has the value that a script gave the variable, twice."""
        trace = [after_script(lab, set_var(RESULT, value)) for value in SCAN_VALUES]
        reason = "has the value that a script gave variable 0x800D"
        return [Candidate(address, reason) for address in where_halfwords(trace, SCAN_VALUES)]
