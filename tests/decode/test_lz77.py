"""LZ77: every refusal names the address, and unpacking inverts packing."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cart.art.canvas import lz77
from gbatool.decode.lz77 import unpack_lz77
from gbatool.errors import DecodeError
from tests.ram import RamBuilder

AT = 0x08000100
LIMIT = 0x1000


def unpacked(packed: bytes, address: int = AT, limit: int = LIMIT) -> bytes:
    return unpack_lz77(RamBuilder().write(address, packed).build(), "tiles", address, limit)


def test_literal_bytes_and_a_copy_that_overlaps_itself() -> None:
    packed = bytes([0x10, 9, 0, 0, 0b00100000, 0xAB, 0xCD, 0x40, 0x01])
    assert unpacked(packed) == bytes([0xAB, 0xCD] * 4 + [0xAB])


def test_a_last_copy_that_is_longer_than_needed_is_cut() -> None:
    assert unpacked(bytes([0x10, 3, 0, 0, 0b01000000, 7, 0xF0, 0x00])) == bytes([7, 7, 7])


@given(st.binary(min_size=1, max_size=600) | st.text("ab", min_size=1).map(str.encode))
@settings(max_examples=60)
def test_what_was_packed_comes_out_again(data: bytes) -> None:
    assert unpacked(lz77(data)) == data


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        (bytes([0x11, 4, 0, 0]), "tiles at 0x08000100 is 11040000; expected LZ77 data"),
        (bytes([0x10, 0, 0, 0]), "tiles.size at 0x08000101 is 0; expected 1 to 4096"),
        (bytes([0x10, 1, 0x10, 0]), "tiles.size at 0x08000101 is 4097; expected 1 to 4096"),
        (
            bytes([0x10, 8, 0, 0, 0b01000000, 5, 0x00, 0x01]),
            "tiles at 0x08000106 is a copy from 2 bytes back; expected at most the 1 bytes",
        ),
    ],
    ids=["another mark", "nothing", "too large", "before the beginning"],
)
def test_what_is_no_packed_data_is_refused(packed: bytes, message: str) -> None:
    with pytest.raises(DecodeError, match=message.replace(".", r"\.")):
        unpacked(packed)


def test_data_that_runs_out_of_memory_is_refused() -> None:
    packed = bytes([0x10, 64, 0, 0, 0, 1, 2, 3])
    with pytest.raises(DecodeError, match="8 bytes, and the memory ends"):
        unpacked(packed, 0x08010000 - len(packed))


def test_an_address_outside_memory_is_refused() -> None:
    with pytest.raises(DecodeError, match="is outside readable memory"):
        unpack_lz77(RamBuilder().build(), "tiles", 0x04000000, LIMIT)


@given(st.binary(max_size=64))
@settings(max_examples=200)
def test_any_bytes_give_data_or_the_decoders_own_error(noise: bytes) -> None:
    with contextlib.suppress(DecodeError):
        assert len(unpacked(b"\x10\x20\x00\x00" + noise)) == 0x20
