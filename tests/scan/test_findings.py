"""What counts as proven: one survivor, every decisive probe held, one of them made the game act."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.scan.findings import Candidate, Elimination, ProbeFinding, ProbeVerdict, Trial

TRUE, FALSE = Candidate(Address(0x02000100), "true"), Candidate(Address(0x02000200), "false")


def finding(held: int, tried: int) -> ProbeFinding:
    return ProbeFinding("the step is refused", f"{held} of {tried} were", held, tried)


def trial(
    *found: tuple[Candidate, ProbeFinding], probe: str = "poke-it", kind: str = "poke"
) -> Trial:
    left = tuple(c for c, result in found if result.verdict is not ProbeVerdict.REFUTED)
    return Trial(probe, kind, "overworld", found, left)


def story(*trials: Trial, decisive: frozenset[str] = frozenset({"poke-it"})) -> Elimination:
    return Elimination("gIt", (TRUE, FALSE), decisive, trials)


@pytest.mark.parametrize(
    ("held", "tried", "verdict"),
    [
        (4, 4, ProbeVerdict.HELD),
        (3, 4, ProbeVerdict.REFUTED),
        (0, 4, ProbeVerdict.REFUTED),
        (0, 0, ProbeVerdict.INCONCLUSIVE),
    ],
)
def test_one_trial_that_fails_refutes_and_none_says_nothing(
    held: int, tried: int, verdict: ProbeVerdict
) -> None:
    assert finding(held, tried).verdict is verdict


def test_a_sole_survivor_that_held_is_proven() -> None:
    found = story(trial((TRUE, finding(4, 4)), (FALSE, finding(0, 1))))
    assert found.survivor == TRUE
    assert found.proven


def test_two_survivors_are_no_proof() -> None:
    found = story(trial((TRUE, finding(4, 4)), (FALSE, finding(4, 4))))
    assert found.survivor is None
    assert not found.proven


def test_a_survivor_by_default_is_no_proof() -> None:
    found = story(trial((TRUE, finding(0, 0)), (FALSE, finding(0, 1))))
    assert found.survivor == TRUE
    assert not found.proven


def test_a_decisive_probe_that_did_not_run_is_missed() -> None:
    only = trial((TRUE, finding(1, 1)), (FALSE, finding(0, 1)))
    assert not story(only, decisive=frozenset({"poke-it", "poke-other"})).proven


def test_watching_alone_proves_nothing() -> None:
    watched = trial((TRUE, finding(1, 1)), (FALSE, finding(0, 1)), probe="watch-it", kind="watch")
    decisive = frozenset({"watch-it"})
    assert not story(watched, decisive=decisive).proven
    acted = trial((TRUE, finding(1, 1)))
    assert story(watched, acted, decisive=decisive).proven


def test_without_a_trial_the_proposals_are_left() -> None:
    assert story().left == (TRUE, FALSE)


def test_the_evidence_is_what_held_for_the_survivor() -> None:
    first = trial((TRUE, finding(0, 0)), (FALSE, finding(1, 1)), probe="poke-first")
    second = trial((TRUE, finding(2, 2)), (FALSE, finding(0, 1)))
    scan, *proofs = story(first, second).evidence("somewhere")
    assert (scan.kind, scan.predicted, scan.left, scan.savestate) == (
        "scan",
        "true",
        2,
        "somewhere",
    )
    assert [(p.kind, p.held, p.left, p.savestate) for p in proofs] == [
        ("poke", "2/2", 1, "overworld")
    ]


def test_there_is_no_evidence_without_a_survivor() -> None:
    found = story(trial((TRUE, finding(1, 1)), (FALSE, finding(1, 1))))
    assert found.evidence("somewhere") == ()
