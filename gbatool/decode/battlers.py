"""Decode the battlers: ``gBattleMons``, which is filled some frames after a battle has begun.

What stood there in the battle before stays until then. Personality and trainer id, which nothing in
a battle changes, must be those of the member of the party that ``gBattlerPartyIndexes`` names:
otherwise a mon is just being sent out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from gbatool.decode.fields import (
    Record,
    check_range,
    read_byte,
    read_entry,
    read_u8,
    read_u16,
)
from gbatool.decode.header import text_form
from gbatool.decode.mon import (
    KnownMove,
    Spread,
    StatusCondition,
    read_condition,
    read_identity,
    read_moves,
)
from gbatool.decode.names import Named, fixed_text, read_named, read_named_field
from gbatool.engine import battle as layout
from gbatool.engine.engine import Structures
from gbatool.engine.layouts import has_field
from gbatool.engine.pokemon import JAPANESE_LANGUAGE, MOST_LEVEL, MOST_STAT, PARTY_SIZE
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

COUNT, MONS, POSITIONS = "gBattlersCount", "gBattleMons", "gBattlerPositions"
INDEXES, ABSENT = "gBattlerPartyIndexes", "gAbsentBattlerFlags"
PARTIES = ("gPlayerParty", "gEnemyParty")
COUNTS, NOT_PLACED = (2, 4), 0xFF


@dataclass(frozen=True, slots=True)
class Stages:
    """How far stats were raised or lowered: -6 to 6."""

    attack: int
    defense: int
    speed: int
    sp_attack: int
    sp_defense: int
    accuracy: int
    evasion: int


@dataclass(frozen=True, slots=True)
class Battler:
    """One battler.

    Attributes:
        battler: Its number, 0 to 3.
        position: ``player_left``, ``foe_left``, ``player_right``, ``foe_right``.
        party_index: Its place in its party; None when ``gBattlerPartyIndexes`` isn't known.
        stats: As the battle counts with them, before stages.
        volatile: What ends with the battle or a switch: ``confusion``, ``substitute``, ...; None where
            the engine keeps that in bits of its own.
        types: One or two.
    """

    battler: int
    position: str
    party_index: int | None
    species: Named
    nickname: str
    level: int
    hp: int
    stats: Spread
    stages: Stages
    moves: tuple[KnownMove, ...]
    status: StatusCondition
    volatile: tuple[str, ...] | None
    types: tuple[Named, ...]
    ability: Named
    item: Named | None


def battlers_count(ram: Snapshot, profile: Profile) -> int:
    """How many take part.

    Raises:
        NotLoadedError: None was counted yet.
        DecodeError: It is no number that a battle has.
        UnprovenSymbolError: ``gBattlersCount`` is not proven in the profile.
    """
    at = profile.address(COUNT)
    count = read_u8(ram, COUNT, at)
    if count == 0:
        raise NotLoadedError(COUNT, at, observed=0, expected="a battle that is set up")
    if count not in COUNTS:
        raise DecodeError(COUNT, at, observed=count, expected="2 or 4")
    return count


def decode_battlers(
    ram: Snapshot, profile: Profile, *, without: frozenset[int]
) -> tuple[Battler, ...]:
    """The battlers on the field, by number.

    Args:
        ram: The snapshot.
        profile: The profile.
        without: Numbers of battlers that are known not to be there.

    Raises:
        NotLoadedError: The battle is being set up, or a mon is being sent out.
        DecodeError: A value is none that the game can have.
        UnprovenSymbolError: ``gBattlersCount`` or ``gBattleMons`` is not proven in the profile.
    """
    count = battlers_count(ram, profile)
    absent = _absent(ram, profile) | without
    return tuple(_battler(ram, profile, n) for n in range(count) if n not in absent)


def position_of(ram: Snapshot, profile: Profile, battler: int) -> int:
    """Where a battler stands; where the profile can't tell, in the order of a normal battle.

    Raises:
        NotLoadedError: None was placed yet.
        DecodeError: There is no such position.
    """
    if not profile.has(POSITIONS):
        return battler
    at = profile.address(POSITIONS) + battler
    field, position = f"{POSITIONS}[{battler}]", read_u8(ram, POSITIONS, at)
    if position == NOT_PLACED:
        raise NotLoadedError(field, at, observed="not set", expected="a battle that is set up")
    return check_range(field, at, position, 0, len(layout.POSITIONS) - 1)


def _absent(ram: Snapshot, profile: Profile) -> frozenset[int]:
    if not profile.has(ABSENT):
        return frozenset()
    flags = read_byte(ram, profile, ABSENT, 0, (1 << layout.MOST_BATTLERS) - 1)
    return frozenset(n for n in range(layout.MOST_BATTLERS) if flags >> n & 1)


def _battler(ram: Snapshot, profile: Profile, battler: int) -> Battler:
    profile.require("battle_mon.")
    engine = profile.structures
    record = read_entry(ram, profile, MONS, battler, engine.battle_mon)
    if record["species"] == 0:
        raise NotLoadedError(
            record.name, record.address, observed="empty", expected="a mon that was sent out"
        )
    position = position_of(ram, profile, battler)
    index = _party_index(ram, profile, battler)
    language = _language(ram, profile, record, position & 1, index)
    most = record.check("max_hp", 1, MOST_STAT)
    nickname = record.data("nickname"), record.called("nickname"), record.at("nickname")
    form = replace(text_form(profile), japanese=language == JAPANESE_LANGUAGE)
    named = partial(read_named_field, ram, profile)
    return Battler(
        battler=battler,
        position=layout.POSITIONS[position],
        party_index=index,
        species=named(engine.names.species, record, "species", least=1),
        nickname=fixed_text(*nickname, form),
        level=record.check("level", 1, MOST_LEVEL),
        hp=record.check("hp", 0, most),
        stats=Spread(most, *record.array("stats")),
        stages=_stages(record, changed=bool(profile.traits)),
        moves=read_moves(
            ram,
            profile,
            record.name,
            record.at("moves"),
            record.array("moves"),
            record.array("pp"),
            None,
        ),
        status=read_condition(record, "status1", changed=bool(profile.traits)),
        volatile=_volatile(record, engine),
        types=_types(ram, profile, record),
        ability=named(engine.names.abilities, record, "ability"),
        item=named(engine.names.items, record, "item") if record["item"] else None,
    )


def _volatile(record: Record, engine: Structures) -> tuple[str, ...] | None:
    if not has_field(record.layout, "status2"):
        return None
    found = layout.named_bits(record["status2"], engine.volatile)
    record.check_value("status2", found.rest, 0, 0)
    return found.names


def _stages(record: Record, *, changed: bool) -> Stages:
    """All but the first: there is no stage of HP, and CFRU keeps a third type in its place."""
    count = len(record.array("stat_stages"))
    stages = {
        stat: record.check_element("stat_stages", stat, 0, layout.MOST_STAGE)
        for stat in range(1 if changed else 0, count)
    }
    return Stages(*(stages[stat] - layout.NEUTRAL_STAGE for stat in range(1, count)))


def _types(ram: Snapshot, profile: Profile, record: Record) -> tuple[Named, ...]:
    """The one or two types; a single one is kept twice. A third, where there is one, comes from moves."""
    return tuple(
        read_named(
            ram,
            profile,
            profile.structures.names.types,
            kind,
            field=f"{record.called('types')}[{n}]",
            address=record.at("types", n),
        )
        for n, kind in enumerate(dict.fromkeys(record.array("types")[:2]))
    )


def _party_index(ram: Snapshot, profile: Profile, battler: int) -> int | None:
    if not profile.has(INDEXES):
        return None
    at = profile.address(INDEXES) + 2 * battler
    field = f"{INDEXES}[{battler}]"
    return check_range(field, at, read_u16(ram, field, at), 0, PARTY_SIZE - 1)


def _language(
    ram: Snapshot, profile: Profile, record: Record, side: int, index: int | None
) -> int | None:
    """The language of the member of the party that a battler is; None when the profile can't tell.

    Raises:
        NotLoadedError: The record is still that of the mon before it.
    """
    party = PARTIES[side]
    if index is None or not profile.has(party):
        return None
    personality, owner, language = read_identity(ram, profile, party, index)
    if (record["personality"], record["ot_id"]) != (personality, owner):
        raise NotLoadedError(
            record.name,
            record.address,
            observed="another mon's record",
            expected=f"that of {party}[{index}], which is being sent out",
        )
    return language
