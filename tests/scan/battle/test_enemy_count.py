"""How many mons the opponent has: found by the routine that counts them, and by calling it."""

from __future__ import annotations

import pytest

from gbatool.engine.layouts import MAIN, field_address
from gbatool.memory import Address
from gbatool.scan.battle import enemy_count
from gbatool.scan.battle.enemy_count import CountEnemies, EnemyPartyCount
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from tests.scan.rom_staging import with_table
from tests.scan.staging import Derived, check_told_apart, proposals, unused, words

SYMBOL = "gEnemyPartyCount"
CODE = bytes.fromhex("10b5 0648 0649 0022 0024 0b5b 002b 03d0 6431 0132 062a f8d1 0270 10bd")
"""Ours: counts records of 100 bytes from r1 on whose half-word at r4 is not 0, at most six."""
PERSONALITY, HP = 0, 0x56
R4 = 8


def counter(party: int, count: int, field: int) -> bytes:
    """A routine that counts a party into a byte."""
    return CODE[:R4] + bytes((field,)) + CODE[R4 + 1 :] + words(count, party)


def call(distance: int) -> bytes:
    """A call of something that far away."""
    part = (distance - 4) >> 1
    high, low = 0xF000 | part >> 11 & 0x7FF, 0xF800 | part & 0x7FF
    return high.to_bytes(2, "little") + low.to_bytes(2, "little")


def with_counter(
    base: Derived, field: int, *, called: bool = True, place: Address | None = None
) -> tuple[Lab, Address]:
    """A cartridge with two more routines: one for the player's party, and its twin.

    Returns:
        The laboratory, and where the twin counts into.
    """
    known = base.solved.known
    own, other = known["gPlayerParty"].address, known["gEnemyParty"].address
    place = place or unused(base.lab(), 0x10)
    data = counter(own, known["gPlayerPartyCount"].address, PERSONALITY)
    data += counter(other, place, field)
    lab, _ = with_table(base, data + (call(-len(data)) if called else b""))
    return lab, place


def test_the_number_of_those_that_can_fight_is_told_apart(base: Derived) -> None:
    lab, rival = with_counter(base, HP)
    assert lab.known[SYMBOL].address == base.answers[SYMBOL]
    check_told_apart(lab, SYMBOL, "the number of those that can fight", rival)


def test_a_second_routine_that_counts_alike_leaves_it_unproven(base: Derived) -> None:
    lab, other = with_counter(base, PERSONALITY)
    story = eliminate(lab, EnemyPartyCount())
    assert not story.proven
    assert {candidate.address for candidate in story.left} == {base.answers[SYMBOL], other}


def test_a_routine_that_nothing_calls_proposes_nothing(base: Derived) -> None:
    lab, place = with_counter(base, PERSONALITY, called=False)
    assert place not in proposals(lab, EnemyPartyCount())


def test_what_is_written_over_later_is_told_apart(base: Derived) -> None:
    keys = field_address(base.solved.address("gMain"), MAIN, "held_keys")
    lab, rival = with_counter(base, PERSONALITY, place=keys)
    check_told_apart(lab, SYMBOL, "what a routine left on the stack", rival)


def test_a_routine_without_a_twin_is_found_by_calling_it(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = unused(base.lab(), 0x10)
    data = counter(base.answers["gEnemyParty"], place, PERSONALITY)
    lab, _ = with_table(base, data + call(-len(data)))
    monkeypatch.setattr(enemy_count, "are_twins", lambda *_: False)
    story = eliminate(lab, EnemyPartyCount())
    assert [candidate.address for candidate in story.proposed] == [place]
    assert story.proven


def test_a_byte_that_the_routine_does_not_count_into_is_refuted(lab: Lab) -> None:
    [truth] = proposals(lab, EnemyPartyCount()).values()
    elsewhere = Candidate(truth.address + 1, truth.reason, truth.fields)
    CountEnemies().stage.bring(lab)
    assert CountEnemies().run(lab, truth).verdict is ProbeVerdict.HELD
    assert CountEnemies().run(lab, elsewhere).verdict is ProbeVerdict.REFUTED
