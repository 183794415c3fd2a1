"""gBattleMons and gEnemyParty: the true records are the ones that points are counted down in."""

from __future__ import annotations

from gbatool.engine.battle import BATTLE_MON, MOST_BATTLERS
from gbatool.engine.layouts import field_address
from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.scan.battle.mons import (
    BattleMons,
    identity,
    members,
)
from gbatool.scan.lab.battle_explore import BATTLE_ACTION, BATTLE_BEGINS, BATTLE_MOVE
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.overworld.party import MON_SIZE
from tests.scan.battle_staging import plant, unused_in_battle, with_states
from tests.scan.staging import Derived, check_told_apart, proposals

MONS, ENEMY = "gBattleMons", "gEnemyParty"


def test_a_copy_of_the_records_is_refuted_by_the_points(lab: Lab) -> None:
    with_states(lab)
    size = BATTLE_MON.itemsize * MOST_BATTLERS
    at = unused_in_battle(lab, size)
    for label in (BATTLE_ACTION, BATTLE_MOVE):
        copied = lab.snapshot(label).read(lab.address(MONS), size).tobytes()
        plant(lab, label, Write(at, copied))
    check_told_apart(lab, MONS, "a copy of the records in a controller's buffer", at)


def test_a_copy_of_the_record_is_refuted_by_who_is_met(lab: Lab) -> None:
    with_states(lab)
    at = unused_in_battle(lab, MON_SIZE * PARTY_SIZE)
    for label in (BATTLE_ACTION, BATTLE_BEGINS):
        copied = lab.snapshot(label).read(lab.address(ENEMY), MON_SIZE).tobytes()
        plant(lab, label, Write(at, copied))
    check_told_apart(lab, ENEMY, "a copy of the record", at)


def test_a_record_of_an_impossible_level_is_not_proposed(lab: Lab) -> None:
    with_states(lab)
    level = write8(field_address(lab.address(MONS), BATTLE_MON, "level"), 101)
    plant(lab, BATTLE_ACTION, level)
    assert lab.address(MONS) not in proposals(lab, BattleMons())


def test_who_fights_is_a_member_of_the_party(variant: Derived) -> None:
    lab = with_states(variant.lab())
    snapshot = lab.snapshot(BATTLE_ACTION)
    own = members(snapshot, variant.answers["gPlayerParty"], lab.structures)
    assert own[identity(snapshot, variant.answers[MONS], 0, BATTLE_MON)] == 0
    assert identity(snapshot, variant.answers[MONS], 1, BATTLE_MON) not in own
