"""gBattleMoves and gSpeciesInfo: what a move can do, and what a species is like.

Creatures that a script gives show both: their moves' points are those of the move table, their
stats follow from the base stats by the formula that all games share. A script teaches any move, also
one far behind the table, whose points are the byte that stands there; and gives any species.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Bytes
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.rom_tables import rows, run_length, table_length
from gbatool.scan.lab.inject import SCRIPT_FRAMES, after_script, give_mon, set_mon_move, set_var
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import SPECIES
from gbatool.scan.tables.creature import MON_SIZE, PARTY_SIZE, STATS, Creature, read_creature
from gbatool.scan.tables.name_tables import spread

SCRATCH_VARIABLE = 0x8004
MOVE_SIZE, POINTS = 12, 4
SLOTS = 4
FIRST_MOVES, MOVES_SPREAD, MOVES_FAR = range(1, 17), 24, 24
PUPIL_LEVEL = 5
SPECIES_SIZE, FRIENDSHIP, GROWTH_RATE = 0x1C, 0x12, 0x13
GROWTH_RATES, TYPES, EGG_GROUPS, MAX_LEVEL = 6, 32, 16, 100
FIRST_SPECIES, SPECIES_SPREAD, FAR_GAP = (1, 2), 12, 64
FAR_TRIES, FAR_ENOUGH = 32, 2
"""Most species far behind the table have no list of moves that ends, and never come to be."""
PUPIL_FRAMES, MASTER_FRAMES = 4, 10
"""What the engine takes to make a creature of a low level, and one of the highest."""
OTHER_WIDTHS = range(8, 65)


def room_in_party(lab: Lab) -> int:
    """How many creatures can still be given.

    Raises:
        ProbeError: The party is full.
    """
    room = PARTY_SIZE - lab.known["gPlayerParty"].fields["had"]
    if room <= 0:
        raise ProbeError("the party has no room for creatures of a script")
    return room


def given(lab: Lab, code: bytes, count: int, frames: int) -> list[Creature | None]:
    """The creatures that a script gives: the next ``count`` records of the party.

    Args:
        lab: The laboratory; ``gPlayerParty`` must be proven.
        code: The script.
        count: How many it gives.
        frames: What each of them takes.
    """
    snapshot = after_script(lab, code, SCRIPT_FRAMES + frames * (count - 1))
    first = lab.address("gPlayerParty") + MON_SIZE * lab.known["gPlayerParty"].fields["had"]
    return [read_creature(snapshot, first + MON_SIZE * slot) for slot in range(count)]


def points_of(lab: Lab, moves: Sequence[int]) -> dict[int, int]:
    """What the engine takes for the points of these moves; those that it did not teach left out."""
    found: dict[int, int] = {}
    pupils = room_in_party(lab)
    had = PARTY_SIZE - pupils
    for start in range(0, len(moves), SLOTS * pupils):
        taught = moves[start : start + SLOTS * pupils]
        count = -(-len(taught) // SLOTS)
        code = give_mon(SPECIES, PUPIL_LEVEL) * count
        for i, move in enumerate(taught):
            code += set_mon_move(had + i // SLOTS, i % SLOTS, move)
        for creature in given(lab, code, count, PUPIL_FRAMES):
            if creature is not None:
                found.update(zip(creature.moves, creature.points, strict=True))
    return {move: found[move] for move in moves if move in found}


@dataclass(frozen=True, slots=True)
class PredictPoints:
    """Moves all over the table have the points that stand in their records."""

    name: str = "predict-points"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Read the points in the ROM, then teach the moves."""
        moves = spread(candidate.fields["count"], MOVES_SPREAD)
        prediction = "moves taught by a script have the points that stand in their records"
        return _compare_points(lab, candidate, moves, prediction)


