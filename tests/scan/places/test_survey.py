"""Places vote: what one of them proves, what several prove, and what they say against each other."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.memory import Address
from gbatool.scan import LOCATORS
from gbatool.scan.findings import Candidate, Elimination, ProbeFinding, Trial
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.places.survey import Attempt, Survey, _borrow

SYMBOL = "gMapHeader"
ONE, OTHER = Address(0x02000010), Address(0x02000020)
PROBE = "poke"


def eliminated(
    *proposed: Address, left: tuple[Address, ...] = (), symbol: str = SYMBOL, place: int = 0
) -> Elimination:
    """A symbol's candidates, and which of them one decisive probe left.

    Args:
        proposed: Their addresses.
        left: Those in which the probe held.
        symbol: Whose candidates they are.
        place: What the scan read at each candidate.
    """
    candidates = {at: Candidate(at, "looks right", {"place": place}) for at in proposed}
    findings = tuple(
        (candidate, ProbeFinding("it obeys", "it did", int(at in left), 1))
        for at, candidate in candidates.items()
    )
    trial = Trial(PROBE, "poke", "overworld", findings, tuple(candidates[at] for at in left))
    return Elimination(symbol, tuple(candidates.values()), frozenset((PROBE,)), (trial,))


def proves(address: Address, *refuted: Address) -> Elimination:
    return eliminated(address, *refuted, left=(address,))


def refutes(*addresses: Address) -> Elimination:
    return eliminated(*addresses)


NOT_FOUND = Elimination(SYMBOL, (), frozenset((PROBE,)))
OPEN = Elimination(SYMBOL, (Candidate(ONE, "looks right"),), frozenset((PROBE,)))
"""Proposed, and no probe could run."""


class KnownOnly:
    """Stands in for a laboratory of which only the proven symbols are asked."""

    def __init__(self) -> None:
        self.known: dict[str, Candidate] = {}


def attempt(*eliminations: Elimination | None) -> Attempt:
    """The catalogue at one place; None where a symbol was not tried there."""
    lab: Any = KnownOnly()
    return Attempt(cast("Lab", lab), "file", [one for one in eliminations if one is not None])


def survey(*eliminations: Elimination | None, settled: int | None = None) -> Survey:
    """One symbol at several places."""
    return Survey([attempt(one) for one in eliminations], settled)


def credited(*eliminations: Elimination | None) -> int | None:
    """Index of the place whose proof counts."""
    places = survey(*eliminations)
    found = places.credited(SYMBOL)
    return (
        None if found is None else next(i for i, one in enumerate(places.attempts) if one is found)
    )


def known_at(*eliminations: Elimination | None) -> Address | None:
    known = survey(*eliminations).known(SYMBOL)
    return None if known is None else known.address


@pytest.mark.parametrize("others", [(), (None,), (NOT_FOUND,), (OPEN,), (refutes(OTHER),)])
def test_one_proof_stands_for_all_places(others: tuple[Elimination | None, ...]) -> None:
    assert known_at(proves(ONE), *others) == ONE
    assert known_at(*others, proves(ONE)) == ONE


@pytest.mark.parametrize("tried", [(), (None,), (NOT_FOUND,), (OPEN,), (refutes(ONE),)])
def test_without_a_proof_nothing_is_known(tried: tuple[Elimination | None, ...]) -> None:
    assert survey(*tried).votes(SYMBOL) == {}
    assert (known_at(*tried), credited(*tried)) == (None, None)


def test_a_proof_and_a_refutation_cancel() -> None:
    for tried in ((proves(ONE), refutes(ONE)), (refutes(ONE), proves(ONE))):
        assert survey(*tried).votes(SYMBOL) == {ONE: 0}
        assert (known_at(*tried), credited(*tried)) == (None, None)


def test_a_third_place_decides_between_a_proof_and_a_refutation() -> None:
    assert known_at(proves(ONE), refutes(ONE), proves(ONE)) == ONE
    assert known_at(refutes(ONE), proves(ONE), proves(ONE)) == ONE
    assert known_at(proves(ONE), refutes(ONE), refutes(ONE)) is None


def test_two_addresses_prove_none_however_often_one_was_proven() -> None:
    tried = (proves(ONE), proves(OTHER))
    assert survey(*tried).votes(SYMBOL) == {ONE: 1, OTHER: 1}
    assert (known_at(*tried), credited(*tried)) == (None, None)
    assert known_at(*tried, proves(ONE), proves(ONE)) is None
    refuting = (proves(ONE, OTHER), proves(OTHER))
    assert survey(*refuting).votes(SYMBOL) == {ONE: 1, OTHER: 0}
    assert known_at(*refuting) is None


@pytest.mark.parametrize(
    ("tried", "settled", "expected"),
    [
        ((proves(ONE), proves(ONE)), None, 1),  # the last one so far is the main one
        ((proves(ONE), proves(ONE)), 0, 0),
        ((NOT_FOUND, proves(ONE), proves(ONE)), 0, 1),  # the first one that has it
        ((proves(ONE), proves(ONE), refutes(ONE)), 2, 0),
    ],
)
def test_the_main_places_proof_counts_and_else_the_first(
    tried: tuple[Elimination, ...], settled: int | None, expected: int
) -> None:
    places = survey(*tried, settled=settled)
    assert places.credited(SYMBOL) is places.attempts[expected]


@pytest.mark.parametrize(
    ("tried", "settled", "expected"),
    [
        ((proves(ONE), OPEN), 1, 0),  # a proof, wherever it is
        ((NOT_FOUND, OPEN), 0, 0),  # else the main place's try
        ((NOT_FOUND, OPEN), None, 1),
        ((NOT_FOUND, OPEN, None), 2, 1),  # else the latest one
        ((proves(ONE), refutes(ONE)), 0, 0),
    ],
)
def test_a_result_is_the_proof_or_else_the_latest_try(
    tried: tuple[Elimination | None, ...], settled: int | None, expected: int
) -> None:
    places = survey(*tried, settled=settled)
    assert places.results([SYMBOL, "gMain"]) == {SYMBOL: tried[expected]}


def test_symbols_do_not_vote_for_each_other() -> None:
    main = eliminated(ONE, left=(ONE,), symbol="gMain")
    places = Survey([attempt(main, refutes(ONE)), attempt(proves(OTHER))])
    assert (places.votes("gMain"), places.votes(SYMBOL)) == ({ONE: 1}, {OTHER: 1})
    results = places.results(["gMain", SYMBOL])
    assert [(name, one.survivor) for name, one in results.items()] == [
        ("gMain", Candidate(ONE, "looks right", {"place": 0})),
        (SYMBOL, Candidate(OTHER, "looks right", {"place": 0})),
    ]


VERDICTS = st.sampled_from(
    (None, NOT_FOUND, OPEN, proves(ONE), proves(OTHER), proves(ONE, OTHER), refutes(ONE))
)


@given(st.lists(VERDICTS, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_what_is_known_is_proven_once_more_than_refuted_and_alone(
    tried: list[Elimination | None], chance: Any
) -> None:
    proven: Counter[Address] = Counter()
    refuted: Counter[Address] = Counter()
    for one in tried:
        if one is not None and one.proven:
            proven.update(candidate.address for candidate in one.left)
        if one is not None and one.trials:
            refuted.update({c.address for c in one.proposed} - {c.address for c in one.left})
    expected = None
    if len(proven) == 1:
        ((address, times),) = proven.items()
        expected = address if times > refuted[address] else None
    assert known_at(*tried) == expected
    shuffled = chance.sample(tried, len(tried))
    assert known_at(*shuffled) == expected  # in whatever order the places were tried
    found = credited(*tried)
    assert (found is None) == (expected is None)
    if found is not None:
        credit = tried[found]
        assert credit is not None
        assert credit.proven


def borrowed(here: Elimination | None) -> Candidate | None:
    """What a place knows of the symbol that another one has proven."""
    there = eliminated(ONE, left=(ONE,), place=1)
    places = Survey([attempt(there), attempt(here)])
    _borrow(places, places.attempts[1], LOCATORS[SYMBOL])
    return places.attempts[1].lab.known.get(SYMBOL)


def test_a_place_borrows_a_proof_with_what_it_shows_itself() -> None:
    found = borrowed(eliminated(OTHER, ONE, left=(OTHER, ONE), place=2))
    assert found == Candidate(ONE, "looks right", {"place": 2})


@pytest.mark.parametrize("here", [None, NOT_FOUND, eliminated(OTHER, place=2)])
def test_a_place_that_shows_nothing_borrows_the_proof_as_it_is(here: Elimination | None) -> None:
    assert borrowed(here) == Candidate(ONE, "looks right", {"place": 1})


def test_what_is_not_proven_is_not_borrowed() -> None:
    places = survey(proves(ONE), refutes(ONE))
    _borrow(places, places.attempts[1], LOCATORS[SYMBOL])
    assert places.attempts[1].lab.known == {}


def test_what_a_place_knows_is_not_replaced() -> None:
    places = survey(proves(ONE), proves(ONE))
    own = Candidate(ONE, "its own")
    places.attempts[1].lab.known[SYMBOL] = own
    _borrow(places, places.attempts[1], LOCATORS[SYMBOL])
    assert places.attempts[1].lab.known[SYMBOL] is own
