"""Compare two profiles: symbols added, removed, moved, or with another status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from gbatool.documents import RomRef
from gbatool.memory import Region, region_of
from gbatool.profile.model import Profile, Status, Symbol, Trait

Pair = tuple[Symbol | None, Symbol | None]


class ChangeKind(str, Enum):
    """How a symbol differs between the first profile and the second."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    STATUS = "status"
    DETAILS = "details"


@dataclass(frozen=True, slots=True)
class Side:
    """A symbol as one of the two profiles has it; ``address`` in hex."""

    address: str
    size: int
    status: Status


@dataclass(frozen=True, slots=True)
class SymbolChange:
    """One symbol that differs.

    Attributes:
        name: The symbol.
        change: The most important difference.
        first: The symbol in the first profile; None if it lacks the symbol.
        second: The symbol in the second profile; None if it lacks the symbol.
        shift: Bytes from the first address to the second, when both lie in one memory region.
    """

    name: str
    change: ChangeKind
    first: Side | None
    second: Side | None
    shift: int | None = None


@dataclass(frozen=True, slots=True)
class TraitChange:
    """A trait that differs; None where a profile does not list it and the base family's value counts."""

    name: str
    first: str | None
    second: str | None


@dataclass(frozen=True, slots=True)
class Shift:
    """A distance by which symbols of one memory region moved: a proposal, never a proof."""

    region: str
    bytes: int
    symbols: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileDiff:
    """Everything that differs between two profiles.

    Attributes:
        rom: The first profile and its ROM.
        other: The second one.
        changes: Symbols that differ, in the order of their addresses.
        traits: Traits that differ, by name.
        shifts: How far symbols moved, most frequent first.
        same: The number of symbols that are equal in every field.
        unresolved_first: Names that are unresolved in the first profile only.
        unresolved_second: Names that are unresolved in the second profile only.
    """

    schema: Literal["gbatool/profile-diff/1"] = "gbatool/profile-diff/1"
    rom: RomRef
    frame: None = None
    other: RomRef
    same_rom: bool
    same_engine: bool
    changes: tuple[SymbolChange, ...]
    traits: tuple[TraitChange, ...]
    shifts: tuple[Shift, ...]
    same: int
    unresolved_first: tuple[str, ...]
    unresolved_second: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        unresolved = self.unresolved_first or self.unresolved_second
        same = self.same_rom and self.same_engine
        return same and not self.changes and not self.traits and not unresolved


def diff_profiles(first: Profile, second: Profile) -> ProfileDiff:
    """Compare two profiles, of one ROM or of two."""
    names = first.symbols.keys() | second.symbols.keys()
    pairs = [(first.symbols.get(name), second.symbols.get(name)) for name in names]
    pairs.sort(key=_by_address)
    changes = [change for pair in pairs if (change := _compare(*pair)) is not None]
    return ProfileDiff(
        rom=RomRef(first.rom.sha1, first.name),
        other=RomRef(second.rom.sha1, second.name),
        same_rom=first.rom.sha1 == second.rom.sha1,
        same_engine=first.engine == second.engine,
        changes=tuple(changes),
        traits=_trait_changes(first.traits, second.traits),
        shifts=_shifts(pairs),
        same=len(names) - len(changes),
        unresolved_first=tuple(sorted(first.unresolved.keys() - second.unresolved.keys())),
        unresolved_second=tuple(sorted(second.unresolved.keys() - first.unresolved.keys())),
    )


def _trait_changes(
    first: Mapping[str, Trait], second: Mapping[str, Trait]
) -> tuple[TraitChange, ...]:
    def value(traits: Mapping[str, Trait], name: str) -> str | None:
        return traits[name].value if name in traits else None

    names = sorted(first.keys() | second.keys())
    changes = (TraitChange(name, value(first, name), value(second, name)) for name in names)
    return tuple(change for change in changes if change.first != change.second)


def _by_address(pair: Pair) -> tuple[int, str]:
    symbol = pair[0] or pair[1]
    return (symbol.address, symbol.name) if symbol else (0, "")


def _compare(old: Symbol | None, new: Symbol | None) -> SymbolChange | None:
    if old is None or new is None:
        change, symbol = (ChangeKind.REMOVED, old) if new is None else (ChangeKind.ADDED, new)
        name = symbol.name if symbol else ""
        return SymbolChange(name, change, _side(old), _side(new))
    if old == new:
        return None
    change = ChangeKind.DETAILS
    if old.address != new.address:
        change = ChangeKind.MOVED
    elif old.status is not new.status:
        change = ChangeKind.STATUS
    return SymbolChange(old.name, change, _side(old), _side(new), _shift(old, new))


def _side(symbol: Symbol | None) -> Side | None:
    return None if symbol is None else Side(str(symbol.address), symbol.size, symbol.status)


def _shift(old: Symbol, new: Symbol) -> int | None:
    """The distance within one memory region; None if it did not move, or left the region."""
    if old.address == new.address or region_of(old.address) is not region_of(new.address):
        return None
    return new.address - old.address


def _shifts(pairs: list[Pair]) -> tuple[Shift, ...]:
    counted: Counter[tuple[Region, int]] = Counter()
    for old, new in pairs:
        region = region_of(old.address) if old else None
        shift = _shift(old, new) if old and new else None
        if region is not None and shift is not None:
            counted[region, shift] += 1
    found = [Shift(region.name, shift, n) for (region, shift), n in counted.items()]
    return tuple(sorted(found, key=lambda shift: (-shift.symbols, shift.region, shift.bytes)))
