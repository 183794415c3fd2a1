"""What the start menu does now, and what looks at its keys, told from other functions' pointers."""

from __future__ import annotations

import pytest

from gbatool.memory import THUMB_BIT, Address
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.menus.start_menu_callback import CALLBACK, StartMenuCallback
from tests.scan.staging import Derived, check_told_apart, planted, probe_against, proposals, unused

HANDLER = "StartCB_HandleInput"
RIVAL = "another pointer that changes when an entry is chosen"


def test_a_copy_of_the_pointer_is_refuted_by_the_cursor(lab: Lab) -> None:
    pointer = lab.snapshot(START_MENU).read(lab.address(CALLBACK), 4).tobytes()
    at = unused(lab, len(pointer))
    known = lab.known[CALLBACK]
    copied = planted(lab, Write(at, pointer))
    fields = {**known.fields, "callback": int(at)}
    impostor = Candidate(Address(at), known.reason, fields)
    probe = probe_against(CALLBACK, RIVAL)
    probe.stage.bring(copied)
    assert probe.run(copied, impostor).verdict is ProbeVerdict.REFUTED


def test_the_pointer_alone_stays_while_the_cursor_moves_and_changes_with_a(
    base: Derived, lab: Lab
) -> None:
    found = proposals(lab, StartMenuCallback())
    assert base.answers[CALLBACK] in found
    for impostor in found.keys() - {base.answers[CALLBACK]}:
        check_told_apart(lab, CALLBACK, RIVAL, impostor)


@pytest.mark.parametrize("other", ["CB2_Overworld", "StartCB_ShowText"])
def test_what_carries_out_an_entry_is_no_handler_of_keys(
    base: Derived, lab: Lab, other: str
) -> None:
    known = lab.known[HANDLER]
    assert known.address == base.answers[HANDLER]
    assert known.fields["handler"] == base.answers[HANDLER] | THUMB_BIT
    impostor = Candidate(
        Address(base.answers[other]),
        known.reason,
        {**known.fields, "handler": base.answers[other] | THUMB_BIT},
    )
    probe = probe_against(HANDLER, "the function of an entry")
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
