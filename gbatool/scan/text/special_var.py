"""gSpecialVar_Result: the variable in which scripts get answers (0x800D).

It is outside the save block, and any half-word could be it. An injected script that sets the
variable shows where it is.
"""

from __future__ import annotations

from gbatool.core import Buttons, Emulator
from gbatool.engine.layouts import SCRIPT_CONTEXT, field_address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import set_var
from gbatool.scan.lab.inject import SCRIPT_FRAMES, after_script, inject
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write16
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe

RESULT, OTHERS = 0x800D, (0x8000, 0x8004, 0x800C, 0x800E, 0x800F)
SCAN_VALUES = (0x5A17, 0x21C4)
PROBE_VALUES = (0x0001, 0x7FFE, 0x1234)
COMPARE = 0x21  # the command that compares a variable with a number
LESS, EQUAL, GREATER = 0, 1, 2


class ScriptSets(Probe):
    """Scripts that set the variable write it; scripts that set others, or none, do not."""

    name = "poke-script"
    stage = stages.WAITING
    predicted = "scripts that set variable 0x800D write it, scripts that set other ones do not"
    observed = "{} of {} scripts agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
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
        return self.tally(held, tried)


class ScriptCompares(Probe):
    """A script compares the value that was written there; in a copy it would not."""

    name = "poke-compare"
    stage = stages.WAITING
    predicted = "scripts that compare variable 0x800D find the values that were written there"
    observed = "{} of {} comparisons agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
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
        return self.tally(held, len(trials))

    @staticmethod
    def _compared(lab: Lab, candidate: Candidate, value: int, other: int) -> int:
        code = bytes((COMPARE, *RESULT.to_bytes(2, "little"), *other.to_bytes(2, "little")))
        script = inject(lab, code)

        def poke(emulator: Emulator) -> None:
            write16(candidate.address, value)(emulator)
            script(emulator)

        after = lab.run_after(WAITING, [(Buttons.NONE, SCRIPT_FRAMES)], poke)
        context = lab.address("sGlobalScriptContext")
        return after.u8(field_address(context, SCRIPT_CONTEXT, "comparison_result"))


class SpecialVarResult(Locator):
    """The variable that holds the answers of menus and checks."""

    symbol = "gSpecialVar_Result"
    anywhere = True
    size = 2
    requires = ("sGlobalScriptContext",)
    probes = (ScriptSets(), ScriptCompares())
    stage = stages.WAITING
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
