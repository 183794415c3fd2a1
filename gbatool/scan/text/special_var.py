"""gSpecialVar_Result: the variable in which scripts get answers (0x800D).

It lies outside the save block, so no scan of values can tell it from any half-word. A script of our
own that sets the variable shows where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons, Emulator
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab.inject import SCRIPT_FRAMES, after_script, inject, set_var
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write16
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

RESULT, OTHERS = 0x800D, (0x8000, 0x8004, 0x800C, 0x800E, 0x800F)
SCAN_VALUES = (0x5A17, 0x21C4)
PROBE_VALUES = (0x0001, 0x7FFE, 0x1234)
COMPARE, COMPARISON_RESULT = 0x21, 2  # the command, and the field that it answers in
LESS, EQUAL, GREATER = 0, 1, 2


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


@dataclass(frozen=True, slots=True)
class ScriptCompares:
    """A value written there is the one that a script compares; in a copy it would not be."""

    name: str = "poke-compare"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write values, and let scripts compare the variable with them and their neighbours."""
        trials = [
            (value, value - difference, answer)
            for value in PROBE_VALUES
            for difference, answer in ((-1, LESS), (0, EQUAL), (1, GREATER))
        ]
        held = sum(
            self._compared(lab, candidate, value, other) == answer
            for value, other, answer in trials
        )
        return Finding(
            "scripts that compare variable 0x800D find the values that were written there",
            f"{held} of {len(trials)} comparisons agreed",
            held,
            len(trials),
        )

    @staticmethod
    def _compared(lab: Lab, candidate: Candidate, value: int, other: int) -> int:
        code = bytes((COMPARE, *RESULT.to_bytes(2, "little"), *other.to_bytes(2, "little")))
        script = inject(lab, code)

        def poke(emulator: Emulator) -> None:
            write16(candidate.address, value)(emulator)
            script(emulator)

        after = lab.run_after(WAITING, [(Buttons.NONE, SCRIPT_FRAMES)], poke)
        return after.u8(lab.address("sGlobalScriptContext") + COMPARISON_RESULT)


class SpecialVarResult(Locator):
    """The variable that menus and checks answer in."""

    symbol = "gSpecialVar_Result"
    size = 2
    requires: ClassVar[tuple[str, ...]] = ("sGlobalScriptContext",)
    probes: ClassVar[tuple[Probe, ...]] = (ScriptSets(), ScriptCompares())
    scan_state = WAITING
    doc = LocatorDoc(
        summary="Variable 0x800D: what menus, questions and checks answer.",
        rivals={
            "another special variable": "poke-script",
            "a copy that follows the variable": "poke-compare",
        },
        references=("pret/pokefirered: src/event_data.c, gSpecialVars",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that has the value that a script gave the variable, twice."""
        trace = [after_script(lab, set_var(RESULT, value)) for value in SCAN_VALUES]
        reason = "has the value that a script gave variable 0x800D"
        return [Candidate(address, reason) for address in where_halfwords(trace, SCAN_VALUES)]
