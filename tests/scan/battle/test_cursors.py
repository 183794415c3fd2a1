"""The battle's cursors: each told by where the next key leads and by what A does."""

from __future__ import annotations

import pytest

from gbatool.scan import LOCATORS
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from tests.scan.battle_staging import unused_in_battle, with_mirror, with_states
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

ACTION, MOVE = "gActionSelectionCursor", "gMoveSelectionCursor"
FOLLOWS, DRAWS = "a byte that follows the cursor", "a cursor that only draws"


@pytest.mark.parametrize("symbol", [ACTION, MOVE])
@pytest.mark.parametrize("rival", [FOLLOWS, DRAWS])
def test_a_byte_copied_from_the_cursor_is_refuted(lab: Lab, symbol: str, rival: str) -> None:
    """It follows every key; what is written there changes neither the next key nor A."""
    assert {"a byte that follows the cursor", "a cursor that only draws"} == {FOLLOWS, DRAWS}
    with_states(lab)
    at = unused_in_battle(lab, 4)
    check_told_apart(with_mirror(lab, lab.address(symbol), at), symbol, rival, at)


def test_what_the_cartridge_leaves_on_its_stack_is_refuted(variant: Derived) -> None:
    lab = with_states(variant.lab())
    truth = variant.answers[ACTION]
    proposed = proposals(lab, LOCATORS[ACTION])
    assert truth in proposed
    probe = probe_against(ACTION, FOLLOWS)
    for address, candidate in proposed.items():
        expected = ProbeVerdict.HELD if address == truth else ProbeVerdict.REFUTED
        assert probe.run(lab, candidate).verdict is expected
