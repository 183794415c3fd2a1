"""press and wait on the double."""

from __future__ import annotations

import pytest

from gbatool.actions.budgets import Budget
from gbatool.actions.conditions import parse_condition
from gbatool.actions.press import parse_buttons, press
from gbatool.actions.wait import wait
from gbatool.core import Buttons
from gbatool.decode.scene import Mode
from gbatool.engine.directions import Facing
from gbatool.errors import ExitCode, UnprovenSymbolError, UsageError
from tests.actions.worlds import open_double, room_world, talk_world
from tests.double import Double
from tests.double.world import EAST

ROOM = room_world("#####", "#...#", "#...#", "#####", facing=EAST)


def test_a_press_towards_the_way_faced_is_seen_to_its_end() -> None:
    double = open_double(ROOM)
    outcome = press(double, double.profile(), [Buttons.RIGHT])
    assert (outcome.ended_because, outcome.moved, outcome.turned) == ("pressed", True, False)
    assert outcome.input_ready
    assert outcome.position is not None
    assert outcome.position.local_x == 2
    assert outcome.pressed == ("right",)


def test_a_bump_is_told_from_a_step() -> None:
    double = open_double(ROOM)
    outcome = press(double, double.profile(), [Buttons.UP], hold=20)
    assert (outcome.moved, outcome.turned, outcome.facing) == (False, True, Facing.NORTH)


def test_a_press_that_opens_a_box_shows_it() -> None:
    double = open_double(talk_world("hello"))
    outcome = press(double, double.profile(), [Buttons.A])
    assert outcome.mode is Mode.DIALOG
    assert outcome.dialog is not None
    assert outcome.dialog.box == ("Hello.",)


def test_a_press_that_opens_a_menu_shows_it() -> None:
    double = open_double(ROOM)
    outcome = press(double, double.profile(), [Buttons.START])
    assert outcome.menu is not None
    assert outcome.menu.id == "start_menu"


def test_several_buttons_are_pressed_in_order_and_repeated() -> None:
    double = open_double(ROOM)
    row = [parse_buttons("a"), parse_buttons("b+select")]
    outcome = press(double, double.profile(), row, repeat=2)
    assert outcome.pressed == ("a", "b+select", "a", "b+select")
    assert outcome.presses == 4


def test_repeating_stops_when_the_condition_holds() -> None:
    double = open_double(ROOM)
    outcome = press(
        double, double.profile(), [Buttons.START], repeat=9, until=parse_condition("menu")
    )
    assert (outcome.ended_because, outcome.presses) == ("condition_met", 1)


@pytest.mark.parametrize(
    ("budget", "ended"),
    [(Budget(max_inputs=2), "input_bound_reached"), (Budget(max_frames=9), "frame_bound_reached")],
)
def test_a_bound_is_told(budget: Budget, ended: str) -> None:
    double = open_double(ROOM)
    outcome = press(double, double.profile(), [Buttons.B], repeat=5, budget=budget)
    assert (outcome.ended_because, outcome.presses) == (ended, 2)
    assert outcome.exit_code is ExitCode.ENDED_SHORT


def test_nothing_to_press_is_wrong_usage() -> None:
    double = open_double(ROOM)
    with pytest.raises(UsageError):
        press(double, double.profile(), [])


def test_a_button_that_does_not_exist_is_named() -> None:
    with pytest.raises(UsageError, match="'turbo' is no button"):
        parse_buttons("a+turbo")


def test_frames_pass_and_nothing_is_pressed() -> None:
    double = open_double(ROOM)
    outcome = wait(double, double.profile(), frames=30)
    assert (outcome.ended_because, outcome.frames, outcome.presses) == ("waited", 30, 0)
    assert double.edges == 0


def test_a_condition_that_holds_takes_no_frame() -> None:
    double = open_double(ROOM)
    outcome = wait(double, double.profile(), until=parse_condition("input-ready"))
    assert (outcome.ended_because, outcome.frames) == ("condition_met", 0)


def start_step(double: Double) -> None:
    double.hold(Buttons.RIGHT)
    double.run(2)
    double.hold(Buttons.NONE)


def test_a_condition_is_waited_for() -> None:
    double = open_double(ROOM)
    start_step(double)
    outcome = wait(double, double.profile(), until=parse_condition("input-ready"))
    assert outcome.ended_because == "condition_met"
    assert 10 < outcome.frames < 20


def test_a_condition_that_never_comes_ends_at_the_bound() -> None:
    double = open_double(ROOM)
    outcome = wait(
        double,
        double.profile(),
        until=parse_condition("mode=battle"),
        budget=Budget(max_frames=50),
    )
    assert (outcome.ended_because, outcome.frames) == ("frame_bound_reached", 50)
    assert outcome.exit_code is ExitCode.ENDED_SHORT


@pytest.mark.parametrize("text", ["position=9,8", "no-dialog", "no-menu", "mode=overworld"])
def test_conditions_that_hold_here(text: str) -> None:
    double = open_double(ROOM)
    start_step(double)
    double.run(30)
    assert parse_condition(text).holds(double.live, double.profile())


@pytest.mark.parametrize("text", ["position=8,8", "dialog", "menu", "mode=menu"])
def test_conditions_that_do_not(text: str) -> None:
    double = open_double(ROOM)
    start_step(double)
    double.run(30)
    assert not parse_condition(text).holds(double.live, double.profile())


def test_a_condition_that_can_not_be_told_in_any_frame_is_an_error() -> None:
    double = Double(ROOM, leave_out=("sTextPrinters",))
    double.run(1)
    with pytest.raises(UnprovenSymbolError, match="sTextPrinters"):
        wait(double, double.profile(), until=parse_condition("dialog"), frames=20)
    with pytest.raises(UnprovenSymbolError, match="sTextPrinters"):
        wait(double, double.profile(), until=parse_condition("dialog"))
    assert double.frame < 700
    with pytest.raises(UnprovenSymbolError, match="sTextPrinters"):
        press(double, double.profile(), [Buttons.B], repeat=3, until=parse_condition("dialog"))


@pytest.mark.parametrize("text", ["ready", "mode=party", "position=1"])
def test_a_condition_that_does_not_exist_lists_those_that_do(text: str) -> None:
    with pytest.raises(UsageError, match="are"):
        parse_condition(text)


@pytest.mark.parametrize("frames", [None, -1])
def test_nothing_to_wait_for_is_wrong_usage(frames: int | None) -> None:
    double = open_double(ROOM)
    with pytest.raises(UsageError):
        wait(double, double.profile(), frames=frames)


def test_a_negative_budget_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="max-inputs"):
        Budget(max_inputs=-1)
