"""Root causes: each told once, with all that waits for it, and the largest first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.errors import ExitCode
from gbatool.memory import Address
from gbatool.profile import Unresolved
from gbatool.scan.causes import NothingProvenError, RootCause, nothing_proven, root_causes
from gbatool.scan.derive import Derivation, why_not
from gbatool.scan.findings import Candidate, Elimination, ProbeFinding, Problem, Trial
from tests.profile.examples import a_profile, a_symbol

ONE, OTHER = Candidate(Address(0x03001000), "one"), Candidate(Address(0x03002000), "other")
LOST = ProbeFinding("the step is refused", "it happened", held=0, tried=3)
SILENT = "no NPC answers"


def nothing(symbol: str) -> Elimination:
    """A symbol that the scan proposes nothing for."""
    return Elimination(symbol, (), frozenset({"poke"}))


def refuted(symbol: str) -> Elimination:
    trial = Trial("poke", "poke", "overworld", ((ONE, LOST),), ())
    return Elimination(symbol, (ONE,), frozenset({"poke"}), (trial,))


def waits(symbol: str, *needs: str) -> Elimination:
    problem = Problem(f"this needs {' and '.join(needs)}", needs)
    return Elimination(symbol, (), frozenset({"poke"}), problems=(problem,))


def left(
    symbol: str, *problems: Problem, candidates: tuple[Candidate, ...] = (ONE,)
) -> Elimination:
    return Elimination(symbol, candidates, frozenset({"poke"}), problems=problems)


def unresolved_of(*eliminations: Elimination) -> dict[str, Unresolved]:
    found: dict[str, Unresolved] = {}
    for one in eliminations:
        found[one.symbol] = why_not(one, found)
    return found


def causes_of(*eliminations: Elimination) -> list[RootCause]:
    return list(root_causes(unresolved_of(*eliminations), eliminations))


def test_a_chain_ends_in_its_root() -> None:
    assert causes_of(refuted("gA"), waits("gB", "gA"), waits("gC", "gB")) == [
        RootCause(("gA",), "all 1 candidates were refuted", ("gB", "gC"))
    ]


def test_the_largest_comes_first_and_then_the_order_of_the_derivation() -> None:
    causes = causes_of(nothing("gA"), nothing("gB"), refuted("gC"), waits("gD", "gC"))
    assert [cause.symbols for cause in causes] == [("gC",), ("gA",), ("gB",)]
    assert [cause.count for cause in causes] == [2, 1, 1]


def test_what_waits_for_two_is_told_under_both() -> None:
    causes = causes_of(nothing("gA"), refuted("gB"), waits("gC", "gA", "gB"), waits("gD", "gC"))
    assert [(cause.symbols, cause.leaves_open) for cause in causes] == [
        (("gA",), ("gC", "gD")),
        (("gB",), ("gC", "gD")),
    ]


def test_an_experiment_that_several_need_is_one_cause() -> None:
    causes = causes_of(
        left("gA", Problem(SILENT, probe="poke-a")),
        Elimination("gB", (), frozenset(), problems=(Problem(SILENT),)),
        waits("gC", "gB"),
    )
    assert causes == [RootCause(("gA", "gB"), SILENT, ("gC",))]


def test_one_that_needs_it_alone_keeps_its_whole_reason() -> None:
    [cause] = causes_of(left("gA", Problem(SILENT, probe="poke-a")))
    reason = f"one candidate is left, but it could not be proven: poke-a: {SILENT}"
    assert cause == RootCause(("gA",), reason)


@pytest.mark.parametrize("kind", [nothing, refuted])
def test_two_with_the_same_outcome_of_their_own_are_two_causes(kind: object) -> None:
    assert callable(kind)
    assert [cause.symbols for cause in causes_of(kind("gA"), kind("gB"))] == [("gA",), ("gB",)]


def test_a_probe_that_lacks_a_symbol_waits_for_it() -> None:
    story = left("gB", Problem("this needs gA", ("gA",), "poke"))
    assert unresolved_of(nothing("gA"), story)["gB"].needs == ("gA",)


@pytest.mark.parametrize(
    "story",
    [
        left("gB", Problem("this needs gA", ("gA",), "poke"), Problem(SILENT, probe="key")),
        Elimination("gB", (ONE,), frozenset(), refuted("gB").trials, (Problem("", ("gA",)),)),
    ],
    ids=["another problem", "refuted"],
)
def test_a_reason_of_its_own_counts_more_than_what_it_lacks(story: Elimination) -> None:
    assert unresolved_of(nothing("gA"), story)["gB"].needs == ()


def test_what_comes_later_or_is_proven_is_not_waited_for() -> None:
    stories = [waits("gA", "gB", "gProven"), waits("gB", "gA")]
    found = unresolved_of(*stories)
    assert (found["gA"].needs, found["gB"].needs) == ((), ("gA",))
    assert causes_of(*stories) == [RootCause(("gA",), "this needs gB and gProven", ("gB",))]


@pytest.mark.parametrize(
    "votes", [{ONE.address: 0}, {ONE.address: 1, OTHER.address: 1}], ids=["refuted", "two"]
)
def test_places_that_contradict_each_other_are_a_reason_of_its_own(
    votes: dict[Address, int],
) -> None:
    waiting, silent = waits("gB", "gA"), left("gC", Problem(SILENT, probe="poke"))
    assert why_not(waiting, {"gA"}, votes).needs == ()
    found = {"gC": why_not(silent, (), votes), "gD": why_not(left("gD", Problem(SILENT)))}
    causes = root_causes(found, [silent, left("gD", Problem(SILENT))])
    assert [cause.symbols for cause in causes] == [("gC",), ("gD",)]


def test_candidates_that_are_left_say_which_probe_could_not_run() -> None:
    story = left("gA", Problem(SILENT, probe="poke"), candidates=(ONE, OTHER))
    assert why_not(story).reason == f"2 of 2 candidates are left: poke: {SILENT}"


def test_a_long_list_is_cut() -> None:
    names = tuple(f"g{number}" for number in range(20))
    assert str(RootCause(("gA",), "why", names)) == (
        "gA: why (also leaves open: g0, g1, g2, g3, g4, g5, g6, g7 and 12 more)"
    )
    assert str(RootCause(("gA",), "why", names[:9])).endswith("g7, g8)")


def derivation(*eliminations: Elimination) -> Derivation:
    """A derivation that proves ``gProven`` alone."""
    proven = a_symbol("gProven", ONE.address)
    profile = a_profile(proven, unresolved=tuple(unresolved_of(*eliminations).values()))
    return Derivation(profile, (nothing("gProven"), *eliminations), {}, frozenset(profile.symbols))


@pytest.mark.parametrize("asked", [None, ("gProven",), ("gA", "gProven")])
def test_one_proven_symbol_of_those_asked_is_enough(asked: tuple[str, ...] | None) -> None:
    derivation(nothing("gA")).check_proven(asked)


def test_nothing_proven_of_what_was_asked_names_the_causes_that_concern_it() -> None:
    found = derivation(nothing("gA"), waits("gB", "gA"), nothing("gElse"))
    with pytest.raises(NothingProvenError) as raised:
        found.check_proven(("gB",))
    error = raised.value
    assert error.exit_code is ExitCode.FAILED_CLOSED
    assert error.message.startswith(
        "nothing was proven of gB, and nothing was written. gA: the scan proposed no candidate"
        " (also leaves open: gB). Try it from another place, with `--state overworld=FILE`"
    )
    assert error.detail == {
        "symbols": ["gB"],
        "root_causes": [
            {"symbols": ["gA"], "reason": "the scan proposed no candidate", "leaves_open": ["gB"]}
        ],
    }


def test_nothing_proven_at_all_names_the_largest_causes() -> None:
    causes = [RootCause((f"g{number}",), "why") for number in range(5)]
    error = nothing_proven((), causes)
    assert error.message.startswith(
        "nothing was proven of any symbol, and nothing was written. g0: why; g1: why; g2: why;"
        " and 2 more root causes. Try"
    )
    shown = error.detail["root_causes"]
    assert isinstance(shown, list)
    assert len(shown) == 5


def test_no_state_is_asked_for_where_the_family_lacks_the_symbol() -> None:
    absent = left("gSaveBlock1", Problem("the engine family frlg does not have it"), candidates=())
    found = derivation(nothing("gA"))
    found = replace(found, eliminations=(*found.eliminations, absent))
    with pytest.raises(NothingProvenError) as raised:
        found.check_proven(("gSaveBlock1",))
    assert raised.value.message.endswith("gSaveBlock1: the engine family frlg does not have it")
