"""How a battling mon's record is laid out, told by the values of the party's record in it.

A record of ``gBattleMons`` begins with species, stats and moves in every engine (``struct
BattlePokemon`` of ``pret/pokefirered`` and of ``rh-hideout/pokeemerald-expansion``). Behind them,
expansions have an ability of 16 bits and three types, a longer nickname, and more words of states
whose bits have other meanings. So each value that the party's record has too is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gbatool.engine.battle import BATTLE_MON
from gbatool.engine.engine import NONE, UNKNOWN
from gbatool.engine.layouts import entry_address, offset_of
from gbatool.engine.mon import decrypt_mon
from gbatool.engine.pokemon import MOST_LEVEL, MOST_STAT, PARTY_SIZE
from gbatool.engine.traits import field_value
from gbatool.memory import RAM_REGIONS, Address, Bytes, Snapshot
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab.battle_explore import WILD_LEVEL, WILD_SPECIES, begin_battle
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.records import is_record, rewritten

TAUGHT = tuple(
    f"battle_mon.{field}"
    for field in (
        *("size", "hp", "level", "max_hp", "item", "pp", "ability", "types", "nickname"),
        *("pp_ups", "experience", "personality", "status1", "status2", "ot_id"),
    )
)
"""The traits that are told here."""
MOVES, HP = offset_of(BATTLE_MON, "moves"), offset_of(BATTLE_MON, "hp")
HP_AT, PERSONALITY_AT = range(0x24, 0x34, 2), range(0x3C, 0x68, 4)
"""Where HP and the personality are looked for."""
MOST_SIZE = 0x100
NICKNAME = 10
"""Characters of the party's nickname."""
BOOSTED, POISONED = 0x55, 8
LOAD_FRAMES = 300


def battle_records(lab: Lab, label: str) -> Iterator[tuple[Address, Mapping[str, str]]]:
    """Every record of a member of the party that has another mon's record behind it, with its layout.

    Args:
        lab: The laboratory; ``gPlayerParty`` must be proven.
        label: A state in a battle.
    """
    snapshot, engine = lab.snapshot(label), lab.structures
    party = lab.address("gPlayerParty")
    for slot in range(PARTY_SIZE):
        at = entry_address(party, engine.mon, slot)
        if not is_record(snapshot, at, engine):
            continue
        record = snapshot.record(at, engine.mon)
        for region in RAM_REGIONS:
            hits = snapshot.words(region) == record["personality"]
            for address in addresses(region, hits):
                for offset in PERSONALITY_AT:
                    base = address + -offset
                    if base % 4 == 0 and region.holds(base, 2 * MOST_SIZE):
                        layout = _layout(lab, snapshot, base, record, offset)
                        if layout:
                            yield base, layout


def _layout(
    lab: Lab, snapshot: Snapshot, base: Address, record: np.void, personality: int
) -> Mapping[str, str]:
    """The traits of the layout in which a record stands there; none if it does not."""
    data = snapshot.read(base, MOST_SIZE)
    inside = decrypt_mon(record, lab.structures).parts
    if _number(data, 0, 2) != int(inside["species"]):
        return {}
    if data[MOVES : MOVES + 8].tobytes() != inside["moves"].tobytes():
        return {}
    name = record["nickname"].tobytes()
    for hp in HP_AT:
        standing = [_number(data, hp, 2), int(data[hp + 2]), _number(data, hp + 4, 2)]
        if standing != [int(record[field]) for field in ("hp", "level", "max_hp")]:
            continue
        if not _same_name(data[hp + 8 : hp + 8 + NICKNAME].tobytes(), name):
            continue
        owner = _find(data, int(record["ot_id"]), range(personality + 4, MOST_SIZE - 4, 4))
        if owner is None:
            continue
        size = _size(snapshot, base, hp, owner)
        if size is not None:
            return _traits(lab, base, _Places(hp, personality, owner, size))
    return {}


@dataclass(frozen=True, slots=True)
class _Places:
    """Offsets in a record, and the distance of the next one."""

    hp: int
    personality: int
    owner: int
    size: int


def _traits(lab: Lab, base: Address, places: _Places) -> Mapping[str, str]:
    """The layout, field by field."""
    hp, personality = places.hp, places.personality
    grown = hp != HP
    pp = hp - (5 if grown else 4)
    found = {
        "size": f"0x{places.size:X}",
        "hp": field_value("u16", hp),
        "level": field_value("u8", hp + 2),
        "max_hp": field_value("u16", hp + 4),
        "item": field_value("u16", hp + 6),
        "pp": field_value("u8", pp, 4),
        "personality": field_value("u32", personality),
        "ot_id": field_value("u32", places.owner),
    }
    if grown:
        boosts, status = _boosts_and_status(lab, base, hp, personality)
        width = NICKNAME + 1 if boosts is None else boosts - (hp + 8)
        found |= {
            "ability": field_value("u16", pp - 5),
            "types": field_value("u8", pp - 3, 3),
            "nickname": field_value("u8", hp + 8, width),
            "pp_ups": UNKNOWN if boosts is None else field_value("u8", boosts),
            "status1": UNKNOWN if status is None else field_value("u32", status),
            "status2": NONE,
            "experience": field_value("u32", personality - 4),
        }
    return {f"battle_mon.{field}": value for field, value in found.items()}


def _boosts_and_status(
    lab: Lab, base: Address, hp: int, personality: int
) -> tuple[int | None, int | None]:
    """Where the PP ups and the lasting condition stand: told by a battle with others written.

    The first member's record is written before the battle, and both appear in the battling mon's.
    """
    engine, party = lab.structures, lab.address("gPlayerParty")
    with lab.at(begin_battle(lab)) as emulator:
        record = emulator.live.read(party, engine.mon.itemsize).tobytes()
        changed = rewritten(record, engine, pp_ups=BOOSTED, status=POISONED)
        Write(party, changed)(emulator)
        for _ in range(LOAD_FRAMES):
            emulator.run()
            data = emulator.live.read(base, MOST_SIZE)
            status = _find(data, POISONED, range(personality + 4, MOST_SIZE - 4, 4))
            if status is not None and _number(data, hp + 4, 2):
                after_name = range(hp + 8 + NICKNAME + 1, hp + 8 + NICKNAME + 7)
                return next((at for at in after_name if data[at] == BOOSTED), None), status
    return None, None


def _size(snapshot: Snapshot, base: Address, hp: int, owner: int) -> int | None:
    """How far behind it the opponent's record is: the wild mon that the script begins against.

    In a battle that was given, any possible mon will do.
    """
    sizes = range(owner + 4, MOST_SIZE, 4)
    known = [size for size in sizes if _is_wild(snapshot, base + size, hp)]
    possible = [size for size in sizes if _is_mon(snapshot, base + size, hp)]
    return next(iter(known or possible), None)


def _is_mon(snapshot: Snapshot, at: int, hp: int) -> bool:
    level, now, most = snapshot.u8(at + hp + 2), snapshot.u16(at + hp), snapshot.u16(at + hp + 4)
    fits = 0 < level <= MOST_LEVEL and 0 < now <= most <= MOST_STAT
    return fits and snapshot.u16(at) != 0 and snapshot.u16(at + MOVES) != 0


def _is_wild(snapshot: Snapshot, at: int, hp: int) -> bool:
    right = snapshot.u16(at) == WILD_SPECIES and snapshot.u8(at + hp + 2) == WILD_LEVEL
    return right and _is_mon(snapshot, at, hp)


def _same_name(shown: bytes, name: bytes) -> bool:
    end = b"\xff"
    return shown.partition(end)[0] == name.partition(end)[0] != b""


def _number(data: Bytes, at: int, width: int) -> int:
    return int.from_bytes(data[at : at + width].tobytes(), "little")


def _find(data: Bytes, value: int, offsets: range) -> int | None:
    return next((at for at in offsets if _number(data, at, 4) == value), None)
