"""The party menu's cursor: told by where the next key leads."""

from __future__ import annotations

import pytest

from gbatool.engine.families import RS
from gbatool.scan.derive import why_not
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.screens_explore import PARTY, SUPPLIED, find_party
from gbatool.scan.menus.party import SLOT, PartyMenu
from tests.scan.battle_staging import plant, with_mirror
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals, starting_at

MENU, CALLBACK = "gPartyMenu", "CB2_UpdatePartyMenu"


def unused_in_party(lab: Lab, size: int) -> int:
    """EWRAM that is zero before and in the party menu."""
    find_party(lab)
    return unused_ewram([lab.snapshot(SUPPLIED), lab.snapshot(PARTY)], size)


def test_a_byte_copied_from_the_slot_is_refuted(lab: Lab) -> None:
    at = unused_in_party(lab, 0x20)
    callback = lab.snapshot(PARTY).u32(lab.address(MENU))
    plant(lab, PARTY, write32(at, callback))
    mirrored = with_mirror(lab, lab.address(MENU) + SLOT, at + SLOT)
    fresh = starting_at(mirrored, "overworld")
    fresh.states[PARTY] = lab.states[PARTY]
    check_told_apart(fresh, MENU, "a byte that follows the chosen slot", at)


def test_a_slot_without_a_callback_before_it_is_not_proposed(lab: Lab) -> None:
    find_party(lab)
    plant(lab, PARTY, write8(lab.address(MENU), 0), write32(lab.address(MENU), 0))
    assert proposals(lab, PartyMenu()) == {}


def test_a_callback_of_no_main_structure_is_refuted(base: Derived, lab: Lab) -> None:
    at = unused_in_party(lab, 8)
    known = lab.known[CALLBACK]
    assert known.address == base.answers[CALLBACK]
    probe = probe_against(CALLBACK, "a callback that has nothing to do with the party menu")
    impostor = Candidate(known.address, known.reason, {"main": int(at)})
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD


def test_a_family_that_keeps_the_slot_elsewhere_is_said_to(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("gbatool.scan.eliminate", "gbatool.scan.lab.family"):
        monkeypatch.setattr(f"{module}.find_family", lambda _: RS)
    story = eliminate(lab, PartyMenu())
    assert "the engine family rs does not have it: its party menu keeps" in why_not(story).reason
