"""Read symbol files: one symbol a line, in the formats that decompilations and emulators write.

========================= ====================================================
``03005040 0000000c VMap``   address, size, name (this project's answer keys)
``03005040 g 0000000c VMap`` the same with ``l``/``g`` for local or global (pret's ``symbols`` branch)
``03005040 VMap 0000000c``   address, name, size
``03005040 VMap``            address, name (no$gba)
``03005040 B VMap``          address, kind, name (``nm``)
``VMap = 0x03005040;``       a linker script's assignment
========================= ====================================================

Comments begin with ``;``, ``#`` or ``//``; a bank in front of the address (``00:03005040``) and
no$gba's dot lines (``08000000 .thumb``) are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gbatool.errors import JsonValue, ProfileError
from gbatool.memory import THUMB_BIT, Address, Region, region_of
from gbatool.profile.names import canonical_name, facts_of

SHOWN_LINES = 10
_HEX = re.compile(r"(?:0x)?[0-9a-f]+", re.IGNORECASE)
_SIZE = re.compile(r"0x[0-9a-f]{1,8}|[0-9][0-9a-f]{0,7}", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_.?$][A-Za-z0-9_.$@?]*")
_KIND = re.compile(r"[A-Za-z]")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\s*=\s*(\w+)\s*;?")
_BANK = re.compile(r"[0-9a-f]{1,4}:", re.IGNORECASE)
_DOT_LINE = re.compile(r"\S+\s+\.(arm|thumb|(byt|wrd|dbl|asc|pool|bin|dmb)(:\w+)?)", re.IGNORECASE)
_COMMENT = re.compile(r"\s*(?:;|#|//).*")
_OTHER_BUS = range(0x04000000, 0x08000000)
"""I/O registers, palette, video and object memory: valid addresses, but never in a profile."""
_ENDS = frozenset(region.end for region in Region)
"""Linkers also define symbols at the first address after a memory region."""


@dataclass(frozen=True, slots=True)
class SymbolLine:
    """One symbol of a file; ``size`` is 0 when the file has none."""

    name: str
    address: Address
    size: int
    line: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not a symbol, and why."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class SymbolFile:
    """The contents of a symbol file.

    Attributes:
        symbols: Every symbol in EWRAM, IWRAM or ROM, in the order of the file. A name can occur
            several times (``static`` names repeat), and so can an address.
        bad: Lines that are not valid.
        elsewhere: The number of symbols in other memory (registers, video memory) or at the end
            of a region.
    """

    symbols: tuple[SymbolLine, ...]
    bad: tuple[BadLine, ...] = ()
    elsewhere: int = 0

    def by_name(self) -> dict[str, tuple[SymbolLine, ...]]:
        """Canonical name -> its symbols, one for each different address, in file order."""
        found: dict[str, dict[int, SymbolLine]] = {}
        for symbol in self.symbols:
            found.setdefault(canonical_name(symbol.name), {}).setdefault(symbol.address, symbol)
        return {name: tuple(lines.values()) for name, lines in found.items()}


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol as read, its address not checked yet."""

    line: int
    name: str
    address: int
    size: int = 0


def read_symbols(text: str, source: str, *, skip_bad_lines: bool = False) -> SymbolFile:
    """Read a symbol file.

    Args:
        text: The whole file.
        source: Its name in messages.
        skip_bad_lines: List invalid lines in ``bad`` instead of refusing the file.

    Raises:
        ProfileError: A line is not valid (the message lists them), or there is no symbol.
    """
    rows = (_parse(number, line) for number, line in _lines(text))
    return check_rows(rows, source, skip_bad_lines=skip_bad_lines)


