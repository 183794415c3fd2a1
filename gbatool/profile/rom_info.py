"""A ROM's header, digests and profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gbatool.documents import RomRef
from gbatool.errors import ProfileError
from gbatool.profile.model import RomIdentity
from gbatool.profile.search import find_profile, known_profiles, suggested_name
from gbatool.rom import Rom

LANGUAGES = {
    "J": "Japanese",
    "E": "English",
    "F": "French",
    "D": "German",
    "I": "Italian",
    "S": "Spanish",
    "P": "European",
}
"""The last letter of a game code, as Nintendo assigned it."""


@dataclass(frozen=True, slots=True)
class HeaderChecksum:
    """The header's checksum: the byte at 0xBD, and the value computed from the header."""

    stored: str
    computed: str
    ok: bool


@dataclass(frozen=True, slots=True)
class RomInfo:
    """The document of ``rom info``.

    Attributes:
        rom: SHA-1 and the name of its profile.
        file: The file's name.
        identity: Header and digests, as a profile keeps them.
        language: The language of the game code's last letter; None for an unknown letter.
        crc32: Eight hex digits; mGBA stores it in savestates.
        header_checksum: The header's checksum, stored and computed.
        savestates: Labels that the profile pins.
        siblings: Profiles of ROMs with the same game code, which must not be used for this one.
        problem: Why no profile was found; None if one was.
        next_step: The command that derives a profile; None if one was found.
    """

    schema: str
    rom: RomRef
    file: str
    identity: RomIdentity
    language: str | None
    crc32: str
    header_checksum: HeaderChecksum
    savestates: tuple[str, ...]
    siblings: tuple[str, ...]
    problem: str | None
    next_step: str | None


def describe_rom(
    rom: Rom, profile_name: str | None = None, folders: Sequence[Path] | None = None
) -> RomInfo:
    """Describe a ROM and find its profile.

    Args:
        rom: The ROM.
        profile_name: A profile's name or file; None to go by the ROM's digest. One that was named
            must belong to the ROM.
        folders: Where profiles are looked for.

    Raises:
        FailedClosedError: The profile that was named is not valid, or belongs to another ROM.
        FileProblemError: There is no such profile.
    """
    profile, problem = None, None
    try:
        profile = find_profile(rom, profile_name, folders)
    except ProfileError as error:
        if profile_name is not None:
            raise
        problem = error.message
    siblings = (
        found.profile.name
        for found in known_profiles(folders)[0]
        if found.profile.rom.code == rom.game_code and found.profile.rom.sha1 != rom.sha1
    )
    stored, computed = rom.header_checksum, rom.computed_header_checksum
    name = suggested_name(rom)
    return RomInfo(
        schema="gbatool/rom/1",
        rom=RomRef(rom.sha1, profile.name if profile else None),
        file=rom.name,
        identity=RomIdentity.of(rom),
        language=LANGUAGES.get(rom.game_code[3:4]),
        crc32=f"{rom.crc32:08X}",
        header_checksum=HeaderChecksum(f"0x{stored:02X}", f"0x{computed:02X}", stored == computed),
        savestates=tuple(sorted(profile.savestates)) if profile else (),
        siblings=tuple(siblings),
        problem=problem,
        next_step=None
        if profile
        else f"gbatool derive --rom {rom.name} --out profiles/{name}.yaml",
    )
