"""sLockFieldControls: the byte that makes the player ignore input, told from a flag that follows it."""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.scan.eliminate import eliminate
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import CLOSED, FACING, PRINTING, WAITING
from gbatool.scan.text.field_lock import LockFieldControls
from tests.scan.staging import Derived, check_told_apart, with_dead_buttons

SYMBOL = "sLockFieldControls"


def test_a_flag_that_is_set_whenever_the_lock_is_is_refuted_by_writing_it(
    base: Derived, lab: Lab
) -> None:
    rival = "a flag that is set whenever the lock is"
    check_told_apart(lab, SYMBOL, rival, base.answers["sDecoyFieldLocked"])


def test_the_lock_is_on_in_conversations_and_in_the_start_menu_only() -> None:
    locator = LockFieldControls()
    assert [locator.value_in(label) for label in (PRINTING, WAITING, START_MENU)] == [1, 1, 1]
    assert [locator.value_in(label) for label in (FACING, CLOSED, "overworld")] == [0, 0, 0]


def test_without_a_conversation_it_is_unresolved_with_the_reason(lab: Lab) -> None:
    without_a = with_dead_buttons(lab, Buttons.A)
    story = eliminate(without_a, LockFieldControls())
    assert not story.proven
    assert story.proposed == ()
    assert "nothing within reach responds to A" in story.problems[0].reason
