"""Where names stand in the ROM at equal distances: in records of any width, or behind pointers.

The retail games keep names in tables of their own, or first in a record. Expansions have them inside
wide records (``gSpeciesInfo``), or keep pointers to them there (``gMovesInfo``). Where such a record
begins, its names do not tell; code does, which loads the table's address far more often than that of
a single field, or of whatever stands before the table. Offsets count from the ROM's first byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.memory import ROM, Bytes, Snapshot
from gbatool.scan.kernel.memory_scan import find_all
from gbatool.scan.kernel.rom_tables import (
    FIRST_CODE,
    TEXT_END,
    Stride,
    is_distinctive,
    rows,
    run_length,
    text_at,
    texts_far_behind,
)
from gbatool.scan.kernel.thumb import is_loaded

STRIDES = range(4, 0x201)
LONGEST = 31
"""Characters of the longest name."""
LEAST_LOADS, FAR_MORE = 3, 4
"""How often code loads a table's address at least, and how many times as often as one beside it."""
ALIGNED = 3
"""Bytes that can be between two things in the ROM, so that the second one is aligned."""
FIRST_RECORDS, OFTEN = 9, 0.5
"""Records that show where the others have pointers: where more than this part of them has."""
MOST_INDEX = 0x10000

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Place:
    """Names at equal distances.

    Attributes:
        first: Offset of the name of index 0, or of the pointer to it.
        stride: Bytes from one to the next.
        pointed: Whether pointers stand there.
    """

    first: int
    stride: int
    pointed: bool = False

    def text(self, rom: Bytes, index: int, limit: int = LONGEST) -> bytes | None:
        """The name of an index without its terminator; None where there is none."""
        return text_at(rom, self.offset(rom, index), limit)

    def offset(self, rom: Bytes, index: int) -> int:
        """Where the name of an index stands; an offset outside the ROM if nothing points at it."""
        at = self.first + self.stride * index
        if not self.pointed:
            return at
        return int.from_bytes(rom[at : at + 4].tobytes(), "little") - ROM.base


def find_places(rom: bytes, texts: Mapping[int, bytes]) -> list[Place]:
    """Everywhere that these texts, or pointers to them, stand at equal distances.

    Args:
        rom: The ROM image.
        texts: Index -> the text without its terminator; at least two that are not empty.
    """
    ends = bytes((TEXT_END,))
    full = {i: text for i, text in texts.items() if text}
    if len(full) < 2:
        return []
    there = {i: np.array(find_all(rom, text + ends), np.int64) for i, text in full.items()}
    inline = [Place(first, stride) for first, stride in equally_spaced(there)]
    leading = _pointers(rom, there)
    pointed = [Place(first, stride, pointed=True) for first, stride in equally_spaced(leading)]
    return [*inline, *pointed]


def equally_spaced(there: Mapping[int, Offsets]) -> list[tuple[int, int]]:
    """Offsets that index 0 can have, each with a distance at which all others follow.

    Args:
        there: Index -> the offsets at which it could be; at least two.

    >>> equally_spaced({1: np.array([14, 50]), 3: np.array([34, 71])})
    [(4, 10)]
    """
    near, far = sorted(sorted(there, key=lambda index: len(there[index]))[:2])
    apart = there[far][None, :] - there[near][:, None]
    steps = far - near
    fits = (apart >= STRIDES.start * steps) & (apart < STRIDES.stop * steps) & (apart % steps == 0)
    found = []
    for row, column in zip(*np.nonzero(fits), strict=True):
        stride = int(apart[row, column]) // steps
        first = int(there[near][row]) - stride * near
        if first >= 0 and all(first + stride * index in there[index] for index in there):
            found.append((first, stride))
    return sorted(set(found))