@dataclass(frozen=True, slots=True)
class PredictFarPoints:
    """A move far behind the table has the byte that stands there for its points."""

    name: str = "predict-far"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Choose indices at which various bytes stand, and teach those."""
        rom = lab.emulator.live.rom
        first = candidate.fields["count"] + FAR_GAP
        offset = candidate.address - ROM.base + POINTS
        last = min(0x10000, (len(rom) - offset) // MOVE_SIZE)
        bytes_there = rom[offset + MOVE_SIZE * np.arange(first, max(first, last))]
        values, where = np.unique(bytes_there, return_index=True)
        if len(values) < MOVES_FAR:
            raise ProbeError("too few different bytes stand behind the table at its distance")
        moves = [first + int(where[i]) for i in spread(len(values), MOVES_FAR)]
        prediction = "a move far behind the table has the byte that stands there for its points"
        return _compare_points(lab, candidate, moves, prediction)


def _compare_points(lab: Lab, candidate: Candidate, moves: list[int], prediction: str) -> Finding:
    rom, offset = lab.emulator.live.rom, candidate.address - ROM.base + POINTS
    predicted = {move: int(rom[offset + MOVE_SIZE * move]) for move in moves}
    taught = points_of(lab, moves)
    held = sum(taught.get(move) == points for move, points in predicted.items())
    return Finding(prediction, f"{held} of {len(moves)} moves had", held, len(moves))


class BattleMoves(Locator):
    """Effect, power, type, accuracy and points of each move."""

    symbol = "gBattleMoves"
    size = 0
    requires: ClassVar[tuple[str, ...]] = ("sGlobalScriptContext", "gPlayerParty")
    probes: ClassVar[tuple[Probe, ...]] = (PredictPoints(), PredictFarPoints())
    scan_state = WAITING
    doc = LocatorDoc(
        summary="ROM table of what moves do, 12 bytes each, indexed by move.",
        rivals={
            "a table that begins with the same moves": "predict-points",
            "a copy of the table": "predict-far",
        },
        references=(
            "pret/pokefirered: include/pokemon.h, struct BattleMove",
            "pret/pokefirered: src/pokemon.c, SetMonMoveSlot",
        ),
        limitations=("An engine that checks the index leaves it unresolved.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place at which the points that the engine gives stand at equal distances."""
        find_talk(lab)
        points = points_of(lab, FIRST_MOVES)
        if len(points) < len(FIRST_MOVES) or len(set(points.values())) < SLOTS:
            raise ProbeError("scripts can't teach moves that have points of their own")
        wanted = {MOVE_SIZE * move + POINTS: value for move, value in points.items()}
        snapshot = lab.emulator.live
        found = []
        for offset in where_bytes_stand(snapshot.rom, wanted):
            fits = _like_moves(rows(snapshot.rom, offset, MOVE_SIZE))
            count = table_length(snapshot, offset, MOVE_SIZE, max(run_length(fits), SLOTS))
            fields = {"count": count, "size": count * MOVE_SIZE}
            reason = f"{count} records whose points are those of the moves that scripts teach"
            found.append(Candidate(Address(ROM.base + offset), reason, fields))
        return found


def where_bytes_stand(rom: Bytes, wanted: Mapping[int, int]) -> list[int]:
    """Every aligned offset from which on these bytes stand at these distances."""
    reach = max(wanted) + 1
    count = max(0, len(rom) - reach) // 4
    possible: npt.NDArray[np.int64] | None = None
    for distance, value in wanted.items():
        if possible is None:
            possible = 4 * np.flatnonzero(rom[distance::4][:count] == value)
        else:
            possible = possible[rom[possible + distance] == value]
    return [] if possible is None else [int(offset) for offset in possible]


def _like_moves(records: Bytes) -> npt.NDArray[np.bool_]:
    kind, accuracy, priority = records[:, 2], records[:, 3], records[:, 7].view(np.int8)
    fits: npt.NDArray[np.bool_] = (kind < TYPES) & (accuracy <= 100) & (records[:, POINTS] <= 64)
    fits &= (priority > -8) & (priority < 8) & (records[:, 5] <= 100)
    fits &= (records[:, 9:] == 0).all(1)
    return fits


def _give(species: int) -> bytes:
    return set_var(SCRATCH_VARIABLE, species) + give_mon(SCRATCH_VARIABLE, MAX_LEVEL)


def creatures_of(lab: Lab, species: Sequence[int]) -> list[Creature]:
    """A creature of the highest level of each of these species, as far as the engine gives it."""
    found: list[Creature] = []
    room = room_in_party(lab)
    for start in range(0, len(species), room):
        wanted = species[start : start + room]
        creatures = given(lab, b"".join(map(_give, wanted)), len(wanted), MASTER_FRAMES)
        for one, creature in zip(wanted, creatures, strict=True):
            if creature is not None and creature.species == one:
                found.append(creature)
    return found


def fits_record(lab: Lab, candidate: Candidate, creature: Creature) -> bool:
    """Whether a creature's stats and friendship follow from its species' record in the table."""
    offset = candidate.address - ROM.base + SPECIES_SIZE * creature.species
    record = lab.emulator.live.rom[offset : offset + SPECIES_SIZE]
    return creature.friendship == int(record[FRIENDSHIP]) and all(
        creature.stats[i] == creature.stat(i, int(record[i])) for i in creature.steady()
    )


