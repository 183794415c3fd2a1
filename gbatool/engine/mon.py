"""Decrypt a mon's record: four shuffled, encrypted substructures that add up to a checksum.

Source: ``src/pokemon.c`` of ``pret/pokefirered``: ``DecryptBoxMon``, ``CalculateBoxMonChecksum``,
``GetSubstruct``, ``ModifyStatByNature``; the same in every generation-3 game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.engine.engine import BY_PERSONALITY, NONE, SHARED, XOR, Structures
from gbatool.engine.layouts import Dtype, bits_of
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


def decrypt_mon(record: np.void, engine: Structures = SHARED) -> DecryptedMon:
    """Decrypt the substructures of a record, and add them up.

    Args:
        record: Of the layout ``engine.mon``.
        engine: Says how the record is encrypted, and what is where in the substructures.

    Returns:
        The fields of ``engine.mon_parts`` in the layout ``MON_PARTS``, so that each is a number of
        its own even where an engine packs several into a word.
    """
    personality, words = int(record["personality"]), record["data"]
    if engine.mon_encryption == XOR:
        words = words ^ np.uint32(personality ^ int(record["ot_id"]))
    total = int(words.view("<u2").sum(dtype=np.uint32)) & 0xFFFF
    data = words.tobytes()
    if engine.mon_order == BY_PERSONALITY:
        order = ORDERS[personality % len(ORDERS)]
        data = b"".join(data[PART_SIZE * order.index(part) :][:PART_SIZE] for part in range(4))
    inside: np.void = np.frombuffer(data, engine.mon_parts)[0]
    if any(bits_of(engine.mon_parts, field) for field in MON_PARTS.names or ()):
        inside = _unpacked(inside, engine.mon_parts)
    holds = engine.mon_checksum == NONE or total == int(record["checksum"])
    return DecryptedMon(inside, total, holds)


def _unpacked(packed: np.void, layout: Dtype) -> np.void:
    """The same fields, each in a word of its own."""
    unpacked: np.void = np.zeros(1, MON_PARTS)[0]
    for field in MON_PARTS.names or ():
        part = bits_of(layout, field)
        first, count = part or (0, 0)
        unpacked[field] = packed[field] >> first & ((1 << count) - 1) if part else packed[field]
    return unpacked


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
