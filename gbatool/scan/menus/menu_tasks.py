"""Task_YesNoMenu_HandleInput and Task_MultichoiceMenu_HandleInput: tasks of a script's questions.

An injected script asks; a task that is active then and was not before is a candidate. With its
function replaced by an empty one B no longer answers, and does again once it is restored.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.core import Buttons
from gbatool.engine.layouts import TASK
from gbatool.errors import ProbeError
from gbatool.memory import THUMB_BIT
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab.byte_code import multiple_choice, yes_no
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import Lab, exploration
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.stages import Stage
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import empty_function, task_candidates

YES_NO, CHOICE = "asked_yes_no", "asked_choice"
OPEN_FRAMES, ANSWER_FRAMES = 40, 40
PRESS_FRAMES = 2


@exploration
def ask_yes_no(lab: Lab) -> None:
    """Label a state in which a script asks yes or no.

    Raises:
        ProbeError: It does not, or B does not answer.
    """
    _ask(lab, YES_NO, yes_no())


@exploration
def ask_choice(lab: Lab) -> None:
    """Label a state in which a script asks to choose from a list of one column.

    Raises:
        ProbeError: It does not, or B does not answer.
    """
    _ask(lab, CHOICE, multiple_choice())


ASKED_YES_NO, ASKED_CHOICE = Stage(YES_NO, ask_yes_no), Stage(CHOICE, ask_choice)


def _ask(lab: Lab, label: str, code: bytes) -> None:
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


def _answers(lab: Lab) -> bool:
    """Whether B, pressed in the present state, gives control back."""
    emulator, lock = lab.emulator, lab.address("sLockFieldControls")
    emulator.hold(Buttons.B)
    emulator.run(PRESS_FRAMES)
    emulator.hold(Buttons.NONE)
    emulator.run(ANSWER_FRAMES)
    return emulator.live.u8(lock) == 0


@dataclass(frozen=True, slots=True)
class StopAnswer(Probe):
    """With the task's function replaced by an empty one B does not answer, with it back it does."""

    stage: Stage
    name = "poke-function"
    predicted = (
        "with the task's function replaced by an empty one B does not answer, with it back it does"
    )
    observed = "{} of {} presses agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Replace it, press B, put it back, and press B again."""
        slot = candidate.fields["tasks"] + TASK.itemsize * candidate.fields["slot"]
        with lab.at(self.stage.label) as emulator:
            write32(slot, empty_function(emulator.live))(emulator)
            held = int(not _answers(lab))
            write32(slot, candidate.address | THUMB_BIT)(emulator)
            held += int(_answers(lab))
        return self.tally(held, 2)


class _Question(Locator):
    """The task in which a script's question waits."""

    size = 0
    requires = ("gTasks", "sGlobalScriptContext")

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every task function that is active while the script asks, and was not before."""
        asking, before = lab.snapshot(self.stage.label), lab.snapshot(WAITING)
        return task_candidates(lab, asking, before, "active while a script asks, and not before")


RIVALS = {"another task that the question begins": "poke-function"}


class YesNoTask(_Question):
    """The task of yes/no boxes."""

    symbol = "Task_YesNoMenu_HandleInput"
    stage = ASKED_YES_NO
    probes = (StopAnswer(ASKED_YES_NO),)
    doc = LocatorDoc(
        summary="The task function that is active while a script asks yes or no.",
        rivals=RIVALS,
        references=("pret/pokefirered: src/script_menu.c, ScriptMenu_YesNo",),
    )


class ChoiceTask(_Question):
    """The task of lists to choose from."""

    symbol = "Task_MultichoiceMenu_HandleInput"
    stage = ASKED_CHOICE
    probes = (StopAnswer(ASKED_CHOICE),)
    doc = LocatorDoc(
        summary="The task function that is active while a script's list is chosen from.",
        rivals=RIVALS,
        references=("pret/pokefirered: src/script_menu.c, ScriptMenu_Multichoice",),
        limitations=("Lists in several columns wait in another task.",),
    )
