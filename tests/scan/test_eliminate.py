"""Elimination: probes drop candidates one after the other, and a probe that fails drops none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.errors import ProbeError
from gbatool.scan.eliminate import eliminate, propose, run_probes
from gbatool.scan.findings import ProbeFinding, Problem
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.overworld.map_layout import (
    BackupMapLayout,
    BumpNeighbours,
    PokeBlocksPointer,
    PokeTiles,
)
from gbatool.scan.overworld.player_avatar import PlayerAvatar
from tests.scan.staging import Derived

SYMBOL = "gBackupMapLayout"


def test_a_proven_survivor_becomes_known(base: Derived) -> None:
    lab = base.bare_lab()
    assert eliminate(lab, BackupMapLayout()).proven
    assert lab.address(SYMBOL) == base.answers[SYMBOL]


def test_proposals_alone_make_nothing_known(base: Derived) -> None:
    lab = base.bare_lab()
    story = eliminate(lab, BackupMapLayout(), use_probes=False)
    assert len(story.proposed) > 1
    assert not story.trials
    assert not story.proven
    assert lab.known == {}


def test_proposals_are_in_the_order_of_their_addresses(variant: Derived) -> None:
    for story in variant.eliminations:
        addresses = [candidate.address for candidate in story.proposed]
        assert addresses == sorted(addresses), story.symbol


def test_each_probe_sees_only_what_the_one_before_left(variant: Derived) -> None:
    for story in variant.eliminations:
        left = story.proposed
        for trial in story.trials:
            assert tuple(candidate for candidate, _ in trial.findings) == left, story.symbol
            left = trial.left


def test_what_is_required_and_unknown_is_named(base: Derived) -> None:
    story = eliminate(base.bare_lab(), PlayerAvatar())
    reason = "this needs gObjectEvents, which is not proven"
    assert story.problems == (Problem(reason, ("gObjectEvents",)),)
    assert story.needs == ("gObjectEvents",)
    assert story.proposed == ()
    assert story.decisive == {"poke-prevent-step"}


def test_a_probe_that_could_not_run_refutes_no_candidate(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> ProbeFinding:
        raise ProbeError("there is no wall")

    monkeypatch.setattr(PokeTiles, "run", fail)
    story = eliminate(lab, BackupMapLayout())
    assert story.problems == (Problem("there is no wall", probe="poke-tiles"),)
    assert story.needs == ()
    assert [trial.probe for trial in story.trials] == ["bump", "poke-pointer"]
    assert not story.proven


def test_an_address_that_no_profile_can_have_is_not_proposed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = lab.known[SYMBOL]
    odd = replace(true, address=true.address + 1)
    monkeypatch.setattr(BackupMapLayout, "scan", lambda *_: [odd, true])
    assert propose(lab, BackupMapLayout()) == (true,)
    monkeypatch.setattr(BackupMapLayout, "scan", lambda *_: [odd])
    with pytest.raises(ProbeError, match=f"{odd.address} is not a multiple of 4"):
        propose(lab, BackupMapLayout())


def test_no_probe_runs_once_no_candidate_is_left(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        BumpNeighbours, "run", lambda *_: ProbeFinding("a step happens", "it did not", 0, 1)
    )
    monkeypatch.setattr(PokeBlocksPointer, "run", lambda *_: pytest.fail("no candidate was left"))
    story = run_probes(lab, BackupMapLayout(), (lab.known[SYMBOL],))
    assert [trial.probe for trial in story.trials] == ["bump"]
    assert story.left == ()


def test_every_story_ends_with_the_truth(variant: Derived) -> None:
    ends = {
        story.symbol: story.survivor.address if story.survivor else None
        for story in variant.eliminations
    }
    assert ends == {name: variant.answers[name] for name in ends}
