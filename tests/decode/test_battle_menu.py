"""The battle's menus: two columns, a cursor for each battler, open only while input is accepted."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.battle_choice import Asked, decode_asked
from gbatool.decode.menu import Menu, MenuEntry, decode_menu
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Address
from gbatool.profile import Profile, Status, Symbol
from tests.decode.records import BATTLER_SIZE, asking_world, battle_world, question_world
from tests.decode.world import ADDRESSES, PROFILE, World, profile_without, thumb

MOVE = "HandleInputChooseMove"
FIRST_BATTLE, SAFARI, OLD_MAN = 1 << 4, 1 << 7, 1 << 9
BY_COMMAND = {"gBattleBufferA": 0x02003000, "gBattleControllerExecFlags": 0x02003800}
SCROLL = 0x02003804


def read(world: World, profile: Profile = PROFILE) -> Menu:
    menu = decode_menu(world.build(), profile)
    assert menu is not None
    return menu


def by_command(*missing: str) -> Profile:
    """A profile that has the command's symbols as well."""
    places = {**BY_COMMAND, "gBattle_BG0_Y": SCROLL}
    known = {name: Symbol(name, Address(at), 0, Status.VERIFIED) for name, at in places.items()}
    base = profile_without(*missing)
    return dataclasses.replace(base, symbols={**base.symbols, **known})


def commanded(world: World, command: int, scroll: int) -> World:
    world.ram.put(BY_COMMAND["gBattleBufferA"], "B", command)
    world.ram.put(BY_COMMAND["gBattleControllerExecFlags"], "I", 1).put(SCROLL, "H", scroll)
    return world


@pytest.mark.parametrize("cursor", range(4))
def test_the_action_menu_lies_in_two_columns(cursor: int) -> None:
    menu = read(asking_world(cursor=cursor))
    assert (menu.id, menu.cursor, menu.columns) == ("battle_action", cursor, 2)
    assert (menu.takes_input, menu.battler) == (True, 0)
    assert [(entry.id, entry.label) for entry in menu.entries] == [
        ("fight", "FIGHT"),
        ("bag", "BAG"),
        ("pokemon", "MON"),
        ("run", "RUN"),
    ]


def test_the_move_menu_tells_number_name_and_points_of_each_move() -> None:
    menu = read(asking_world(MOVE, cursor=1))
    assert (menu.id, menu.cursor, menu.columns) == ("battle_move", 1, 2)
    assert menu.entries == (
        MenuEntry("move_0", "NUDGE", number=33, amount=35, most=35),
        MenuEntry("move_1", "HUM", number=45, amount=40, most=40),
    )


def test_raised_points_are_counted_in_the_greatest_number() -> None:
    world = asking_world(MOVE).put("gBattleMons", 0x3B, "B", 0b0011)
    assert read(world).entries[0].most == 35 + 35 * 3 // 5


def test_nothing_is_asked_while_a_battler_acts() -> None:
    assert decode_menu(battle_world().build(), PROFILE) is None


def test_the_second_of_the_players_two_has_a_cursor_of_its_own() -> None:
    world = asking_world().put("gBattlerControllerFuncs", 0, "3I", 0, 0, thumb(MOVE))
    world.ram.write(
        ADDRESSES["gBattleMons"] + 2 * BATTLER_SIZE,
        world.build().read(ADDRESSES["gBattleMons"], BATTLER_SIZE).tobytes(),
    )
    world.put("gMoveSelectionCursor", 0, "4B", 0, 0, 1, 0)
    menu = read(world)
    assert (menu.battler, menu.cursor) == (2, 1)


@pytest.mark.parametrize(
    ("engine", "entries"),
    [
        ("frlg", ["ball", "bait", "rock", "run"]),
        ("emerald", ["ball", "pokeblock", "go_near", "run"]),
    ],
)
def test_the_safari_zone_has_other_actions(engine: str, entries: list[str]) -> None:
    world = commanded(asking_world(cursor=3), 18, 160).put("gBattleTypeFlags", 0, "I", 4 | SAFARI)
    menu = read(world, dataclasses.replace(by_command(), engine=engine))
    assert menu.takes_input is True
    assert [entry.id for entry in menu.entries] == entries
    assert [entry.label for entry in menu.entries] == ["BALL", "BAIT", "ROCK", "RUN"]


def test_a_battle_with_a_controller_of_its_own_is_told_by_the_command() -> None:
    world = asking_world().put("gBattleTypeFlags", 0, "I", 4 | FIRST_BATTLE)
    world.put("gBattlerControllerFuncs", 0, "I", 0x08001F01)
    with pytest.raises(UnprovenSymbolError, match="first_battle has controllers of its own"):
        decode_menu(world.build(), PROFILE)
    assert decode_menu(world.build(), by_command()) is None
    menu = read(commanded(world, 20, 320), by_command())
    assert (menu.id, menu.takes_input) == ("battle_move", None)


def test_a_tutorial_that_plays_by_itself_takes_no_input() -> None:
    world = asking_world().put("gBattleTypeFlags", 0, "I", 4 | OLD_MAN)
    assert read(commanded(world, 18, 160), by_command()).takes_input is False


def test_the_controller_outweighs_a_command_that_is_carried_out_no_more() -> None:
    world = asking_world().put("gBattlerControllerFuncs", 0, "I", 0x08001F01)
    ram = commanded(world, 20, 320).build()
    assert decode_asked(ram, by_command()) is None
    assert decode_asked(ram, by_command(MOVE)) == Asked(0, "move", for_sure=False)


