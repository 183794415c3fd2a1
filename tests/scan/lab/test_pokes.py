"""Writes on a branch: little-endian, of their width, and nothing around them."""

from __future__ import annotations

import pytest

from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write, write8, write16, write32
from tests.scan.staging import unused


@pytest.mark.parametrize(
    ("poke", "data"),
    [
        (write8(0x02000000, 0x1FE), b"\xfe"),
        (write16(0x02000000, 0x10203), b"\x03\x02"),
        (write32(0x02000000, 0x1_0403_0201), b"\x01\x02\x03\x04"),
        (write8(0x02000000, -1), b"\xff"),
    ],
)
def test_values_are_cut_to_their_width_and_little_endian(poke: Write, data: bytes) -> None:
    assert poke.data == data


def test_a_write_changes_its_own_bytes_only(lab: Lab) -> None:
    at = unused(lab, 8)
    with lab.at(OVERWORLD) as emulator:
        before = emulator.snapshot()
        write16(at + 2, 0xBEEF)(emulator)
        after = emulator.snapshot()
    assert after.read(at, 8).tobytes() == b"\0\0\xef\xbe\0\0\0\0"
    assert (after.ewram != before.ewram).sum() == 2
    assert (after.iwram == before.iwram).all()
