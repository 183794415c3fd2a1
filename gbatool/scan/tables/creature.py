"""Read a record of the party: four shuffled, encrypted substructures, and the stats behind them.

Layout (``struct Pokemon``): personality and trainer id, at +0x20 four substructures of 12 bytes in
an order that the personality decides, encrypted with both; level and stats from +0x54 on. Source:
``include/pokemon.h`` of ``pret/pokefirered``; the same in every generation-3 game.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from gbatool.memory import Snapshot

MON_SIZE, PARTY_SIZE = 100, 6
CHECKSUM, DATA, DATA_SIZE, LEVEL, MAX_HP = 0x1C, 0x20, 0x30, 0x54, 0x58
PART_SIZE = 12
GROWTH, MOVES, MISC = 0, 1, 3
ORDERS = tuple(permutations(range(4)))
"""Personality modulo 24 -> which substructure stands first, second, ..."""
STATS = 6
NATURES, RAISED = 25, 5


@dataclass(frozen=True, slots=True)
class Creature:
    """One record, decrypted.

    Attributes:
        species: Index of the species.
        level: 1 to 100.
        friendship: As it was given.
        moves: Four indices; 0 where there is none.
        points: The moves' remaining points.
        genes: Individual values, 0 to 31: HP, attack, defence, speed, special attack, special
            defence.
        stats: The greatest HP, and the others in the same order.
        swayed: Which of the stats its nature raises and lowers.
    """

    species: int
    level: int
    friendship: int
    moves: tuple[int, ...]
    points: tuple[int, ...]
    genes: tuple[int, ...]
    stats: tuple[int, ...]
    swayed: frozenset[int]

    def stat(self, index: int, base: int) -> int:
        """A stat that its nature leaves alone, from the species' base stat."""
        grown = (2 * base + self.genes[index]) * self.level // 100
        return grown + (self.level + 10 if index == 0 else 5)

    def steady(self) -> list[int]:
        """The stats that its nature leaves alone, and that the formula gives."""
        one_point = {0} if self.stats[0] == 1 else set()
        return [i for i in range(STATS) if i not in self.swayed | one_point]


def read_creature(snapshot: Snapshot, address: int) -> Creature | None:
    """Decrypt a record; None where its checksum is wrong, or where it is empty."""
    words = snapshot.array(address, np.uint32, MON_SIZE // 4)
    personality = int(words[0])
    key = words[0] ^ words[1]
    plain = words[DATA // 4 : (DATA + DATA_SIZE) // 4] ^ key
    total = int(plain.view(np.uint16).sum(dtype=np.uint32)) & 0xFFFF
    if not key or total != snapshot.u16(address + CHECKSUM):
        return None
    data, order = plain.tobytes(), ORDERS[personality % len(ORDERS)]
    growth, moves, misc = (
        data[PART_SIZE * order.index(part) :][:PART_SIZE] for part in (GROWTH, MOVES, MISC)
    )
    genes = int.from_bytes(misc[4:8], "little")
    raised, lowered = divmod(personality % NATURES, RAISED)
    return Creature(
        species=int.from_bytes(growth[:2], "little"),
        level=snapshot.u8(address + LEVEL),
        friendship=growth[9],
        moves=tuple(int.from_bytes(moves[i : i + 2], "little") for i in range(0, 8, 2)),
        points=tuple(moves[8:12]),
        genes=tuple(genes >> (5 * i) & 31 for i in range(STATS)),
        stats=tuple(snapshot.u16(address + MAX_HP + 2 * i) for i in range(STATS)),
        swayed=frozenset((raised + 1, lowered + 1) if raised != lowered else ()),
    )