@pytest.mark.parametrize("command", [0x5A, 0x5B, 0x67, 0xF3])
def test_a_battles_question_is_one_of_yes_and_no(command: int) -> None:
    menu = read(question_world(command))
    assert (menu.id, menu.cursor) == ("yes_no", 1)
    assert [entry.label for entry in menu.entries] == ["YES", "NO"]


@pytest.mark.parametrize(
    "world",
    [
        question_world(step=0),
        question_world(0x10),
        question_world().put("gBattlescriptCurrInstr", 0, "I", 0x02000000),
        question_world().message(b"\xbb\xff").printer(0),
    ],
)
def test_a_question_is_open_only_while_it_looks_at_keys(world: World) -> None:
    assert decode_menu(world.build(), PROFILE) is None


def test_without_the_script_a_question_can_not_be_told_from_none() -> None:
    with pytest.raises(UnprovenSymbolError, match="gBattlescriptCurrInstr"):
        decode_menu(battle_world().build(), profile_without("gBattlescriptCurrInstr"))
    lean = profile_without("gBattleCommunication")
    with pytest.raises(UnprovenSymbolError, match="gBattleCommunication"):
        decode_menu(question_world().build(), lean)
    assert decode_menu(battle_world().build(), lean) is None


def test_another_screen_over_a_battle_is_not_no_menu() -> None:
    world = asking_world()
    world.ram.put(ADDRESSES["gMain"] + 4, "I", 0x08001F01)
    with pytest.raises(NotLoadedError, match="a screen whose menu can be listed"):
        decode_menu(world.build(), PROFILE)
    with pytest.raises(UnprovenSymbolError, match="BattleMainCB2"):
        decode_menu(asking_world().build(), profile_without("BattleMainCB2"))


def test_a_target_is_asked_for_but_not_listed() -> None:
    target = Symbol("HandleInputChooseTarget", Address(0x08001EA0), 0, Status.VERIFIED)
    known = {**PROFILE.symbols, target.name: target}
    world = asking_world().put("gBattlerControllerFuncs", 0, "I", 0x08001EA1)
    with pytest.raises(UnprovenSymbolError, match="target"):
        decode_menu(world.build(), dataclasses.replace(PROFILE, symbols=known))


def test_a_profile_that_can_not_tell_says_what_it_would_take() -> None:
    quiet = asking_world().put("gBattlerControllerFuncs", 0, "I", 0x08001F01).build()
    for missing in ("gBattlerControllerFuncs", MOVE, "gBattleTypeFlags"):
        with pytest.raises(UnprovenSymbolError, match="gBattleControllerExecFlags"):
            decode_menu(quiet, profile_without(missing))


def test_the_players_own_controller_asks_whatever_kind_of_battle_it_is() -> None:
    world = asking_world().put("gBattleTypeFlags", 0, "I", 4 | FIRST_BATTLE)
    for profile in (PROFILE, profile_without("gBattleTypeFlags")):
        menu = read(world, profile)
        assert (menu.id, menu.takes_input) == ("battle_action", True)
        assert [entry.id for entry in menu.entries] == ["fight", "bag", "pokemon", "run"]


@pytest.mark.parametrize("cursor", ["gActionSelectionCursor", "gMoveSelectionCursor"])
def test_a_cursor_that_is_not_known_is_asked_for(cursor: str) -> None:
    world = asking_world(MOVE if cursor.startswith("gMove") else "HandleInputChooseAction")
    with pytest.raises(UnprovenSymbolError, match=cursor):
        decode_menu(world.build(), profile_without(cursor))


def test_names_and_greatest_points_are_null_where_the_tables_are_not_known() -> None:
    lean = profile_without("gMoveNames", "gBattleMoves", "gText_BattleMenu")
    assert read(asking_world(MOVE), lean).entries[1] == MenuEntry("move_1", None, 45, 40)
    assert read(asking_world(), lean).entries[0] == MenuEntry("fight", None)


@pytest.mark.parametrize(
    ("world", "says"),
    [
        (asking_world(cursor=4), r"gActionSelectionCursor\[0\] .* is 4; expected 0 to 3"),
        (asking_world(MOVE, cursor=2), r"gMoveSelectionCursor\[0\] .* is 2; expected 0 to 1"),
        (question_world(cursor=2), r"gBattleCommunication\[1\]"),
        (asking_world(MOVE).put("gBattleMons", 0xC, "H", 355), r"moves\[0\]"),
        (asking_world(MOVE).put("gBattleMons", 0xC, "H", 0), "without a gap"),
        (asking_world(MOVE).put("gBattleMons", 0xC, "HH", 0, 0), "without a gap"),
        (asking_world(MOVE).put("gBattleMons", 0x24, "B", 36), r"pp\[0\]"),
        (asking_world().put("gBattleTypeFlags", 0, "I", 1 << 31), "gBattleTypeFlags"),
        (asking_world().put("gBattleTypeFlags", 0, "I", 1 << 20), "bits 0 to 19"),
    ],
)
def test_refuses_what_the_game_can_not_have(world: World, says: str) -> None:
    with pytest.raises(DecodeError, match=says):
        decode_menu(world.build(), PROFILE)


def test_refuses_a_text_with_another_number_of_entries() -> None:
    world = asking_world()
    world.ram.write(ADDRESSES["gText_BattleMenu"], b"\xbb\xfe\xbc\xff")
    with pytest.raises(DecodeError, match="2 entries"):
        decode_menu(world.build(), PROFILE)