@dataclass(frozen=True, slots=True)
class PredictStats:
    """Creatures have the stats that follow from their species' records."""

    name: str = "predict-stats"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Give creatures of species all over the table; natures leave at least four stats alone."""
        species = spread(candidate.fields["count"], SPECIES_SPREAD)
        creatures = creatures_of(lab, species)
        held = sum(fits_record(lab, candidate, creature) for creature in creatures)
        return Finding(
            "creatures given have the stats and the friendship that their records predict",
            f"{held} of {len(creatures)} had",
            held,
            len(creatures),
        )


@dataclass(frozen=True, slots=True)
class PredictFarStats:
    """A creature of a species far behind the table is what the bytes there make of it."""

    name: str = "predict-far"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Choose indices at which something stands that has a known growth, and give those."""
        rom, first = lab.emulator.live.rom, candidate.fields["count"] + FAR_GAP
        offset = candidate.address - ROM.base
        last = min(0x10000, (len(rom) - offset) // SPECIES_SIZE)
        records = rom[offset + SPECIES_SIZE * first : offset + SPECIES_SIZE * max(first, last)]
        records = records.reshape(-1, SPECIES_SIZE)
        stats = np.sort(records[:, :STATS], 1)
        distinct = (np.diff(stats.astype(np.int64), axis=1) > 0).all(1) & (stats[:, 0] > 0)
        possible = np.flatnonzero(distinct & (records[:, GROWTH_RATE] < GROWTH_RATES))
        held = tried = 0
        for i in spread(len(possible), FAR_TRIES) if len(possible) > 1 else ():
            [creature] = given(lab, _give(species := first + int(possible[i])), 1, MASTER_FRAMES)
            if creature is not None and creature.species != species:
                break  # the engine checks the index
            if creature is not None:
                held += fits_record(lab, candidate, creature)
                tried += 1
            if tried == FAR_ENOUGH:
                break
        return Finding(
            "creatures of species far behind the table are what the bytes there predict",
            f"{held} of {tried} were",
            held,
            tried,
        )


class SpeciesInfo(Locator):
    """Base stats, types, abilities and the rest of each species."""

    symbol = "gSpeciesInfo"
    size = 0
    requires: ClassVar[tuple[str, ...]] = ("sGlobalScriptContext", "gPlayerParty")
    probes: ClassVar[tuple[Probe, ...]] = (PredictStats(), PredictFarStats())
    scan_state = WAITING
    doc = LocatorDoc(
        summary="ROM table of what species are like, 28 bytes each, indexed by species.",
        rivals={"a table that begins with the same base stats": "predict-stats"},
        references=(
            "pret/pokefirered: include/pokemon.h, struct SpeciesInfo",
            "pret/pokefirered: src/pokemon.c, CalculateMonStats",
        ),
        limitations=(
            "Where the engine checks the index, a whole copy of the table leaves it unresolved.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place at which the base stats that creatures show stand at equal distances."""
        find_talk(lab)
        stats = base_stats(lab, FIRST_SPECIES)
        snapshot = lab.emulator.live
        one, other = FIRST_SPECIES
        starts = where_bytes_stand(snapshot.rom, stats[one])
        widths = [w for w in OTHER_WIDTHS if w % 4 == 0]
        found = []
        for start in starts:
            offset = start - SPECIES_SIZE * one
            follows = [w for w in widths if _stands(snapshot.rom, start + w, stats[other])]
            if follows and follows != [SPECIES_SIZE]:
                raise ProbeError(f"records of base stats stand {follows} bytes apart")
            if follows and offset >= 0:
                fits = _like_species(rows(snapshot.rom, offset, SPECIES_SIZE))
                count = max(table_length(snapshot, offset, SPECIES_SIZE, run_length(fits)), 3)
                fields = {"count": count, "size": count * SPECIES_SIZE}
                reason = f"{count} records, with the base stats that creatures given show"
                found.append(Candidate(Address(ROM.base + offset), reason, fields))
        return found


def _stands(rom: Bytes, offset: int, wanted: Mapping[int, int]) -> bool:
    there = rom[offset : offset + max(wanted) + 1]
    return len(there) > max(wanted) and all(there[at] == value for at, value in wanted.items())


def base_stats(lab: Lab, species: Sequence[int]) -> dict[int, dict[int, int]]:
    """Species -> offset in its record -> the byte there, as far as creatures show them.

    Raises:
        ProbeError: They show too few, or none that the formula gives.
    """
    found: dict[int, dict[int, int]] = {one: {} for one in species}
    for creature in creatures_of(lab, [*species] * 3):
        record = found[creature.species]
        record[FRIENDSHIP] = creature.friendship
        for i in creature.steady():
            base = (creature.stats[i] - creature.stat(i, 0)) // 2
            if creature.stat(i, base) != creature.stats[i] or not 0 <= base <= 0xFF:
                raise ProbeError("a creature's stats do not follow the formula of its family")
            record[i] = base
    if any(len(stats) < STATS for stats in found.values()):
        raise ProbeError("scripts can't give creatures that show their base stats")
    return found


def _like_species(records: Bytes) -> npt.NDArray[np.bool_]:
    types, groups = (records[:, 6:8] < TYPES).all(1), (records[:, 0x14:0x16] < EGG_GROUPS).all(1)
    fits: npt.NDArray[np.bool_] = types & groups & (records[:, GROWTH_RATE] < GROWTH_RATES)
    return fits
