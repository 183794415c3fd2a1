"""gPlayerAvatar: the structure whose preventStep the player obeys, told from a copy."""

from __future__ import annotations

import pytest

from gbatool.engine.layouts import PLAYER_AVATAR, field_address
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.overworld.player_avatar import PlayerAvatar
from tests.scan.staging import Derived, check_told_apart, planted, proposals

SYMBOL = "gPlayerAvatar"


def test_a_copy_that_follows_is_refuted_by_prevent_step(crowded: Derived, crowded_lab: Lab) -> None:
    decoy = crowded.answers["sDecoyPlayerAvatar"]
    check_told_apart(crowded_lab, SYMBOL, "a copy of the structure that follows it", decoy)


@pytest.mark.parametrize(
    ("field", "value"),
    [("flags", 4), ("object_event_id", 9), ("prevent_step", 1), ("gender", 2)],
)
def test_ids_that_can_not_be_are_not_proposed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, field: str, value: int
) -> None:
    ways = lab.calm_directions("overworld")
    spoiled = planted(lab, write8(field_address(lab.address(SYMBOL), PLAYER_AVATAR, field), value))
    monkeypatch.setattr(Lab, "calm_directions", lambda *_: ways)  # with preventStep set none is
    assert lab.address(SYMBOL) not in proposals(spoiled, PlayerAvatar())
