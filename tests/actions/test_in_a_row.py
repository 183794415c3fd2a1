"""What outlives its situation is not read into the next one: two battles, dialogs and menus in a row.

Every frame between the two is looked at, with everything that the first one left in memory.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gbatool.actions.conditions import parse_condition
from gbatool.actions.dial import dial
from gbatool.actions.select import select
from gbatool.core import Buttons, Emulator
from gbatool.decode.battle import battle_text
from gbatool.decode.battle_state import decode_battle
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.menu import decode_menu
from gbatool.decode.scene import Mode, decode_scene
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot
from gbatool.profile import Profile
from gbatool.scan.lab.byte_code import MESSAGE, WAIT_MESSAGE, wild_battle, yes_no
from gbatool.scan.lab.scratch import unused_ewram
from tests.actions.demo_game import CHOOSER, FORGETFUL, QUESTION, STORYTELLER, Game, boxes
from tests.actions.real_game import RealGame
from tests.double.text import encode

PATIENCE = 1500
WON = parse_condition("mode=battle_won")
OVER = parse_condition("mode=battle_over")


def frames(emulator: Emulator) -> Iterator[Snapshot]:
    """Every frame from now on, until the caller has seen enough."""
    for _ in range(PATIENCE):
        emulator.run(1)
        yield emulator.live
    raise AssertionError("what was waited for never came")


def fight_to_the_end(game: Game) -> None:
    """Fight with the first move until the field is back."""
    for _ in range(40):
        if game.dial().ended_because == "battle_ended":
            return
        game.select("fight")
        game.select("move_0")
    raise AssertionError("the battle has no end")


def check_a_new_battle(ram: Snapshot, profile: Profile, old: set[str]) -> bool:
    """Check one frame of a battle that begins; whether its menu of actions is open.

    Args:
        ram: The frame.
        profile: Of the ROM.
        old: Lines that the battle before said last.
    """
    assert not WON.holds(ram, profile)
    assert not OVER.holds(ram, profile)
    scene = decode_scene(ram, profile)
    assert scene.mode in {Mode.BATTLE, Mode.OVERWORLD, Mode.TRANSITION, Mode.UNKNOWN}
    try:
        battle, dialog = decode_battle(ram, profile), decode_dialog(ram, profile)
    except DecodeError:
        return False
    if battle is not None:
        assert battle.outcome == "running"
        assert not old.intersection(battle.message or ())
    assert dialog is None or not old.intersection(dialog.lines)
    return scene.mode is Mode.BATTLE and battle is not None and battle.asks == "action"


def test_a_second_battle_is_neither_won_nor_does_it_say_what_the_first_said(battle: Game) -> None:
    fight_to_the_end(battle)
    ram, profile = battle.emulator.live, battle.profile
    left = {name: ram.u8(profile.address(name)) for name in ("gBattleOutcome", "gBattleTypeFlags")}
    assert all(left.values())  # what the first battle left behind
    said = set(battle_text(ram, profile) or ())
    assert said
    for turn in range(60):
        if battle.to(15 if turn % 2 else 19, 18).ended_because == "battle_started":
            break
    for frame, now in enumerate(frames(battle.emulator)):
        battle.emulator.hold(Buttons.B if frame % 8 < 2 else Buttons.NONE)
        if check_a_new_battle(now, profile, said):
            break
    battle.emulator.hold(Buttons.NONE)


def test_between_two_dialogs_nothing_is_said(town: Game) -> None:
    town.to(17, 9)
    assert town.talk_to(QUESTION).ended_because == "choice_open"
    town.select("no")
    assert town.dial().transcript == boxes("gText_QuestionNo")
    names = ("gText_Question", "gText_QuestionNo")
    first = {line for name in names for box in boxes(name) for line in box}
    town.emulator.run(2)
    assert decode_dialog(town.emulator.live, town.profile) is None
    assert town.talk_to(STORYTELLER).transcript == boxes("gText_Storyteller")
    for _ in range(30):
        town.emulator.run(1)
        assert decode_dialog(town.emulator.live, town.profile) is None
    town.press("a")
    for now in frames(town.emulator):
        dialog = decode_dialog(now, town.profile)
        if dialog is None:
            continue
        assert not first.intersection(dialog.box)
        if not dialog.printing:
            break


def test_a_second_menu_has_its_own_cursor_entries_and_question(town: Game) -> None:
    outcome = town.talk_to(CHOOSER)
    assert outcome.menu is not None
    select(town.emulator, town.profile, "snow", confirm=False)
    town.select("snow")
    town.dial()
    town.to(17, 9)
    town.talk_to(QUESTION)
    again = decode_menu(town.emulator.live, town.profile)
    assert again is not None
    assert (again.id, again.cursor) == ("yes_no", 0)
    assert again.question == boxes("gText_Question")[-1]
    town.select("no")
    for now in frames(town.emulator):
        try:
            assert decode_menu(now, town.profile) is None
        except DecodeError:
            continue
        if not decode_dialog(now, town.profile):
            break
        town.emulator.hold(Buttons.A if now.frame % 20 < 2 else Buttons.NONE)


def test_the_naming_screen_carries_no_question_of_the_field(town: Game) -> None:
    town.to(17, 16)
    assert town.talk_to(FORGETFUL).ended_because == "choice_open"
    town.press("a")
    for now in frames(town.emulator):
        try:
            menu = decode_menu(now, town.profile)
        except DecodeError:
            continue
        if menu is not None and menu.naming is not None:
            assert menu.question == ()
            assert decode_dialog(now, town.profile) is None
            break


@pytest.mark.rom
def test_a_second_battle_of_a_real_game_is_not_decided_at_once() -> None:
    game = RealGame()
    if game.profile.engine == "emerald":
        pytest.skip("Emerald's battles use the memory in which an injected script would go on")
    fight_wild_one(game)
    assert game.emulator.live.u8(game.profile.address("gBattleOutcome"))
    said = set(battle_text(game.emulator.live, game.profile) or ())
    game.run_script(wild_battle(16, 3))  # another species, whose texts differ
    for now in frames(game.emulator):
        game.emulator.hold(Buttons.B if now.frame % 8 < 2 else Buttons.NONE)
        if check_a_new_battle(now, game.profile, said):
            break


@pytest.mark.rom
def test_two_questions_of_a_real_game_are_read_and_answered() -> None:
    game = RealGame()
    if game.profile.structures.prints_by_printers and not game.profile.has("gWindows"):
        pytest.skip("the profile has no gWindows")
    result = game.profile.address("gSpecialVar_Result")
    for words, answer, value in ((("SHALL WE", "REALLY"), "no", 0), (("AGAIN", "WELL"), "yes", 1)):
        ask(game, "\n".join(words))
        asked = dial(game.emulator, game.profile)
        assert (asked.ended_because, asked.expects) == ("choice_open", "choose")
        assert asked.menu is not None
        assert (asked.menu.id, asked.menu.cursor, asked.menu.question) == ("yes_no", 0, words)
        assert select(game.emulator, game.profile, answer).ended_because == "selected"
        assert game.wait_until_free()
        assert game.emulator.live.u16(result) == value
        game.emulator.run(2)
        assert decode_dialog(game.emulator.live, game.profile) is None


def ask(game: RealGame, text: str) -> None:
    """Run a script that says a text and asks yes or no."""
    data = encode(text)
    room = unused_ewram([game.emulator.snapshot()], len(data))
    game.emulator.write(room, data)
    game.run_script(bytes((MESSAGE, *room.to_bytes(4, "little"), WAIT_MESSAGE)) + yes_no())


def fight_wild_one(game: RealGame) -> None:
    """Win a battle against something weak, and wait until the field is back."""
    game.run_script(wild_battle(19, 3))
    for _ in range(40):
        ended = dial(game.emulator, game.profile).ended_because
        if ended == "battle_ended":
            return
        if ended == "choice_open":
            select(game.emulator, game.profile, "fight")
            select(game.emulator, game.profile, "move_0")
    raise AssertionError("the battle has no end")
