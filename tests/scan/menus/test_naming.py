"""The naming screen: found by where a letter is typed, in a screen that a script opened or a given one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.engine.families import FRLG
from gbatool.errors import ProbeError
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.byte_code import WAIT_STATE
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.menus import naming as screens_naming
from gbatool.scan.menus.naming import NAMING, TEXT, find_naming
from tests.scan.battle_staging import plant
from tests.scan.staging import Derived, check_told_apart, probe_against, starting_at

POINTER, CALLBACK = "sNamingScreen", "CB2_NamingScreen"
CALL_NATIVE, OPEN_FRAMES = 0x23, 200
NO_ROUTINE = 0x9D
DESTINATION = 0x1E30


def in_naming(found: Derived) -> Lab:
    """The laboratory with a state in which the cartridge asks for a rival's name.

    Its scripts call the routine by its address, which nothing but the answer key tells.
    """
    lab = starting_at(found.lab(), OVERWORLD)
    routine = (found.answers["NameTheRival"] | 1).to_bytes(4, "little")
    ask = inject(lab, bytes((CALL_NATIVE, *routine, WAIT_STATE)))
    with lab.at(WAITING) as emulator:
        ask(emulator)
        emulator.run(OPEN_FRAMES)
        lab.keep(NAMING)
    return lab


def proven(lab: Lab) -> Lab:
    """The laboratory with both symbols proven in it."""
    for symbol in (POINTER, CALLBACK):
        assert eliminate(lab, LOCATORS[symbol]).proven, symbol
    return lab


def test_both_are_proven_in_a_state_that_was_given(variant: Derived) -> None:
    lab = proven(in_naming(variant))
    assert lab.address(POINTER) == variant.answers[POINTER]
    assert lab.address(CALLBACK) == variant.answers[CALLBACK]


def test_another_pointer_to_the_data_is_refuted_by_where_a_letter_goes(base: Derived) -> None:
    lab = proven(in_naming(base))
    at = unused_ewram([lab.snapshot(NAMING)], 0x3000)
    plant(lab, NAMING, write32(at, find_naming(lab).text - TEXT))
    check_told_apart(lab, POINTER, "another pointer to the same data", at)


def test_a_callback_of_no_main_structure_is_refuted(base: Derived) -> None:
    lab = proven(in_naming(base))
    known = lab.known[CALLBACK]
    probe = probe_against(CALLBACK, "a callback that has nothing to do with the naming screen")
    fake = int(unused_ewram([lab.snapshot(NAMING)], 0x10))
    impostor = Candidate(known.address, known.reason, {"main": fake})
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD


def test_a_wrong_label_is_noticed(lab: Lab) -> None:
    other = starting_at(lab, OVERWORLD)
    other.states[NAMING] = other.states[OVERWORLD]
    with pytest.raises(ProbeError, match="no letter can be typed"):
        find_naming(other)


def test_both_are_proven_in_the_screen_that_a_script_opens(variant: Derived) -> None:
    lab = proven(starting_at(variant.lab(), OVERWORLD))
    assert lab.address(POINTER) == variant.answers[POINTER]
    assert lab.address(CALLBACK) == variant.answers[CALLBACK]
    opened = lab.snapshot(NAMING)
    assert (
        opened.u32(opened.u32(lab.address(POINTER)) + DESTINATION) == variant.answers["gStringVar2"]
    )


def test_a_game_whose_scripts_open_no_such_screen_leaves_it_unresolved(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = replace(FRLG.scripts, nickname_special=NO_ROUTINE)
    monkeypatch.setattr(screens_naming, "find_family", lambda _: replace(FRLG, scripts=scripts))
    with pytest.raises(ProbeError, match="no letter can be typed"):
        find_naming(starting_at(lab, OVERWORLD))
