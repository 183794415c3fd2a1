"""Records with known bytes: where they stand, how far apart, and which byte is which."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gbatool.scan.kernel.record_places import (
    byte_places,
    column_of,
    record_places,
    where_bytes_stand,
)

VALUES = {index: 5 + index * index % 31 for index in range(1, 17)}


def array(data: bytes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(data, np.uint8)


def records(size: int, at: int, count: int = 18) -> bytes:
    """Records with those values in one byte of each."""
    return b"".join(
        bytes(at) + bytes((VALUES.get(index, 0),)) + bytes(size - at - 1) for index in range(count)
    )


def test_bytes_are_found_at_their_distances() -> None:
    rom = np.zeros(64, np.uint8)
    rom[[8 + 1, 8 + 5, 23 + 1, 23 + 5]] = [7, 9, 7, 9]
    assert where_bytes_stand(rom, {1: 7, 5: 9}).tolist() == [8, 23]
    assert where_bytes_stand(rom, {1: 7, 5: 8}).tolist() == []


@given(
    words=st.integers(min_value=2, max_value=0x20),
    before=st.integers(min_value=0, max_value=99),
    place=st.integers(min_value=0, max_value=0x7F),
)
def test_one_byte_of_each_record_tells_how_far_they_are_apart(
    words: int, before: int, place: int
) -> None:
    size = 4 * words
    at = place % size
    rom = array(b"\xaa" * before + records(size, at) + b"\xaa" * 0x40)
    assert byte_places(rom, VALUES) == [(before + at, size)]


@given(size=st.integers(min_value=8, max_value=0x1FF), at=st.integers(min_value=0, max_value=2))
def test_records_of_two_indices_tell_how_far_they_are_apart(size: int, at: int) -> None:
    fields = {1: {0: 45, 2: 49, 5: 65}, 2: {0: 60, 1: 62, 5: 80}}
    rom = np.zeros(3 * size + 8, np.uint8)
    for index, there in fields.items():
        for distance, value in there.items():
            rom[size * index + at + distance] = value
    assert record_places(rom, fields) == [(at, size)]


def test_a_column_is_told_only_where_it_is_the_one() -> None:
    rom = array(records(12, 7))
    assert column_of(rom, 0, 12, VALUES) == 7
    twice = rom.copy()
    twice[3::12] = rom[7::12]
    assert column_of(twice, 0, 12, VALUES) is None
    assert column_of(rom, 0, 12, {**VALUES, 4: 99}) is None
    assert column_of(rom, 0, 12, {**VALUES, 400: 1}) is None
