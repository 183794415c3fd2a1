"""The actions on the demo cartridge, in the real core."""

from __future__ import annotations

import pytest

from gbatool.actions.dial import DialOutcome
from gbatool.actions.route.targets import EdgeTarget, ObjectEventTarget, WarpTarget
from gbatool.actions.select import select
from gbatool.actions.type_text import type_text
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.decode.scene import Mode
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError
from tests.actions.demo_game import (
    CHOOSER,
    FORGETFUL,
    GIFT,
    QUESTION,
    STORYTELLER,
    WANDERER,
    Game,
    boxes,
)


def test_from_the_bedroom_to_the_street_in_two_walks(bedroom: Game) -> None:
    stairs = bedroom.walk(WarpTarget(0))
    assert (stairs.ended_because, bedroom.map) == ("arrived", (4, 0))
    door = bedroom.walk(WarpTarget(0))
    assert (door.ended_because, bedroom.map) == ("arrived", (3, 0))
    assert door.warped is not None
    assert door.warped.to_map is not None
    assert (door.warped.to_map.group, door.warped.to_map.num) == (3, 0)
    assert door.input_ready


def test_a_sign_of_two_boxes_is_one_dial(bedroom: Game) -> None:
    bedroom.to(1, 3)
    bedroom.press("up")
    bedroom.press("a")
    outcome = bedroom.dial()
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript == boxes("gText_Television")
    assert outcome.stalled_presses == 0


def test_a_long_conversation_is_one_dial(bedroom: Game) -> None:
    bedroom.walk(WarpTarget(0))
    outcome = bedroom.talk_to(1)
    assert outcome.transcript == boxes("gText_Mother1")
    assert outcome.presses == len(boxes("gText_Mother1"))
    with pytest.raises(ActionError, match="nothing is being said"):
        bedroom.dial()


def test_scrolled_lines_pauses_and_names_come_back(town: Game) -> None:
    outcome = town.talk_to(STORYTELLER)
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript == boxes("gText_Storyteller")


def test_a_question_is_left_open_and_its_answer_read_on(town: Game) -> None:
    town.to(17, 9)
    outcome = town.talk_to(QUESTION)
    assert outcome.ended_because == "choice_open"
    assert outcome.menu is not None
    assert (outcome.menu.id, outcome.menu.cursor) == ("yes_no", 0)
    assert outcome.expects == "choose"
    assert outcome.dialog is not None
    assert outcome.menu.question == outcome.dialog.lines == boxes("gText_Question")[-1]
    town.press("b")
    assert town.dial().transcript == boxes("gText_QuestionNo")


def test_a_fanfare_is_waited_out(town: Game) -> None:
    town.to(21, 10)
    outcome = town.talk_to(GIFT)
    assert outcome.ended_because == "dialog_closed"
    assert outcome.transcript[:2] == boxes("gText_Gift")
    assert outcome.stalled_presses == 0


def test_a_naming_screen_is_left_open(town: Game) -> None:
    town.to(17, 16)
    assert town.talk_to(FORGETFUL).ended_because == "choice_open"
    town.press("a")
    outcome = town.dial()
    assert (outcome.ended_because, outcome.mode) == ("naming_open", Mode.NAMING)
    assert outcome.expects in {"type", "wait"}


def test_a_person_in_the_only_way_blocks_it(town: Game) -> None:
    """The garden has two entrances; with one of them closed, an NPC is in the other."""
    town.to(6, 12)
    assert town.to(6, 14).ended_because == "arrived"
    town.to(6, 12)
    town.close(11, 18)
    outcome = town.to(6, 14)
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "person")
    assert outcome.blocked_at is not None
    assert (outcome.blocked_at.local_x, outcome.blocked_at.local_y) == (6, 13)
    assert town.tile == (6, 12)


def test_an_npc_that_wanders_is_followed(town: Game) -> None:
    town.to(20, 9)
    outcome = town.walk(ObjectEventTarget(WANDERER))
    assert outcome.ended_because == "arrived"
    assert outcome.surroundings is not None
    assert outcome.surroundings.ahead.local_id == WANDERER


def test_a_door_is_entered_by_walking_into_it(town: Game) -> None:
    town.to(9, 9)
    outcome = town.walk(WarpTarget(0))
    assert (outcome.ended_because, town.map) == ("arrived", (4, 0))


def test_a_door_that_is_no_exit_is_a_wall(town: Game) -> None:
    with pytest.raises(ActionError) as caught:
        town.to(21, 7)
    assert caught.value.refusal == "walk_target_impassable"


def test_arriving_below_a_sign_does_not_read_it(town: Game) -> None:
    town.to(10, 9)
    outcome = town.to(10, 8)
    assert (outcome.ended_because, outcome.input_ready) == ("arrived", True)


