"""gPlayerParty and its count: shown by mons that an injected script gives."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gbatool.core import Buttons
from gbatool.memory import EWRAM, Snapshot
from gbatool.scan.eliminate import eliminate
from gbatool.scan.lab import gift
from gbatool.scan.lab.byte_code import give_mon
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.records import find_records
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.overworld import party
from gbatool.scan.overworld.party import (
    GIVE_FRAMES,
    LEVELS,
    MON_SIZE,
    PlayerParty,
    PlayerPartyCount,
    with_party,
)
from tests.ram import RamBuilder
from tests.scan.staging import Derived, check_told_apart, proposals, starting_at, unused

PARTY, COUNT = "gPlayerParty", "gPlayerPartyCount"


def parties(lab: Lab) -> list[Snapshot]:
    return party._parties(lab)


def plant(lab: Lab, at: int, bytes_of: Callable[[int], bytes]) -> None:
    """Write into what was measured after each number of mons."""
    found = parties(lab)
    for given, snapshot in enumerate(found):
        found[given] = RamBuilder.of(snapshot).write(at, bytes_of(given)).build()


def test_the_record_in_which_a_mon_is_made_is_refuted_by_the_next_one(lab: Lab) -> None:
    """It always holds the last one given, and the record behind it none."""
    at = unused(lab, PlayerParty.size)
    made = [bytes(MON_SIZE)]
    for given, snapshot in enumerate(parties(lab)[1:]):
        made.append(snapshot.read(lab.address(PARTY) + MON_SIZE * given, MON_SIZE).tobytes())
    plant(lab, at, lambda given: made[given])
    rival = "the record in which a mon is made before it is copied"
    check_told_apart(lab, PARTY, rival, at)


def test_a_copy_that_follows_is_refuted_by_a_record_written_into_it(
    aliased: Derived, aliased_lab: Lab
) -> None:
    rival = "a copy that follows the party"
    check_told_apart(aliased_lab, PARTY, rival, aliased.answers["sDecoySameParty"])


def test_a_byte_that_counts_something_else_is_refuted_by_a_wrong_number(lab: Lab) -> None:
    at, had = unused(lab, 1), lab.known[PARTY].fields["had"]
    plant(lab, at, lambda given: bytes((had + given,)))
    check_told_apart(lab, COUNT, "a byte that counts something else", at)


def test_a_copy_that_follows_is_refuted_by_what_is_copied_over_it(base: Derived, lab: Lab) -> None:
    """The decoy of the lock is written again in each frame, as such a copy would be."""
    at, had = base.answers["sDecoyFieldLocked"], lab.known[PARTY].fields["had"]
    plant(lab, at, lambda given: bytes((had + given,)))
    check_told_apart(lab, COUNT, "a copy that follows the count", at)


def test_mons_given_stand_one_after_the_other(variant: Derived) -> None:
    lab = variant.lab()
    had = lab.known[PARTY].fields["had"]
    after = with_party(lab, len(LEVELS))
    first = variant.answers[PARTY] + MON_SIZE * had
    for slot, level in enumerate(LEVELS):
        assert first + MON_SIZE * slot in find_records(after, level)
    assert after.u8(variant.answers[COUNT]) == had + len(LEVELS)


def with_mons(base: Derived, lab: Lab, total: int) -> Lab:
    """The player has so many mons, and neither the party nor its count is known."""
    had = lab.known[PARTY].fields["had"]
    script = inject(lab, b"".join(give_mon(1, 50 + n) for n in range(total - had)))
    after = lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], script)
    assert after.u8(base.answers[COUNT]) == total
    lab.keep("with_mons")
    found = starting_at(lab, "with_mons")
    for symbol in (PARTY, COUNT):
        del found.known[symbol]
    return found


@pytest.mark.parametrize(("total", "left"), [(3, 3), (4, 3), (5, 3), (6, 3)])
def test_with_any_number_of_mons_the_party_and_its_count_are_proven(
    base: Derived, lab: Lab, total: int, left: int
) -> None:
    """Where three more have no room, two are left and one is given before the count is right."""
    many = with_mons(base, lab, total)
    for locator in (PlayerParty(), PlayerPartyCount()):
        story = eliminate(many, locator)
        assert story.proven, locator.symbol
        assert many.address(locator.symbol) == base.answers[locator.symbol]
    assert many.known[PARTY].fields["had"] == left
    assert many.snapshot(OVERWORLD).u8(base.answers[COUNT]) == total


@pytest.mark.parametrize(("total", "full"), [(3, False), (4, True)])
def test_room_is_made_only_where_three_more_have_none(
    base: Derived, lab: Lab, total: int, full: bool
) -> None:
    many = with_mons(base, lab, total)
    find_talk(many)
    assert (base.answers[PARTY] in [at for at, _ in gift.full_parties(many)]) is full


def test_a_record_too_near_the_end_of_memory_for_a_party_is_not_proposed(lab: Lab) -> None:
    last = EWRAM.end - PlayerParty.size
    given = parties(lab)[1]
    had = lab.known[PARTY].fields["had"]
    made = given.read(lab.address(PARTY) + MON_SIZE * had, MON_SIZE).tobytes()
    for near, proposed in ((last, True), (last + 4, False)):
        fresh = lab.on(lab.emulator)
        plant(fresh, near, lambda count: made if count else bytes(MON_SIZE))
        assert (near in proposals(fresh, PlayerParty())) is proposed


def test_a_record_that_was_there_before_is_not_proposed(lab: Lab) -> None:
    found = parties(lab)
    found[0] = found[1]
    assert proposals(lab, PlayerParty()) == {}
