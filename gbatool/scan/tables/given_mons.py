"""Mons that injected scripts give, read from the party to learn what the ROM's tables hold."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.engine.engine import SHARED, Structures
from gbatool.engine.mon import STATS, decrypt_mon, ivs_of, nature_modified_stats
from gbatool.memory import Snapshot


@dataclass(frozen=True, slots=True)
class GivenMon:
    """One record, decrypted.

    Attributes:
        species: Index of the species.
        level: 1 to 100.
        friendship: As it was given.
        moves: Four indices; 0 where there is none.
        pp: The moves' remaining PP.
        ivs: IVs, 0 to 31, in the order of ``engine.mon.STATS``.
        stats: The greatest HP, and the others in the same order.
        nature_modified: Which of the stats its nature raises and lowers.
    """

    species: int
    level: int
    friendship: int
    moves: tuple[int, ...]
    pp: tuple[int, ...]
    ivs: tuple[int, ...]
    stats: tuple[int, ...]
    nature_modified: frozenset[int]

    def stat(self, index: int, base: int) -> int:
        """A stat that its nature does not modify, from the species' base stat."""
        grown = (2 * base + self.ivs[index]) * self.level // 100
        return grown + (self.level + 10 if index == 0 else 5)

    def unmodified(self) -> list[int]:
        """The stats that its nature does not modify, and that the formula gives."""
        one_hp = {0} if self.stats[0] == 1 else set()
        return [i for i in range(STATS) if i not in self.nature_modified | one_hp]


def read_given_mon(
    snapshot: Snapshot, address: int, engine: Structures = SHARED
) -> GivenMon | None:
    """Decrypt a record of the party; None where its checksum is wrong, or where it is empty.

    Without a checksum, values need not be possible: moves far behind their table have any PP.
    """
    record = snapshot.record(address, engine.mon)
    decrypted, personality = decrypt_mon(record, engine), int(record["personality"])
    parts = decrypted.parts
    if personality == int(record["ot_id"]) or not decrypted.holds or not parts["species"]:
        return None
    return GivenMon(
        species=int(parts["species"]),
        level=int(record["level"]),
        friendship=int(parts["friendship"]),
        moves=tuple(parts["moves"].tolist()),
        pp=tuple(parts["pp"].tolist()),
        ivs=ivs_of(int(parts["ivs"])),
        stats=(int(record["max_hp"]), *record["stats"].tolist()),
        nature_modified=nature_modified_stats(personality),
    )
