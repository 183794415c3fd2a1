"""The tasks that a script's questions wait in: without them B does not answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gbatool.core import Buttons
from gbatool.engine.layouts import TASK, TASK_COUNT
from gbatool.errors import ProbeError
from gbatool.scan import LOCATORS
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write, write32
from gbatool.scan.menus import menu_tasks
from gbatool.scan.menus.menu_tasks import CHOICE, YES_NO, ask_choice, ask_yes_no
from gbatool.scan.overworld.tasks import empty_function, task_func
from tests.scan.battle_staging import plant
from tests.scan.staging import check_told_apart, proposals, with_dead_buttons

QUESTIONS = {
    "Task_YesNoMenu_HandleInput": (ask_yes_no, YES_NO),
    "Task_MultichoiceMenu_HandleInput": (ask_choice, CHOICE),
}


@pytest.mark.parametrize("symbol", QUESTIONS)
def test_another_task_that_begins_with_the_question_is_refuted(lab: Lab, symbol: str) -> None:
    ask, label = QUESTIONS[symbol]
    ask(lab)
    snapshot, tasks = lab.snapshot(label), lab.address("gTasks")
    free = next(s for s in range(TASK_COUNT) if not task_func(snapshot, tasks, s))
    slot = tasks + TASK.itemsize * free
    plant(lab, label, write32(slot, empty_function(snapshot)), Write(slot + 4, b"\1"))
    impostor = empty_function(snapshot) & ~1
    check_told_apart(lab, symbol, "another task that the question begins", impostor)


def test_either_question_waits_in_a_task_of_its_own(lab: Lab) -> None:
    found = [set(proposals(lab, LOCATORS[symbol])) for symbol in QUESTIONS]
    assert all(len(addresses) == 1 for addresses in found)
    assert not found[0] & found[1]


@pytest.mark.parametrize("ask", [ask_yes_no, ask_choice])
def test_a_question_that_b_does_not_answer_is_none(lab: Lab, ask: Callable[[Lab], object]) -> None:
    without_b = with_dead_buttons(lab, Buttons.B)
    without_b.states |= lab.states
    without_b.recall(lab.known, {key: lab.explorations[key] for key in lab.explorations})
    without_b._explored.pop(menu_tasks.ask_yes_no, None)
    without_b._explored.pop(menu_tasks.ask_choice, None)
    with pytest.raises(ProbeError, match="does not wait for an answer"):
        ask(without_b)


def test_a_command_that_asks_nothing_is_no_question(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(menu_tasks, "yes_no", lambda: b"")
    lab._explored.pop(menu_tasks.ask_yes_no, None)
    with pytest.raises(ProbeError, match="does not wait for an answer"):
        ask_yes_no(lab)
