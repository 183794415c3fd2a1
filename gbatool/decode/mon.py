"""Decode one record of a party: 100 bytes, of which 48 are encrypted, shuffled and checksummed.

Personality and trainer id give the key and the order of the four encrypted substructures, nature,
gender and whether it is shiny; nothing of these is stored by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gbatool.decode.fields import Record, check_range, read_entry
from gbatool.decode.header import text_form
from gbatool.decode.names import Named, fixed_text, read_named
from gbatool.engine import pokemon as layout
from gbatool.engine.layouts import has_field
from gbatool.engine.mon import decrypt_mon, ivs_of
from gbatool.memory import Snapshot
from gbatool.profile import Profile

OF_MONS = ("mon.", "mon_parts.", "species_info.")
"""Traits of the structures that say which ability a mon has."""


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
    """A move that a mon knows. ``max_pp`` is None when the ROM's table of moves doesn't tell it."""

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
    """Which of its species' abilities; ``id`` is None when ``gSpeciesInfo`` doesn't tell it.

    ``slot`` is None in an engine that keeps mons or species in another form than its family: the
    bit is then another one, or chosen in another way.
    """

    slot: int | None
    id: int | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Owner:
    """The trainer who caught it; the secret half of the id is the high one."""

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
        gender: ``male``, ``female``, ``none``; None when ``gSpeciesInfo`` doesn't tell it.
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
    profile.require("mon_parts.species")
    record = read_entry(ram, profile, symbol, slot, profile.structures.mon)
    flags = record["flags"]
    if not (flags & layout.HAS_SPECIES or record["personality"] or record["ot_id"]):
        return None
    if flags & (layout.HAS_SPECIES | layout.BAD_EGG) != layout.HAS_SPECIES:
        expected = "hasSpecies (bit 1) without isBadEgg (bit 0)"
        raise record.error("flags", f"0x{flags:X}", expected)
    decrypted = decrypt_mon(record.values, profile.structures)
    if not decrypted.holds:
        expected = f"0x{decrypted.total:04X}, the sum of its data"
        raise record.error("checksum", f"0x{record['checksum']:04X}", expected)
    return _Reader(ram, profile, record, decrypted.parts).mon(slot)


def read_identity(ram: Snapshot, profile: Profile, symbol: str, slot: int) -> tuple[int, int, int]:
    """Personality, trainer id and language of a record, which are not encrypted.

    Raises:
        DecodeError: The record doesn't lie whole in memory.
        UnprovenSymbolError: The party is not proven in the profile.
    """
    record = read_entry(ram, profile, symbol, slot, profile.structures.mon)
    return record["personality"], record["ot_id"], record["language"]


def read_condition(record: Record, field: str, *, changed: bool = False) -> StatusCondition:
    """What a status word says.

    Args:
        record: A mon's.
        field: The word's name in it.
        changed: Whether the engine may have conditions that the retail games lack.

    Raises:
        DecodeError: It says two conditions at once, or one that there is not.
    """
    status = record[field]
    sleep, counter = status & layout.SLEEP, status & layout.TOXIC_COUNTER
    kind = status & ~(layout.SLEEP | layout.TOXIC_COUNTER)
    conditions = {**layout.CONDITIONS, **layout.NEW_CONDITIONS} if changed else layout.CONDITIONS
    known = kind in conditions and not (sleep and kind)
    if not known or (counter and kind != layout.TOXIC):
        raise record.error(field, f"0x{status:X}", "one condition, or none")
    if sleep:
        return StatusCondition("sleep", sleep)
    return StatusCondition(conditions[kind], counter >> layout.TOXIC_COUNTER_SHIFT)


def read_moves(
    ram: Snapshot,
    profile: Profile,
    field: str,
    address: int,
    moves: list[int],
    pp: list[int],
    boosts: int | None,
) -> tuple[KnownMove, ...]:
    """The moves that a mon knows, without the empty places.

    Args:
        ram: The snapshot.
        profile: Says where names and PP are.
        field: The record that holds them, for messages.
        address: Where they stand, for messages.
        moves: Four ids.
        pp: The PP left of each.
        boosts: Two bits a move: how often its PP were raised; None in a battle, where copied moves
            have PP of their own.

    Raises:
        DecodeError: There is no such move, or it can't have as many PP.
    """
    known = []
    for slot, (move, left) in enumerate(zip(moves, pp, strict=True)):
        if not move:
            continue
        name = f"{field}.moves[{slot}]"
        table = profile.structures.names.moves
        named = read_named(ram, profile, table, move, field=name, address=address)
        most = None if boosts is None else _max_pp(ram, profile, move, boosts >> 2 * slot & 3)
        check_range(
            f"{field}.pp[{slot}]", address, left, 0, layout.MOST_PP if most is None else most
        )
        known.append(KnownMove(slot, move, named.name, left, most))
    return tuple(known)


def _max_pp(ram: Snapshot, profile: Profile, move: int, boosts: int) -> int | None:
    form = profile.structures.battle_move
    if not profile.has("gBattleMoves") or not has_field(form, "pp"):
        return None
    base = read_entry(ram, profile, "gBattleMoves", move, form)["pp"]
    return base + base * boosts // 5


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns one record into values; ``parts`` is what was encrypted in its ``data``."""

    ram: Snapshot
    profile: Profile
    record: Record
    parts: np.void

    def mon(self, slot: int) -> Mon:
        """All of it."""
        record, names = self.record, self.profile.structures.names
        ivs, personality = int(self.parts["ivs"]), record["personality"]
        language = record.check("language", 1, max(layout.LANGUAGES))
        japanese, owner = language == layout.JAPANESE_LANGUAGE, record["ot_id"]
        trainer = Owner(self._text("ot_name", japanese), owner & 0xFFFF, owner >> 16)
        halves = personality >> 16, personality & 0xFFFF, owner >> 16, owner & 0xFFFF
        species = self._named("species", names.species, int(self.parts["species"]), least=1)
        item = int(self.parts["item"])
        return Mon(
            slot=slot,
            species=species,
            nickname=self._text("nickname", japanese),
            level=record.check("level", 1, layout.MOST_LEVEL),
            hp=record.check("hp", 0, min(self._max_hp(), layout.MOST_STAT)),
            stats=self._stats(),
            moves=self._moves(),
            status=read_condition(record, "status", changed=bool(self.profile.traits)),
            item=self._named("item", names.items, item) if item else None,
            experience=self._range(
                "experience", int(self.parts["experience"]), layout.MOST_EXPERIENCE
            ),
            friendship=int(self.parts["friendship"]),
            nature=self._named("nature", names.natures, personality % layout.NATURES),
            ability=self._ability(species.id, ivs),
            gender=self._gender(species.id, personality),
            shiny=halves[0] ^ halves[1] ^ halves[2] ^ halves[3] < layout.SHINY_BELOW,
            ivs=Spread(*ivs_of(ivs)),
            evs=self._evs(),
            egg=self._egg(ivs),
            language=layout.LANGUAGES[language],
            owner=trainer,
            personality=personality,
        )

    def _range(self, name: str, value: int, most: int) -> int:
        """A number of the encrypted part."""
        return self.record.check_value("data", value, 0, most, called=name)

    def _named(self, name: str, table: layout.NameTable, value: int, *, least: int = 0) -> Named:
        field, address = f"{self.record.name}.{name}", self.record.at("data")
        return read_named(
            self.ram, self.profile, table, value, field=field, address=address, least=least
        )

    def _text(self, field: str, japanese: bool) -> str:  # noqa: FBT001
        record = self.record
        form = replace(text_form(self.profile), japanese=japanese)
        return fixed_text(record.data(field), record.called(field), record.at(field), form)

    def _max_hp(self) -> int:
        return self.record.check("max_hp", 1, layout.MOST_STAT)

    def _stats(self) -> Spread:
        count = len(self.record.array("stats"))
        others = [
            self.record.check_element("stats", stat, 1, layout.MOST_STAT) for stat in range(count)
        ]
        return Spread(self._max_hp(), *others)

    def _moves(self) -> tuple[KnownMove, ...]:
        return read_moves(
            self.ram,
            self.profile,
            self.record.name,
            self.record.at("data"),
            self.parts["moves"].tolist(),
            self.parts["pp"].tolist(),
            int(self.parts["pp_ups"]),
        )

    def _evs(self) -> Spread:
        values = self.parts["evs"].tolist()
        self._range("evs", sum(values), layout.MOST_EVS)
        return Spread(*values)

    def _egg(self, ivs: int) -> bool:
        egg = bool(ivs & layout.IVS_EGG)
        flag = int(bool(self.record["flags"] & layout.IS_EGG))
        self.record.check_value("flags", flag, egg, egg, called="isEgg")
        return egg

    def _info(self, species: int) -> Record | None:
        if not self.profile.has("gSpeciesInfo"):
            return None
        form = self.profile.structures.species_info
        return read_entry(self.ram, self.profile, "gSpeciesInfo", species, form)

    def _ability(self, species: int, ivs: int) -> AbilitySlot:
        if any(name.startswith(OF_MONS) for name in self.profile.traits):
            return AbilitySlot(None, None, None)
        slot, info = int(bool(ivs & layout.IVS_ABILITY)), self._info(species)
        if info is None or not has_field(info.layout, "abilities"):
            return AbilitySlot(slot, None, None)
        names = self.profile.structures.names
        named = self._named("ability", names.abilities, info.array("abilities")[slot])
        return AbilitySlot(slot, named.id, named.name)

    def _gender(self, species: int, personality: int) -> str | None:
        info = self._info(species)
        if info is None or not has_field(info.layout, "gender_ratio"):
            return None
        ratio = info["gender_ratio"]
        if ratio == layout.GENDERLESS:
            return "none"
        female = ratio == layout.ALWAYS_FEMALE or ratio > personality & 0xFF
        return "female" if female else "male"
