"""dial on the double: every box once, every ending, and no choice is ever made."""

from __future__ import annotations

import pytest

from gbatool.actions.budgets import Budget
from gbatool.actions.conditions import parse_condition
from gbatool.actions.dial import STALL_FRAMES, DialOutcome, dial
from gbatool.actions.wait import wait
from gbatool.core import Buttons
from gbatool.decode.scene import Mode
from gbatool.engine import layouts
from gbatool.errors import ActionError, ExitCode, UnprovenSymbolError
from tests.actions.worlds import open_double, room_world, talk_world
from tests.double import Double
from tests.double.places import PLACES


def talk(script: str) -> Double:
    """A double whose player has just pressed A facing an NPC."""
    double = open_double(talk_world(script))
    double.hold(Buttons.A)
    double.run(2)
    double.hold(Buttons.NONE)
    double.run(1)
    return double


def read(double: Double, budget: Budget | None = None) -> DialOutcome:
    return dial(double, double.profile(), budget=budget)


def test_a_box_is_read_and_closed() -> None:
    double = talk("hello")
    outcome = read(double)
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript == (("Hello.",),)
    assert outcome.presses == 1
    assert outcome.input_ready
    assert outcome.exit_code is ExitCode.OK
    assert double.held is Buttons.NONE


def test_every_box_is_there_once_in_order_and_what_scrolls_is_one() -> None:
    assert read(talk("long")).transcript == (
        ("One.",),
        ("Two.", "Two more.", "Still two."),
        ("Three.",),
        ("Four.",),
    )


def test_two_boxes_that_say_the_same_are_two() -> None:
    assert read(talk("twice")).transcript == (("Again.",), ("Again.",))


def test_a_press_for_each_prompt_and_none_more() -> None:
    assert read(talk("long")).presses == 5


def test_holding_reads_faster_than_waiting() -> None:
    double = talk("wordy")
    assert read(double).frames < 2 * len("A rather long line of text, which takes a while.")


def test_it_never_presses_at_the_world() -> None:
    double = talk("hello")
    read(double)
    edges = double.edges
    with pytest.raises(ActionError) as caught:
        read(double)
    assert caught.value.refusal == "no_conversation_open"
    double.run(30)
    assert double.edges == edges


def test_a_question_stops_it_and_is_not_answered() -> None:
    double = talk("ask")
    outcome = read(double)
    assert outcome.ended_because == "choice_open"
    assert outcome.transcript == (("Shall we?",),)
    assert outcome.menu is not None
    assert (outcome.menu.id, [entry.id for entry in outcome.menu.entries]) == (
        "yes_no",
        ["yes", "no"],
    )
    edges = double.edges
    again = read(double)
    assert (again.ended_because, again.presses) == ("choice_open", 0)
    assert again.transcript == (("Shall we?",),)
    assert double.edges == edges


def test_the_question_is_written_down_also_where_nothing_tells_that_its_box_is_open() -> None:
    double = Double(talk_world("ask"), leave_out=("gWindows",))
    double.run(1)
    double.hold(Buttons.A)
    double.run(2)
    double.hold(Buttons.NONE)
    double.run(1)
    outcome = read(double)
    assert (outcome.ended_because, outcome.transcript) == ("choice_open", (("Shall we?",),))


def test_after_the_answer_it_reads_on() -> None:
    double = talk("ask")
    assert read(double).ended_because == "choice_open"
    double.hold(Buttons.A)
    double.run(1)
    double.hold(Buttons.NONE)
    double.run(1)
    outcome = read(double)
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript == (("Good.",),)


def test_a_choice_that_can_not_be_listed_stops_it_without_a_press() -> None:
    double = talk("unlisted")
    edges = double.edges
    outcome = read(double)
    assert (outcome.ended_because, outcome.presses) == ("choice_unlisted", 0)
    assert outcome.mode is Mode.MENU
    # A held while the text printed is one edge or a few, and none came afterwards.
    assert double.edges - edges <= 2


def test_a_script_that_waits_for_something_else_than_a_choice_is_waited_for() -> None:
    outcome = read(talk("healed"))
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript == (("You look tired.",), ("Better now.",))
    assert (outcome.presses, outcome.stalled_presses) == (2, 0)


def test_a_fanfare_is_waited_out_without_a_press() -> None:
    outcome = read(talk("fanfare"))
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript == (("You got it!",), ("Enjoy it.",))
    assert (outcome.presses, outcome.stalled_presses) == (1, 0)
    assert outcome.frames > 160


def test_a_script_that_holds_on_and_on_is_given_up_within_a_bound() -> None:
    outcome = read(talk("endless"))
    assert outcome.ended_because == "script_holding"
    assert outcome.exit_code is ExitCode.ENDED_SHORT
    assert outcome.presses == 1


def test_a_box_that_never_says_that_it_waits_is_pressed_after_a_while() -> None:
    outcome = read(talk("unparked"))
    assert outcome.ended_because == "dialog_closed"
    assert (outcome.presses, outcome.stalled_presses) == (1, 1)
    assert outcome.frames > STALL_FRAMES
    assert outcome.transcript == (("A plaque.",),)


