"""What can be done in the world: talks, menus, warps, the edge, the bridge, a battle."""

from __future__ import annotations

from gbatool.core import Buttons
from tests.cart.play import NORTH, Play
from tests.cart.worlds import world

RESULT = "gSpecialVar_Result"


def read_on(play: Play, limit: int = 4000) -> None:
    """Press A at prompts and finished boxes until a choice opens or the dialog is over."""
    for _ in range(limit):
        if not play.locked or play.u8("sGlobalScriptContextStatus") == 1:
            return
        waiting = play.printer_state in (2, 3) or play.native == "WaitForAorBPress"
        if waiting:
            play.run(2)
            play.run(1, Buttons.A)
        play.run(1)
    raise AssertionError("the talk does not end")


def talk_to(play: Play, x: int, y: int, keys: Buttons) -> None:
    play.go(x, y)
    play.turn(keys)
    play.run(1, Buttons.A)


def test_the_mother_speaks_and_lets_go() -> None:
    play = world("house")
    talk_to(play, 7, 5, Buttons.RIGHT)
    read_on(play)
    assert not play.locked
    assert play.u8("sGlobalScriptContextStatus") == 2


def test_a_direction_closes_a_plain_talk_and_walks() -> None:
    play = world("town")
    talk_to(play, 6, 12, Buttons.DOWN)
    play.frames_until(lambda: play.native == "WaitForAorBPress")
    start = play.at
    play.run(40, Buttons.LEFT)
    assert not play.locked
    assert play.at != start


def test_the_question_branches() -> None:
    for steps, result in ((0, 1), (1, 0)):
        play = world("town")
        talk_to(play, 17, 7, Buttons.UP)
        read_on(play)
        play.run(6)
        for _ in range(steps):
            play.run(2, Buttons.DOWN)
            play.run(4)
        play.run(1, Buttons.A)
        assert play.u16(RESULT) == result
        read_on(play)
        assert not play.locked


def test_b_answers_no() -> None:
    play = world("town")
    talk_to(play, 17, 7, Buttons.UP)
    read_on(play)
    play.run(6)
    play.run(1, Buttons.B)
    assert play.u16(RESULT) == 0


def test_the_list_of_weathers_gives_its_entry() -> None:
    play = world("town")
    talk_to(play, 11, 6, Buttons.UP)
    read_on(play)
    play.run(6)
    play.run(2, Buttons.UP)
    play.run(4)
    assert play.u8("sMenu", 2) == 3
    play.run(1, Buttons.A)
    assert play.u16(RESULT) == 3


def test_the_gardener_gives_a_berry_once() -> None:
    play = world("town")
    for _ in range(2):
        talk_to(play, 21, 14, Buttons.UP)
        read_on(play)
        key = int.from_bytes(play.pointed("gSaveBlock2Ptr", 0xF20, 2), "little")
        slot = play.pointed("gSaveBlock1Ptr", 0x54C, 4)
        assert int.from_bytes(slot[:2], "little") == 139
        assert int.from_bytes(slot[2:], "little") ^ key == 1


def test_the_locked_door_stays_shut_and_can_be_read() -> None:
    play = world("town")
    play.go(21, 8)
    play.run(60, Buttons.UP)
    assert (play.at, play.place, play.locked) == ((28, 15), (3, 0), False)
    play.run(1, Buttons.A)
    assert play.locked


def test_the_gatekeeper_blocks_the_gap() -> None:
    play = world("town")
    play.go(6, 12)
    start = play.at
    play.run(60, Buttons.DOWN)
    assert play.at == start
    assert play.block(13, 20) & 0xC00 == 0


def test_water_refuses_by_its_level_alone() -> None:
    play = world("town")
    play.go(20, 16)
    start = play.at
    assert play.block(start[0], start[1] + 1) & 0xC00 == 0
    play.run(40, Buttons.DOWN)
    assert play.at == start


