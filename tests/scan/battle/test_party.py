"""gBattlerPartyIndexes: told by the member that a move's cost is written back to."""

from __future__ import annotations

from gbatool.scan.battle.mons import identity, loaded, members
from gbatool.scan.battle.party import BattlerPartyIndexes, with_first_fainted
from gbatool.scan.lab.laboratory import Lab
from tests.ram import RamBuilder
from tests.scan.battle_staging import spare_named, with_states
from tests.scan.staging import Derived, check_told_apart, proposals

INDEXES = "gBattlerPartyIndexes"
SPARE = ("gBattleWeather", "gBattle_BG0_X", "gCurrentMove", "gChosenMove")


def plant(lab: Lab, at: int, *values: int) -> None:
    """Write a half-word into what was measured in each of the two battles."""
    for measured, value in zip((loaded, with_first_fainted), values, strict=True):
        snapshot = measured(lab)
        planted = RamBuilder.of(snapshot).write(at, value.to_bytes(4, "little")).build()
        lab._measured[measured] = planted


def test_what_differs_with_who_fights_is_refuted_by_the_member_that_pays(
    base: Derived, lab: Lab
) -> None:
    with_states(lab)
    at = spare_named(lab, dict(base.answers), *SPARE)
    plant(lab, at, 0, 1)
    check_told_apart(lab, INDEXES, "another half-word that differs with the battling member", at)


def test_with_the_first_member_down_the_second_one_fights(variant: Derived) -> None:
    lab = with_states(variant.lab())
    mons, party = variant.answers["gBattleMons"], variant.answers["gPlayerParty"]
    for measured, place in ((loaded, 0), (with_first_fainted, 1)):
        snapshot = measured(lab)
        own = members(snapshot, party, lab.structures)
        assert own[identity(snapshot, mons, 0, lab.structures.battle_mon)] == place
        assert snapshot.u16(variant.answers[INDEXES]) == place


def test_an_index_that_stays_the_same_is_not_proposed(lab: Lab) -> None:
    with_states(lab)
    plant(lab, lab.address(INDEXES), 0, 0)
    assert proposals(lab, BattlerPartyIndexes()) == {}
