"""Looking at one symbol: what its scan proposes, and what its probes say of one address."""

from __future__ import annotations

import pytest

from gbatool.errors import ExitCode, NoCandidateError, ProbeError
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.inspect import prepare, probe_address, scan_symbol
from gbatool.scan.lab.laboratory import Lab
from tests.scan.staging import Derived

MAP = "gBackupMapLayout"


def test_a_scan_shows_the_truth_and_the_decoys(base: Derived) -> None:
    found = scan_symbol(base.bare_lab(), MAP)
    addresses = [candidate.address for candidate in found]
    assert addresses == sorted(addresses)
    assert {base.answers[MAP], base.answers["sDecoyMapLayout"]} <= set(addresses)
    assert all(candidate.reason for candidate in found)


def test_what_a_scan_rests_on_is_proven_first(base: Derived) -> None:
    lab = base.bare_lab()
    locator = prepare(lab, "gSaveBlock1Ptr")
    assert set(lab.known) >= set(locator.requires)
    assert "gSaveBlock1Ptr" not in lab.known


def test_the_true_address_holds_in_every_probe(base: Derived) -> None:
    story = probe_address(base.bare_lab(), MAP, base.answers[MAP])
    assert story.proven
    verdicts = [finding.verdict for trial in story.trials for _, finding in trial.findings]
    assert verdicts == [ProbeVerdict.HELD] * 3


def test_a_decoy_is_refuted(variant: Derived) -> None:
    story = probe_address(variant.bare_lab(), MAP, variant.answers["sDecoyMapLayout"])
    assert not story.proven
    assert story.left == ()
    assert story.trials[-1].findings[-1][1].verdict is ProbeVerdict.REFUTED


@pytest.mark.parametrize("offset", [-4, 4])
def test_an_address_that_the_scan_does_not_propose_is_refused(base: Derived, offset: int) -> None:
    address = base.answers[MAP] + offset
    with pytest.raises(NoCandidateError, match=f"0x{address:08X} can't be {MAP}") as raised:
        probe_address(base.bare_lab(), MAP, address)
    error = raised.value
    assert error.exit_code is ExitCode.FAILED_CLOSED
    assert error.detail["symbol"] == MAP
    assert error.detail["address"] == f"0x{address:08X}"
    proposed = error.detail["proposed"]
    assert isinstance(proposed, list)
    assert f"0x{base.answers[MAP]:08X}" in proposed


def test_nothing_proposed_is_said_so(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gbatool.scan.overworld.map_layout.find_map_layouts", lambda _: [])
    with pytest.raises(NoCandidateError, match="it proposes none"):
        probe_address(lab, MAP, lab.address(MAP))


def test_a_requirement_that_could_not_be_proven_is_named(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gbatool.scan.overworld.map_layout.find_map_layouts", lambda _: [])
    with pytest.raises(ProbeError, match=f"needs {MAP}"):
        scan_symbol(base.bare_lab(), "gMapHeader")