def _pointers(rom: bytes, there: Mapping[int, Offsets]) -> dict[int, Offsets]:
    """Index -> the offsets of aligned words that point at its text."""
    words = np.frombuffer(rom, "<u4", len(rom) // 4)
    every = np.unique(np.concatenate([*there.values()]))
    if not len(every):
        return dict(there)
    # wraps below the ROM to offsets far behind it
    targets = words - np.uint32(ROM.base)
    possible = np.flatnonzero((targets >= every[0]) & (targets <= every[-1]))
    values = targets[possible].astype(np.int64)
    return {i: 4 * possible[np.isin(values, offsets)] for i, offsets in there.items()}


def start_of(snapshot: Snapshot, first: int, stride: int) -> int | None:
    """Where the record with index 0 begins; None where code does not say.

    Args:
        snapshot: Gives the ROM.
        first: Offset of something inside that record.
        stride: Bytes of a record.
    """
    loads = _loads(snapshot, first, stride)
    if not loads:
        return None
    (value, often), *others = loads.most_common(2)
    if often < LEAST_LOADS or any(often < FAR_MORE * less for _, less in others):
        return None
    return value - ROM.base


def is_named(snapshot: Snapshot, first: int, stride: int) -> bool:
    """Whether any word of the ROM could be the address of a table with this inside its first record."""
    return bool(len(_words_inside(snapshot, first, stride)))


def _words_inside(snapshot: Snapshot, first: int, stride: int) -> Offsets:
    """Indices of the words that are an address from which a record reaches to an offset."""
    words, last = snapshot.words(ROM), ROM.base + first
    return np.flatnonzero((words > last - stride) & (words <= last))


def _loads(snapshot: Snapshot, first: int, stride: int) -> Counter[int]:
    words = snapshot.words(ROM)
    places = _words_inside(snapshot, first, stride).tolist()
    return Counter(int(words[i]) for i in places if is_loaded(snapshot.rom, 4 * i))


def count_names(snapshot: Snapshot, place: Place, offset: int) -> tuple[int, int]:
    """How many records a table of names has, and characters of the longest name.

    A record has a name, or is empty; where the first ones have pointers, it has pointers, too. Empty
    ones behind the last name belong to the table as far as the next address that code loads.

    Args:
        snapshot: Gives the ROM.
        place: Where the names are.
        offset: Offset of a name, or of a pointer, in its record.
    """
    rom, start, stride = snapshot.rom, place.first - offset, place.stride
    records = rows(rom, start, stride)
    likely = ~records.any(1) | _have_pointers(records)
    lengths = [_length(rom, place, i, offset) if likely[i] else None for i in range(len(records))]
    run = run_length(np.array([length is not None for length in lengths], np.bool_))
    named = [index for index in range(run) if lengths[index]]
    if not named:
        return 0, 0
    count, longest = max(named) + 1, max(lengths[i] or 0 for i in named)
    end = _next_loaded(snapshot, start + stride * count, start + stride * run + ALIGNED)
    return count if end is None else (end - start) // stride, longest


def _have_pointers(records: Bytes) -> npt.NDArray[np.bool_]:
    """Which records have addresses, or nothing, wherever the first ones do."""
    stride = records.shape[1]
    if stride % 4:
        return np.ones(len(records), np.bool_)
    words = np.ascontiguousarray(records).view("<u4")
    address = (words >= ROM.base) & (words < ROM.end)
    first = address[1:FIRST_RECORDS]
    often = first.mean(0) > OFTEN if len(first) else np.zeros(stride // 4, np.bool_)
    often &= (address | (words == 0))[:FIRST_RECORDS].all(0)
    has: npt.NDArray[np.bool_] = (address | (words == 0))[:, often].all(1)
    return has


def _next_loaded(snapshot: Snapshot, low: int, high: int) -> int | None:
    """The first offset of a range, its end included, whose address code loads."""
    words = snapshot.words(ROM)
    places = np.flatnonzero((words >= ROM.base + low) & (words <= ROM.base + high))
    loaded = [int(words[i]) for i in places.tolist() if is_loaded(snapshot.rom, 4 * i)]
    return min(loaded) - ROM.base if loaded else None


def _length(rom: Bytes, place: Place, index: int, offset: int) -> int | None:
    """Characters of a name; 0 for none in a record without one, None for something else."""
    begin = place.first - offset + place.stride * index
    record = rom[begin : begin + place.stride]
    limit = LONGEST if place.pointed else min(LONGEST, place.stride - offset - 1)
    text = place.text(rom, index, limit)
    if text is not None and all(character < FIRST_CODE for character in text):
        return len(text)
    return None if record.any() else 0


def far_behind(rom: Bytes, place: Place, first: int, lengths: range) -> list[int]:
    """Indices behind a table at which there is a text of distinctive characters by chance.

    Args:
        rom: The ROM image.
        place: Where the names are.
        first: The least index to look at; half-words are the greatest ones.
        lengths: How many characters the texts may have.
    """
    if not place.pointed:
        return texts_far_behind(rom, Stride(place.first, place.stride), first, lengths)
    last = min(MOST_INDEX, (len(rom) - 4 - place.first) // place.stride)
    indices = np.arange(first, max(first, last))
    words = rom[place.first % 4 :][: (len(rom) - place.first % 4) // 4 * 4].view("<u4")
    targets = words[(place.first + place.stride * indices) // 4].astype(np.int64) - ROM.base
    inside = indices[(targets >= 0) & (targets < len(rom))].tolist()
    return [
        index
        for index in inside
        if (text := place.text(rom, index, lengths.stop - 1)) is not None
        and len(text) in lengths
        and is_distinctive(text)
        and all(character < FIRST_CODE for character in text)
    ]
