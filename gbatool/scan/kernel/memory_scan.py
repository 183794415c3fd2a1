"""The search kernel: vectorised searches of snapshots.

Every function returns bus addresses in ascending order. Nothing here knows a rule of the game; a
scan over both RAM regions takes about a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.memory import RAM_REGIONS, ROM, Address, Region, Snapshot

Mask = npt.NDArray[np.bool_]


def addresses(region: Region, hits: Mask, width: int = 4) -> Iterator[Address]:
    """The addresses of hits among a region's words of ``width`` bytes."""
    for index in np.flatnonzero(hits).tolist():
        yield Address(region.base + index * width)


def pairs_moved(before: Snapshot, after: Snapshot, dx: int, dy: int) -> list[Address]:
    """Where two adjacent 16-bit words changed by exactly ``(dx, dy)``."""
    found: list[Address] = []
    for region in RAM_REGIONS:
        change = after.words(region, "<i2") - before.words(region, "<i2")
        found += addresses(region, (change[:-1] == dx) & (change[1:] == dy), 2)
    return found


def where_bytes(trace: Sequence[Snapshot], values: Sequence[int]) -> list[Address]:
    """Where the byte at snapshot ``i`` is ``values[i]`` for every ``i``."""
    found: list[Address] = []
    for region in RAM_REGIONS:
        hits = trace[0].region(region) == values[0]
        for snapshot, value in zip(trace[1:], values[1:], strict=True):
            hits &= snapshot.region(region) == value
        found += addresses(region, hits, 1)
    return found


def where_halfwords(trace: Sequence[Snapshot], values: Sequence[int]) -> list[Address]:
    """Where the aligned 16-bit word at snapshot ``i`` is ``values[i]`` for every ``i``."""
    found: list[Address] = []
    for region in RAM_REGIONS:
        hits = trace[0].words(region, "<u2") == values[0]
        for snapshot, value in zip(trace[1:], values[1:], strict=True):
            hits &= snapshot.words(region, "<u2") == value
        found += addresses(region, hits, 2)
    return found


def where_text(snapshot: Snapshot, text: bytes) -> list[Address]:
    """Where these bytes are in RAM."""
    return [
        Address(region.base + offset)
        for region in RAM_REGIONS
        for offset in find_all(snapshot.region(region).tobytes(), text)
    ]


def find_all(data: bytes, wanted: bytes) -> list[int]:
    """Every offset at which these bytes are."""
    found, at = [], data.find(wanted)
    while at >= 0:
        found.append(at)
        at = data.find(wanted, at + 1)
    return found


@dataclass(frozen=True, slots=True)
class SizedPointer:
    """Three words: two sizes and a pointer to as many 16-bit blocks."""

    address: Address
    width: int
    height: int
    pointer: Address


def sized_pointers(
    snapshot: Snapshot, min_width: int, min_height: int, max_blocks: int
) -> list[SizedPointer]:
    """Every aligned RAM triple (width, height, pointer to ``width * height`` half-words of RAM)."""
    found: list[SizedPointer] = []
    for region in RAM_REGIONS:
        words = snapshot.words(region)
        width, height, pointer = (words[i : len(words) - 2 + i].astype(np.int64) for i in range(3))
        hits = (width >= min_width) & (height >= min_height)
        hits &= (width <= max_blocks) & (height <= max_blocks)
        hits &= width * height <= max_blocks
        end = pointer + 2 * width * height
        within = [(pointer >= target.base) & (end <= target.end) for target in RAM_REGIONS]
        hits &= np.logical_or.reduce(within) & (pointer % 2 == 0)
        for i in np.flatnonzero(hits).tolist():
            address, target = Address(region.base + 4 * i), Address(int(pointer[i]))
            found.append(SizedPointer(address, int(width[i]), int(height[i]), target))
    return found


def literals(snapshot: Snapshot, value: int) -> list[Address]:
    """Where an aligned ROM word equals ``value``: literal pools and tables that name it."""
    return list(addresses(ROM, snapshot.words(ROM) == value, 4))


def literal_counts(snapshot: Snapshot, values: Iterable[int]) -> dict[int, int]:
    """How often each value is in the ROM as an aligned word."""
    wanted = np.unique(np.fromiter(values, np.uint32))
    if not len(wanted):
        return {}
    words = snapshot.words(ROM)
    possible = words[(words >= wanted[0]) & (words <= wanted[-1])]
    order = np.searchsorted(wanted, possible)
    hits = order[wanted[np.minimum(order, len(wanted) - 1)] == possible]
    counts = np.bincount(hits, minlength=len(wanted))
    return {int(value): int(count) for value, count in zip(wanted, counts, strict=True)}
