"""A battle: battlers and turn, and each state in which it is not loaded yet."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.battle_state import Battle, decode_battle
from gbatool.decode.mon import KnownMove, Spread, StatusCondition
from gbatool.decode.names import Named
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.profile import Profile
from tests.decode.records import BATTLER_SIZE, battle_world, battler, mon
from tests.decode.test_battle_choice import BUSY, COMMAND, SCROLL, battle_profile
from tests.decode.world import ADDRESSES, PROFILE, World, profile_of, profile_without


def read(world: World, profile: Profile = PROFILE) -> Battle:
    battle = decode_battle(world.build(), profile)
    assert battle is not None
    return battle


def test_reads_who_fights() -> None:
    ours, foe = read(battle_world()).battlers
    assert (ours.position, foe.position, ours.party_index) == ("player_left", "foe_left", 0)
    assert (ours.species, foe.species) == (Named(1, "SEED"), Named(2, "PEBBLE"))
    assert (ours.nickname, ours.level, ours.hp) == ("SPROUT", 7, 20)
    assert ours.stats == Spread(23, 11, 12, 13, 14, 15)
    stages = ours.stages
    assert (stages.attack, stages.defense, stages.speed, stages.evasion) == (1, 0, -2, 0)
    assert ours.moves == (KnownMove(0, 33, "NUDGE", 35, None), KnownMove(1, 45, "HUM", 40, None))
    assert ours.types == (Named(12, "LEAF"),)
    assert ours.ability == Named(65, "GROWING")
    assert (ours.status, ours.volatile, ours.item) == (StatusCondition("none", 0), (), None)


def test_reads_the_battle_itself() -> None:
    battle = read(battle_world().put("gBattleWeather", 0, "H", 1 << 3))
    assert (battle.outcome, battle.type_flags) == ("running", ("is_master",))
    assert battle.weather == ("sandstorm",)
    assert battle.message == ("SPROUT waits.", "What now?")
    assert (battle.turn, battle.asks, battle.move) == (1, None, Named(33, "NUDGE"))


def test_it_is_the_turn_of_the_one_who_is_asked() -> None:
    world = battle_world(asks=True)
    world.ram.put(COMMAND, "B", 18).put(BUSY, "I", 1).put(SCROLL, "H", 160)
    battle = read(world, battle_profile())
    assert (battle.asks, battle.turn, battle.move) == ("action", 0, None)


def test_in_a_battle_of_four_the_second_one_is_asked_too() -> None:
    world = battle_world(asks=True)
    world.ram.put(COMMAND, "B", 18).put(COMMAND + 2 * 0x200, "B", 20)
    world.ram.put(BUSY, "I", 1 << 2).put(SCROLL, "H", 320)
    battle = read(world, battle_profile())
    assert (battle.asks, battle.turn, battle.message) == ("move", 2, ())


def test_between_rounds_it_is_no_battlers_turn() -> None:
    assert read(battle_world(asks=True)).turn is None
    assert read(battle_world().put("gCurrentTurnActionNumber", 0, "B", 2)).turn is None


@pytest.mark.parametrize(
    ("symbol", "value"), [("gBattlerAttacker", 0), ("gChosenActionByBattler", 3)]
)
def test_the_move_of_an_earlier_action_is_not_told(symbol: str, value: int) -> None:
    offset = 1 if symbol == "gChosenActionByBattler" else 0
    battle = read(battle_world().put(symbol, offset, "B", value))
    assert (battle.turn, battle.move) == (1, None)


def test_names_what_ends_with_the_battle() -> None:
    world = battle_world().put("gBattleMons", 0x50, "I", 3 | 1 << 24 | 1 << 20)
    ours, _ = read(world.put("gBattleMons", 0x4C, "I", 2)).battlers
    assert ours.volatile == ("confusion", "focus_energy", "substitute")
    assert ours.status == StatusCondition("sleep", 2)


@pytest.mark.parametrize(
    ("engine", "flags", "names"),
    [
        ("frlg", 1 << 3 | 1 << 15, ("trainer", "ghost")),
        ("emerald", 1 << 15 | 1 << 31, ("two_opponents", "recorded_is_master")),
        ("rs", 1 << 2 | 1 << 14, ("is_master", "regi")),
    ],
)
def test_flags_have_the_names_of_their_family(
    engine: str, flags: int, names: tuple[str, ...]
) -> None:
    profile = dataclasses.replace(PROFILE, engine=engine)
    world = battle_world().put("gMain", 0x43D, "B", 2).put("gBattleTypeFlags", 0, "I", flags)
    assert read(world, profile).type_flags == names


def test_no_battle_is_none_whatever_the_last_one_left() -> None:
    world = battle_world().main("CB2_Overworld").put("gBattleTypeFlags", 0, "I", 0xFFFFFFFF)
    assert decode_battle(world.build(), PROFILE) is None


@pytest.mark.parametrize(
    ("symbol", "offset", "code", "value", "says"),
    [
        ("gBattlersCount", 0, "B", 0, "gBattlersCount .* is 0; expected a battle that is set up"),
        ("gBattlerPositions", 0, "B", 0xFF, r"gBattlerPositions\[0\] .* is not set"),
        ("gBattleMons", 0, "H", 0, r"gBattleMons\[0\] .* is empty"),
        ("gBattleMons", 0x48, "I", 5, r"gBattleMons\[0\] .* is another mon's record"),
        ("gEnemyParty", 4, "I", 5, r"gBattleMons\[1\] .* that of gEnemyParty\[0\], which is being"),
        ("gMain", 0x1C, "H", 1, r"gMain\.intrCheck .* still at work"),
    ],
)
def test_a_battle_that_is_being_set_up_can_not_be_read_yet(
    symbol: str, offset: int, code: str, value: int, says: str
) -> None:
    with pytest.raises(NotLoadedError, match=says):
        decode_battle(battle_world().put(symbol, offset, code, value).build(), PROFILE)


@pytest.mark.parametrize(
    ("symbol", "offset", "code", "value", "says"),
    [
        ("gBattlersCount", 0, "B", 3, "gBattlersCount .* is 3; expected 2 or 4"),
        ("gBattlersCount", 1, "B", 11, "gBattleOutcome"),
        ("gBattlerPositions", 0, "B", 4, r"gBattlerPositions\[0\]"),
        ("gBattlerPartyIndexes", 0, "H", 6, r"gBattlerPartyIndexes\[0\] .* expected 0 to 5"),
        ("gAbsentBattlerFlags", 0, "B", 16, "gAbsentBattlerFlags"),
        ("gBattleTypeFlags", 0, "I", 1 << 20, "gBattleTypeFlags .* expected bits 0 to 19"),
        ("gBattleWeather", 0, "H", 0x100, "gBattleWeather"),
        ("gBattlerByTurnOrder", 0, "B", 2, r"gBattlerByTurnOrder\[0\] .* expected 0 to 1"),
        ("gCurrentMove", 0, "H", 355, "gCurrentMove .* is 355"),
        ("gBattleMons", 0x18, "B", 13, r"gBattleMons\[0\]\.statStages\[0\] .* expected 0 to 12"),
        ("gBattleMons", 0x21, "B", 18, r"gBattleMons\[0\]\.types\[0\]"),
        ("gBattleMons", 0x28, "H", 24, r"gBattleMons\[0\]\.hp .* is 24; expected 0 to 23"),
        ("gBattleMons", 0x50, "I", 1 << 7, r"gBattleMons\[0\]\.status2"),
        ("gBattleMons", 0x20, "B", 78, r"gBattleMons\[0\]\.ability"),
        ("gDisplayedStringBattle", 0, "B", 0x40, "gDisplayedStringBattle"),
    ],
)
def test_refuses_what_no_battle_can_have(
    symbol: str, offset: int, code: str, value: int, says: str
) -> None:
    with pytest.raises(DecodeError, match=says) as caught:
        decode_battle(battle_world().put(symbol, offset, code, value).build(), PROFILE)
    assert not isinstance(caught.value, NotLoadedError)


@pytest.mark.parametrize(
    ("missing", "outcome"),
    [("gBattlerPartyIndexes", "running"), ("gEnemyParty", None)],
)
def test_the_last_battles_outcome_is_none_of_this_one(missing: str, outcome: str | None) -> None:
    """Without the symbol, nothing else says that the battlers are those of the last battle."""
    world = battle_world().put("gBattlersCount", 1, "B", 1).put("gEnemyParty", 0, "2I", 4711, 12)
    assert read(world, profile_without(missing)).outcome == outcome


def test_an_outcome_of_this_battle_is_told() -> None:
    assert read(battle_world().put("gBattlersCount", 1, "B", 1)).outcome == "won"


def test_those_who_are_absent_are_left_out() -> None:
    world = battle_world().put("gBattlersCount", 0, "B", 4)
    world.put("gBattlerPositions", 0, "4B", 0, 1, 2, 3).put("gAbsentBattlerFlags", 0, "B", 0b0101)
    third = mon(species=2, personality=77)
    world.ram.write(ADDRESSES["gEnemyParty"] + 100, third)
    world.ram.write(ADDRESSES["gBattleMons"] + 3 * BATTLER_SIZE, battler(third, species=2))
    world.put("gBattlerPartyIndexes", 6, "H", 1)
    assert [one.position for one in read(world).battlers] == ["foe_left", "foe_right"]


def test_in_the_safari_zone_the_player_has_no_battler() -> None:
    world = battle_world().put("gBattleTypeFlags", 0, "I", 1 << 7 | 4)
    world.ram.write(ADDRESSES["gBattleMons"], bytes(BATTLER_SIZE))
    assert [one.battler for one in read(world).battlers] == [1]


def test_before_the_first_text_there_is_no_message() -> None:
    world = battle_world()
    world.ram.write(ADDRESSES["gDisplayedStringBattle"], bytes(300))
    assert read(world).message == ()


def test_a_lean_profile_reads_the_battlers_and_leaves_the_rest_open() -> None:
    lean = profile_without(
        "gBattleTypeFlags",
        "gBattleOutcome",
        "gBattleWeather",
        "gBattlerPositions",
        "gBattlerPartyIndexes",
        "gAbsentBattlerFlags",
        "gBattlerByTurnOrder",
        "gDisplayedStringBattle",
    )
    battle = read(battle_world(), lean)
    assert [one.position for one in battle.battlers] == ["player_left", "foe_left"]
    assert battle.battlers[0].party_index is None
    told = (battle.type_flags, battle.outcome, battle.turn, battle.weather, battle.message)
    assert told == (None,) * 5


@pytest.mark.parametrize("missing", ["gMain", "gBattlersCount", "gBattleMons"])
def test_an_unproven_table_is_refused(missing: str) -> None:
    with pytest.raises(UnprovenSymbolError, match=missing):
        decode_battle(battle_world().build(), profile_without(missing))


def test_a_changed_engine_has_kinds_of_battle_that_no_family_names() -> None:
    world = battle_world().put("gBattleTypeFlags", 0, "I", 1 << 3 | 1 << 15 | 1 << 22)
    with pytest.raises(DecodeError, match="bits 0 to 19"):
        read(world)
    changed = profile_of(item__price="none")
    assert read(world, changed).type_flags == ("trainer", "bit_15", "bit_22")
    emerald = dataclasses.replace(changed, engine="emerald")
    assert read(world, emerald).type_flags == ("trainer", "two_opponents", "ingame_partner")


def test_what_the_battle_before_said_last_is_no_message_while_no_box_is_on_screen() -> None:
    world = battle_world().on_screen(drawn=False)
    assert read(world).message == ()
    assert read(battle_world().on_screen()).message == ("SPROUT waits.", "What now?")


def test_the_place_of_the_stage_of_hp_may_hold_something_else_in_a_changed_engine() -> None:
    world = battle_world().put("gBattleMons", 0x18, "B", 20)
    with pytest.raises(DecodeError, match=r"statStages\[0\]"):
        read(world)
    assert read(world, profile_of(item__price="none")).battlers[0].stages.attack == 1
