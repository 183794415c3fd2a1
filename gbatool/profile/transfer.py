"""Import a symbol file into a profile file, and report the result for each symbol."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gbatool.documents import RomRef
from gbatool.engine.families import DEFAULT_FAMILY
from gbatool.errors import FileProblemError, ProfileError
from gbatool.files import MAX_RECORDS, exists, read_file
from gbatool.profile.exports import Format
from gbatool.profile.imports import (
    Imported,
    base_for,
    check_origin,
    format_of,
    import_symbols,
    read_foreign,
)
from gbatool.profile.reader import load_profile
from gbatool.profile.search import suggested_name
from gbatool.profile.store import Notice, save_profile
from gbatool.rom import Rom


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """The document of ``profile import``.

    Attributes:
        imported: Names of the symbols that the file gave an address.
        ambiguous: Names that the file has at several addresses; they are under ``unresolved``.
        impossible: Addresses that are not possible, each with the reason.
        absent: Names that the tool reads and the file does not have.
        left_out: Invalid lines of the file.
        unused: The number of other symbols in the file.
    """

    schema: Literal["gbatool/profile-import/1"] = "gbatool/profile-import/1"
    rom: RomRef
    frame: None = None
    file: str
    imported: tuple[str, ...]
    ambiguous: tuple[str, ...]
    impossible: tuple[str, ...]
    absent: tuple[str, ...]
    left_out: tuple[str, ...]
    unused: int


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What to import.

    Attributes:
        file: The symbol file.
        out: The profile to write, or to merge into.
        kind: The file's format; None to go by its suffix.
        wanted: Names to take; None for all that the tool reads.
        everything: Take every symbol of the file.
        skip_bad_lines: Leave invalid lines out instead of refusing the file.
        name: Name of a new profile; None to take it from ``out``.
        engine: Engine family of a new profile.
    """

    file: Path
    out: Path
    kind: Format | None = None
    wanted: Collection[str] | None = None
    everything: bool = False
    skip_bad_lines: bool = False
    name: str | None = None
    engine: str = DEFAULT_FAMILY


def import_file(rom: Rom, request: ImportRequest, on_notice: Notice) -> ImportReport:
    """Import a symbol file; the profile is written atomically.

    Args:
        rom: The ROM that the file's addresses belong to.
        request: What to import.
        on_notice: Called with each notice of :func:`save_profile`.

    Raises:
        FileProblemError: A file can't be read or written.
        ProfileError: A line is not valid, or an address contradicts one of the profile.
        WrongRomError: The file or the profile belongs to another ROM.
        UsageError: A wanted name is not in the file, or its format is unknown.
    """
    source = request.file.name
    text = _decoded(read_file(request.file, "symbol file", MAX_RECORDS), request.file)
    kind = request.kind or format_of(request.file)
    check_origin(text, source, rom)
    symbols = read_foreign(text, source, kind, skip_bad_lines=request.skip_bad_lines)
    if exists(request.out):
        base = load_profile(request.out)
    else:
        name = request.name or request.out.stem or suggested_name(rom)
        base = base_for(rom, name, request.engine)
    wanted = list(symbols.by_name()) if request.everything else request.wanted
    imported = import_symbols(symbols, source, rom, base, wanted)
    if not imported.profile.symbols and not imported.profile.unresolved:
        raise ProfileError(
            f"{source} has none of the symbols that gbatool has a use for, though it has"
            f" {imported.unused} others; name some with --symbol, or take all with --all",
            file=source,
        )
    save_profile(request.out, imported.profile, on_notice)
    return _report(imported, source)


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FileProblemError(
            f"{path}:{line}: is not UTF-8 text; give a symbol file, not a ROM or an ELF file",
            file=str(path),
        ) from error


def _report(imported: Imported, source: str) -> ImportReport:
    profile = imported.profile
    return ImportReport(
        rom=RomRef(profile.rom.sha1, profile.name),
        file=source,
        imported=tuple(sorted(profile.symbols)),
        ambiguous=imported.ambiguous,
        impossible=imported.impossible,
        absent=imported.absent,
        left_out=tuple(map(str, imported.bad)),
        unused=imported.unused,
    )
