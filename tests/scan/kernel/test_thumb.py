"""Thumb code in the ROM: calls are found, and routines that differ in more than constants are not twins."""

from __future__ import annotations

import numpy as np

from gbatool.memory import Bytes
from gbatool.scan.kernel.thumb import are_twins, calls, is_loaded


def rom(*parts: str) -> Bytes:
    """Bytes as hex."""
    return np.frombuffer(bytes.fromhex("".join(parts).replace(" ", "")), np.uint8)


def test_a_call_forward_and_one_back_are_found() -> None:
    code = rom("c046", "00f0 02f8", "c046 c046 c046", "fff7 fbff", "c046")
    assert calls(code).tolist() == [6, 10]


def test_what_leads_out_of_the_rom_is_no_call() -> None:
    assert calls(rom("00f0 7ef8", "fff7 00f8")).tolist() == []


def test_a_word_is_loaded_by_code_that_reaches_it_and_by_no_other() -> None:
    # ldr r0, [pc, #4] at 2: from (2 + 4) rounded down on, 8 is named
    code = rom("c046", "0148", "c046 c046", "11223344", "55667788", "0048")
    assert is_loaded(code, 8)
    assert not is_loaded(code, 12)
    assert not is_loaded(rom("c046", "0140", "c046 c046", "11223344"), 8)


def test_a_word_is_loaded_from_as_far_as_a_load_reaches() -> None:
    far = rom("ff48 c046", "00" * 1020, "11223344")
    assert is_loaded(far, 1024)
    assert not is_loaded(rom("c046 c046", "ff48 c046", "00" * 1016, "11223344"), 1024)


def test_the_same_code_with_other_literals_and_constants_is_a_twin() -> None:
    one = "00b5 0621 10f0 10f8 00bd 0000 11c23344"
    other = "00b5 0721 10f0 08f8 00bd 0000 55667788"
    assert are_twins(rom(one, other), 0, 16, 16, [12])


def test_another_call_or_another_instruction_is_none() -> None:
    one = "00b5 0621 10f0 10f8 00bd 0000 11c23344"
    for other in (
        "00b5 0621 10f0 10f8 00bd 0000 11c23344",  # the same distance leads elsewhere
        "00b5 0622 10f0 08f8 00bd 0000 11c23344",  # another register
        "10b5 0621 10f0 08f8 00bd 0000 11c23344",
        "00b5 0621 10f0 08f8 00bd 0000 99c23344",  # a literal that may not differ
    ):
        assert not are_twins(rom(one, other), 0, 16, 16, [])


def test_code_that_begins_or_ends_outside_is_none() -> None:
    one = rom("00b5 0621 00bd 0000")
    assert are_twins(one, 0, 0, 8, [])
    assert not are_twins(one, 0, 4, 8, [])
    assert not are_twins(one, -2, 0, 8, [])
