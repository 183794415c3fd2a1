"""The JSON documents of the ``profile`` commands."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.memory import Address
from gbatool.profile.model import Evidence, PinnedState, Profile, RomIdentity, Status, Unresolved
from gbatool.profile.writer import by_address


@dataclass(frozen=True, slots=True)
class ProfiledRom:
    """The ROM that a document speaks of, and the name of its profile."""

    sha1: str
    profile: str


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """One symbol. ``size`` is None when it is not known."""

    name: str
    address: Address
    size: int | None
    status: Status
    evidence: tuple[Evidence, ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class ProfileDocument:
    """Everything that a profile says; symbols by address."""

    schema: str
    rom: ProfiledRom
    frame: None
    identity: RomIdentity
    engine: str
    note: str | None
    savestates: tuple[PinnedState, ...]
    symbols: tuple[SymbolRow, ...]
    unresolved: tuple[Unresolved, ...]


PROFILE_SCHEMA = "gbatool/profile-document/1"


def profile_document(profile: Profile) -> ProfileDocument:
    """A profile as one JSON document."""
    return ProfileDocument(
        schema=PROFILE_SCHEMA,
        rom=ProfiledRom(profile.rom.sha1, profile.name),
        frame=None,
        identity=profile.rom,
        engine=profile.engine,
        note=profile.note,
        savestates=tuple(state for _, state in sorted(profile.savestates.items())),
        symbols=tuple(
            SymbolRow(
                symbol.name,
                symbol.address,
                symbol.size or None,
                symbol.status,
                symbol.evidence,
                symbol.note,
            )
            for symbol in by_address(profile)
        ),
        unresolved=tuple(item for _, item in sorted(profile.unresolved.items())),
    )