def test_a_ledge_is_jumped_down_and_walked_around_up(town: Game) -> None:
    town.to(3, 15)
    down = town.to(3, 17)
    assert (down.ended_because, down.steps) == ("arrived", 1)
    up = town.to(3, 15)
    assert up.ended_because == "arrived"
    assert up.steps > 2


def test_the_water_is_not_walked_on(town: Game) -> None:
    with pytest.raises(ActionError) as caught:
        town.to(22, 18)
    assert caught.value.refusal == "no_path_to_target"


def test_the_edge_is_crossed_both_ways(town: Game) -> None:
    north = town.walk(EdgeTarget(Facing.NORTH))
    assert (north.ended_because, town.map) == ("arrived", (3, 1))
    south = town.walk(EdgeTarget(Facing.SOUTH))
    assert (south.ended_because, town.map) == ("arrived", (3, 0))


def test_one_walks_over_the_bridge_or_under_it(route: Game) -> None:
    assert route.to(11, 24).ended_because == "arrived"
    under = walk_past_battles(route, 10, 5)
    assert under.planned_steps <= 30
    over = walk_past_battles(route, 5, 7)
    assert over.ended_because == "arrived"
    across = walk_past_battles(route, 16, 7)
    assert (across.ended_because, across.steps) == ("arrived", 11)


def walk_past_battles(game: Game, x: int, y: int) -> WalkOutcome:
    """Walk, finishing every battle that begins in the grass; the last walk's outcome."""
    for _ in range(6):
        outcome = game.to(x, y)
        if outcome.ended_because != "battle_started":
            return outcome
        end_battle(game)
    raise AssertionError("battle after battle")


def end_battle(game: Game) -> list[DialOutcome]:
    """Fight with the first move until the battle is over."""
    read = [game.dial()]
    for _ in range(40):
        if read[-1].ended_because == "battle_ended":
            return read
        game.press("a")
        read.append(game.dial())
    raise AssertionError("the battle does not end")


def test_entries_of_real_menus_are_chosen(town: Game) -> None:
    town.press("start")
    moved = select(town.emulator, town.profile, "option", confirm=False)
    assert moved.menu is not None
    assert moved.menu.entries[moved.menu.cursor].id == "option"
    assert select(town.emulator, town.profile, "exit").ended_because == "selected"
    town.to(17, 9)
    assert town.talk_to(QUESTION).ended_because == "choice_open"
    assert select(town.emulator, town.profile, "no").ended_because == "selected"
    assert town.dial().transcript == boxes("gText_QuestionNo")


def test_a_list_of_choices_is_read_and_chosen_from(town: Game) -> None:
    outcome = town.talk_to(CHOOSER)
    assert outcome.ended_because == "choice_open"
    assert outcome.menu is not None
    assert [entry.label for entry in outcome.menu.entries] == ["SUN", "FOG", "RAIN", "SNOW"]
    assert outcome.menu.question == outcome.transcript[-1]
    assert select(town.emulator, town.profile, "rain").ended_because == "selected"
    assert town.dial().transcript == boxes("gText_ChooserRain")


@pytest.fixture
def naming(town: Game) -> Game:
    town.to(17, 16)
    assert town.talk_to(FORGETFUL).ended_because == "choice_open"
    select(town.emulator, town.profile, "yes")
    assert town.dial().ended_because == "naming_open"
    town.emulator.run(60)
    return town


def test_a_name_is_typed_over_all_pages_and_accepted(naming: Game) -> None:
    outcome = type_text(naming.emulator, naming.profile, "Ab3z")
    assert (outcome.ended_because, outcome.typed) == ("typed", "Ab3z")
    assert outcome.mode is Mode.NAMING
    again = type_text(naming.emulator, naming.profile, "Ab3z")
    assert (again.ended_because, again.presses) == ("typed", 0)
    other = type_text(naming.emulator, naming.profile, "AbC", accept=True)
    assert other.ended_because == "accepted"
    read = naming.dial()
    assert read.ended_because == "dialog_closed"
    assert read.transcript[0][0].startswith("AbC!")


@pytest.mark.parametrize(
    ("text", "refusal"), [("ABCDEFGH", "text_too_long"), ("A+", "no_such_key")]
)
def test_what_can_not_be_typed_is_refused(naming: Game, text: str, refusal: str) -> None:
    with pytest.raises(ActionError) as caught:
        type_text(naming.emulator, naming.profile, text)
    assert caught.value.refusal == refusal


def test_without_a_naming_screen_nothing_is_typed(town: Game) -> None:
    with pytest.raises(ActionError) as caught:
        type_text(town.emulator, town.profile, "A")
    assert caught.value.refusal == "no_naming_screen"


def test_keys_of_the_naming_screen_are_typed_and_not_selected(naming: Game) -> None:
    frame = naming.emulator.frame
    with pytest.raises(ActionError, match="gbatool type") as caught:
        naming.select("A")
    assert caught.value.refusal == "naming_screen"
    assert naming.emulator.frame == frame
