"""The scene: no flag alone decides it."""

from __future__ import annotations

import pytest

from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine import layouts
from gbatool.errors import DecodeError
from gbatool.profile import Profile
from tests.decode.records import battle_world
from tests.decode.test_dialog import SCROLL_AT, finished, talking
from tests.decode.world import PROFILE, World, profile_without


def told(world: World, profile: Profile = PROFILE) -> tuple[Mode, bool, bool | None]:
    scene = decode_scene(world.build(), profile)
    return scene.mode, scene.input_ready, scene.waiting_for_advance


def expected(world: World, profile: Profile = PROFILE) -> str | None:
    return decode_scene(world.build(), profile).expects


def because(world: World, profile: Profile = PROFILE) -> str:
    return decode_scene(world.build(), profile).because


def test_standing_free_takes_input() -> None:
    assert told(World()) == (Mode.OVERWORLD, True, False)


@pytest.mark.parametrize(
    ("offset", "value", "why"),
    [
        (0, 0x41, "the tile moves the player"),
        (2, 1, "turns in place"),
        (3, 1, "between two tiles"),
        (6, 1, "preventStep"),
    ],
)
def test_a_player_who_is_held_takes_none(offset: int, value: int, why: str) -> None:
    world = World().put("gPlayerAvatar", offset, "B", value)
    assert told(world) == (Mode.OVERWORLD, False, False)
    assert why in because(world)


def test_the_help_overlay_stops_everything_and_is_a_menu() -> None:
    assert told(World().put("sInHelpSystem", 0, "B", 1)) == (Mode.MENU, False, False)
    assert told(talking(3).put("sInHelpSystem", 0, "B", 1)) == (Mode.MENU, False, False)


def test_the_quest_log_plays_keys_that_are_not_the_players() -> None:
    assert told(World().put("gQuestLogState", 0, "B", 2)) == (Mode.OVERWORLD, False, False)
    assert told(World().put("gQuestLogState", 0, "B", 1)) == (Mode.OVERWORLD, True, False)


def test_a_bump_takes_input_at_once() -> None:
    assert told(World().put("gPlayerAvatar", 2, "B", 2)) == (Mode.OVERWORLD, True, False)


def test_on_the_first_frame_of_a_step_the_avatar_does_not_know_it_yet() -> None:
    assert told(World().player(9, 8, previous_y=9)) == (Mode.OVERWORLD, False, False)


def test_without_an_avatar_a_step_is_told_by_the_object() -> None:
    lean = profile_without("gPlayerAvatar")
    assert told(World(), lean) == (Mode.OVERWORLD, True, False)
    assert told(World().player(9, 8, previous_y=9), lean) == (Mode.OVERWORLD, False, False)


def test_the_lock_alone_is_no_dialog() -> None:
    assert told(World().lock(1)) == (Mode.OVERWORLD, False, False)


def test_a_script_that_runs_holds_the_field_whatever_the_lock_says() -> None:
    world = World().script(mode=2, status=0, native="WaitForFanfareFinish")
    assert told(world) == (Mode.OVERWORLD, False, False)


def test_a_fade_is_a_transition_even_with_the_lock_off() -> None:
    world = World().put("gPaletteFade", 7, "B", 0x80)
    assert told(world) == (Mode.TRANSITION, False, False)


def test_the_lock_is_off_in_the_middle_of_a_warp_and_no_input_is_taken() -> None:
    assert told(World().main("CB2_LoadMap")) == (Mode.TRANSITION, False, False)


def test_the_naming_screen_is_told_by_its_screen_not_by_the_lock() -> None:
    assert told(World().main("CB2_NamingScreen")) == (Mode.NAMING, False, False)


def test_printing_is_dialog() -> None:
    assert told(talking(3)) == (Mode.DIALOG, False, False)


def test_an_arrow_waits_for_a_press() -> None:
    world = talking(SCROLL_AT + 1, state=layouts.PRINTER_SCROLL_PROMPT)
    assert told(world) == (Mode.DIALOG, False, True)


def test_a_finished_box_waits_for_a_press_although_the_printer_is_inactive() -> None:
    assert told(finished()) == (Mode.DIALOG, False, True)