def test_a_box_that_stands_there_unasked_is_read_once_it_was_pressed() -> None:
    double = talk("unparked")
    double.run(100)
    assert read(double).transcript == (("A plaque.",),)


def test_a_battle_that_begins_stops_it() -> None:
    outcome = read(talk("fight"))
    assert (outcome.ended_because, outcome.mode) == ("battle_started", Mode.BATTLE)
    assert outcome.transcript == (("Fight me!",),)


def test_the_aftermath_is_read_while_the_mode_says_that_the_battle_is_over() -> None:
    double = talk("fight")
    read(double)
    outcome = read(double)
    assert outcome.ended_because == "battle_ended"
    assert outcome.transcript == (
        ("It begins.",),
        ("It goes on.",),
        ("You won!",),
        ("It ends.",),
        ("Oh no.",),
    )
    assert outcome.mode is Mode.OVERWORLD


def test_an_outcome_that_memory_retains_in_the_field_is_no_conversation() -> None:
    double = talk("fight")
    read(double)
    read(double)
    profile = double.profile()
    assert double.live.u8(profile.address("gBattleOutcome")) == 1
    with pytest.raises(ActionError) as caught:
        read(double)
    assert caught.value.refusal == "no_conversation_open"


def test_a_naming_screen_stops_it() -> None:
    double = talk("name")
    outcome = read(double)
    assert (outcome.ended_because, outcome.mode) == ("naming_open", Mode.NAMING)
    double.hold(Buttons.START)
    double.run(2)
    double.hold(Buttons.NONE)
    double.run(1)
    assert read(double).transcript == (("Nice.",),)


def test_people_who_walk_between_two_boxes_are_waited_for() -> None:
    outcome = read(talk("scene"))
    assert outcome.transcript == (("Look!",), ("There.",))


def test_a_script_that_gives_the_controls_back_without_a_box_is_told_apart() -> None:
    double = talk("parade")
    outcome = read(double)
    assert outcome.ended_because == "script_released"
    assert outcome.transcript == (("Off we go.",),)
    assert outcome.input_ready


def test_the_input_bound_is_told_and_a_second_dial_goes_on() -> None:
    double = talk("long")
    first = read(double, Budget(max_inputs=2))
    assert first.ended_because == "input_bound_reached"
    assert first.exit_code is ExitCode.ENDED_SHORT
    assert first.transcript == (("One.",), ("Two.", "Two more.", "Still two."))
    second = read(double)
    assert second.ended_because == "dialog_closed"
    assert second.transcript[-2:] == (("Three.",), ("Four.",))


def test_the_frame_bound_is_told_and_half_a_box_is_left_out() -> None:
    double = talk("wordy")
    outcome = read(double, Budget(max_frames=20))
    assert outcome.ended_because == "frame_bound_reached"
    assert outcome.frames <= 20
    assert outcome.transcript == ()
    assert outcome.dialog is not None
    assert read(double).transcript == (("A rather long line of text, which takes a while.",),)


def test_the_start_menu_is_no_conversation() -> None:
    double = open_double(room_world("#####", "#...#", "#####"))
    double.hold(Buttons.START)
    double.run(2)
    double.hold(Buttons.NONE)
    edges = double.edges
    with pytest.raises(ActionError) as caught:
        read(double)
    assert caught.value.refusal == "no_conversation_open"
    assert double.edges == edges


@pytest.mark.parametrize("delay", range(9))
def test_the_phase_of_the_first_press_does_not_matter(delay: int) -> None:
    double = talk("ask")
    double.run(delay)
    outcome = read(double)
    assert (outcome.ended_because, outcome.transcript) == ("choice_open", (("Shall we?",),))


def test_a_frozen_console_is_told_within_a_few_hundred_frames() -> None:
    double = talk("hello")
    double.run(10)
    double.freeze()
    outcome = read(double)
    assert (outcome.ended_because, outcome.exit_code) == ("game_stuck", ExitCode.ENDED_SHORT)
    assert outcome.frames < 400


def test_a_text_that_prints_no_further_is_told_within_a_few_hundred_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    double = talk("wordy")
    double.run(10)
    place = PLACES["sTextPrinters"]
    printer, run = double.live.read(place, layouts.TEXT_PRINTER.itemsize).tobytes(), double.run

    def without_progress(frames: int = 1) -> None:
        for _ in range(frames):
            run()
            double.write(place, printer)

    monkeypatch.setattr(double, "run", without_progress)
    outcome = read(double)
    assert (outcome.ended_because, outcome.exit_code) == ("text_stalled", ExitCode.ENDED_SHORT)
    assert outcome.frames < 700
    again = wait(double, double.profile(), until=parse_condition("no-dialog"))
    assert (again.ended_because, again.frames < 700) == ("text_stalled", True)


def test_a_profile_without_the_printer_is_refused() -> None:
    double = Double(talk_world("hello"), leave_out=("sTextPrinters",))
    with pytest.raises(UnprovenSymbolError, match="sTextPrinters"):
        dial(double, double.profile())
