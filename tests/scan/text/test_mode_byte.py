"""The modes of a game, and the bytes that tell them apart."""

from __future__ import annotations

import pytest

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.talk import CLOSED, FACING, PRINTING, WAITING
from gbatool.scan.locator import LocatorDoc
from gbatool.scan.text.mode_byte import MID_STEP, ModeByte, mode_snapshots
from tests.ram import RamBuilder
from tests.scan.staging import Derived, proposals, unused, with_dead_buttons

LATER = PRINTING + " later"


class Printing(ModeByte):
    """A byte that is 7 while a text prints, anything in the start menu, and 1 elsewhere."""

    symbol = "sPrinting"
    doc = LocatorDoc("A byte for this test.", {}, ("this test",))

    def value_in(self, label: str) -> int | None:
        """Its value in a mode."""
        if label == START_MENU:
            return None
        return 7 if label.startswith(PRINTING) else 1


def test_every_mode_that_a_byte_can_tell_is_brought_about(variant: Derived) -> None:
    lab = variant.lab()
    modes = mode_snapshots(lab)
    walking = {OVERWORLD, "wall", FACING, CLOSED, MID_STEP}
    assert set(modes) == {*walking, PRINTING, LATER, WAITING, START_MENU}
    lock = variant.answers["sLockFieldControls"]
    assert {label for label, snapshot in modes.items() if snapshot.u8(lock) == 0} == walking
    avatar = variant.answers["gPlayerAvatar"]
    assert modes[MID_STEP].u16(avatar + 2) != modes[OVERWORLD].u16(avatar + 2)
    assert modes[LATER].frame > modes[PRINTING].frame


def test_a_byte_is_proposed_by_its_value_in_every_mode_but_the_open_ones(lab: Lab) -> None:
    at, modes = unused(lab, 4), mode_snapshots(lab)
    for label, snapshot in modes.items():
        value = Printing().value_in(label)
        right = 99 if value is None else value
        wrong = 0 if label == MID_STEP else right
        modes[label] = RamBuilder.of(snapshot).write(at, bytes((right, wrong))).build()
    found = proposals(lab, Printing())
    assert at in found
    assert at + 1 not in found
    assert "7 in talk_printing" in found[at].reason
    assert START_MENU not in found[at].reason


@pytest.mark.parametrize("dead", [Buttons.A, Buttons.START])
def test_a_mode_that_can_not_be_brought_about_is_an_error(lab: Lab, dead: Buttons) -> None:
    with pytest.raises(ProbeError):
        mode_snapshots(with_dead_buttons(lab, dead))
