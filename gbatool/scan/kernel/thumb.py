"""Read Thumb code in the ROM: the targets of calls, loaded literals, and routines that are twins.

Encoding: ARM7TDMI data sheet, formats 3, 6 and 19 (a long branch with link is two half-words, the upper
and the lower 11 bits of the distance). Offsets count from the ROM's first byte.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from gbatool.memory import Bytes

HIGH, LOW, PART, REACH = 0xF000, 0xF800, 0x7FF, 1 << 22
"""First and second half-word of a call, the part of the distance in each, half of its range."""
PREFETCH = 4
LOAD, LOAD_REACH = 0x4800, 0xFF * 4
"""Format 6: what the upper 5 bits are, and how far behind the code the literal can be."""
KIND, IMMEDIATE = 0xE000, 0x2000
"""Format 3: move, compare, add or subtract a constant of 8 bits, the lower ones."""


def calls(rom: Bytes) -> npt.NDArray[np.int64]:
    """The targets of all pairs of half-words that can be a call: offsets, ascending."""
    halves = rom[: len(rom) // 2 * 2].view("<u2").astype(np.int64)
    at = np.flatnonzero((halves[:-1] & LOW == HIGH) & (halves[1:] & LOW == LOW))
    targets = 2 * at + PREFETCH + _distance(halves[at], halves[at + 1])
    inside = (targets >= 0) & (targets < len(rom))
    return np.unique(targets[inside])


def _distance(high: npt.NDArray[np.int64], low: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    raw = ((high & PART) << 12) | ((low & PART) << 1)
    return np.where(raw >= REACH, raw - 2 * REACH, raw)


def is_loaded(rom: Bytes, at: int) -> bool:
    """Whether code before it can load the word at an offset; data seldom looks like that."""
    begin = max(0, (at - LOAD_REACH - PREFETCH) & ~3)
    halves = rom[begin : at & ~1].view("<u2").astype(np.int64)
    places = begin + 2 * np.arange(len(halves))
    targets = ((places + PREFETCH) & ~3) + 4 * (halves & 0xFF)
    return bool(((halves & LOW == LOAD) & (targets == at)).any())


def are_twins(rom: Bytes, one: int, other: int, size: int, literals: Collection[int]) -> bool:
    """Whether two routines are the same code, with other literals and other small constants.

    Args:
        rom: The ROM image.
        one: Where the one begins; even.
        other: Where the other begins; even.
        size: Bytes that are compared.
        literals: Distances from the beginning at which words may differ.
    """
    if min(one, other) < 0 or max(one, other) + size > len(rom):
        return False
    first, second = (
        rom[start : start + size // 2 * 2].view("<u2").astype(np.int64) for start in (one, other)
    )
    differs = first != second
    constant = (first & KIND == IMMEDIATE) & (second & KIND == IMMEDIATE)
    differs &= ~(constant & (first >> 8 == second >> 8))
    for literal in literals:
        differs[literal // 2 : literal // 2 + 2] = False
    call = (first[:-1] & LOW == HIGH) & (first[1:] & LOW == LOW)
    call &= (second[:-1] & LOW == HIGH) & (second[1:] & LOW == LOW)
    apart = _distance(first[:-1], first[1:]) - _distance(second[:-1], second[1:])
    for at in np.flatnonzero(call).tolist():
        differs[at : at + 2] = apart[at] != other - one
    return not differs.any()
