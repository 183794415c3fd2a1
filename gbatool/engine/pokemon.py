"""Records of a party's members, and the ROM tables that name what is in them.

Sources: ``include/pokemon.h``, ``include/item.h`` of ``pret/pokefirered``; the same in every
generation-3 game, as ``pret/pokeemerald`` and ``pret/pokeruby`` have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import permutations

from gbatool.engine.layouts import struct

PARTY_SIZE = 6
MON = struct(
    0x64,
    personality=(0, "<u4"),
    ot_id=(4, "<u4"),
    nickname=(8, "10u1"),
    language=(0x12, "u1"),
    flags=(0x13, "u1"),
    ot_name=(0x14, "7u1"),
    checksum=(0x1C, "<u2"),
    data=(0x20, "12<u4"),
    status=(0x50, "<u4"),
    level=(0x54, "u1"),
    hp=(0x56, "<u2"),
    max_hp=(0x58, "<u2"),
    stats=(0x5A, "5<u2"),
)
MON_DATA = 0x20
"""Offset of the four encrypted substructures."""
BAD_EGG, HAS_SPECIES, IS_EGG = 1 << 0, 1 << 1, 1 << 2
LANGUAGES: Mapping[int, str] = {
    1: "japanese",
    2: "english",
    3: "french",
    4: "italian",
    5: "german",
    6: "korean",
    7: "spanish",
}
JAPANESE_LANGUAGE = 1

PART_SIZE = 12
ORDERS = tuple(permutations(range(4)))
"""Personality modulo 24 -> which substructure stands first, second, third, fourth."""
MON_PARTS = struct(
    4 * PART_SIZE,
    species=(0, "<u2"),
    item=(2, "<u2"),
    experience=(4, "<u4"),
    pp_ups=(8, "u1"),
    friendship=(9, "u1"),
    moves=(0xC, "4<u2"),
    pp=(0x14, "4u1"),
    evs=(0x18, "6u1"),
    pokerus=(0x24, "u1"),
    met=(0x26, "<u2"),
    ivs=(0x28, "<u4"),
)
"""The decrypted substructures one after the other: growth, attacks, condition, the rest."""
IVS_EGG, IVS_ABILITY = 1 << 30, 1 << 31
MOST_EVS, MOST_LEVEL, MOST_STAT, MOST_PP = 510, 100, 999, 64
"""A move has at most 40 points, which three boosts of a fifth make 64."""
MOST_EXPERIENCE = 1640000
NATURES, SHINY_BELOW = 25, 8

SLEEP, POISON, BURN, FREEZE, PARALYSIS, TOXIC = 0x7, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7
TOXIC_COUNTER, TOXIC_COUNTER_SHIFT = 0xF00, 8
CONDITIONS: Mapping[int, str] = {
    0: "none",
    POISON: "poison",
    BURN: "burn",
    FREEZE: "freeze",
    PARALYSIS: "paralysis",
    TOXIC: "bad_poison",
}

NEW_CONDITIONS: Mapping[int, str] = {1 << 12: "frostbite"}
"""Of ``rh-hideout/pokeemerald-expansion``, ``include/constants/battle.h``."""

SPECIES_INFO = struct(
    0x1C,
    stats=(0, "6u1"),
    types=(6, "2u1"),
    gender_ratio=(0x10, "u1"),
    friendship=(0x12, "u1"),
    growth_rate=(0x13, "u1"),
    egg_groups=(0x14, "2u1"),
    abilities=(0x16, "2u1"),
)
BATTLE_MOVE = struct(
    0xC,
    effect=(0, "u1"),
    power=(1, "u1"),
    type=(2, "u1"),
    accuracy=(3, "u1"),
    pp=(4, "u1"),
    effect_chance=(5, "u1"),
    target=(6, "u1"),
    priority=(7, "i1"),
    flags=(8, "u1"),
    unused=(9, "3u1"),
)
ALWAYS_FEMALE, GENDERLESS = 254, 255
TYPES = 18
ITEM = struct(44, price=(0x10, "<u2"))


@dataclass(frozen=True, slots=True)
class NameTable:
    """A ROM table of names.

    Attributes:
        symbol: What the decompilations call it.
        stride: Bytes from one record to the next.
        width: How many of them are the name; 0 when the record is a pointer to it.
        count: How many records the family has at most, where the profile doesn't know the size.
        offset: Where in a record the name, or the pointer, stands.
    """

    symbol: str
    stride: int
    width: int
    count: int
    offset: int = 0


POINTED_NAME_MOST = 31


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTables:
    """The ROM tables of names of an engine."""

    species: NameTable = NameTable("gSpeciesNames", 11, 11, 412)
    moves: NameTable = NameTable("gMoveNames", 13, 13, 355)
    abilities: NameTable = NameTable("gAbilityNames", 13, 13, 78)
    types: NameTable = NameTable("gTypeNames", 7, 7, TYPES)
    natures: NameTable = NameTable("gNatureNamePointers", 4, 0, NATURES)
    items: NameTable = NameTable("gItems", 44, 14, 377)

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols of the tables."""
        return frozenset(getattr(self, field.name).symbol for field in fields(self))


NAME_TABLES = NameTables()
"""Those of every family."""