def test_a_stale_native_waits_for_nothing() -> None:
    world = World().script(mode=0, status=2, native="WaitForAorBPress")
    assert told(world) == (Mode.OVERWORLD, True, False)


def test_a_fanfare_holds_the_box_and_no_press_helps() -> None:
    world = finished("WaitForFanfareFinish")
    assert told(world) == (Mode.DIALOG, False, False)
    assert "holds" in because(world)


def test_a_box_whose_text_has_just_ended_is_still_dialog() -> None:
    world = finished("IsFieldMessageBoxHidden").put("sMessageBoxType", 0, "B", 2)
    assert told(world) == (Mode.DIALOG, False, False)


def test_a_message_box_that_is_being_opened_is_dialog() -> None:
    world = World().script(mode=1, status=0).put("sMessageBoxType", 0, "B", 3)
    assert told(world) == (Mode.DIALOG, False, False)


def test_the_start_menu_is_a_menu_although_no_script_runs() -> None:
    assert told(World().start_menu((2, 3, 6))) == (Mode.MENU, False, False)


def test_a_question_is_a_menu_and_a_press_would_answer_it() -> None:
    world = finished(None).script(mode=1, status=1).menu(0, 1).task("Task_YesNoMenu_HandleInput")
    assert told(world) == (Mode.MENU, False, False)


def test_a_choice_that_can_not_be_listed_is_still_a_menu() -> None:
    world = finished(None).script(mode=1, status=1)
    assert told(world) == (Mode.MENU, False, False)
    assert told(world, profile_without("gTasks", "gWindows")) == (Mode.MENU, False, False)


@pytest.mark.parametrize(
    ("count", "outcome", "mode"),
    [
        (0, 1, Mode.BATTLE),
        (2, 0, Mode.BATTLE),
        (2, 1, Mode.BATTLE_WON),
        (2, 2, Mode.BATTLE_LOST),
        (4, 4, Mode.BATTLE_OVER),
        (2, 7 | 0x80, Mode.BATTLE_OVER),
    ],
)
def test_a_battle_is_told_with_its_outcome(count: int, outcome: int, mode: Mode) -> None:
    world = battle_world().put("gBattlersCount", 0, "BB", count, outcome)
    assert told(world) == (mode, False, False)


@pytest.mark.parametrize("outcome", [1, 2, 4, 7 | 0x80])
def test_the_last_battles_outcome_is_none_of_a_battle_that_begins(outcome: int) -> None:
    """The opponent's party is there already, the battlers are still those of the last battle."""
    world = battle_world().put("gBattlersCount", 0, "BB", 2, outcome)
    world.put("gEnemyParty", 0, "2I", 4711, 12)
    assert told(world) == (Mode.BATTLE, False, False)
    assert "the last battle's" in because(world)


@pytest.mark.parametrize("missing", ["gBattleMons", "gEnemyParty"])
def test_an_outcome_that_may_be_the_last_battles_is_none(missing: str) -> None:
    world = battle_world().put("gBattlersCount", 0, "BB", 2, 1)
    lean = profile_without(missing)
    assert told(world, lean) == (Mode.BATTLE, False, False)
    assert f"has no {missing}" in because(world, lean)


def test_an_outcome_left_over_from_a_battle_is_none() -> None:
    world = World().put("gBattlersCount", 0, "BB", 2, 1)
    assert told(world) == (Mode.OVERWORLD, True, False)


def test_text_in_a_battle_waits_for_a_press_too() -> None:
    world = talking(SCROLL_AT + 1, state=layouts.PRINTER_CLEAR).main("CB2_LoadMap", in_battle=True)
    assert told(world.put("gBattlersCount", 0, "BB", 2, 0)) == (Mode.BATTLE, False, True)


def test_before_the_first_map_it_is_the_intro() -> None:
    world = World().main("CB2_LoadMap").put("gBackupMapLayout", 0, "iiI", 0, 0, 0)
    assert told(world, profile_without("CB2_LoadMap"))[0] is Mode.INTRO


def test_without_a_player_between_maps_it_is_a_transition() -> None:
    world = World().main("CB2_LoadMap").player(9, 8, flags=0)
    assert told(world, profile_without("CB2_LoadMap"))[0] is Mode.TRANSITION


