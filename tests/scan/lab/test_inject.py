"""Injected scripts: run by the game's engine, on a branch, and only where it is proven."""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.scan.lab.byte_code import give_mon, set_var
from gbatool.scan.lab.inject import SCRIPT_ROOM, after_script, inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.talk import WAITING
from tests.scan.staging import Derived


def test_a_script_does_what_it_says_and_gives_control_back(variant: Derived) -> None:
    lab = variant.lab()
    after = after_script(lab, set_var(0x800D, 0xBEE))
    assert after.u16(variant.answers["gSpecialVar_Result"]) == 0xBEE
    assert after.u8(variant.answers["sLockFieldControls"]) == 0


def test_nothing_of_it_stays_in_the_state(lab: Lab) -> None:
    before = lab.snapshot(WAITING).ram_sha256()
    after_script(lab, give_mon(1, 5))
    assert lab.snapshot(WAITING).ram_sha256() == before


def test_its_room_is_unused_in_both_states(lab: Lab) -> None:
    script = inject(lab, set_var(0x800D, 1))
    for label in (OVERWORLD, WAITING):
        assert not lab.snapshot(label).read(script.room, SCRIPT_ROOM).any()


def test_a_script_without_room_is_refused(lab: Lab) -> None:
    with pytest.raises(ProbeError, match=f"has no room in {SCRIPT_ROOM}"):
        inject(lab, set_var(0x800D, 1) * SCRIPT_ROOM)


def test_without_the_context_no_script_runs(lab: Lab) -> None:
    del lab.known["sGlobalScriptContext"]
    with pytest.raises(ProbeError, match="needs sGlobalScriptContext"):
        inject(lab, set_var(0x800D, 1))
