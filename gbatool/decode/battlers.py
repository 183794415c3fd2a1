"""Decode those who fight: ``gBattleMons``, which is filled some frames after a battle has begun.

What stood there in the battle before stays until then. Personality and trainer id, which nothing in
a battle changes, must be those of the member of the party that ``gBattlerPartyIndexes`` names:
otherwise somebody is just being sent out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.decode.fields import check_range, read_array, read_record, read_u8
from gbatool.decode.mon import (
    KnownMove,
    Spread,
    StatusCondition,
    read_condition,
    read_identity,
    read_moves,
)
from gbatool.decode.names import (
    ABILITY_NAMES,
    ITEM_NAMES,
    SPECIES_NAMES,
    TYPE_NAMES,
    Named,
    fixed_text,
    read_named,
)
from gbatool.engine import battle as layout
from gbatool.engine.pokemon import (
    JAPANESE_LANGUAGE,
    MOST_LEVEL,
    MOST_STAT,
    PARTY_SIZE,
    NameTable,
)
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
    """One who fights.

    Attributes:
        battler: Its number, 0 to 3.
        position: ``player_left``, ``foe_left``, ``player_right``, ``foe_right``.
        party_index: Its place in its party; None when ``gBattlerPartyIndexes`` isn't known.
        stats: As the battle counts with them, before stages.
        volatile: What ends with the battle or a switch: ``confusion``, ``substitute``, ...
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
    volatile: tuple[str, ...]
    types: tuple[Named, ...]
    ability: Named
    item: Named | None


def battlers_count(ram: Snapshot, profile: Profile) -> int:
    """How many take part.

    Raises:
        NotLoadedError: Nobody was counted yet.
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
    """Everybody who is on the field, by number.

    Args:
        ram: The snapshot.
        profile: The profile.
        without: Numbers of those who are known not to be there.

    Raises:
        NotLoadedError: The battle is being set up, or somebody is being sent out.
        DecodeError: A value is none that the game can have.
        UnprovenSymbolError: ``gBattlersCount`` or ``gBattleMons`` is not proven in the profile.
    """
    count = battlers_count(ram, profile)
    absent = _absent(ram, profile) | without
    return tuple(_battler(ram, profile, n) for n in range(count) if n not in absent)


def position_of(ram: Snapshot, profile: Profile, battler: int) -> int:
    """Where a battler stands; where the profile can't tell, in the order of a normal battle.

    Raises:
        NotLoadedError: Nobody was placed yet.
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
    at = profile.address(ABSENT)
    most = (1 << layout.MOST_BATTLERS) - 1
    flags = check_range(ABSENT, at, read_u8(ram, ABSENT, at), 0, most)
    return frozenset(n for n in range(layout.MOST_BATTLERS) if flags >> n & 1)


def _battler(ram: Snapshot, profile: Profile, battler: int) -> Battler:
    field = f"{MONS}[{battler}]"
    at = profile.address(MONS) + battler * layout.BATTLE_MON.itemsize
    record = read_record(ram, field, at, layout.BATTLE_MON)
    if int(record["species"]) == 0:
        raise NotLoadedError(field, at, observed="empty", expected="somebody who was sent out")
    position = position_of(ram, profile, battler)
    index = _party_index(ram, profile, battler)
    language = _check_is_member(ram, profile, field, at, record, position & 1, index)
    read = _Reader(ram, profile, field, at, record)
    most = read.range("maxHP", 0x2C, int(record["max_hp"]), 1, MOST_STAT)
    bits = layout.named_bits(int(record["status2"]), layout.VOLATILE)
    read.range("status2", 0x50, bits.rest, 0, 0)
    item = int(record["item"])
    nickname = record["nickname"].tobytes()
    japanese = language == JAPANESE_LANGUAGE
    return Battler(
        battler=battler,
        position=layout.POSITIONS[position],
        party_index=index,
        species=read.named("species", 0, SPECIES_NAMES, int(record["species"]), least=1),
        nickname=fixed_text(nickname, f"{field}.nickname", at + 0x30, japanese=japanese),
        level=read.range("level", 0x2A, int(record["level"]), 1, MOST_LEVEL),
        hp=read.range("hp", 0x28, int(record["hp"]), 0, most),
        stats=Spread(most, *record["stats"].tolist()),
        stages=read.stages(),
        moves=read_moves(
            ram, profile, field, at + 0xC, record["moves"].tolist(), record["pp"].tolist(), None
        ),
        status=read_condition(int(record["status1"]), f"{field}.status1", at + 0x4C),
        volatile=bits.names,
        types=read.types(),
        ability=read.named("ability", 0x20, ABILITY_NAMES, int(record["ability"])),
        item=read.named("item", 0x2E, ITEM_NAMES, item) if item else None,
    )


def _party_index(ram: Snapshot, profile: Profile, battler: int) -> int | None:
    if not profile.has(INDEXES):
        return None
    at = profile.address(INDEXES) + 2 * battler
    field = f"{INDEXES}[{battler}]"
    return check_range(field, at, int(read_array(ram, field, at, "<u2", 1)[0]), 0, PARTY_SIZE - 1)


def _check_is_member(
    ram: Snapshot,
    profile: Profile,
    field: str,
    address: int,
    record: np.void,
    side: int,
    index: int | None,
) -> int | None:
    """The language of the member of the party that it is; None when the profile can't tell."""
    party = PARTIES[side]
    if index is None or not profile.has(party):
        return None
    personality, owner, language = read_identity(ram, profile, party, index)
    if (int(record["personality"]), int(record["ot_id"])) != (personality, owner):
        raise NotLoadedError(
            field,
            address,
            observed="somebody else's record",
            expected=f"that of {party}[{index}], who is being sent out",
        )
    return language


@dataclass(frozen=True, slots=True)
class _Reader:
    """Checks the values of one record."""

    ram: Snapshot
    profile: Profile
    field: str
    address: int
    record: np.void

    def range(self, name: str, offset: int, value: int, low: int, high: int) -> int:
        """A number of the record."""
        return check_range(f"{self.field}.{name}", self.address + offset, value, low, high)

    def named(
        self, name: str, offset: int, table: NameTable, value: int, *, least: int = 0
    ) -> Named:
        """An id of the record."""
        field, at = f"{self.field}.{name}", self.address + offset
        return read_named(
            self.ram, self.profile, table, value, field=field, address=at, least=least
        )

    def stages(self) -> Stages:
        """All but the first: there is no stage of HP."""
        first = layout.STAGES_OFFSET
        values = [
            self.range(f"statStages[{n}]", first + n, stage, 0, layout.MOST_STAGE)
            for n, stage in enumerate(self.record["stages"].tolist())
        ]
        return Stages(*(value - layout.NEUTRAL_STAGE for value in values[1:]))

    def types(self) -> tuple[Named, ...]:
        """The one or two types; a single one is kept twice."""
        return tuple(
            self.named(f"types[{n}]", 0x21 + n, TYPE_NAMES, kind)
            for n, kind in enumerate(dict.fromkeys(self.record["types"].tolist()))
        )
