"""Where the bag's cursor is kept: told by where the bag opens."""

from __future__ import annotations

import pytest

from gbatool.engine.families import EMERALD, ENGINES
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.screens_explore import BAG, SUPPLIED, find_bag
from gbatool.scan.menus.bag import BagMenuState, BagPosition, _kept
from tests.ram import RamBuilder
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

STATE, CALLBACK = "gBagMenuState", "CB2_BagMenuRun"
SHOWN, OTHER_POCKET = "the row of the list that is shown", "the rows begun at another pocket"


def unused_in_bag(lab: Lab, size: int) -> int:
    """EWRAM that is zero before, in and after the bag."""
    find_bag(lab)
    return unused_ewram([lab.snapshot(SUPPLIED), lab.snapshot(BAG), *_kept(lab)], size)


def plant(lab: Lab, at: int) -> None:
    """A copy of the structure in what was measured after the bag was left."""
    kept = _kept(lab)
    for i, snapshot in enumerate(kept):
        copied = snapshot.read(lab.address(STATE), BagMenuState.size).tobytes()
        kept[i] = RamBuilder.of(snapshot).write(at, copied).build()


@pytest.mark.parametrize("rival", [SHOWN, OTHER_POCKET])
def test_a_row_that_is_not_the_one_kept_is_refuted_by_where_the_bag_opens(
    lab: Lab, rival: str
) -> None:
    assert rival in ("the row of the list that is shown", "the rows begun at another pocket")
    at = unused_in_bag(lab, 0x20)
    plant(lab, at)
    check_told_apart(lab, STATE, rival, at)


def test_a_pocket_at_another_offset_is_refuted(lab: Lab) -> None:
    find_bag(lab)
    known = lab.known[STATE]
    probe = probe_against(STATE, OTHER_POCKET)
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD
    wrong = Candidate(known.address, known.reason, {"pocket": 4})
    assert probe.run(lab, wrong).verdict is ProbeVerdict.REFUTED


def test_a_row_without_a_callback_before_it_is_not_proposed(lab: Lab) -> None:
    kept = _kept(lab)
    kept[0] = RamBuilder.of(kept[0]).write(lab.address(STATE), bytes(4)).build()
    assert lab.address(STATE) not in proposals(lab, BagMenuState())


def test_emeralds_layout_belongs_to_emerald_alone() -> None:
    rivals = {"the row of the list that is shown", "the rows begun at another pocket"}
    assert [e for e in ENGINES.values() if e.has(BagPosition.symbol)] == [EMERALD]
    assert BagPosition().doc.rivals.keys() == rivals
    assert BagPosition.layout != BagMenuState.layout


def test_a_callback_of_no_main_structure_is_refuted(base: Derived, lab: Lab) -> None:
    at = unused_in_bag(lab, 8)
    known = lab.known[CALLBACK]
    assert known.address == base.answers[CALLBACK]
    probe = probe_against(CALLBACK, "a callback that has nothing to do with the bag")
    impostor = Candidate(known.address, known.reason, {"main": int(at)})
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD
