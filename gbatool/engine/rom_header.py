"""The game header, in which a ROM says where its tables are and how its save blocks are laid out.

Game Freak compiled a structure for Colosseum and XD into FireRed, LeafGreen, Emerald and the European
Ruby and Sapphire, right behind the entry code; rebuilt games keep it, and binary hacks repoint the
words in it. Source: ``pret/pokefirered`` and ``pret/pokeemerald`` ``src/rom_header_gf.c``,
``pret/pokeruby`` ``src/crt0.s`` (there it ends in zeros after the external event data).

Everything read here is a *proposal*. A hack can move its bag and leave the header as it was, and a
developer can change a structure and not the header, so no value is evidence of what the game does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.engine.layouts import Dtype, struct
from gbatool.memory import ROM, Address

GAME_HEADER_OFFSET = 0x100
GAME_HEADER_SIZE = 0x104
LANGUAGES = dict(
    enumerate(("Japanese", "English", "French", "Italian", "German", "Korean", "Spanish"), 1)
)
"""``include/constants/global.h``; no game was sold in Korean."""
NAME_START = "pokemon "
MAX_SAVE_BLOCK = 0x4000
"""Above any size that can be saved: the greatest save block has four sectors of 0xF80 bytes."""


def _header(**fields: tuple[int, str]) -> Dtype:
    """Some of the game header's fields."""
    return struct(GAME_HEADER_SIZE, **fields)


GAME_HEADER = _header(
    version=(0, "<u4"), language=(4, "<u4"), name=(8, "S32"), national_dex_count=(0x70, "<u4")
)
TABLES = _header(
    front_pics=(0x28, "<u4"),
    back_pics=(0x2C, "<u4"),
    palettes=(0x30, "<u4"),
    shiny_palettes=(0x34, "<u4"),
    icons=(0x38, "<u4"),
    icon_palette_ids=(0x3C, "<u4"),
    icon_palettes=(0x40, "<u4"),
    species_names=(0x44, "<u4"),
    move_names=(0x48, "<u4"),
    decorations=(0x4C, "<u4"),
    species_info=(0xBC, "<u4"),
    ability_names=(0xC0, "<u4"),
    ability_descriptions=(0xC4, "<u4"),
    items=(0xC8, "<u4"),
    moves=(0xCC, "<u4"),
    ball_graphics=(0xD0, "<u4"),
    ball_palettes=(0xD4, "<u4"),
)
SAVE = _header(
    block1_size=(0x8C, "<u4"),
    block2_size=(0x88, "<u4"),
    flags=(0x50, "<u4"),
    vars=(0x54, "<u4"),
    party_count=(0x90, "<u4"),
    party=(0x94, "<u4"),
    seen1=(0x5C, "<u4"),
    seen2=(0x60, "<u4"),
    player_name=(0xA0, "<u4"),
    player_gender=(0xA4, "<u4"),
    trainer_id=(0x9C, "<u4"),
    pokedex=(0x58, "<u4"),
    warp_flags=(0x98, "<u4"),
    pc_items=(0xEC, "<u4"),
    external_event_flags=(0xB0, "<u4"),
    external_event_data=(0xB4, "<u4"),
    gift_ribbons=(0xF0, "<u4"),
    enigma_berry=(0xF4, "<u4"),
)
FLAG_NUMBERS = _header(
    national_dex_var=(0x64, "<u4"),
    has_pokedex=(0x68, "<u4"),
    mystery=(0x6C, "<u4"),
    game_clear=(0xDC, "<u4"),
    ribbon=(0xE0, "<u4"),
)
NAME_LENGTHS = _header(player=(0x74, "u1"), trainer=(0x75, "u1"), mon=(0x76, "u1"))
CAPACITIES = _header(
    items=(0xE4, "u1"),
    key_items=(0xE5, "u1"),
    balls=(0xE6, "u1"),
    machines=(0xE7, "u1"),
    berries=(0xE8, "u1"),
    pc=(0xE9, "u1"),
)
ASSISTANT = _header(first=(0x78, "<u4"), pointer=(0x7C, "<u4"), second=(0x80, "<u4"))
"""Emerald Rogue, ``src/rom_header_gf.c``: a pointer between two words that tell it from a stock game."""
ASSISTANT_WORDS = (20012, 30035)

OF_SAVE_BLOCK2 = ("player_name", "player_gender", "trainer_id", "pokedex", "warp_flags")
"""Offsets in SaveBlock2; the others are in SaveBlock1."""
LEFT_OUT_AS_ZERO = (
    *("pc_items", "external_event_flags", "external_event_data", "gift_ribbons", "enigma_berry"),
)
"""Offsets in SaveBlock1 that some games leave out. 0 is the player's position in every engine."""


@dataclass(frozen=True, slots=True)
class GameTables:
    """Where the header says that tables are; None where it has 0 or a pointer outside the ROM.

    A name is that of what an entry describes: ``moves`` has power, type and so on of each move.
    """

    front_pics: Address | None
    back_pics: Address | None
    palettes: Address | None
    shiny_palettes: Address | None
    icons: Address | None
    icon_palette_ids: Address | None
    icon_palettes: Address | None
    species_names: Address | None
    move_names: Address | None
    decorations: Address | None
    species_info: Address | None
    ability_names: Address | None
    ability_descriptions: Address | None
    items: Address | None
    moves: Address | None
    ball_graphics: Address | None
    ball_palettes: Address | None


@dataclass(frozen=True, slots=True)
class SaveFields:
    """Sizes of the save blocks and offsets in them, in bytes, as the header says.

    Attributes:
        block1_size: Size of SaveBlock1.
        block2_size: Size of SaveBlock2.
        flags: SaveBlock1: event flags.
        vars: SaveBlock1: event variables.
        party_count: SaveBlock1: number of party members.
        party: SaveBlock1: the first party member.
        seen1: SaveBlock1: first copy of the flags of species seen.
        seen2: SaveBlock1: second copy of them.
        player_name: SaveBlock2.
        player_gender: SaveBlock2.
        trainer_id: SaveBlock2.
        pokedex: SaveBlock2.
        warp_flags: SaveBlock2: special flags for continuing a game.
        pc_items: SaveBlock1: items in the PC; None where the header has 0, as in the next four.
        external_event_flags: SaveBlock1: flags that Colosseum and XD set.
        external_event_data: SaveBlock1: data that they write.
        gift_ribbons: SaveBlock1.
        enigma_berry: SaveBlock1.
    """

    block1_size: int
    block2_size: int
    flags: int
    vars: int
    party_count: int
    party: int
    seen1: int
    seen2: int
    player_name: int
    player_gender: int
    trainer_id: int
    pokedex: int
    warp_flags: int
    pc_items: int | None
    external_event_flags: int | None
    external_event_data: int | None
    gift_ribbons: int | None
    enigma_berry: int | None


@dataclass(frozen=True, slots=True)
class FlagNumbers:
    """Numbers of event flags and of one variable; 0 where the header lacks it.

    Attributes:
        national_dex_var: The variable that enables the national Pokédex, counted from the first one.
        has_pokedex: The player has a Pokédex.
        mystery: Mystery Gift or Mystery Event is enabled.
        game_clear: The game was won.
        ribbon: A ribbon was received.
    """

    national_dex_var: int
    has_pokedex: int
    mystery: int
    game_clear: int
    ribbon: int


@dataclass(frozen=True, slots=True)
class NameLengths:
    """Greatest length of names in characters, the terminator not counted."""

    player: int
    trainer: int
    mon: int


@dataclass(frozen=True, slots=True)
class Capacities:
    """How many stacks a pocket of the bag or the PC holds; None where the header has 0."""

    items: int | None
    key_items: int | None
    balls: int | None
    machines: int | None
    berries: int | None
    pc: int | None


