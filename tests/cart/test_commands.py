"""Script commands besides messages: names, moves, the naming screen, the party count."""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.scan.tables.given_mons import GivenMon, read_given_mon
from tests.cart.play import Play
from tests.cart.test_world import talk_to
from tests.cart.worlds import world

END = b"\x6b\x02"
SET_VAR, SPECIAL, WAIT_STATE, PARTY_SIZE, SET_MON_MOVE = 0x16, 0x25, 0x27, 0x43, 0x7B
BUFFER_NICKNAME, BUFFER_MOVE = 0x7F, 0x82
MEMBER = b"\x04\x80"
NICKNAME_ROUTINE, HEAL_ROUTINE = b"\x9e\0", b"\0\0"
MON_SIZE, MOVE_SIZE, MOVE_NAME_SIZE = 100, 12, 13
MOVE = 15
NICKNAME, HP = 8, 0x56


def script(play: Play, *commands: bytes) -> None:
    """From the town: let the script of a finished dialog continue with these commands."""
    talk_to(play, 6, 12, Buttons.DOWN)
    play.frames_until(lambda: play.native == "WaitForAorBPress")
    code, context = play.address("gBattleBufferA"), play.address("sGlobalScriptContext")
    play.emulator.write(code, b"".join(commands) + END)
    play.emulator.write(context + 8, code.to_bytes(4, "little"))
    play.emulator.write(context + 1, b"\1")
    play.run(4)


def member(play: Play, slot: int) -> GivenMon:
    found = read_given_mon(play.emulator.live, play.address("gPlayerParty", MON_SIZE * slot))
    assert found is not None
    return found


def rom(play: Play, name: str, offset: int, size: int) -> bytes:
    return play.emulator.live.read(play.address(name, offset), size).tobytes()


def string(play: Play, name: str) -> bytes:
    text, _, _ = play.emulator.live.read(play.address(name), 20).tobytes().partition(b"\xff")
    return text


def test_a_move_that_a_script_teaches_has_the_points_of_its_record() -> None:
    play = world("town")
    before = member(play, 1)
    script(play, bytes((SET_MON_MOVE, 1, 2, MOVE, 0)))
    after = member(play, 1)
    points = rom(play, "gBattleMoves", MOVE_SIZE * MOVE + 4, 1)[0]
    assert (after.moves[2], after.pp[2]) == (MOVE, points) == (MOVE, 8)
    assert (after.moves[:2], after.stats) == (before.moves[:2], before.stats)


def test_a_move_beyond_the_table_has_the_byte_that_stands_there() -> None:
    play = world("town")
    beyond = 700
    script(play, bytes((SET_MON_MOVE, 0, 0, *beyond.to_bytes(2, "little"))))
    there = rom(play, "gBattleMoves", MOVE_SIZE * beyond + 4, 1)[0]
    assert (member(play, 0).moves[0], member(play, 0).pp[0]) == (beyond, there)


def test_a_moves_name_goes_into_the_string_that_the_script_asks_for() -> None:
    play = world("town")
    script(play, bytes((BUFFER_MOVE, 1, MOVE, 0)))
    name, _, _ = rom(play, "gMoveNames", MOVE_NAME_SIZE * MOVE, MOVE_NAME_SIZE).partition(b"\xff")
    assert string(play, "gStringVar2") == name


def test_the_size_of_the_party_is_counted_again() -> None:
    play = world("town")
    play.emulator.write(play.address("gPlayerPartyCount"), b"\5")
    script(play, bytes((PARTY_SIZE,)))
    assert (play.u16("gSpecialVar_Result"), play.u8("gPlayerPartyCount")) == (2, 2)


def test_a_routine_heals_the_party() -> None:
    play = world("town")
    play.emulator.write(play.address("gPlayerParty", HP), b"\1\0")
    script(play, bytes((SPECIAL,)) + HEAL_ROUTINE)
    assert play.u16("gPlayerParty", HP) == play.u16("gPlayerParty", HP + 2) > 1


def test_a_routine_asks_for_the_nickname_of_a_member_and_the_script_goes_on() -> None:
    play = world("town")
    script(
        play,
        bytes((SET_VAR, *MEMBER, 1, 0, SPECIAL)) + NICKNAME_ROUTINE,
        bytes((WAIT_STATE, BUFFER_NICKNAME, 2, 1, 0)),
    )
    assert string(play, "gStringVar3") == rom(play, "gSpeciesNames", 22, 7)
    play.frames_until(lambda: play.callback2 == "CB2_NamingScreen")
    screen = play.u32("sNamingScreen")
    play.frames_until(lambda: play.emulator.live.u8(screen + 0x1E10) == 2)
    for keys in (Buttons.A, Buttons.RIGHT, Buttons.A, Buttons.START, Buttons.A):
        play.run(1, keys)
        play.run(8)
    play.settle()
    name = rom(play, "gPlayerParty", MON_SIZE + NICKNAME, 10)
    assert name == b"\xbb\xbc" + 8 * b"\xff"
    assert string(play, "gStringVar3") == b"\xbb\xbc"
    assert member(play, 1).species == 2
