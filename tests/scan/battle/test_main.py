"""What runs a battle: its callback, its controllers, and how many of them are called."""

from __future__ import annotations

from gbatool.scan.battle.main import BattlerControllerFuncs, BattlersCount
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.battle_explore import BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write, write8, write32
from tests.scan.battle_staging import plant, spare_named, unused_in_battle, with_states
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

CALLBACK, FUNCS, COUNT = "BattleMainCB2", "gBattlerControllerFuncs", "gBattlersCount"
SPARE = ("gBattleWeather", "gAbsentBattlerFlags", "gBattle_BG0_X", "gBattleTerrain")


def test_a_callback_of_no_main_structure_is_refuted(lab: Lab) -> None:
    with_states(lab)
    fake = unused_in_battle(lab, 8)
    known = lab.known[CALLBACK]
    probe = probe_against(CALLBACK, "a callback that has nothing to do with the battle")
    impostor = Candidate(known.address, known.reason, {"main": int(fake)})
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD


def test_a_pointer_that_changes_with_the_menus_is_refuted(lab: Lab) -> None:
    with_states(lab)
    at = unused_in_battle(lab, 16)
    for label in (BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT):
        copied = lab.snapshot(label).read(lab.address(FUNCS), 16).tobytes()
        plant(lab, label, Write(at, copied))
    check_told_apart(lab, FUNCS, "a function pointer that changes with the menus", at)


def test_a_pointer_that_stays_the_same_is_not_proposed(lab: Lab) -> None:
    with_states(lab)
    action = lab.snapshot(BATTLE_ACTION).u32(lab.address(FUNCS))
    plant(lab, BATTLE_MOVE, write32(lab.address(FUNCS), action))
    assert proposals(lab, BattlerControllerFuncs()) == {}


def test_another_byte_of_that_value_is_refuted_by_the_menu(base: Derived, lab: Lab) -> None:
    with_states(lab)
    at = spare_named(lab, dict(base.answers), *SPARE)
    for label in (BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT):
        plant(lab, label, write8(at, 2))
    check_told_apart(lab, COUNT, "another byte of that value", at)


def test_a_byte_that_had_the_number_before_the_battle_is_not_proposed(lab: Lab) -> None:
    with_states(lab)
    plant(lab, "battle_begins", write8(lab.address(COUNT), 2))
    assert lab.address(COUNT) not in proposals(lab, BattlersCount())
