"""A move's type is the number in its record that goes along with the name that the menu shows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.errors import ProbeError
from gbatool.memory import Bytes
from gbatool.scan.battle.move_types import type_field

MOVES = range(1, 60)
TYPES = 19
SIZE = 12


def kind(move: int) -> int:
    """The type of a move."""
    return move * 7 % TYPES


def moves(at: int, bit: int, noise: int) -> Bytes:
    """Records with the type in five bits, and in the other bits something that does not follow it."""
    draw = np.random.default_rng(noise)
    rom = np.zeros((max(MOVES) + 2) * SIZE, np.uint8)
    for move in range(max(MOVES) + 1):
        low, high = (int(byte) for byte in draw.integers(0, 0x100, 2))
        word = (low | high << 8) & ~(0x1F << bit) | kind(move) << bit
        rom[SIZE * move + at : SIZE * move + at + 2] = word & 0xFF, word >> 8
    return rom


SHOWN = {move: b"TYPE " + bytes((0xBB + kind(move),)) for move in MOVES}


@given(
    at=st.integers(min_value=0, max_value=SIZE - 2),
    bit=st.integers(min_value=0, max_value=11),
    noise=st.integers(min_value=0, max_value=99),
)
def test_bits_are_found_wherever_they_stand(at: int, bit: int, noise: int) -> None:
    field = type_field(moves(at, bit, noise), 0, SIZE, SHOWN)
    place, first = at + bit // 8, bit % 8
    form = "u8" if first + 5 <= 8 else "u16"
    assert field == f"{form}@0x{place:X}[{first}..{first + 4}]"


def test_a_byte_of_its_own_is_told_as_one() -> None:
    rom = np.zeros((max(MOVES) + 2) * SIZE, np.uint8)
    rom[3::SIZE] = [kind(move) for move in range(len(rom[3::SIZE]))]
    assert type_field(rom, 0, SIZE, SHOWN) == "u8@0x3"


def test_two_places_tell_nothing() -> None:
    rom = np.zeros((max(MOVES) + 2) * SIZE, np.uint8)
    rom[3::SIZE] = rom[9::SIZE] = [kind(move) for move in range(len(rom[3::SIZE]))]
    with pytest.raises(ProbeError, match="2 numbers"):
        type_field(rom, 0, SIZE, SHOWN)


def test_one_move_that_shows_another_name_leaves_it_open() -> None:
    shown = {**SHOWN, 5: SHOWN[6]}
    with pytest.raises(ProbeError, match="0 numbers"):
        type_field(moves(2, 0, 1), 0, SIZE, shown)


def test_a_menu_without_names_of_types_tells_nothing() -> None:
    with pytest.raises(ProbeError, match="does not compose"):
        type_field(moves(2, 0, 1), 0, SIZE, dict.fromkeys(MOVES, b"TYPE"))
