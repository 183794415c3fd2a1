"""Import addresses from symbol files, JSON, Lua tables and C headers; all of them are unproven.

An imported symbol gets the status ``imported``, whatever status its file gives it. A name that a file
has at several addresses (``static`` names repeat in C) goes under ``unresolved``: picking one
would be a guess.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from gbatool.engine.families import ENGINES
from gbatool.errors import ProfileError, UsageError, WrongRomError, did_you_mean
from gbatool.profile.addresses import address_problem
from gbatool.profile.exports import Format
from gbatool.profile.foreign import c_rows, json_rows, lua_rows
from gbatool.profile.model import Profile, RomIdentity, Status, Symbol, Unresolved
from gbatool.profile.names import KNOWN_NAMES, canonical_name
from gbatool.profile.symfile import BadLine, SymbolFile, SymbolLine, check_rows, read_symbols
from gbatool.rom import Rom

SUFFIXES: Mapping[str, Format] = {
    ".json": Format.JSON,
    ".lua": Format.LUA,
    ".h": Format.C,
    ".sym": Format.SYM,
    ".txt": Format.SYM,
}
_SHA1 = re.compile(r"\bsha1\W{1,6}([0-9a-f]{40})\b")


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import.

    Attributes:
        profile: A profile with nothing but the imported symbols, to be merged into another.
        ambiguous: Names that the file has at several addresses.
        impossible: Names whose address is not possible, with the reason.
        absent: Names that the tool reads and the file does not have.
        bad: Lines that were left out.
        unused: The number of other symbols in the file.
    """

    profile: Profile
    ambiguous: tuple[str, ...]
    impossible: tuple[str, ...]
    absent: tuple[str, ...]
    bad: tuple[BadLine, ...]
    unused: int


def format_of(path: PurePath) -> Format:
    """The format of a file by its suffix.

    Raises:
        UsageError: The suffix is not a known one.
    """
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is None:
        raise UsageError(
            f"can't tell the format of {path.name} by its suffix; give it with --format"
            f" ({', '.join(item.value for item in Format)})",
            file=path.name,
        )
    return kind


def read_foreign(
    text: str, source: str, kind: Format, *, skip_bad_lines: bool = False
) -> SymbolFile:
    """Read the symbols of a file in any format that :func:`gbatool.profile.exports.export` writes.

    Raises:
        ProfileError: Something in it is wrong; names the lines.
    """
    if kind in (Format.SYM, Format.NOCASH):
        return read_symbols(text, source, skip_bad_lines=skip_bad_lines)
    if kind is Format.JSON:
        rows = json_rows(text, source)
    else:
        rows = lua_rows(text) if kind is Format.LUA else c_rows(text)
    return check_rows(rows, source, skip_bad_lines=skip_bad_lines)


def check_origin(text: str, source: str, rom: Rom) -> None:
    """Refuse a file that names another ROM as its own.

    Raises:
        WrongRomError: It names another SHA-1.
    """
    named = _SHA1.search(text)
    if named and named[1] != rom.sha1:
        raise WrongRomError(
            f"{source} belongs to the ROM with SHA-1 {named[1]}, but {rom.name} has {rom.sha1};"
            " its addresses would be wrong here",
            file=source,
            expected=named[1],
            observed=rom.sha1,
        )


def import_symbols(
    symbols: SymbolFile,
    source: str,
    rom: Rom,
    base: Profile,
    wanted: Collection[str] | None = None,
) -> Imported:
    """Take symbols from a file.

    Args:
        symbols: What the file holds.
        source: The file's name, for the symbols' notes.
        rom: The ROM that its addresses are said to belong to.
        base: Name and engine family of the profile that they are for.
        wanted: Names to take, synonyms included; None for every name that the tool reads.

    Raises:
        UsageError: A wanted name is not in the file.
    """
    available = symbols.by_name()
    names = _wanted(available, wanted, source)
    taken: dict[str, Symbol] = {}
    unresolved: dict[str, Unresolved] = {}
    impossible: list[str] = []
    for name in names:
        lines = _meant(name, base.engine, available.get(name, ()))
        problems = [address_problem(name, line.address, line.size, len(rom.data)) for line in lines]
        possible = [line for line, problem in zip(lines, problems, strict=True) if not problem]
        if len(possible) == 1:
            line = possible[0]
            note = f"from {source}"
            taken[name] = Symbol(name, line.address, line.size, Status.IMPORTED, (), note)
        elif possible:
            unresolved[name] = _ambiguous(name, source, possible)
        else:
            impossible += [problem for problem in problems if problem]
    profile = Profile(
        name=base.name,
        rom=RomIdentity.of(rom),
        engine=base.engine,
        symbols=taken,
        unresolved=unresolved,
    )
    return Imported(
        profile=profile,
        ambiguous=tuple(sorted(unresolved)),
        impossible=tuple(impossible),
        absent=tuple(sorted(name for name in names if name not in available)),
        bad=symbols.bad,
        unused=len(available.keys() - set(names)),
    )


def _wanted(
    available: Mapping[str, Sequence[SymbolLine]], wanted: Collection[str] | None, source: str
) -> list[str]:
    if wanted is None:
        return list(KNOWN_NAMES)
    names = list(dict.fromkeys(map(canonical_name, wanted)))
    for name in names:
        if name not in available:
            hint = did_you_mean(name, available)
            raise UsageError(f"{source} has no symbol {name}{hint}", symbol=name, file=source)
    return names


def _meant(name: str, engine: str, lines: Sequence[SymbolLine]) -> Sequence[SymbolLine]:
    """Of several symbols with one name, those of the expected size, where one is known."""
    family = ENGINES.get(engine)
    size = family.static_sizes.get(name) if family is not None else None
    fitting = [line for line in lines if line.size == size]
    return fitting if len(lines) > 1 and fitting else lines


def _ambiguous(name: str, source: str, lines: Sequence[SymbolLine]) -> Unresolved:
    numbers = ", ".join(str(line.line) for line in lines)
    return Unresolved(
        name=name,
        reason=f"{source} has this name at {len(lines)} addresses (lines {numbers})",
        candidates=tuple(line.address for line in lines),
        would_decide=f"gbatool derive --symbols {name}",
    )


def base_for(rom: Rom, name: str, engine: str) -> Profile:
    """An empty profile to import into, when a ROM has none yet.

    Raises:
        ProfileError: The engine family is not known.
    """
    if engine not in ENGINES:
        raise ProfileError(
            f"{engine!r} is not an engine family; known are {', '.join(ENGINES)}",
            field="engine",
            observed=engine,
        )
    return Profile(name, RomIdentity.of(rom), engine)
