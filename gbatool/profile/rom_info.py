"""A ROM's headers, digests and profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gbatool.documents import RomRef
from gbatool.engine import rom_header
from gbatool.engine.expansion_header import ExpansionHeader, read_expansion_header
from gbatool.engine.rom_header import (
    Capacities,
    FlagNumbers,
    GameHeader,
    NameLengths,
    SaveFields,
    read_game_header,
)
from gbatool.errors import ProfileError
from gbatool.profile.header_conflicts import HeaderConflict, header_conflicts
from gbatool.profile.model import RomIdentity
from gbatool.profile.rom_engine import RomEngine, rom_engine
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
class GameHeaderInfo:
    """What the game header proposes; nothing of it is proven.

    Attributes:
        version: 1 Sapphire, 2 Ruby, 3 Emerald, 4 FireRed, 5 LeafGreen.
        language: The header's language.
        name: Such as ``pokemon emerald version``; FireRed is "red", LeafGreen "green".
        tables: Bus addresses in hex by what the table describes; None where the header has none.
        save: Sizes of the save blocks and offsets in them, in bytes.
        flags: Numbers of flags.
        name_lengths: Greatest length of names.
        capacities: Of bag and PC.
        national_dex_count: Species in the national Pokédex.
        assistant: Where Emerald Rogue's header for its companion program is, in hex.
    """

    version: int
    language: str
    name: str
    tables: Mapping[str, str | None]
    save: SaveFields
    flags: FlagNumbers
    name_lengths: NameLengths
    capacities: Capacities
    national_dex_count: int
    assistant: str | None

    @classmethod
    def of(cls, header: GameHeader) -> GameHeaderInfo:
        """A header as a document has it."""
        tables = asdict(header.tables)
        return cls(
            version=header.version,
            language=rom_header.LANGUAGES[header.language],
            name=header.name,
            tables={name: None if at is None else str(at) for name, at in tables.items()},
            save=header.save,
            flags=header.flags,
            name_lengths=header.name_lengths,
            capacities=header.capacities,
            national_dex_count=header.national_dex_count,
            assistant=None if header.assistant is None else str(header.assistant),
        )


@dataclass(frozen=True, slots=True)
class ExpansionHeaderInfo:
    """What pokeemerald-expansion's header proposes; nothing of it is proven.

    Attributes:
        at: Bus address of the header in hex.
        version: Major, minor and patch number with dots.
        tagged: Whether it was built from a release, and not from the work on the next one.
        moves: Number of moves; None, as the next ones, in a header that ends before it.
        species: Number of species, forms included.
        abilities: Number of abilities.
        ability_table: Where the abilities are described, in hex.
        items: Number of items.
        item_name_length: Greatest length of an item's name.
    """

    at: str
    version: str
    tagged: bool
    moves: int | None
    species: int | None
    abilities: int | None
    ability_table: str | None
    items: int | None
    item_name_length: int | None

    @classmethod
    def of(cls, header: ExpansionHeader) -> ExpansionHeaderInfo:
        """A header as a document has it."""
        return cls(
            at=str(header.at),
            version=".".join(map(str, header.version)),
            tagged=header.tagged,
            moves=header.moves,
            species=header.species,
            abilities=header.abilities,
            ability_table=None if header.ability_table is None else str(header.ability_table),
            items=header.items,
            item_name_length=header.item_name_length,
        )


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
        engine: The engine that the game's own headers propose.
        game_header: The game header at 0x100; None if there is none.
        expansion_header: The header of pokeemerald-expansion; None if there is none.
        header_conflicts: What the game header says otherwise than the profile has proven.
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
    engine: RomEngine
    game_header: GameHeaderInfo | None
    expansion_header: ExpansionHeaderInfo | None
    header_conflicts: tuple[HeaderConflict, ...]
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
    game_header = read_game_header(rom.data)
    expansion_header = read_expansion_header(rom.data)
    return RomInfo(
        schema="gbatool/rom/1",
        rom=RomRef(rom.sha1, profile.name if profile else None),
        file=rom.name,
        identity=RomIdentity.of(rom),
        language=LANGUAGES.get(rom.game_code[3:4]),
        crc32=f"{rom.crc32:08X}",
        header_checksum=HeaderChecksum(f"0x{stored:02X}", f"0x{computed:02X}", stored == computed),
        engine=rom_engine(rom),
        game_header=GameHeaderInfo.of(game_header) if game_header else None,
        expansion_header=ExpansionHeaderInfo.of(expansion_header) if expansion_header else None,
        header_conflicts=header_conflicts(rom, profile) if profile else (),
        savestates=tuple(sorted(profile.savestates)) if profile else (),
        siblings=tuple(siblings),
        problem=problem,
        next_step=None
        if profile
        else f"gbatool derive --rom {rom.name} --out profiles/{name}.yaml",
    )
