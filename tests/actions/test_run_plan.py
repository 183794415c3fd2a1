"""Lists of actions: checked completely before the first one, and stopped at the first that fails."""

from __future__ import annotations

import pytest

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.plan_file import PlannedStep, PressStep, WalkStep, parse_plan
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.run_plan import StepResult, run_plan
from gbatool.core import Buttons
from gbatool.errors import ExitCode, UsageError
from tests.actions.worlds import open_double, room_world
from tests.double import Double
from tests.double.world import EAST, Person

ROOM = room_world(
    "########", "#......#", "#......#", "########", facing=EAST, people=(Person(5, 1, "ask"),)
)

WHOLE = """
- walk-to: {object: 1}
- press: a
- dial
- select: "yes"
  if: menu
- dial
- select: "no"
  if: menu
- walk-to: [8, 9]
- press: [up, start]
- press: {buttons: [b], repeat: 5, until: no-menu}
- wait: {until: input-ready, frames: 60}
"""


def run(double: Double, source: str) -> list[StepResult]:
    return list(run_plan(double, double.profile(), parse_plan(source, "plan.yaml")))


def test_a_whole_scene_is_played() -> None:
    results = run(open_double(ROOM), WHOLE)
    assert [result.exit_code for result in results] == [ExitCode.OK] * 10
    assert [result.skipped for result in results] == [False] * 5 + [True] + [False] * 4
    assert [result.stops for result in results] == [False] * 9 + [True]
    ends = [result.outcome.ended_because for result in results if result.outcome is not None]
    assert ends[:5] == ["arrived", "pressed", "choice_open", "selected", "dialog_closed"]
    assert ends[-1] == "condition_met"


def test_it_stops_at_the_first_step_that_is_refused() -> None:
    double = open_double(ROOM)
    results = run(double, "- walk-to: [7, 7]\n- press: a\n")
    assert len(results) == 1
    assert results[0].refusal is not None
    assert results[0].exit_code is ExitCode.REFUSED
    assert double.edges == 0


def test_it_stops_at_the_first_step_that_ends_short() -> None:
    double = open_double(ROOM)
    double.refuse_steps(1)
    results = run(double, "- walk-to: [10, 8]\n- press: a\n")
    assert [result.exit_code for result in results] == [ExitCode.ENDED_SHORT]
    assert results[0].blocked.at((0, 0)) == {(2, 1)}


def test_it_goes_on_where_it_was_told_to() -> None:
    double = open_double(ROOM)
    double.refuse_steps(1)
    results = run(double, "- walk-to: [10, 8]\n  keep-going: true\n- walk-to: [10, 8]\n")
    assert [result.exit_code for result in results] == [ExitCode.ENDED_SHORT, ExitCode.OK]
    assert results[1].outcome is not None
    assert results[1].outcome.moved


def test_what_is_remembered_is_handed_on() -> None:
    double = open_double(ROOM)
    steps = parse_plan("- walk-to: [10, 8]", "plan.yaml")
    memory = BlockedTiles().remember((0, 0), (2, 1))
    (result,) = run_plan(double, double.profile(), steps, blocked=memory)
    assert result.blocked == memory


def test_tiles_can_be_local() -> None:
    steps = parse_plan("- walk-to: [1, 2]", "plan.yaml", local=True)
    assert steps == (PlannedStep("walk-to", WalkStep(TileTarget(8, 9))),)


def test_buttons_can_be_held_together() -> None:
    (step,) = parse_plan("- press: a+b", "plan.yaml")
    assert step.action == PressStep((Buttons.A | Buttons.B,))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("", "is empty; a plan is a list of steps"),
        ("walk-to: [1, 2]", "must be a list"),
        ("- [", "is not YAML"),
        ("- dial\n- fly: 3", "step 2: it names fly"),
        ("- {dial: , press: a}", "one action"),
        ("- walk-to: [1]", r"expected \[X, Y\]"),
        ("- walk-to: {warp: 1, object: 2}", "one of tile"),
        ("- walk-to: {exit: up}", "north"),
        ("- walk-to: {wrap: 1}", "'wrap' is no field"),
        ("- walk-to: {warp: -1}", "at least 0"),
        ("- press: turbo", "no button"),
        ("- press: {buttons: [a], hold: 0}", "at least 1"),
        ("- press: {buttons: [a], until: happy}", "no condition"),
        ("- press: 3", "expected a text"),
        ("- wait: {}", "frames, until"),
        ("- wait: -3", "at least 0"),
        ("- dial: 3", "takes nothing"),
        ("- select: yes", "quote it"),
        ("- type: {text: A, accept: 1}", "true or false"),
        ("- dial\n- dial:\n  if: 3", "step 2: if is 3"),
        ("- 3", "no mapping"),
    ],
)
def test_what_makes_no_sense_is_named_before_anything_is_done(source: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        parse_plan(source, "plan.yaml")
