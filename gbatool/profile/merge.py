"""Merge a new derivation into an existing profile without losing a symbol or a trait.

Which address is kept when both profiles have the symbol; a trait's value is treated as an address is:

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
from typing import TypeVar

from gbatool.errors import JsonValue, ProfileError, WrongRomError
from gbatool.profile.model import Profile, RomIdentity, Status, Symbol, Trait, Unresolved

SHOWN_CONTRADICTIONS = 3
Entry = TypeVar("Entry", Symbol, Trait)
_RANK = {Status.IMPORTED: 0, Status.CORROBORATED: 1, Status.VERIFIED: 2}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two addresses of one symbol, or values of a trait, that may not silently replace each other."""

    old: Symbol | Trait
    new: Symbol | Trait

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
    check_same_rom(old, new.rom)
    if old.engine != new.engine:
        raise ProfileError(
            f"profile {old.name} says engine {old.engine}, the new one {new.engine};"
            " a ROM has one engine family",
            field="engine",
            observed=new.engine,
            expected=old.engine,
        )
    notices: list[str] = []
    symbols = _merge_entries(old, old.symbols, new.symbols, notices)
    traits = _merge_entries(old, old.traits, new.traits, notices)
    unresolved = _merge_unresolved(old, new, symbols, notices)
    _note_repinned(old, new, symbols, notices)
    profile = replace(
        new,
        savestates={**old.savestates, **new.savestates},
        symbols=symbols,
        traits=traits,
        unresolved=unresolved,
        note=new.note if new.note is not None else old.note,
    )
    return Merged(profile, tuple(notices))


def check_same_rom(old: Profile, new: RomIdentity) -> None:
    """Refuse to add to a profile what belongs to another ROM.

    Raises:
        WrongRomError: It does; names both.
    """
    if old.rom.sha1 != new.sha1:
        raise WrongRomError(
            f"profile {old.name} belongs to the ROM with SHA-1 {old.rom.sha1}"
            f" ({rom_label(old.rom)}), the new addresses to the one with {new.sha1}"
            f" ({rom_label(new)}); keep one profile for each ROM",
            profile=old.name,
            expected=old.rom.sha1,
            observed=new.sha1,
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


def _shown(entry: Symbol | Trait) -> str:
    return f"{_fact(entry)} ({entry.status.value})"


def _fact(entry: Symbol | Trait) -> str:
    """What must be the same: a symbol's address, a trait's value."""
    return str(entry.address) if isinstance(entry, Symbol) else entry.value


def _merge_entries(
    profile: Profile, old: Mapping[str, Entry], new: Mapping[str, Entry], notices: list[str]
) -> dict[str, Entry]:
    symbols = dict(old)
    contradictions: list[Contradiction] = []
    for name, symbol in new.items():
        known = old.get(name)
        if known is None:
            symbols[name] = symbol
        elif _fact(known) == _fact(symbol):
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
        raise _contradicted(profile, contradictions)
    return symbols


def _better(known: Entry, new: Entry) -> Entry:
    """Of two that agree, the one of better status; the new one when they are equal."""
    winner, other = new, known
    if _RANK[known.status] > _RANK[new.status]:
        winner, other = known, new
    winner = replace(winner, note=winner.note if winner.note is not None else other.note)
    if isinstance(winner, Symbol) and isinstance(other, Symbol):
        winner = replace(winner, size=winner.size or other.size)
    return winner


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
    is_symbol = isinstance(first.old, Symbol)
    probe = f" (`gbatool probe {first.old.name} {_fact(first.new)}`)" if is_symbol else ""
    return ProfileError(
        f"{listed}. Nothing was written: find out which is right{probe}; if it is the new one,"
        f" delete the {'symbol' if is_symbol else 'trait'} from profile {old.name} first",
        profile=old.name,
        symbol=first.old.name,
        expected=_fact(first.old),
        observed=_fact(first.new),
        contradictions=shown,
    )


def _as_json(symbol: Symbol | Trait) -> JsonValue:
    evidence: list[JsonValue] = [
        f"{item.kind} on {item.savestate}: {item.predicted} (held {item.held}, left {item.left})"
        for item in symbol.evidence
    ]
    return {
        "address" if isinstance(symbol, Symbol) else "value": _fact(symbol),
        "status": symbol.status.value,
        "evidence": evidence,
    }


def _merge_unresolved(
    old: Profile, new: Profile, symbols: Mapping[str, Symbol], notices: list[str]
) -> dict[str, Unresolved]:
    """The symbols still unresolved; an imported symbol can be listed there as well."""
    unresolved = {**old.unresolved, **new.unresolved}
    unresolved = {name: item for name, item in unresolved.items() if name not in new.traits}
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
