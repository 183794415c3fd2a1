"""Find the profile of a ROM: by file, by name, or by the ROM's digest.

Folders are searched in this order, and the first one with a match decides: ``profiles/`` in
the working directory, ``gbatool/profiles/`` in the user's config directory, and the profiles that
came with the package. A profile belongs to the one ROM whose SHA-1 it names; a ROM of another
revision or language needs its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import gbatool
from gbatool.errors import (
    FileProblemError,
    GbatoolError,
    NoProfileError,
    ProfileError,
    WrongRomError,
    did_you_mean,
)
from gbatool.files import files_in, is_folder, read_file
from gbatool.profile.model import Profile, RomIdentity
from gbatool.profile.reader import load_profile
from gbatool.rom import Rom

SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class FoundProfile:
    """A profile and the file that it came from."""

    profile: Profile
    path: Path


@dataclass(frozen=True, slots=True)
class BrokenProfile:
    """A file in the search path that is not a valid profile."""

    path: Path
    reason: str


def profile_folders() -> tuple[Path, ...]:
    """The folders to search, in order; they need not exist."""
    config = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    folders = (
        Path("profiles"),
        Path(config).expanduser() / "gbatool" / "profiles",
        shipped_folder(),
    )
    unique: dict[Path, Path] = {}
    for folder in folders:
        unique.setdefault(folder.resolve(), folder)
    return tuple(unique.values())


def shipped_folder() -> Path:
    """The folder of the shipped profiles: inside the package, or beside it in a checkout."""
    package = Path(gbatool.__file__).parent
    inside = package / "shipped_profiles"
    return inside if is_folder(inside) else package.parent / "profiles"


def find_profile(
    rom: Rom, name: str | Path | None = None, folders: Sequence[Path] | None = None
) -> Profile:
    """The profile of a ROM.

    Args:
        rom: The ROM.
        name: A profile file or the name of a profile; None to go by the ROM's SHA-1.
        folders: The folders to search, in order; :func:`profile_folders` by default.

    Raises:
        FileProblemError: The file can't be read, or no profile has that name.
        NoProfileError: No profile belongs to the ROM.
        ProfileError: Two in one folder do, or it is not valid.
        WrongRomError: The named profile belongs to another ROM.
    """
    return locate_profile(rom, name, folders).profile


def locate_profile(
    rom: Rom, name: str | Path | None = None, folders: Sequence[Path] | None = None
) -> FoundProfile:
    """The profile of a ROM, with its file; as :func:`find_profile`."""
    if name is None:
        return _by_digest(rom, folders)
    found = named_profile(name, folders)
    if found.profile.rom.sha1 != rom.sha1:
        raise _wrong_rom(rom, found)
    return found


def named_profile(name: str | Path, folders: Sequence[Path] | None = None) -> FoundProfile:
    """A profile by its file or name, whichever ROM it belongs to.

    A text with a folder or a suffix in it (``./x``, ``x.yaml``) is a file, any other a name.

    Raises:
        FileProblemError: The file can't be read, or no profile has that name.
        ProfileError: It is not a valid profile.
    """
    text = str(name)
    if isinstance(name, Path) or os.sep in text or text.endswith(SUFFIXES):
        return FoundProfile(load_profile(Path(name)), Path(name))
    folders = profile_folders() if folders is None else folders
    for path in _files(folders):
        if path.stem == text:
            return FoundProfile(load_profile(path), path)
    known = list(dict.fromkeys(path.stem for path in _files(folders)))
    raise FileProblemError(
        f"there is no profile {text}{did_you_mean(text, known)}; known are: {', '.join(known) or 'none'}."
        f" Searched: {', '.join(map(str, folders))}",
        profile=text,
        known=list(known),
    )


def known_profiles(
    folders: Sequence[Path] | None = None,
) -> tuple[tuple[FoundProfile, ...], tuple[BrokenProfile, ...]]:
    """Every valid profile in the search path, and every file that is not one."""
    found: list[FoundProfile] = []
    broken: list[BrokenProfile] = []
    for path in _files(profile_folders() if folders is None else folders):
        try:
            found.append(FoundProfile(load_profile(path), path))
        except GbatoolError as error:
            broken.append(BrokenProfile(path, error.message.splitlines()[0]))
    return tuple(found), tuple(broken)


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from _in_folder(folder)


def _in_folder(folder: Path) -> list[Path]:
    return [path for path in files_in(folder) if path.suffix in SUFFIXES]


def _by_digest(rom: Rom, folders: Sequence[Path] | None) -> FoundProfile:
    """The profile whose text has the ROM's SHA-1; only such files are parsed."""
    folders = profile_folders() if folders is None else folders
    for folder in folders:
        mentioning = [path for path in _in_folder(folder) if _mentions(path, rom.sha1)]
        found = [FoundProfile(load_profile(path), path) for path in mentioning]
        matching = [item for item in found if item.profile.rom.sha1 == rom.sha1]
        if len(matching) > 1:
            names = " and ".join(str(item.path) for item in matching)
            raise ProfileError(
                f"{names} both belong to this ROM; say which with --profile, or remove one",
                sha1=rom.sha1,
                profiles=[str(item.path) for item in matching],
            )
        if matching:
            return matching[0]
    raise _no_profile(rom, folders)


