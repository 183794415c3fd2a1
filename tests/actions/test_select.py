"""select on the double and in the demo cartridge's menus."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.actions.budgets import Budget
from gbatool.actions.conditions import parse_condition
from gbatool.actions.dial import dial
from gbatool.actions.select import SelectOutcome, find_entry, plan_moves, select
from gbatool.actions.wait import wait
from gbatool.core import Buttons
from gbatool.decode.menu import Menu, MenuEntry, decode_menu
from gbatool.decode.scene import Mode
from gbatool.errors import ActionError, ExitCode
from gbatool.memory import Snapshot
from gbatool.profile import Profile
from tests.actions.worlds import open_double, room_world, talk_world
from tests.double import Double

ROOM = room_world("#####", "#...#", "#...#", "#####")


def tap(double: Double, buttons: Buttons) -> None:
    double.hold(buttons)
    double.run(2)
    double.hold(Buttons.NONE)
    double.run(1)


def start_menu() -> Double:
    double = open_double(ROOM)
    tap(double, Buttons.START)
    return double


def choose(
    double: Double, entry: str, *, confirm: bool = True, budget: Budget | None = None
) -> SelectOutcome:
    return select(double, double.profile(), entry, confirm=confirm, budget=budget)


def test_an_entry_is_reached_and_chosen() -> None:
    outcome = choose(start_menu(), "exit")
    assert outcome.ended_because == "selected"
    assert (outcome.selected_from, outcome.chosen.id) == ("start_menu", "exit")
    assert outcome.presses == 6
    assert outcome.menu is None
    assert outcome.input_ready


def test_the_cursor_can_be_moved_without_choosing() -> None:
    double = start_menu()
    outcome = choose(double, "option", confirm=False)
    assert outcome.ended_because == "cursor_moved"
    assert outcome.menu is not None
    assert outcome.menu.entries[outcome.menu.cursor].id == "option"
    back = choose(double, "bag", confirm=False)
    assert back.menu is not None
    assert back.menu.entries[back.menu.cursor].id == "bag"


@pytest.mark.parametrize(("entry", "answer"), [("YES", "Good."), ("no", "Pity.")])
def test_a_question_is_answered(entry: str, answer: str) -> None:
    double = open_double(talk_world("ask"))
    tap(double, Buttons.A)
    assert dial(double, double.profile()).ended_because == "choice_open"
    assert choose(double, entry).ended_because == "selected"
    assert dial(double, double.profile()).transcript == ((answer,),)


def test_a_question_that_ignores_input_at_first_is_waited_for() -> None:
    double = open_double(talk_world("ask"))
    tap(double, Buttons.A)
    wait(double, double.profile(), until=parse_condition("menu"), frames=300)
    outcome = choose(double, "no")
    assert (outcome.ended_because, outcome.presses) == ("selected", 2)
    assert dial(double, double.profile()).transcript == (("Pity.",),)


def test_a_menu_that_goes_on_taking_no_input_is_refused() -> None:
    double = open_double(talk_world("ask"))
    tap(double, Buttons.A)
    wait(double, double.profile(), until=parse_condition("menu"), frames=300)
    double.freeze()
    edges = double.edges
    with pytest.raises(ActionError, match="takes no input") as caught:
        choose(double, "no")
    assert caught.value.refusal == "menu_takes_no_input"
    assert double.edges == edges


def test_what_the_choice_leads_to_is_in_the_outcome() -> None:
    double = open_double(talk_world("ask"))
    tap(double, Buttons.A)
    dial(double, double.profile())
    outcome = choose(double, "yes")
    assert outcome.mode is Mode.DIALOG
    assert outcome.dialog is not None
    assert outcome.dialog.box == ("Good.",)


def test_no_menu_is_refused() -> None:
    double = open_double(ROOM)
    with pytest.raises(ActionError) as caught:
        choose(double, "yes")
    assert caught.value.refusal == "no_menu_open"
    assert double.edges == 0


def test_an_entry_that_is_not_there_is_refused_with_those_that_are() -> None:
    double = start_menu()
    edges = double.edges
    with pytest.raises(ActionError, match="exit") as caught:
        choose(double, "fly")
    assert caught.value.refusal == "no_such_entry"
    assert double.edges == edges


def test_a_budget_that_is_too_small_is_refused() -> None:
    double = start_menu()
    edges = double.edges
    with pytest.raises(ActionError) as caught:
        choose(double, "exit", budget=Budget(max_inputs=3))
    assert caught.value.refusal == "budget_too_small"
    assert double.edges == edges


def test_a_budget_that_is_just_enough_is_used_up() -> None:
    outcome = choose(start_menu(), "exit", budget=Budget(max_inputs=6))
    assert (outcome.ended_because, outcome.presses) == ("selected", 6)


def entries(**labels: str) -> Menu:
    return Menu("list", 0, tuple(MenuEntry(name, label) for name, label in labels.items()))


def test_an_entry_is_named_by_its_id_or_else_by_its_label() -> None:
    menu = entries(first="Potion", second="first", third=" Antidote ")
    assert find_entry(menu, "FIRST") == 0
    assert find_entry(menu, "potion") == 0
    assert find_entry(menu, "antidote") == 2


def test_a_label_of_several_entries_is_refused() -> None:
    with pytest.raises(ActionError, match="has several entries 'potion'") as caught:
        find_entry(entries(first="Potion", second="Potion"), "potion")
    assert caught.value.detail["entries"] == ("first", "second")


def test_a_cursor_that_stalls_stops_it_before_anything_is_chosen() -> None:
    double = start_menu()
    double.freeze()
    outcome = choose(double, "exit")
    assert (outcome.ended_because, outcome.presses) == ("cursor_stalled", 2)
    assert outcome.exit_code is ExitCode.ENDED_SHORT


def test_where_it_is_not_known_whether_a_menu_accepts_input_a_is_pressed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def untold(ram: Snapshot, profile: Profile) -> Menu | None:
        menu = decode_menu(ram, profile)
        return None if menu is None else replace(menu, takes_input=None)

    double = start_menu()
    double.freeze()
    monkeypatch.setattr("gbatool.actions.select.decode_menu", untold)
    outcome = choose(double, "pokemon")
    assert (outcome.ended_because, outcome.presses) == ("unconfirmed", 1)
    assert outcome.exit_code is ExitCode.ENDED_SHORT


def test_a_choice_that_is_not_taken_is_told() -> None:
    double = open_double(talk_world("ask"))
    tap(double, Buttons.A)
    assert dial(double, double.profile()).ended_because == "choice_open"
    double.freeze()
    outcome = choose(double, "yes")
    assert (outcome.ended_because, outcome.presses) == ("not_accepted", 2)


@pytest.mark.parametrize(
    ("cursor", "wanted", "columns", "buttons"),
    [
        (0, 0, 1, []),
        (0, 2, 1, [Buttons.DOWN, Buttons.DOWN]),
        (2, 1, 1, [Buttons.UP]),
        (3, 0, 2, [Buttons.UP, Buttons.LEFT]),
        (1, 2, 2, [Buttons.DOWN, Buttons.LEFT]),
    ],
)
def test_the_way_of_the_cursor(
    cursor: int, wanted: int, columns: int, buttons: list[Buttons]
) -> None:
    moves = plan_moves(cursor, wanted, columns)
    assert [button for button, _ in moves] == buttons
    assert not moves or moves[-1][1] == wanted