def check_rows(
    rows: Iterable[Row | BadLine], source: str, *, skip_bad_lines: bool = False
) -> SymbolFile:
    """Check the addresses of rows of any format; raises as :func:`read_symbols`."""
    symbols: list[SymbolLine] = []
    bad: list[BadLine] = []
    elsewhere = 0
    for row in rows:
        if isinstance(row, BadLine):
            bad.append(row)
        elif row.address in _OTHER_BUS or row.address in _ENDS:
            elsewhere += 1
        elif problem := _address_problem(row):
            bad.append(BadLine(row.line, problem))
        else:
            thumb = THUMB_BIT if facts_of(row.name).function else 0
            address = Address(row.address & ~thumb)
            symbols.append(SymbolLine(row.name, address, row.size, row.line))
    if bad and not skip_bad_lines:
        raise _bad_lines(bad, source)
    if not symbols:
        raise ProfileError(
            f"{source} holds no symbol in EWRAM, IWRAM or ROM; expected lines such as"
            " `03001234 0000000c gSomething`",
            file=source,
        )
    return SymbolFile(tuple(symbols), tuple(bad), elsewhere)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        bare = _COMMENT.sub("", line).strip()
        if bare and not _DOT_LINE.fullmatch(bare):
            yield number, bare


def _parse(number: int, line: str) -> Row | BadLine:
    try:
        return Row(number, *_fields(line))
    except ValueError as error:
        return BadLine(number, str(error))


def _fields(line: str) -> tuple[str, int, int]:
    """Name, address and size of a line.

    Raises:
        ValueError: The line is not valid; says why.
    """
    assignment = _ASSIGNMENT.fullmatch(line)
    if assignment:
        name, value = assignment.groups()
        if not value.lower().startswith("0x"):
            raise ValueError(f"{value!r} is not an address in hex, such as 0x03001234")
        return name, parse_address(value), 0
    first, *rest = line.split()
    bare = _BANK.sub("", first)
    if bare != first and len(bare) <= 4:
        raise ValueError(f"{first!r} is an address of a Game Boy, not of a Game Boy Advance")
    address = parse_address(bare)
    name, size = _name_and_size(rest)
    return name, address, size


def parse_address(text: str) -> int:
    """A number in hex with up to eight digits, with or without ``0x``.

    Raises:
        ValueError: It is something else.

    >>> hex(parse_address("03001234"))
    '0x3001234'
    """
    if not _HEX.fullmatch(text):
        raise ValueError(f"{text!r} is not an address in hex, such as 03001234")
    digits = text.lower().removeprefix("0x")
    if len(digits) > 8:
        raise ValueError(f"{text} has {len(digits)} hex digits; a bus address has eight")
    return int(digits, 16)


def _name_and_size(words: list[str]) -> tuple[str, int]:
    """Name and size from the words after the address; sizes begin with a digit, names never."""
    count = len(words) + 1
    words = words[1:] if _has_kind(words) else words
    if not words:
        raise ValueError("has an address, but no name")
    if len(words) > 2:
        raise ValueError(f"has {count} words; expected address, size and name")
    names = [word for word in words if _NAME.fullmatch(word)]
    sizes = [word for word in words if _SIZE.fullmatch(word)]
    if len(names) != 1:
        raise ValueError(f"has no name that C allows: {' '.join(words)!r}")
    if len(sizes) != len(words) - 1:
        raise ValueError(f"has no size in hex: {' '.join(words)!r}")
    return names[0], int(sizes[0], 16) if sizes else 0


def _has_kind(words: list[str]) -> bool:
    """Whether the first word is a letter for the symbol's kind, as ``nm`` and pret have it."""
    return (
        len(words) > 1
        and _KIND.fullmatch(words[0]) is not None
        and (len(words) > 2 or _NAME.fullmatch(words[1]) is not None)
    )


def _address_problem(row: Row) -> str | None:
    if row.address == 0:
        return f"{row.name} is at 0x0, which means that it was not found"
    if region_of(row.address) is None:
        return f"{row.name} is at 0x{row.address:08X}, which is not in EWRAM, IWRAM or ROM"
    return None


def _bad_lines(bad: list[BadLine], source: str) -> ProfileError:
    shown = [f"{source}:{item.line}: {item.reason}" for item in bad[:SHOWN_LINES]]
    if len(bad) > SHOWN_LINES:
        shown.append(f"... and {len(bad) - SHOWN_LINES} more")
    shown.append("Correct them, or leave them out with --skip-bad-lines")
    detail: list[JsonValue] = [{"line": item.line, "reason": item.reason} for item in bad]
    return ProfileError("\n".join(shown), file=source, lines=detail)