def test_a_screen_that_the_profile_does_not_name_is_unknown_with_its_address() -> None:
    world = World().main("CB2_NamingScreen")
    lean = profile_without("CB2_NamingScreen")
    assert told(world, lean) == (Mode.UNKNOWN, False, False)
    assert "0x08001301" in because(world, lean)


@pytest.mark.parametrize("missing", ["gMain", "CB2_Overworld"])
def test_without_the_main_loop_it_is_unknown_and_says_what_is_missing(missing: str) -> None:
    lean = profile_without(missing)
    assert told(World(), lean) == (Mode.UNKNOWN, False, False)
    assert missing in because(World(), lean)


def test_without_the_lock_nothing_proves_that_input_is_taken() -> None:
    lean = profile_without("sLockFieldControls")
    assert told(World(), lean) == (Mode.OVERWORLD, False, False)
    assert "sLockFieldControls" in because(World(), lean)


def test_says_when_fades_were_not_looked_at() -> None:
    lean = profile_without("gPaletteFade")
    assert told(World(), lean) == (Mode.OVERWORLD, True, False)
    assert "gPaletteFade" in because(World(), lean)


def test_says_when_a_locked_field_could_be_a_menu() -> None:
    assert "a menu could be open" in because(World().lock(1), profile_without("gTasks"))


@pytest.mark.parametrize(
    ("symbol", "offset", "value"),
    [
        ("sLockFieldControls", 0, 2),
        ("sGlobalScriptContext", 1, 3),
        ("sGlobalScriptContextStatus", 0, 3),
        ("sMessageBoxType", 0, 4),
        ("gTasks", 4, 2),
    ],
)
def test_refuses_a_flag_that_is_none_of_the_engines(symbol: str, offset: int, value: int) -> None:
    with pytest.raises(DecodeError, match=symbol):
        decode_scene(World().put(symbol, offset, "B", value).build(), PROFILE)


def test_refuses_an_outcome_that_does_not_exist() -> None:
    world = World().main("CB2_LoadMap", in_battle=True).put("gBattlersCount", 0, "BB", 2, 11)
    with pytest.raises(DecodeError, match="gBattleOutcome"):
        decode_scene(world.build(), PROFILE)


def test_what_decides_next_is_one_word() -> None:
    assert expected(World()) == "move"
    assert expected(talking(3)) == "wait"
    assert expected(talking(SCROLL_AT + 1, state=layouts.PRINTER_SCROLL_PROMPT)) == "advance"
    assert expected(finished()) == "advance"
    assert expected(World().start_menu((1, 2, 3))) == "choose"
    assert expected(World().main("CB2_LoadMap")) == "wait"
    assert expected(World().lock(1)) == "wait"


def test_a_question_that_is_not_ready_is_waited_for() -> None:
    for timer, word in ((0, "wait"), (5, "choose")):
        world = finished(None).script(mode=1, status=1).menu(0, 1)
        assert expected(world.task("Task_YesNoMenu_HandleInput", data=(0, 0, timer))) == word


def test_a_choice_of_which_nothing_is_known_is_not_guessed() -> None:
    assert expected(finished(None).script(mode=1, status=1)) is None
    assert expected(World().main("CB2_TrainerCard")) is None


@pytest.mark.parametrize("missing", ["gMain", "sLockFieldControls", "CB2_Overworld"])
def test_without_what_tells_it_nothing_is_expected(missing: str) -> None:
    assert expected(World(), profile_without(missing)) is None


def test_a_message_without_a_script_is_a_dialog() -> None:
    world = finished(None).script(mode=0, status=2).on_screen()
    assert (told(world)[0], expected(world)) == (Mode.DIALOG, "wait")
    assert told(world.on_screen(drawn=False))[0] is Mode.OVERWORLD
    by_another = world.on_screen().put("sTextPrinters", 0, "I", 0)
    assert told(by_another)[0] is Mode.OVERWORLD


def test_whether_a_box_waits_is_not_told_without_a_printer() -> None:
    unproven = profile_without("sTextPrinters")
    for world in (talking(5), talking(SCROLL_AT), finished(), battle_world()):
        mode, ready, waits = told(world, unproven)
        assert (ready, waits) in {(False, None), (False, True)}, mode
    assert told(World(), unproven) == (Mode.OVERWORLD, True, False)