def test_the_edge_of_the_town_leads_to_the_route_without_a_fade() -> None:
    play = world("town")
    play.go(14, 0)
    pointer = play.u32("gSaveBlock1Ptr")
    # go() may end in a tap that already stepped; hold on until the map changes.
    play.frames_until(lambda: play.place == (3, 1), Buttons.UP, 40)
    assert play.at == (17, 34)
    assert (play.locked, play.fading, play.u32("gSaveBlock1Ptr")) == (False, False, pointer)
    record = play.address("gObjectEvents", play.player)
    assert play.emulator.live.u8(record + 9) == 0, "the player's record keeps the old map"


def test_over_the_bridge_on_level_4_and_under_it_on_level_3() -> None:
    play = world("route")
    play.go(10, 8)
    play.run(16, Buttons.UP)
    play.run(40)
    assert (play.at, play.elevation) == ((17, 14), 3)
    play.go(10, 10)
    play.go(5, 10)
    play.run(16 * 3 + 8, Buttons.UP)
    play.run(40)
    assert (play.at, play.elevation) == ((12, 14), 4)
    play.run(16 * 5 + 8, Buttons.RIGHT)
    play.run(40)
    assert (play.at, play.elevation) == ((17, 14), 4)
    play.run(40, Buttons.UP)
    assert play.at == (17, 14), "no step off the bridge down to the path"


def test_an_impassable_north_edge_is_left_by_other_sides() -> None:
    play = world("route")
    play.go(4, 23)
    start = play.at
    play.run(40, Buttons.UP)
    assert (play.at, play.facing) == (start, NORTH)
    play.run(30, Buttons.DOWN)
    assert play.at != start


def test_a_practice_battle_is_won_and_the_script_goes_on() -> None:
    play = world("route")
    talk_to(play, 13, 24, Buttons.RIGHT)
    read_on(play)
    play.run(6)
    play.run(1, Buttons.A)
    play.frames_until(lambda: bool(play.u8("gMain", 0x439) & 2))
    assert play.u8("gBattlersCount") == 0
    play.frames_until(lambda: play.u8("gBattlersCount") == 2)
    pages = 0
    for frame in range(9000):
        press = play.u16("gBattle_BG0_Y") or play.printer_state == 2
        if frame % 12 == 0 and play.function("gBattleMainFunc") == "HandleLevelUpBox":
            assert play.printer_state is None
            press, pages = True, pages + 1
        play.run(1, Buttons.A if press and frame % 12 == 0 else Buttons.NONE)
        if play.callback2 == "CB2_Overworld":
            break
    assert play.u8("gBattleOutcome") == 1
    assert (pages, play.u8("gPlayerParty", 0x54)) == (2, 8)
    play.frames_until(lambda: play.u8("sGlobalScriptContextStatus") == 0)
    read_on(play)
    assert not play.locked


def test_the_action_menu_takes_keys_only_when_it_has_scrolled_in() -> None:
    play = world("route")
    talk_to(play, 13, 24, Buttons.RIGHT)
    read_on(play)
    play.run(6)
    play.run(1, Buttons.A)
    for _ in range(2000):
        play.run(1, Buttons.A if play.printer_state == 2 else Buttons.NONE)
        if play.u8("gBattleBufferA") == 18:
            break
    assert play.u16("gBattle_BG0_Y") == 0
    late = 1 + play.frames_until(lambda: play.u16("gBattle_BG0_Y") == 160)
    assert late == 4


def test_the_naming_screen_writes_the_friends_name() -> None:
    play = world("town")
    talk_to(play, 19, 17, Buttons.UP)
    read_on(play)
    play.run(6)
    play.run(1, Buttons.A)
    play.frames_until(lambda: play.callback2 == "CB2_NamingScreen")
    screen = play.u32("sNamingScreen")
    play.frames_until(lambda: play.emulator.live.u8(screen + 0x1E10) == 2)
    for keys in (Buttons.A, Buttons.RIGHT, Buttons.A, Buttons.START, Buttons.A):
        play.run(1, keys)
        play.run(8)
    play.frames_until(lambda: play.callback2 == "CB2_Overworld")
    assert play.pointed("gSaveBlock1Ptr", 0x3A4C, 3) == b"\xbb\xbc\xff"
