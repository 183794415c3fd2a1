"""Compare the RAM of two states: the differing bytes, with the symbols that they lie in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from gbatool.documents import RomRef
from gbatool.memory import RAM_REGIONS, Address, Region, Snapshot
from gbatool.profile import Profile, Symbol
from gbatool.profile.reference import rom_ref

GAP = 4
"""Up to so many equal bytes inside a difference do not split it: half of a word often stays."""


@dataclass(frozen=True, slots=True)
class MemoryDifference:
    """A range of memory that differs.

    Attributes:
        address: Its first address, in hex.
        size: In bytes, up to ``GAP`` equal ones between two that differ included.
        symbol: The symbol that it lies in; None if the profile has none there.
        offset: Bytes from the symbol's address.
        before: The first state's bytes, in hex.
        after: The second state's bytes, in hex.
    """

    address: str
    size: int
    symbol: str | None
    offset: int | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DiffDocument:
    """The document of ``diff``; differences by address.

    Attributes:
        frame: Frame of the second state.
        first_frame: Frame of the first state.
        bytes_changed: The number of bytes that differ.
    """

    schema: Literal["gbatool/diff/1"]
    rom: RomRef
    frame: int
    first_frame: int
    bytes_changed: int
    differences: tuple[MemoryDifference, ...]


def diff_states(
    first: Snapshot,
    second: Snapshot,
    profile: Profile,
    regions: Sequence[Region] = RAM_REGIONS,
) -> DiffDocument:
    """Compare two states of one ROM.

    Args:
        first: The earlier one.
        second: The later one.
        profile: Its symbols are named; may be empty.
        regions: The memory regions to compare.
    """
    symbols = SymbolMap(profile)
    found = [
        difference
        for region in regions
        for difference in _differences(first, second, region, symbols)
    ]
    changed = sum(
        int(np.count_nonzero(first.region(region) != second.region(region))) for region in regions
    )
    rom = rom_ref(profile)
    return DiffDocument("gbatool/diff/1", rom, second.frame, first.frame, changed, tuple(found))


class SymbolMap:
    """Finds the symbol that an address lies in.

    Args:
        profile: Its symbols; one of unknown size covers its first byte only.
    """

    def __init__(self, profile: Profile) -> None:
        self._symbols = sorted(profile.symbols.values(), key=lambda symbol: symbol.address)
        self._addresses = [int(symbol.address) for symbol in self._symbols]

    def at(self, address: int) -> Symbol | None:
        """The symbol that holds ``address``."""
        index = bisect_right(self._addresses, address) - 1
        if index < 0:
            return None
        symbol = self._symbols[index]
        return symbol if address < symbol.address + max(symbol.size, 1) else None

    def place(self, address: int) -> tuple[str | None, int | None]:
        """The name of that symbol, and how many bytes after its start ``address`` is."""
        symbol = self.at(address)
        return (None, None) if symbol is None else (symbol.name, address - symbol.address)

    def borders(self, start: int, end: int) -> list[int]:
        """The addresses between ``start`` and ``end`` at which a symbol begins or ends."""
        edges = {
            edge
            for symbol in self._symbols
            for edge in (int(symbol.address), symbol.address + max(symbol.size, 1))
        }
        return sorted(edge for edge in edges if start < edge < end)


def _differences(
    first: Snapshot, second: Snapshot, region: Region, symbols: SymbolMap
) -> Iterator[MemoryDifference]:
    """The differences in one region, split where a symbol begins or ends."""
    changed = np.flatnonzero(first.region(region) != second.region(region)) + region.base
    if not changed.size:
        return
    breaks = np.flatnonzero(np.diff(changed) > GAP) + 1
    for run in np.split(changed, breaks):
        start, end = int(run[0]), int(run[-1]) + 1
        edges = [start, *symbols.borders(start, end), end]
        for low, high in pairwise(edges):
            before, after = first.read(low, high - low), second.read(low, high - low)
            if (before == after).all():
                continue
            symbol, offset = symbols.place(low)
            yield MemoryDifference(
                address=str(Address(low)),
                size=high - low,
                symbol=symbol,
                offset=offset,
                before=before.tobytes().hex(),
                after=after.tobytes().hex(),
            )
