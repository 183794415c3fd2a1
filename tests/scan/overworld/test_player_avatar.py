"""gPlayerAvatar: the structure whose preventStep the player obeys, told from a copy."""

from __future__ import annotations

import pytest

from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.overworld.player_avatar import GENDER, OBJECT_EVENT_ID, PREVENT_STEP, PlayerAvatar
from tests.scan.staging import Derived, check_told_apart, planted, proposals

SYMBOL = "gPlayerAvatar"


def test_a_copy_that_follows_is_refuted_by_prevent_step(crowded: Derived, crowded_lab: Lab) -> None:
    decoy = crowded.answers["sDecoyPlayerAvatar"]
    check_told_apart(crowded_lab, SYMBOL, "a copy of the structure that follows it", decoy)


@pytest.mark.parametrize(
    ("offset", "value"), [(0, 4), (OBJECT_EVENT_ID, 9), (PREVENT_STEP, 1), (GENDER, 2)]
)
def test_ids_that_can_not_be_are_not_proposed(lab: Lab, offset: int, value: int) -> None:
    lab.open_directions("overworld")
    before = lab.open["overworld"]
    spoiled = planted(lab, write8(lab.address(SYMBOL) + offset, value))
    spoiled.open["overworld"] = before  # with preventStep set none is
    assert lab.address(SYMBOL) not in proposals(spoiled, PlayerAvatar())
