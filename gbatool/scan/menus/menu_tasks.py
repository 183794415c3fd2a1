"""Task_YesNoMenu_HandleInput and Task_MultichoiceMenu_HandleInput: what a script's questions wait in.

A script of our own asks; the task that is active then and was not before is a candidate. With its
function replaced by one that does nothing B no longer answers, and does again once it is back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.engine.layouts import TASK, TASK_COUNT
from gbatool.errors import ProbeError
from gbatool.memory import THUMB_BIT, Address
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.inject import inject, multiple_choice, yes_no
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import nothing, task_func

YES_NO, CHOICE = "asked_yes_no", "asked_choice"
OPEN_FRAMES, ANSWER_FRAMES = 40, 40
PRESS_FRAMES = 2

Ask = Callable[[Lab], str]


def ask_yes_no(lab: Lab) -> str:
    """Label a state in which a script asks yes or no.

    Raises:
        ProbeError: It does not, or B does not answer.
    """
    return lab.explored(_ask_yes_no)


def _ask_yes_no(lab: Lab) -> str:
    return _ask(lab, YES_NO, yes_no())


def ask_choice(lab: Lab) -> str:
    """Label a state in which a script asks to choose from a list.

    Raises:
        ProbeError: It does not, or B does not answer.
    """
    return lab.explored(_ask_choice)


def _ask_choice(lab: Lab) -> str:
    return _ask(lab, CHOICE, multiple_choice())


def _ask(lab: Lab, label: str, code: bytes) -> str:
    find_talk(lab)
    lock, ask = lab.address("sLockFieldControls"), inject(lab, code)
    with lab.at(WAITING) as emulator:
        ask(emulator)
        emulator.run(OPEN_FRAMES + ANSWER_FRAMES)
        waits = emulator.live.u8(lock) != 0
    with lab.at(WAITING) as emulator:
        ask(emulator)
        emulator.run(OPEN_FRAMES)
        asked = emulator.save_state()
        waits &= _answers(lab)
    if not waits:
        raise ProbeError("a script's command that asks does not wait for an answer")
    lab.states[label] = asked
    return label


def _answers(lab: Lab) -> bool:
    """Whether B, pressed in the present state, gives control back."""
    emulator, lock = lab.emulator, lab.address("sLockFieldControls")
    emulator.hold(Buttons.B)
    emulator.run(PRESS_FRAMES)
    emulator.hold(Buttons.NONE)
    emulator.run(ANSWER_FRAMES)
    return emulator.live.u8(lock) == 0


@dataclass(frozen=True, slots=True)
class StopAnswer:
    """With the task's function replaced by nothing B does not answer, with it back it does.

    Attributes:
        ask: Brings the question about.
    """

    ask: Ask
    name: str = "poke-function"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While the script asks."""
        return self.ask(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Replace it, press B, put it back, and press B again."""
        slot = candidate.fields["tasks"] + TASK.itemsize * candidate.fields["slot"]
        with lab.at(self.ask(lab)) as emulator:
            write32(slot, nothing(emulator.live))(emulator)
            held = int(not _answers(lab))
            write32(slot, candidate.address | THUMB_BIT)(emulator)
            held += int(_answers(lab))
        return Finding(
            "with the task's function replaced by nothing B does not answer, with it back it does",
            f"{held} of 2 presses agreed",
            held,
            2,
        )


class _Question(Locator):
    """The task that a script's question waits in."""

    size = 0
    requires: ClassVar[tuple[str, ...]] = ("gTasks", "sGlobalScriptContext")

    def ask(self, lab: Lab) -> str:
        """Label a state in which the script asks."""
        raise NotImplementedError

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every task function that is active while the script asks, and was not before."""
        tasks = lab.address("gTasks")
        asking, before = lab.snapshot(self.ask(lab)), lab.snapshot(WAITING)
        known = {task_func(before, tasks, slot) for slot in range(TASK_COUNT)}
        found = []
        for slot in range(TASK_COUNT):
            func = task_func(asking, tasks, slot)
            if func and func not in known:
                fields = {"tasks": int(tasks), "slot": slot}
                reason = "active while a script asks, and not before"
                found.append(Candidate(Address(func & ~THUMB_BIT), reason, fields))
        return found


RIVALS = {"another task that the question begins": "poke-function"}


class YesNoTask(_Question):
    """What yes/no boxes wait in."""

    symbol, scan_state = "Task_YesNoMenu_HandleInput", YES_NO
    probes: ClassVar[tuple[Probe, ...]] = (StopAnswer(ask_yes_no),)
    doc = LocatorDoc(
        summary="The task function that is active while a script asks yes or no.",
        rivals=RIVALS,
        references=("pret/pokefirered: src/script_menu.c, ScriptMenu_YesNo",),
    )

    def ask(self, lab: Lab) -> str:
        """A box with yes and no."""
        return ask_yes_no(lab)


class ChoiceTask(_Question):
    """What lists to choose from wait in."""

    symbol, scan_state = "Task_MultichoiceMenu_HandleInput", CHOICE
    probes: ClassVar[tuple[Probe, ...]] = (StopAnswer(ask_choice),)
    doc = LocatorDoc(
        summary="The task function that is active while a script's list is chosen from.",
        rivals=RIVALS,
        references=("pret/pokefirered: src/script_menu.c, ScriptMenu_Multichoice",),
        limitations=("Lists in several columns wait in another task.",),
    )

    def ask(self, lab: Lab) -> str:
        """A list of one column."""
        return ask_choice(lab)
