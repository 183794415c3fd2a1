"""gBattle_BG0_Y: what scrolls a battle's texts and menus, told from what merely counts like it."""

from __future__ import annotations

import numpy as np

from gbatool.scan.battle.scroll import SHIFTS, BattleTextScroll, _moved_up
from gbatool.scan.lab.laboratory import Lab
from tests.scan.battle_staging import with_states
from tests.scan.staging import Derived, check_told_apart, proposals

SYMBOL = "gBattle_BG0_Y"
RIVAL = "another half-word with the same values"


def test_what_counts_like_it_is_refuted_by_the_picture(base: Derived, lab: Lab) -> None:
    with_states(lab)
    found = proposals(lab, BattleTextScroll())
    assert found.keys() > {base.answers[SYMBOL]}
    for impostor in found.keys() - {base.answers[SYMBOL]}:
        check_told_apart(lab, SYMBOL, RIVAL, impostor)


def test_a_picture_that_moves_up_is_told_from_one_that_merely_changes() -> None:
    before = np.random.default_rng(1).integers(0, 256, (160, 240, 3), np.uint8)
    shift = SHIFTS[0]
    assert _moved_up(before, before, shift) == 0
    assert _moved_up(before, 255 - before, shift) == 0
    assert _moved_up(before, np.roll(before, -shift, axis=0), shift) == 1
    assert _moved_up(before, np.roll(before, shift, axis=0), shift) == 0
