"""Put a party, a bag, a trainer and a battle into the hand-made world.

Records are encrypted here by the published table of orders, not by the decoder's own code.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tests.decode.world import ADDRESSES, World, text, thumb

SLOTS = (
    "0123", "0132", "0213", "0312", "0231", "0321", "1023", "1032", "2013", "3012", "2031", "3021",
    "1203", "1302", "2103", "3102", "2301", "3201", "1230", "1320", "2130", "3120", "2310", "3210",
)  # fmt: skip
"""Personality modulo 24 -> in which place the logical substructures 0, 1, 2 and 3 stand."""
KEY = 0xCAFE1234
NAMES = {
    "gSpeciesNames": (11, {1: "SEED", 2: "PEBBLE"}),
    "gMoveNames": (13, {33: "NUDGE", 45: "HUM"}),
    "gItems": (44, {4: "NET", 13: "TONIC"}),
    "gAbilityNames": (13, {65: "GROWING", 9: "SPARKS"}),
    "gTypeNames": (7, {0: "PLAIN", 12: "LEAF"}),
}
SAVE1, SAVE2 = ADDRESSES["gSaveBlock1"] + 8, ADDRESSES["gSaveBlock2"]
MONEY, ITEMS, BALLS, PC, FLAGS = 0x290, 0x310, 0x430, 0x298, 0xEE0
BATTLER_SIZE = 0x58


def padded(name: str, size: int) -> bytes:
    """A name in a field of fixed size; a full one has no terminator."""
    return text(name).ljust(size, b"\xff")[:size]


def mon(
    *,
    species: int = 1,
    nickname: str = "SPROUT",
    personality: int = 24 * 1000 + 3,
    owner: int = 2 << 16 | 1,
    level: int = 7,
    hp: tuple[int, int] = (20, 23),
    moves: Sequence[tuple[int, int]] = ((33, 35), (45, 40)),
    boosts: int = 0,
    item: int = 0,
    status: int = 0,
    ivs: int = 31 | 3 << 10,
    evs: bytes = bytes((1, 2, 3, 4, 5, 6)),
    language: int = 2,
    flags: int = 2,
    experience: int = 236,
) -> bytes:
    """One record of a party."""
    ids, points = zip(*(*moves, *[(0, 0)] * (4 - len(moves))), strict=True)
    parts = (
        struct.pack("<HHIBBH", species, item, experience, boosts, 70, 0),
        struct.pack("<4H4B", *ids, *points),
        evs + bytes(6),
        struct.pack("<BBHII", 0, 88, 0, ivs, 0),
    )
    places = [int(place) for place in SLOTS[personality % 24]]
    data = b"".join(parts[places.index(place)] for place in range(4))
    halves = struct.unpack("<24H", data)
    key = personality ^ owner
    secret = b"".join(struct.pack("<I", word ^ key) for word in struct.unpack("<12I", data))
    head = struct.pack("<II", personality, owner) + padded(nickname, 10)
    head += bytes((language, flags)) + padded("ADA", 7) + b"\0"
    head += struct.pack("<HH", sum(halves) & 0xFFFF, 0)
    stats = struct.pack("<IBBHHHHHHH", status, level, 255, *hp, 11, 12, 13, 14, 15)
    return head + secret + stats


def battler(record: bytes, *, species: int = 1, hp: tuple[int, int] = (20, 23)) -> bytes:
    """The battle record of a mon."""
    personality, owner = struct.unpack_from("<II", record)
    head = struct.pack("<6H4HI", species, 11, 12, 13, 14, 15, 33, 45, 0, 0, 0)
    head += bytes((6, 7, 6, 4, 6, 6, 6, 6)) + bytes((65, 12, 12, 0, 35, 40, 0, 0))
    head += struct.pack("<HBBHH", hp[0], 7, 70, hp[1], 0) + padded("SPROUT", 11) + b"\0"
    return head + padded("ADA", 8) + struct.pack("<5I", 236, personality, 0, 0, owner)


def named_world() -> World:
    """The world with names in its ROM tables."""
    world = World()
    for symbol, (stride, names) in NAMES.items():
        for index, name in names.items():
            world.ram.write(ADDRESSES[symbol] + stride * index, text(name))
    at = 0x0800CF80
    world.ram.write(at, text("MELLOW"))
    world.put("gNatureNamePointers", 0, "25I", *[at] * 25)
    for species, ratio, abilities in ((1, 31, (65, 9)), (2, 255, (9, 0))):
        world.put("gSpeciesInfo", 28 * species + 0x10, "B", ratio)
        world.put("gSpeciesInfo", 28 * species + 0x16, "BB", *abilities)
    for move, points in ((33, 35), (45, 40)):
        world.put("gBattleMoves", 12 * move + 4, "B", points)
    return world


def party_world(*records: bytes) -> World:
    """A party of these records; of two when none are given."""
    world = named_world()
    given = records or (mon(), mon(species=2, nickname="PEBBLEPEBB", personality=7))
    for slot, record in enumerate(given):
        world.ram.write(ADDRESSES["gPlayerParty"] + 100 * slot, record)
    return world.put("gPlayerPartyCount", 0, "B", len(given))


def bag_world() -> World:
    """Items under a key: two stacks with a gap between, balls, and something in the PC."""
    world = party_world()
    world.ram.put(SAVE2 + 0xF20, "I", KEY)
    world.ram.put(SAVE1 + MONEY, "IHH", 3000 ^ KEY, 50 ^ KEY & 0xFFFF, 13)
    world.ram.put(SAVE1 + ITEMS, "6H", 13, 3 ^ KEY & 0xFFFF, 0, KEY & 0xFFFF, 4, 999 ^ KEY & 0xFFFF)
    world.ram.put(SAVE1 + BALLS, "2H", 4, 12 ^ KEY & 0xFFFF)
    world.ram.put(SAVE1 + PC, "2H", 13, 1)
    return world


def trainer_world() -> World:
    """A save block after some hours of play."""
    world = bag_world()
    world.ram.put(SAVE2 + 8, "BBHH", 1, 0, 7132, 15315)
    world.ram.put(SAVE2 + 0xE, "HBBBBH", 12, 34, 56, 7, 1, 2 | 3 << 3 | 1 << 8 | 1 << 10)
    world.ram.put(SAVE1 + FLAGS + 0x820 // 8, "B", 0b10000101)
    return world


def battle_world(*, asks: bool = False) -> World:
    """A running wild battle with two battlers."""
    world = trainer_world().main("BattleMainCB2", in_battle=True)
    foe = mon(species=2, personality=99)
    world.ram.write(ADDRESSES["gEnemyParty"], foe)
    world.ram.write(ADDRESSES["gBattleMons"], battler(mon()))
    world.ram.write(ADDRESSES["gBattleMons"] + BATTLER_SIZE, battler(foe, species=2))
    world.put("gBattlersCount", 0, "BB", 2, 0).put("gBattlerPositions", 0, "4B", 0, 1, 0xFF, 0xFF)
    world.put("gBattlerPartyIndexes", 0, "4H", 0, 0, 0, 0).put("gBattleTypeFlags", 0, "I", 4)
    world.ram.write(ADDRESSES["gDisplayedStringBattle"], text("SPROUT waits.\nWhat now?"))
    if not asks:
        world.put("gBattleMainFunc", 0, "I", thumb("RunTurnActionsFunctions"))
        world.put("gBattlerByTurnOrder", 0, "4B", 1, 0, 0, 0)
        world.put("gBattlerAttacker", 0, "BBH", 1, 0, 33)
    return world


def asking_world(handler: str = "HandleInputChooseAction", *, cursor: int = 0) -> World:
    """A battle in which the player's controller accepts input."""
    world = battle_world(asks=True)
    world.put("gBattlerControllerFuncs", 0, "2I", thumb(handler), 0x08001F01)
    return world.put("gActionSelectionCursor", 0, "8B", cursor, 0, 0, 0, cursor, 0, 0, 0)


def question_world(command: int = 0x67, *, step: int = 1, cursor: int = 1) -> World:
    """A battle whose script is at a command that asks yes or no."""
    world = battle_world(asks=True).put("gBattlescriptCurrInstr", 0, "I", 0x08005700)
    world.ram.put(0x08005700, "B", command)
    return world.put("gBattleCommunication", 0, "BB", step, cursor)
