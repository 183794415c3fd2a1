"""Decode one record of a party: 100 bytes, of which 48 are encrypted, shuffled and checksummed.

Personality and trainer id give the key and the order of the four encrypted substructures, nature,
gender and whether it shines; nothing of these is stored by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.decode.fields import check_range, read_record, read_u8
from gbatool.decode.names import (
    ABILITY_NAMES,
    ITEM_NAMES,
    MOVE_NAMES,
    NATURE_NAMES,
    SPECIES_NAMES,
    Named,
    fixed_text,
    read_named,
)
from gbatool.engine import pokemon as layout
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

BATTLE_MOVE_SIZE, BATTLE_MOVE_PP = 12, 4


@dataclass(frozen=True, slots=True)
class Spread:
    """One number a stat."""

    hp: int
    attack: int
    defense: int
    speed: int
    sp_attack: int
    sp_defense: int


@dataclass(frozen=True, slots=True)
class KnownMove:
    """A move that somebody knows. ``max_pp`` is None when the ROM's table of moves isn't known."""

    slot: int
    id: int
    name: str | None
    pp: int
    max_pp: int | None


@dataclass(frozen=True, slots=True)
class StatusCondition:
    """A condition that outlasts a battle.

    Attributes:
        condition: ``none``, ``sleep``, ``poison``, ``burn``, ``freeze``, ``paralysis`` or
            ``bad_poison``.
        turns: Those left to sleep, or those that bad poison has worked.
    """

    condition: str
    turns: int


@dataclass(frozen=True, slots=True)
class AbilitySlot:
    """Which of its species' two abilities; ``id`` is None when ``gSpeciesInfo`` isn't known."""

    slot: int
    id: int | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Owner:
    """Who caught it; the secret half of the id is the high one."""

    name: str
    trainer_id: int
    secret_id: int


@dataclass(frozen=True, slots=True)
class Mon:
    """A member of a party.

    Attributes:
        slot: Its place, from 0.
        stats: Greatest HP and the other stats, as they are without a battle's changes.
        item: What it holds; None for nothing.
        gender: ``male``, ``female``, ``none``; None when ``gSpeciesInfo`` isn't known.
        ivs: Individual values, 0 to 31.
        evs: Effort values, 510 together at most.
        egg: It has not hatched: its species is what will.
    """

    slot: int
    species: Named
    nickname: str
    level: int
    hp: int
    stats: Spread
    moves: tuple[KnownMove, ...]
    status: StatusCondition
    item: Named | None
    experience: int
    friendship: int
    nature: Named
    ability: AbilitySlot
    gender: str | None
    shiny: bool
    ivs: Spread
    evs: Spread
    egg: bool
    language: str
    owner: Owner
    personality: int


def decode_mon(ram: Snapshot, profile: Profile, symbol: str, slot: int) -> Mon | None:
    """Read a record of the party that stands at ``symbol``; None when the slot is empty.

    Raises:
        DecodeError: The checksum is wrong, or a value is none that the game can have.
        UnprovenSymbolError: The party is not proven in the profile.
    """
    address = profile.address(symbol) + slot * layout.MON.itemsize
    field = f"{symbol}[{slot}]"
    record = read_record(ram, field, address, layout.MON)
    flags, personality, ot = (int(record[name]) for name in ("flags", "personality", "ot_id"))
    if not (flags & layout.HAS_SPECIES or personality or ot):
        return None
    if flags & (layout.HAS_SPECIES | layout.BAD_EGG) != layout.HAS_SPECIES:
        raise DecodeError(
            f"{field}.flags",
            address + 0x13,
            observed=f"0x{flags:X}",
            expected="hasSpecies (bit 1) without isBadEgg (bit 0)",
        )
    parts = _decrypt(record, field, address)
    return _Reader(ram, profile, field, address, record, parts).mon(slot)


def read_identity(ram: Snapshot, profile: Profile, symbol: str, slot: int) -> tuple[int, int, int]:
    """Personality, trainer id and language of a record, which are not encrypted.

    Raises:
        DecodeError: The record doesn't lie whole in memory.
        UnprovenSymbolError: The party is not proven in the profile.
    """
    address = profile.address(symbol) + slot * layout.MON.itemsize
    record = read_record(ram, f"{symbol}[{slot}]", address, layout.MON)
    return int(record["personality"]), int(record["ot_id"]), int(record["language"])


def _decrypt(record: np.void, field: str, address: int) -> np.void:
    """The four substructures in logical order, once their sum was found right."""
    personality = int(record["personality"])
    plain = record["data"] ^ np.uint32(personality ^ int(record["ot_id"]))
    total = int(plain.view("<u2").sum(dtype=np.uint32)) & 0xFFFF
    if total != int(record["checksum"]):
        raise DecodeError(
            f"{field}.checksum",
            address + 0x1C,
            observed=f"0x{int(record['checksum']):04X}",
            expected=f"0x{total:04X}, the sum of its data",
        )
    data = plain.tobytes()
    order = layout.ORDERS[personality % len(layout.ORDERS)]
    ordered = b"".join(
        data[layout.PART_SIZE * order.index(part) :][: layout.PART_SIZE] for part in range(4)
    )
    parts: np.void = np.frombuffer(ordered, layout.PARTS)[0]
    return parts


def read_condition(status: int, field: str, address: int) -> StatusCondition:
    """What a status word says.

    Raises:
        DecodeError: It says two conditions at once, or one that there is not.
    """
    sleep, counter = status & layout.SLEEP, status & layout.TOXIC_COUNTER
    kind = status & ~(layout.SLEEP | layout.TOXIC_COUNTER)
    known = kind in layout.CONDITIONS and not (sleep and kind)
    if not known or (counter and kind != layout.TOXIC):
        raise DecodeError(
            field, address, observed=f"0x{status:X}", expected="one condition, or none"
        )
    if sleep:
        return StatusCondition("sleep", sleep)
    return StatusCondition(layout.CONDITIONS[kind], counter >> layout.TOXIC_COUNTER_SHIFT)


def read_moves(
    ram: Snapshot,
    profile: Profile,
    field: str,
    address: int,
    moves: list[int],
    points: list[int],
    boosts: int | None,
) -> tuple[KnownMove, ...]:
    """The moves that somebody knows, without the empty places.

    Args:
        ram: The snapshot.
        profile: Says where names and points are.
        field: Whose moves, for messages.
        address: Where that record is, for messages.
        moves: Four ids.
        points: Four numbers of points left.
        boosts: Two bits a move: how often its points were raised; None in a battle, where copied
            moves have points of their own.

    Raises:
        DecodeError: There is no such move, or it can't have as many points.
    """
    known = []
    for slot, (move, left) in enumerate(zip(moves, points, strict=True)):
        if not move:
            continue
        name = f"{field}.moves[{slot}]"
        named = read_named(ram, profile, MOVE_NAMES, move, field=name, address=address)
        most = None if boosts is None else _max_pp(ram, profile, move, boosts >> 2 * slot & 3)
        check_range(
            f"{field}.pp[{slot}]", address, left, 0, layout.MOST_PP if most is None else most
        )
        known.append(KnownMove(slot, move, named.name, left, most))
    return tuple(known)


def _max_pp(ram: Snapshot, profile: Profile, move: int, boosts: int) -> int | None:
    if not profile.has("gBattleMoves"):
        return None
    at = profile.address("gBattleMoves") + move * BATTLE_MOVE_SIZE + BATTLE_MOVE_PP
    base = read_u8(ram, f"gBattleMoves[{move}].pp", at)
    return base + base * boosts // 5


def spread_of(genes: int) -> Spread:
    """Six times five bits, from bit 0 on.

    >>> spread_of(31 | 3 << 10)
    Spread(hp=31, attack=0, defense=3, speed=0, sp_attack=0, sp_defense=0)
    """
    return Spread(*(genes >> 5 * stat & 31 for stat in range(6)))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns one decrypted record into values."""

    ram: Snapshot
    profile: Profile
    field: str
    address: int
    record: np.void
    parts: np.void

    def mon(self, slot: int) -> Mon:
        """All of it."""
        genes, language = int(self.parts["genes"]), int(self.record["language"])
        personality, owner = int(self.record["personality"]), self._owner(language)
        halves = personality >> 16, personality & 0xFFFF, owner.trainer_id, owner.secret_id
        experience = int(self.parts["experience"])
        species = self._named("species", SPECIES_NAMES, int(self.parts["species"]), least=1)
        return Mon(
            slot=slot,
            species=species,
            nickname=self._text("nickname", 8, language),
            level=self._range("level", 0x54, int(self.record["level"]), 1, layout.MOST_LEVEL),
            hp=self._range(
                "hp", 0x56, int(self.record["hp"]), 0, min(self._max_hp(), layout.MOST_STAT)
            ),
            stats=self._stats(),
            moves=self._moves(),
            status=read_condition(
                int(self.record["status"]), f"{self.field}.status", self.address + 0x50
            ),
            item=self._item(),
            experience=self._range("experience", 0x20, experience, 0, layout.MOST_EXPERIENCE),
            friendship=int(self.parts["friendship"]),
            nature=self._named("nature", NATURE_NAMES, personality % layout.NATURES),
            ability=self._ability(species.id, genes),
            gender=self._gender(species.id, personality),
            shiny=bool(halves[0] ^ halves[1] ^ halves[2] ^ halves[3] < layout.SHINY_BELOW),
            ivs=spread_of(genes),
            evs=self._evs(),
            egg=self._egg(genes),
            language=layout.LANGUAGES[language],
            owner=owner,
            personality=personality,
        )

    def _range(self, name: str, offset: int, value: int, low: int, high: int) -> int:
        return check_range(f"{self.field}.{name}", self.address + offset, value, low, high)

    def _named(self, name: str, table: layout.NameTable, value: int, *, least: int = 0) -> Named:
        return read_named(
            self.ram,
            self.profile,
            table,
            value,
            field=f"{self.field}.{name}",
            address=self.address + layout.MON_DATA,
            least=least,
        )

    def _text(self, name: str, offset: int, language: int) -> str:
        data = self.record["nickname" if name == "nickname" else "ot_name"].tobytes()
        japanese = language == layout.JAPANESE_LANGUAGE
        return fixed_text(data, f"{self.field}.{name}", self.address + offset, japanese=japanese)

    def _owner(self, language: int) -> Owner:
        self._range("language", 0x12, language, 1, max(layout.LANGUAGES))
        identity = int(self.record["ot_id"])
        return Owner(self._text("otName", 0x14, language), identity & 0xFFFF, identity >> 16)

    def _max_hp(self) -> int:
        most = int(self.record["max_hp"])
        return self._range("maxHP", 0x58, most, 1, layout.MOST_STAT)

    def _stats(self) -> Spread:
        others = [
            self._range(f"stats[{stat}]", 0x5A + 2 * stat, int(value), 1, layout.MOST_STAT)
            for stat, value in enumerate(self.record["stats"])
        ]
        return Spread(self._max_hp(), *others)

    def _moves(self) -> tuple[KnownMove, ...]:
        return read_moves(
            self.ram,
            self.profile,
            self.field,
            self.address + layout.MON_DATA,
            self.parts["moves"].tolist(),
            self.parts["pp"].tolist(),
            int(self.parts["pp_ups"]),
        )

    def _item(self) -> Named | None:
        item = int(self.parts["item"])
        return self._named("item", ITEM_NAMES, item) if item else None

    def _evs(self) -> Spread:
        values = self.parts["evs"].tolist()
        self._range("evs", layout.MON_DATA, sum(values), 0, layout.MOST_EVS)
        return Spread(*values)

    def _egg(self, genes: int) -> bool:
        egg = bool(genes & layout.GENES_EGG)
        self._range("isEgg", 0x13, int(bool(self.record["flags"] & layout.IS_EGG)), egg, egg)
        return egg

    def _info(self, species: int) -> np.void | None:
        if not self.profile.has("gSpeciesInfo"):
            return None
        at = self.profile.address("gSpeciesInfo") + species * layout.SPECIES_INFO.itemsize
        return read_record(self.ram, f"gSpeciesInfo[{species}]", at, layout.SPECIES_INFO)

    def _ability(self, species: int, genes: int) -> AbilitySlot:
        slot, info = int(bool(genes & layout.GENES_ABILITY)), self._info(species)
        if info is None:
            return AbilitySlot(slot, None, None)
        named = self._named("ability", ABILITY_NAMES, int(info["abilities"][slot]))
        return AbilitySlot(slot, named.id, named.name)

    def _gender(self, species: int, personality: int) -> str | None:
        info = self._info(species)
        if info is None:
            return None
        ratio = int(info["gender_ratio"])
        if ratio == layout.GENDERLESS:
            return "none"
        female = ratio == layout.ALWAYS_FEMALE or ratio > personality & 0xFF
        return "female" if female else "male"
