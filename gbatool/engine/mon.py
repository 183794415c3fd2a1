"""Decrypt a mon's record: four shuffled, encrypted substructures that add up to a checksum.

Source: ``src/pokemon.c`` of ``pret/pokefirered``: ``DecryptBoxMon``, ``CalculateBoxMonChecksum``,
``GetSubstruct``, ``ModifyStatByNature``; the same in every generation-3 game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.engine.layouts import Dtype
from gbatool.engine.pokemon import MON_PARTS, NATURES, ORDERS, PART_SIZE

STATS = 6
"""HP, attack, defence, speed, special attack, special defence: the order of IVs and stats."""
IV_BITS, IV_MASK = 5, 0x1F
STATS_OF_NATURES = 5
"""A nature raises and lowers one of the stats but HP."""


@dataclass(frozen=True, slots=True)
class DecryptedMon:
    """What is inside a record.

    Attributes:
        parts: The four substructures in logical order.
        total: The sum of their half-words, which the record's checksum must be.
        holds: Whether it is.
    """

    parts: np.void
    total: int
    holds: bool


def decrypt_mon(record: np.void, parts: Dtype = MON_PARTS) -> DecryptedMon:
    """Decrypt the substructures of a record, and add them up.

    Args:
        record: Of the layout ``engine.pokemon.MON``.
        parts: Layout of the substructures one after the other.
    """
    personality = int(record["personality"])
    plain = record["data"] ^ np.uint32(personality ^ int(record["ot_id"]))
    total = int(plain.view("<u2").sum(dtype=np.uint32)) & 0xFFFF
    data, order = plain.tobytes(), ORDERS[personality % len(ORDERS)]
    ordered = b"".join(data[PART_SIZE * order.index(part) :][:PART_SIZE] for part in range(4))
    inside: np.void = np.frombuffer(ordered, parts)[0]
    return DecryptedMon(inside, total, total == int(record["checksum"]))


def ivs_of(word: int) -> tuple[int, ...]:
    """The six IVs, 0 to 31, of the word that packs them from bit 0 on.

    >>> ivs_of(31 | 3 << 10)
    (31, 0, 3, 0, 0, 0)
    """
    return tuple(word >> IV_BITS * stat & IV_MASK for stat in range(STATS))


def nature_modified_stats(personality: int) -> frozenset[int]:
    """Which stats the nature raises and lowers; none where both would be the same one.

    >>> sorted(nature_modified_stats(1)), sorted(nature_modified_stats(0))
    ([1, 2], [])
    """
    raised, lowered = divmod(personality % NATURES, STATS_OF_NATURES)
    return frozenset((raised + 1, lowered + 1) if raised != lowered else ())
