"""Effects of the globals that a battle reads: running, wild battles, and the party that is not counted."""

from __future__ import annotations

from functools import cache

from gbatool.core import Buttons, EmulatorState
from tests.cart.play import Play
from tests.cart.test_world import read_on, talk_to
from tests.cart.worlds import world

TRAINER, MASTER = 8, 4
FOE, ABILITY, HOLDS, OTHER = 0x58, 0x20, 23, 7
WILD = bytes((0xD1, 0xDD, 0xE0, 0xD8, 0))
"""How a text begins that speaks of the other side's mon."""
PLAYER_SIDE, OTHER_SIDE, PARTNER, OTHERS_PARTNER = range(4)


@cache
def _action() -> tuple[Play, EmulatorState]:
    play = world("route")
    play.emulator.write(play.address("gEnemyPartyCount"), b"\5")
    talk_to(play, 13, 24, Buttons.RIGHT)
    read_on(play)
    play.run(6)
    play.run(1, Buttons.A)
    for frame in range(3000):
        play.run(1, Buttons.A if play.printer_state == 2 and frame % 8 == 0 else Buttons.NONE)
        if play.u16("gBattle_BG0_Y") == 160:
            return play, play.save()
    raise AssertionError("the battle asks for no action")


def choosing() -> Play:
    """The practice battle at its action menu."""
    play, state = _action()
    play.load(state)
    return play


def tap(play: Play, *buttons: Buttons) -> None:
    for button in buttons:
        play.run(2, button)
        play.run(3)


def test_a_wild_battle_has_the_masters_flag_and_both_sides() -> None:
    play = choosing()
    assert play.u32("gBattleTypeFlags") == MASTER
    assert [play.u8("gBattlerPositions", i) for i in range(2)] == [PLAYER_SIDE, OTHER_SIDE]


def test_a_wild_battle_does_not_count_the_enemy_party() -> None:
    assert choosing().u8("gEnemyPartyCount") == 5


def test_running_from_a_trainer_fails_and_the_menu_asks_again() -> None:
    play = choosing()
    play.emulator.write(play.address("gBattleTypeFlags"), bytes((MASTER | TRAINER,)))
    tap(play, Buttons.RIGHT, Buttons.DOWN, Buttons.A)
    play.frames_until(lambda: play.u16("gBattle_BG0_Y") == 0)
    play.frames_until(lambda: play.u16("gBattle_BG0_Y") == 160)
    assert play.u8("gBattleOutcome") == 0
    play.emulator.write(play.address("gBattleTypeFlags"), bytes((MASTER,)))
    tap(play, Buttons.A)
    play.frames_until(lambda: play.u8("gBattleOutcome") != 0)
    assert play.u8("gBattleOutcome") == 4


def test_running_from_an_ability_that_prevents_it_fails_and_names_the_ability() -> None:
    play = choosing()
    ability = play.address("gBattleMons", FOE + ABILITY)
    play.emulator.write(ability, bytes((HOLDS,)))
    tap(play, Buttons.RIGHT, Buttons.DOWN)
    play.frames_until(lambda: play.u8("gBattleCommunication") == 5, Buttons.A, 10)
    play.emulator.write(ability, bytes((OTHER,)))
    play.run(1)
    text = play.emulator.live.read(play.address("gDisplayedStringBattle"), 60).tobytes()
    name = play.emulator.live.read(play.address("gAbilityNames", 13 * OTHER), 13).tobytes()
    assert name.partition(b"\xff")[0] in text
    play.frames_until(lambda: play.u16("gBattle_BG0_Y") == 160)
    assert play.u8("gBattleOutcome") == 0


def test_the_menu_of_moves_puts_the_type_together_in_the_battles_buffer() -> None:
    play = choosing()
    tap(play, Buttons.A)
    play.frames_until(lambda: play.u16("gBattle_BG0_Y") == 320)
    move = play.u16("gBattleMons", 0xC)
    kind = play.u8("gBattleMoves", 12 * move + 2)
    name = play.emulator.live.read(play.address("gTypeNames", 7 * kind), 7).tobytes()
    text = play.emulator.live.read(play.address("gDisplayedStringBattle"), 20).tobytes()
    assert text.partition(b"\xff")[0].endswith(name.partition(b"\xff")[0])


def test_who_stands_on_an_odd_position_is_called_wild() -> None:
    called = []
    for position in (PLAYER_SIDE, OTHER_SIDE, PARTNER, OTHERS_PARTNER):
        play = choosing()
        tap(play, Buttons.A)
        play.frames_until(lambda play=play: play.u16("gBattle_BG0_Y") == 320)  # type: ignore[misc]
        play.emulator.write(play.address("gBattlerPositions"), bytes((position,)))
        tap(play, Buttons.A)
        text = play.emulator.live.read(play.address("gDisplayedStringBattle"), 300).tobytes()
        name = play.emulator.live.read(play.address("gBattleMons", 0x30), 8).tobytes()
        assert text.removeprefix(WILD).startswith(name)
        called.append(text.startswith(WILD))
    assert called == [False, True, False, True]