def _mentions(path: Path, sha1: str) -> bool:
    try:
        return sha1.encode() in read_file(path, "profile")
    except FileProblemError:
        return False


def _wrong_rom(rom: Rom, found: FoundProfile) -> WrongRomError:
    from gbatool.profile.merge import rom_label

    theirs = found.profile.rom
    return WrongRomError(
        f"profile {found.profile.name} ({found.path}) belongs to the ROM with SHA-1"
        f" {theirs.sha1} ({rom_label(theirs)}), but {rom.name} has {rom.sha1}"
        f" ({rom_label(RomIdentity.of(rom))}); its addresses would be wrong here. {_next_step(rom)}",
        profile=found.profile.name,
        expected=theirs.sha1,
        observed=rom.sha1,
    )


def _no_profile(rom: Rom, folders: Sequence[Path]) -> NoProfileError:
    from gbatool.profile.merge import rom_label

    found, broken = known_profiles(folders)
    near = [item for item in found if item.profile.rom.code == rom.game_code]
    parts = [
        f"no profile belongs to {rom.name}: {rom_label(RomIdentity.of(rom))}, SHA-1 {rom.sha1}"
    ]
    for item in near:
        theirs = item.profile.rom
        parts.append(
            f"profile {item.profile.name} has the same game code, but belongs to revision"
            f" {theirs.revision} with SHA-1 {theirs.sha1}, and must not be used for this ROM"
        )
    parts += [f"{item.path} was left out, it is not a valid profile" for item in broken]
    parts.append(_next_step(rom))
    return NoProfileError(
        ". ".join(parts),
        title=rom.title,
        game_code=rom.game_code,
        language=rom.game_code[3:4],
        revision=rom.revision,
        sha1=rom.sha1,
        near=[item.profile.name for item in near],
        searched=[str(folder) for folder in folders],
    )


def _next_step(rom: Rom) -> str:
    return (
        f"Derive one: `gbatool derive --rom {rom.name} --out profiles/{suggested_name(rom)}.yaml`"
    )


def suggested_name(rom: Rom) -> str:
    """A file name for the profile of a ROM, from its header.

    >>> header = bytearray(0xC0)
    >>> header[0xA0:0xB0] = b"POKEMON FIREBPRE"
    >>> suggested_name(Rom(bytes(header), "x.gba"))
    'pokemon-fire-bpre-r0'
    """
    words = f"{rom.title} {rom.game_code} r{rom.revision}".lower().split()
    kept = ("".join(c for c in word if c.isascii() and c.isalnum()) for word in words)
    return "-".join(word for word in kept if word)
