"""Thumb code in the ROM: calls are found, and routines that differ in more than constants are not twins."""

from __future__ import annotations

import numpy as np

from gbatool.memory import Bytes
from gbatool.scan.thumb import are_twins, calls


def rom(*parts: str) -> Bytes:
    """Bytes as hex."""
    return np.frombuffer(bytes.fromhex("".join(parts).replace(" ", "")), np.uint8)


def test_a_call_forward_and_one_back_are_found() -> None:
    code = rom("c046", "00f0 02f8", "c046 c046 c046", "fff7 fbff", "c046")
    assert calls(code).tolist() == [6, 10]


def test_what_leads_out_of_the_rom_is_no_call() -> None:
    assert calls(rom("00f0 7ef8", "fff7 00f8")).tolist() == []


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