@dataclass(frozen=True, slots=True)
class GameHeader:
    """What the game header proposes; nothing of it is proven.

    Attributes:
        version: 1 Sapphire, 2 Ruby, 3 Emerald, 4 FireRed, 5 LeafGreen; other values occur in hacks.
        language: One of :data:`LANGUAGES`.
        name: ASCII, such as ``pokemon emerald version``; FireRed is "red", LeafGreen "green".
        tables: Pointers into the ROM.
        save: Sizes and offsets of the save blocks.
        flags: Numbers of flags.
        name_lengths: Characters in names.
        capacities: Of bag and PC.
        national_dex_count: Species in the national Pokédex.
        assistant: Emerald Rogue's header for its companion program; None in other games.
    """

    version: int
    language: int
    name: str
    tables: GameTables
    save: SaveFields
    flags: FlagNumbers
    name_lengths: NameLengths
    capacities: Capacities
    national_dex_count: int
    assistant: Address | None


def read_game_header(rom: bytes) -> GameHeader | None:
    """The game header of a ROM image, or None where there is code or something else in its place.

    It counts as one if its language is a known one, its name is ASCII that begins with "pokemon ",
    and each offset lies inside the save block that it belongs to.
    """
    raw = rom[GAME_HEADER_OFFSET : GAME_HEADER_OFFSET + GAME_HEADER_SIZE]
    if len(raw) < GAME_HEADER_SIZE:
        return None
    own = np.frombuffer(raw, GAME_HEADER)[0]
    name = bytes(own["name"]).split(b"\0", 1)[0].decode("ascii", "replace")
    save = _numbers(raw, SAVE)
    if int(own["language"]) not in LANGUAGES or not _is_name(name) or not _fits(save):
        return None
    left_out = {field: save.pop(field) or None for field in LEFT_OUT_AS_ZERO}
    tables = _numbers(raw, TABLES)
    return GameHeader(
        version=int(own["version"]),
        language=int(own["language"]),
        name=name,
        tables=GameTables(**{field: rom_pointer(rom, value) for field, value in tables.items()}),
        save=SaveFields(
            **save,
            pc_items=left_out["pc_items"],
            external_event_flags=left_out["external_event_flags"],
            external_event_data=left_out["external_event_data"],
            gift_ribbons=left_out["gift_ribbons"],
            enigma_berry=left_out["enigma_berry"],
        ),
        flags=FlagNumbers(**_numbers(raw, FLAG_NUMBERS)),
        name_lengths=NameLengths(**_numbers(raw, NAME_LENGTHS)),
        capacities=Capacities(
            **{field: value or None for field, value in _numbers(raw, CAPACITIES).items()}
        ),
        national_dex_count=int(own["national_dex_count"]),
        assistant=_assistant(rom, raw),
    )


def rom_pointer(rom: bytes, value: int) -> Address | None:
    """A word as a pointer into the ROM image; None for 0 and for what leads out of it."""
    return Address(value) if ROM.base < value < ROM.base + len(rom) else None


def _numbers(raw: bytes, layout: Dtype) -> dict[str, int]:
    """A record's fields, by name."""
    record = np.frombuffer(raw, layout)[0]
    return {field: int(record[field]) for field in layout.names or ()}


def _is_name(name: str) -> bool:
    return name.startswith(NAME_START) and name.isascii() and name.isprintable()


def _fits(save: dict[str, int]) -> bool:
    """Whether both sizes are possible, and each offset lies inside its save block."""
    sizes = {1: save["block1_size"], 2: save["block2_size"]}
    offsets = save.keys() - {"block1_size", "block2_size"}
    return all(0 < size < MAX_SAVE_BLOCK for size in sizes.values()) and all(
        save[field] < sizes[2 if field in OF_SAVE_BLOCK2 else 1] for field in offsets
    )


def _assistant(rom: bytes, raw: bytes) -> Address | None:
    words = _numbers(raw, ASSISTANT)
    if (words["first"], words["second"]) != ASSISTANT_WORDS:
        return None
    return rom_pointer(rom, words["pointer"])
