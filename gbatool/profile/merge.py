"""Merge a new derivation into an existing profile without losing a symbol.

Which address is kept when both profiles have the symbol:

========== =================== =================================================
old        new                 what happens
========== =================== =================================================
any        same address        the better status, with its evidence
verified   another address     refused, both are shown
corrob.    verified elsewhere  the new one, with a notice
corrob.    corrob. elsewhere   refused, both are shown
imported   proven elsewhere    the new one, with a notice
imported   imported elsewhere  refused, both are shown
proven     imported elsewhere  refused, both are shown
proven     unresolved          the old one, with a notice
========== =================== =================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gbatool.errors import JsonValue, ProfileError, WrongRomError
from gbatool.profile.model import Profile, RomIdentity, Status, Symbol, Unresolved

SHOWN_CONTRADICTIONS = 3
_RANK = {Status.IMPORTED: 0, Status.CORROBORATED: 1, Status.VERIFIED: 2}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two addresses of one symbol, of which neither may silently replace the other."""

    old: Symbol
    new: Symbol

    def __str__(self) -> str:
        return f"{self.old.name} is {_shown(self.old)} in the profile and {_shown(self.new)} now"


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged profile, and one sentence for each thing to notice about it."""

    profile: Profile
    notices: tuple[str, ...] = ()


def merge(old: Profile, new: Profile) -> Merged:
    """The old profile, with every symbol that the new one knows as well or better.

    Symbols, unresolved symbols and savestates that the new profile does not mention stay.

    Raises:
        WrongRomError: The two belong to different ROMs.
        ProfileError: A new address contradicts one that was as good or better, or the engine
            families differ; nothing is merged then.
    """
    _check_same_rom(old, new)
    if old.engine != new.engine:
        raise ProfileError(
            f"profile {old.name} says engine {old.engine}, the new one {new.engine};"
            " a ROM has one engine family",
            field="engine",
            observed=new.engine,
            expected=old.engine,
        )
    notices: list[str] = []
    symbols = _merge_symbols(old, new, notices)
    unresolved = _merge_unresolved(old, new, symbols, notices)
    _note_repinned(old, new, symbols, notices)
    profile = replace(
        new,
        savestates={**old.savestates, **new.savestates},
        symbols=symbols,
        unresolved=unresolved,
        note=new.note if new.note is not None else old.note,
    )
    return Merged(profile, tuple(notices))


def _check_same_rom(old: Profile, new: Profile) -> None:
    if old.rom.sha1 != new.rom.sha1:
        raise WrongRomError(
            f"profile {old.name} belongs to the ROM with SHA-1 {old.rom.sha1}"
            f" ({rom_label(old.rom)}), the new addresses to the one with {new.rom.sha1}"
            f" ({rom_label(new.rom)}); keep one profile for each ROM",
            profile=old.name,
            expected=old.rom.sha1,
            observed=new.rom.sha1,
        )


def rom_label(rom: RomIdentity) -> str:
    """A ROM's title, code, language letter and revision in one line.

    >>> rom_label(RomIdentity("A GAME", "ABCE", "01", 1, 512, "", ""))
    'A GAME, code ABCE, language letter E, revision 1'
    """
    title, code = _printable(rom.title), _printable(rom.code)
    letter = f", language letter {code[3]}" if len(code) == 4 else ""
    return f"{title or 'no title'}, code {code or 'none'}{letter}, revision {rom.revision}"


def _printable(text: str) -> str:
    """A header's text without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _shown(symbol: Symbol) -> str:
    return f"{symbol.address} ({symbol.status.value})"


def _merge_symbols(old: Profile, new: Profile, notices: list[str]) -> dict[str, Symbol]:
    symbols = dict(old.symbols)
    contradictions: list[Contradiction] = []
    for name, symbol in new.symbols.items():
        known = old.symbols.get(name)
        if known is None:
            symbols[name] = symbol
        elif known.address == symbol.address:
            symbols[name] = _better(known, symbol)
            if _RANK[known.status] > _RANK[symbol.status]:
                notices.append(
                    f"{name} stays {known.status.value}, though it is only"
                    f" {symbol.status.value} this time"
                )
        elif _RANK[symbol.status] > _RANK[known.status]:
            notices.append(f"{name} was {_shown(known)} and is now {_shown(symbol)}")
            symbols[name] = symbol
        else:
            contradictions.append(Contradiction(known, symbol))
    if contradictions:
        raise _contradicted(old, contradictions)
    return symbols


def _better(known: Symbol, symbol: Symbol) -> Symbol:
    """Of two with the same address, the one of better status; the new one when they are equal."""
    winner, other = symbol, known
    if _RANK[known.status] > _RANK[symbol.status]:
        winner, other = known, symbol
    return replace(
        winner,
        size=winner.size or other.size,
        note=winner.note if winner.note is not None else other.note,
    )


def _contradicted(old: Profile, contradictions: list[Contradiction]) -> ProfileError:
    first = contradictions[0]
    listed = "; ".join(map(str, contradictions[:SHOWN_CONTRADICTIONS]))
    more = len(contradictions) - SHOWN_CONTRADICTIONS
    if more > 0:
        listed += f"; and {more} more symbols (so many: is this another build of the game?)"
    shown: list[JsonValue] = [
        {
            "symbol": item.old.name,
            "profile": _as_json(item.old),
            "new": _as_json(item.new),
        }
        for item in contradictions
    ]
    return ProfileError(
        f"{listed}. Nothing was written: find out which is right"
        f" (`gbatool probe {first.old.name} {first.new.address}`); if it is the new one, delete"
        f" the symbol from profile {old.name} first",
        profile=old.name,
        symbol=first.old.name,
        expected=str(first.old.address),
        observed=str(first.new.address),
        contradictions=shown,
    )


def _as_json(symbol: Symbol) -> JsonValue:
    evidence: list[JsonValue] = [
        f"{item.kind} on {item.savestate}: {item.predicted} (held {item.held}, left {item.left})"
        for item in symbol.evidence
    ]
    return {
        "address": str(symbol.address),
        "status": symbol.status.value,
        "evidence": evidence,
    }


def _merge_unresolved(
    old: Profile, new: Profile, symbols: Mapping[str, Symbol], notices: list[str]
) -> dict[str, Unresolved]:
    """The symbols still unresolved; an imported symbol can be listed there as well."""
    unresolved = {**old.unresolved, **new.unresolved}
    for name in sorted(set(unresolved) & set(symbols)):
        symbol = symbols[name]
        if name in new.unresolved and name not in new.symbols:
            reason = unresolved[name].reason
            notices.append(f"{name} keeps {_shown(symbol)}, though this time: {reason}")
        if symbol.status is not Status.IMPORTED:
            del unresolved[name]
    return unresolved


def _note_repinned(
    old: Profile, new: Profile, symbols: Mapping[str, Symbol], notices: list[str]
) -> None:
    """Add a notice for evidence that was kept although its savestate has other contents now."""
    for label, state in sorted(new.savestates.items()):
        former = old.savestates.get(label)
        if former is None or former.ram_sha256 == state.ram_sha256:
            continue
        kept = sorted(
            name
            for name, symbol in symbols.items()
            if symbol is old.symbols.get(name)
            and any(item.savestate == label for item in symbol.evidence)
        )
        if kept:
            notices.append(
                f"savestate {label} was pinned again; the evidence of {', '.join(kept)}"
                " was gathered on the former one"
            )
