"""A battle on the demo cartridge, dialled to each decision, decided by its menus, dialled to its end."""

from __future__ import annotations

import pytest

from gbatool.actions.conditions import parse_condition
from gbatool.actions.press import parse_buttons, press
from gbatool.actions.select import select
from gbatool.actions.wait import wait
from gbatool.core import EmulatorState
from gbatool.decode.scene import Mode
from gbatool.errors import ActionError, ExitCode
from tests.actions.demo_game import Game

ACTIONS = ["fight", "bag", "pokemon", "run"]


def test_the_grass_starts_a_battle_on_the_way(route: Game) -> None:
    ends = []
    for turn in range(60):
        ends.append(route.to(15 if turn % 2 else 19, 18))
        if ends[-1].ended_because == "battle_started":
            break
    assert {end.ended_because for end in ends} == {"arrived", "battle_started"}
    assert ends[-1].exit_code is ExitCode.ENDED_SHORT


def test_reading_ends_at_the_menu_of_actions(battle: Game) -> None:
    outcome = battle.dial()
    assert outcome.ended_because == "choice_open"
    assert outcome.transcript[0][0].startswith("A wild ")
    assert outcome.menu is not None
    assert (outcome.menu.id, outcome.menu.columns) == ("battle_action", 2)
    assert [entry.id for entry in outcome.menu.entries] == ACTIONS
    assert outcome.menu.question is None  # drawn at once, past the buffer of battle messages
    assert outcome.expects == "choose"
    again = battle.dial()
    assert (again.ended_because, again.presses) == ("choice_open", 0)


@pytest.mark.parametrize("entry", ACTIONS)
def test_every_action_is_reached_over_both_columns(battle: Game, entry: str) -> None:
    battle.dial()
    outcome = select(battle.emulator, battle.profile, entry, confirm=False)
    column, row = ACTIONS.index(entry) % 2, ACTIONS.index(entry) // 2
    assert (outcome.ended_because, outcome.presses) == ("cursor_moved", column + row)
    assert outcome.menu is not None
    assert outcome.menu.entries[outcome.menu.cursor].id == entry
    back = select(battle.emulator, battle.profile, "fight", confirm=False)
    assert (back.ended_because, back.presses) == ("cursor_moved", column + row)


def test_to_fight_opens_the_moves_and_a_move_is_chosen_by_its_name(battle: Game) -> None:
    battle.dial()
    outcome = battle.select("fight")
    assert outcome.ended_because == "selected"
    assert outcome.menu is not None
    assert outcome.menu.id == "battle_move"
    assert battle.dial().ended_because == "choice_open"
    last = outcome.menu.entries[-1]
    assert last.label is not None
    chosen = battle.select(last.label.lower())
    assert (chosen.ended_because, chosen.chosen.id) == ("selected", last.id)
    turn = battle.dial()
    assert turn.ended_because in {"choice_open", "battle_ended"}
    assert any(last.label in line for box in turn.transcript for line in box)


def test_after_running_the_texts_are_read_and_the_field_is_back(battle: Game) -> None:
    battle.dial()
    assert battle.select("run").ended_because == "selected"
    outcome = battle.dial()
    assert outcome.ended_because == "battle_ended"
    assert outcome.transcript
    assert (outcome.mode, outcome.input_ready) == (Mode.OVERWORLD, True)
    with pytest.raises(ActionError) as caught:
        battle.dial()
    assert caught.value.refusal == "no_conversation_open"


def test_a_battle_is_fought_to_its_end_by_its_menus(battle: Game) -> None:
    read = battle.dial()
    said = [line for box in read.transcript for line in box]
    for _ in range(40):
        if read.ended_because == "battle_ended":
            break
        assert read.ended_because == "choice_open"
        battle.select("fight")
        assert battle.select("move_0").ended_because == "selected"
        read = battle.dial()
        said += [line for box in read.transcript for line in box]
    assert read.ended_because == "battle_ended"
    assert read.input_ready
    everything = " ".join(said)
    assert "drops into the moss" in everything or "can not go on" in everything


def test_an_entry_that_a_battle_does_not_have_is_refused(
    battle: Game, battle_state: EmulatorState
) -> None:
    del battle_state
    battle.dial()
    frame = battle.emulator.frame
    with pytest.raises(ActionError, match="fight, bag, pokemon, run") as caught:
        battle.select("dance")
    assert caught.value.refusal == "no_such_entry"
    assert battle.emulator.frame == frame


def test_the_battle_is_waited_for_and_pressed_through_until_its_menu_opens(battle: Game) -> None:
    met = wait(battle.emulator, battle.profile, until=parse_condition("mode=battle"), frames=600)
    assert (met.ended_because, met.mode) == ("condition_met", Mode.BATTLE)
    pressed = press(
        battle.emulator,
        battle.profile,
        [parse_buttons("b")],
        hold=8,
        repeat=200,
        until=parse_condition("menu"),
    )
    assert pressed.ended_because == "condition_met"
    assert pressed.menu is not None
    assert pressed.menu.id == "battle_action"
    assert pressed.presses < 200
