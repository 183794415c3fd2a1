"""The JSON documents of the ``profile`` commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gbatool.documents import RomRef
from gbatool.memory import ROM, region_of
from gbatool.profile.model import (
    Evidence,
    PinnedState,
    Profile,
    RomIdentity,
    Status,
    Symbol,
    Trait,
    Unresolved,
)
from gbatool.profile.search import BrokenProfile, FoundProfile
from gbatool.profile.writer import by_address


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """One symbol.

    Attributes:
        name: Its canonical name.
        address: Bus address in hex, ``0x`` and eight digits.
        file_offset: For a symbol in ROM, where it is in the ROM file.
        size: In bytes; None when it is not known.
        status: How well the address is known.
        evidence: What supports the address.
        note: The profile's remark on the symbol.
    """

    name: str
    address: str
    file_offset: str | None
    size: int | None
    status: Status
    evidence: tuple[Evidence, ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class UnresolvedRow:
    """A symbol without a proven address, or a trait without a proven value.

    Attributes:
        name: The symbol's canonical name, or the trait's.
        reason: Why.
        needs: Unresolved symbols that this one waits for; none where the reason is its own.
        candidates: Addresses that could still be the symbol's, in hex.
        would_decide: What a derivation would need to decide.
    """

    name: str
    reason: str
    needs: tuple[str, ...]
    candidates: tuple[str, ...]
    would_decide: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileDocument:
    """``profile show`` and ``profile export --format json``; symbols by address."""

    schema: Literal["gbatool/profile-document/1"] = "gbatool/profile-document/1"
    rom: RomRef
    frame: None = None
    identity: RomIdentity
    engine: str
    traits: tuple[Trait, ...]
    note: str | None
    savestates: tuple[PinnedState, ...]
    symbols: tuple[SymbolRow, ...]
    unresolved: tuple[UnresolvedRow, ...]


@dataclass(frozen=True, slots=True)
class ListedProfile:
    """One profile of ``profile list``; ``file`` is its name without the folder."""

    profile: str
    file: str
    identity: RomIdentity
    engine: str
    symbols: int
    unresolved: int


@dataclass(frozen=True, slots=True)
class ListedProblem:
    """A file that is not a valid profile, and the first thing that is wrong with it."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileListDocument:
    """``profile list``: every profile in the search path, first folder first."""

    schema: Literal["gbatool/profile-list/1"] = "gbatool/profile-list/1"
    rom: None = None
    frame: None = None
    profiles: tuple[ListedProfile, ...]
    broken: tuple[ListedProblem, ...]


def list_document(
    found: Iterable[FoundProfile], broken: Iterable[BrokenProfile]
) -> ProfileListDocument:
    """The search path as one JSON document."""
    return ProfileListDocument(
        profiles=tuple(
            ListedProfile(
                profile=item.profile.name,
                file=item.path.name,
                identity=item.profile.rom,
                engine=item.profile.engine,
                symbols=len(item.profile.symbols),
                unresolved=len(item.profile.unresolved),
            )
            for item in found
        ),
        broken=tuple(
            ListedProblem(item.path.name, item.reason.replace(str(item.path), item.path.name))
            for item in broken
        ),
    )


def profile_document(profile: Profile) -> ProfileDocument:
    """A profile as one JSON document."""
    return ProfileDocument(
        rom=RomRef(profile.rom.sha1, profile.name),
        identity=profile.rom,
        engine=profile.engine,
        traits=tuple(trait for _, trait in sorted(profile.traits.items())),
        note=profile.note,
        savestates=tuple(state for _, state in sorted(profile.savestates.items())),
        symbols=tuple(map(_symbol_row, by_address(profile))),
        unresolved=tuple(_unresolved_row(item) for _, item in sorted(profile.unresolved.items())),
    )


def _symbol_row(symbol: Symbol) -> SymbolRow:
    in_rom = region_of(symbol.address) is ROM
    return SymbolRow(
        name=symbol.name,
        address=str(symbol.address),
        file_offset=f"0x{symbol.address - ROM.base:06X}" if in_rom else None,
        size=symbol.size or None,
        status=symbol.status,
        evidence=symbol.evidence,
        note=symbol.note,
    )


def _unresolved_row(item: Unresolved) -> UnresolvedRow:
    candidates = tuple(map(str, item.candidates))
    return UnresolvedRow(item.name, item.reason, item.needs, candidates, item.would_decide)
