"""Compare two profiles: what one has and the other has not, what moved, what is known better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gbatool.memory import Address, Region, region_of
from gbatool.profile.documents import ProfiledRom
from gbatool.profile.model import Profile, Status, Symbol

DIFF_SCHEMA = "gbatool/profile-diff/1"


class Change(str, Enum):
    """How a symbol differs between the first profile and the second."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    STATUS = "status"
    DETAILS = "details"


@dataclass(frozen=True, slots=True)
class Side:
    """A symbol in one of the two profiles."""

    address: Address
    size: int
    status: Status


@dataclass(frozen=True, slots=True)
class SymbolChange:
    """One symbol that differs.

    Attributes:
        name: The symbol.
        change: The most important difference.
        first: What the first profile has, if it has the symbol.
        second: What the second one has.
        shift: Bytes from the first address to the second, when it moved inside one memory.
    """

    name: str
    change: Change
    first: Side | None
    second: Side | None
    shift: int | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """A distance that several symbols of one memory moved by: a proposal, never a proof."""

    region: str
    bytes: int
    symbols: int


@dataclass(frozen=True, slots=True)
class ProfileDiff:
    """Everything that differs between two profiles.

    Attributes:
        rom: The first profile and its ROM.
        other: The second one.
        changes: Symbols that differ, in the order of their addresses.
        shifts: How far symbols moved, most frequent first.
        same: How many symbols are equal in everything.
        unresolved_first: Names that are unresolved in the first profile only.
        unresolved_second: Names that are unresolved in the second profile only.
    """

    schema: str
    rom: ProfiledRom
    frame: None
    other: ProfiledRom
    same_rom: bool
    same_engine: bool
    changes: tuple[SymbolChange, ...]
    shifts: tuple[Shift, ...]
    same: int
    unresolved_first: tuple[str, ...]
    unresolved_second: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        unresolved = self.unresolved_first or self.unresolved_second
        return self.same_rom and self.same_engine and not self.changes and not unresolved


def diff_profiles(first: Profile, second: Profile) -> ProfileDiff:
    """Compare two profiles, of one ROM or of two."""
    names = first.symbols.keys() | second.symbols.keys()
    found = (_compare(name, first.symbols, second.symbols) for name in names)
    changes = sorted((change for change in found if change is not None), key=_by_address)
    return ProfileDiff(
        schema=DIFF_SCHEMA,
        rom=ProfiledRom(first.rom.sha1, first.name),
        frame=None,
        other=ProfiledRom(second.rom.sha1, second.name),
        same_rom=first.rom.sha1 == second.rom.sha1,
        same_engine=first.engine == second.engine,
        changes=tuple(changes),
        shifts=_shifts(changes),
        same=len(names) - len(changes),
        unresolved_first=tuple(sorted(first.unresolved.keys() - second.unresolved.keys())),
        unresolved_second=tuple(sorted(second.unresolved.keys() - first.unresolved.keys())),
    )


def _compare(
    name: str, first: Mapping[str, Symbol], second: Mapping[str, Symbol]
) -> SymbolChange | None:
    old, new = first.get(name), second.get(name)
    if old is None or new is None:
        change = Change.ADDED if old is None else Change.REMOVED
        return SymbolChange(name, change, _side(old), _side(new))
    if old.address != new.address:
        same_region = region_of(old.address) is region_of(new.address)
        shift = new.address - old.address if same_region else None
        return SymbolChange(name, Change.MOVED, _side(old), _side(new), shift)
    if old.status is not new.status:
        return SymbolChange(name, Change.STATUS, _side(old), _side(new))
    if old != new:
        return SymbolChange(name, Change.DETAILS, _side(old), _side(new))
    return None


def _side(symbol: Symbol | None) -> Side | None:
    return None if symbol is None else Side(symbol.address, symbol.size, symbol.status)


def _by_address(change: SymbolChange) -> tuple[int, str]:
    side = change.first or change.second
    return (side.address if side else 0, change.name)


def _shifts(changes: list[SymbolChange]) -> tuple[Shift, ...]:
    counted: Counter[tuple[Region, int]] = Counter()
    for change in changes:
        region = region_of(change.first.address) if change.first else None
        if change.shift is not None and region is not None:
            counted[region, change.shift] += 1
    found = [Shift(region.name, shift, n) for (region, shift), n in counted.items()]
    return tuple(sorted(found, key=lambda shift: (-shift.symbols, shift.region, shift.bytes)))
