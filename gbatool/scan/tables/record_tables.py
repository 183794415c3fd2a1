"""gBattleMoves and gSpeciesInfo: the ROM tables of moves and of species.

Mons given by a script show both: their moves' PP are those of the move table, their stats follow
from the base stats by the formula that all games share. A script teaches any move, also one far
behind the table, whose PP are then the byte there; and gives any species.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from gbatool.engine.layouts import offset_of
from gbatool.engine.mon import STATS
from gbatool.engine.pokemon import BATTLE_MOVE, MOST_LEVEL, MOST_PP, PARTY_SIZE, SPECIES_INFO
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Bytes
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.rom_tables import rows, run_length, table_length
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import set_mon_move, set_var
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.inject import SCRIPT_FRAMES, after_script
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import SPECIES
from gbatool.scan.tables.given_mons import GivenMon, read_given_mon
from gbatool.scan.tables.name_tables import spread

SCRATCH_VARIABLE = 0x8004
MOVE_SIZE, PP = BATTLE_MOVE.itemsize, offset_of(BATTLE_MOVE, "pp")
SLOTS = 4
FIRST_MOVES, MOVES_SPREAD, MOVES_FAR = range(1, 17), 24, 24
LOW_LEVEL = 5
SPECIES_SIZE, FRIENDSHIP = SPECIES_INFO.itemsize, offset_of(SPECIES_INFO, "friendship")
GROWTH_RATES, TYPES, EGG_GROUPS = 6, 32, 16  # hacks have more types than the engine
FIRST_SPECIES, SPECIES_SPREAD, FAR_GAP = (1, 2), 12, 64
FAR_TRIES, FAR_ENOUGH = 32, 2
"""Most species far behind the table have a move list without an end, and can't be given."""
LOW_FRAMES, MAX_FRAMES = 4, 10
"""Frames in which the engine makes a mon of a low level, and one of the highest."""
OTHER_WIDTHS = range(8, 65)
PP_AGREE = "{} of {} moves had"


def given(lab: Lab, code: bytes, count: int, frames: int) -> list[GivenMon | None]:
    """The mons that a script gives into an empty party; None for an empty record.

    Args:
        lab: The laboratory; ``gPlayerParty`` must be proven.
        code: The script.
        count: How many it gives.
        frames: Frames that each of them takes.
    """
    frames = SCRIPT_FRAMES + frames * (count - 1)
    snapshot = after_script(lab, code, frames, empty_party=True)
    first = lab.address("gPlayerParty")
    engine = lab.structures
    size = engine.mon.itemsize
    return [read_given_mon(snapshot, first + size * slot, engine) for slot in range(count)]


def pp_of(lab: Lab, moves: Sequence[int]) -> dict[int, int]:
    """The PP of these moves as the engine teaches them; moves that it did not teach are left out."""
    found: dict[int, int] = {}
    for start in range(0, len(moves), SLOTS * PARTY_SIZE):
        taught = moves[start : start + SLOTS * PARTY_SIZE]
        count = -(-len(taught) // SLOTS)
        code = find_gift(lab).mon(SPECIES, LOW_LEVEL) * count
        for i, move in enumerate(taught):
            code += set_mon_move(i // SLOTS, i % SLOTS, move)
        for mon in given(lab, code, count, LOW_FRAMES):
            if mon is not None:
                found.update(zip(mon.moves, mon.pp, strict=True))
    return {move: found[move] for move in moves if move in found}


class PredictPP(Probe):
    """Moves throughout the table have the PP of their records."""

    name = "predict-points"
    stage = stages.WAITING
    predicted = "moves taught by a script have the PP of their records"
    observed = PP_AGREE

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the PP in the ROM, then teach the moves."""
        moves = spread(candidate.fields["count"], MOVES_SPREAD)
        return self.tally(*_compare_pp(lab, candidate, moves))


class PredictFarPP(Probe):
    """A move far behind the table has the byte there as its PP."""

    name = "predict-far"
    stage = stages.WAITING
    predicted = "a move far behind the table has the byte there as its PP"
    observed = PP_AGREE

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Choose indices with different bytes, and teach those."""
        rom = lab.emulator.live.rom
        first = candidate.fields["count"] + FAR_GAP
        offset = candidate.address - ROM.base + PP
        last = min(0x10000, (len(rom) - offset) // MOVE_SIZE)
        bytes_there = rom[offset + MOVE_SIZE * np.arange(first, max(first, last))]
        values, where = np.unique(bytes_there, return_index=True)
        if len(values) < MOVES_FAR:
            raise ProbeError("there are too few different bytes behind the table at its distance")
        moves = [first + int(where[i]) for i in spread(len(values), MOVES_FAR)]
        return self.tally(*_compare_pp(lab, candidate, moves))


def _compare_pp(lab: Lab, candidate: Candidate, moves: list[int]) -> tuple[int, int]:
    """How many moves have the PP of their records once they are taught, and of how many."""
    rom, offset = lab.emulator.live.rom, candidate.address - ROM.base + PP
    taught = pp_of(lab, moves)
    held = sum(taught.get(move) == int(rom[offset + MOVE_SIZE * move]) for move in moves)
    return held, len(moves)


class BattleMoves(Locator):
    """Effect, power, type, accuracy and PP of each move."""

    symbol = "gBattleMoves"
    size = 0
    requires = ("sGlobalScriptContext", "gPlayerParty")
    probes = (PredictPP(), PredictFarPP())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="ROM table of moves, 12 bytes each, indexed by move.",
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
        """Every address at which the PP that the engine gives are at equal distances."""
        pp = pp_of(lab, FIRST_MOVES)
        if len(pp) < len(FIRST_MOVES) or len(set(pp.values())) < SLOTS:
            raise ProbeError("scripts can't teach moves with different PP")
        wanted = {MOVE_SIZE * move + PP: value for move, value in pp.items()}
        snapshot = lab.emulator.live
        found = []
        for offset in where_bytes_stand(snapshot.rom, wanted):
            fits = _like_moves(rows(snapshot.rom, offset, MOVE_SIZE))
            count = table_length(snapshot, offset, MOVE_SIZE, max(run_length(fits), SLOTS))
            fields = {"count": count, "size": count * MOVE_SIZE}
            reason = f"{count} records whose PP are those of the moves that scripts teach"
            found.append(Candidate(Address(ROM.base + offset), reason, fields))
        return found


def where_bytes_stand(rom: Bytes, wanted: Mapping[int, int]) -> list[int]:
    """Every aligned offset that has these bytes at these distances."""
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
    moves = records.view(BATTLE_MOVE)[:, 0]
    fits: npt.NDArray[np.bool_] = (moves["type"] < TYPES) & (moves["pp"] <= MOST_PP)
    fits &= (moves["accuracy"] <= 100) & (moves["effect_chance"] <= 100)
    fits &= (moves["priority"] > -8) & (moves["priority"] < 8) & (moves["unused"] == 0).all(1)
    return fits


def _give(lab: Lab, species: int) -> bytes:
    return set_var(SCRATCH_VARIABLE, species) + find_gift(lab).mon(SCRATCH_VARIABLE, MOST_LEVEL)


def mons_of(lab: Lab, species: Sequence[int]) -> list[GivenMon]:
    """A mon of the highest level of each of these species, as far as the engine gives it."""
    found: list[GivenMon] = []
    for start in range(0, len(species), PARTY_SIZE):
        wanted = species[start : start + PARTY_SIZE]
        mons = given(lab, b"".join(_give(lab, one) for one in wanted), len(wanted), MAX_FRAMES)
        for one, mon in zip(wanted, mons, strict=True):
            if mon is not None and mon.species == one:
                found.append(mon)
    return found


def fits_record(lab: Lab, candidate: Candidate, mon: GivenMon) -> bool:
    """Whether a mon's stats and friendship follow from its species' record in the table."""
    address = candidate.address + SPECIES_SIZE * mon.species
    record = lab.emulator.live.record(address, SPECIES_INFO)
    return mon.friendship == int(record["friendship"]) and all(
        mon.stats[i] == mon.stat(i, int(record["stats"][i])) for i in mon.unmodified()
    )


class PredictStats(Probe):
    """Mons have the stats that follow from their species' records."""

    name = "predict-stats"
    stage = stages.WAITING
    predicted = "mons given have the stats and the friendship that their records predict"
    observed = "{} of {} had"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Give mons of species throughout the table; natures leave at least four stats unmodified."""
        species = spread(candidate.fields["count"], SPECIES_SPREAD)
        mons = mons_of(lab, species)
        held = sum(fits_record(lab, candidate, mon) for mon in mons)
        return self.tally(held, len(mons))


class PredictFarStats(Probe):
    """A mon of a species far behind the table has the stats that the bytes there predict."""

    name = "predict-far"
    stage = stages.WAITING
    predicted = "mons of species far behind the table have the stats that the bytes there predict"
    observed = "{} of {} had"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Choose indices whose bytes have a known growth rate and different stats, and give those."""
        rom, first = lab.emulator.live.rom, candidate.fields["count"] + FAR_GAP
        offset = candidate.address - ROM.base
        last = min(0x10000, (len(rom) - offset) // SPECIES_SIZE)
        far = rom[offset + SPECIES_SIZE * first : offset + SPECIES_SIZE * max(first, last)]
        records = far.view(SPECIES_INFO)
        stats = np.sort(records["stats"], 1)
        distinct = (np.diff(stats.astype(np.int64), axis=1) > 0).all(1) & (stats[:, 0] > 0)
        possible = np.flatnonzero(distinct & (records["growth_rate"] < GROWTH_RATES))
        held = tried = 0
        for i in spread(len(possible), FAR_TRIES) if len(possible) > 1 else ():
            species = first + int(possible[i])
            [mon] = given(lab, _give(lab, species), 1, MAX_FRAMES)
            if mon is not None and mon.species != species:
                break  # the engine checks the index
            if mon is not None:
                held += fits_record(lab, candidate, mon)
                tried += 1
            if tried == FAR_ENOUGH:
                break
        return self.tally(held, tried)


class SpeciesInfo(Locator):
    """Base stats, types, abilities and other facts of each species."""

    symbol = "gSpeciesInfo"
    size = 0
    requires = ("sGlobalScriptContext", "gPlayerParty")
    probes = (PredictStats(), PredictFarStats())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="ROM table of species, 28 bytes each, indexed by species.",
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
        """Every address at which the base stats that mons show are at equal distances."""
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
                raise ProbeError(f"records of base stats are {follows} bytes apart")
            if follows and offset >= 0:
                fits = _like_species(rows(snapshot.rom, offset, SPECIES_SIZE))
                count = max(table_length(snapshot, offset, SPECIES_SIZE, run_length(fits)), 3)
                fields = {"count": count, "size": count * SPECIES_SIZE}
                reason = f"{count} records, with the base stats that mons given show"
                found.append(Candidate(Address(ROM.base + offset), reason, fields))
        return found


def _stands(rom: Bytes, offset: int, wanted: Mapping[int, int]) -> bool:
    there = rom[offset : offset + max(wanted) + 1]
    return len(there) > max(wanted) and all(there[at] == value for at, value in wanted.items())


def base_stats(lab: Lab, species: Sequence[int]) -> dict[int, dict[int, int]]:
    """Species -> offset in its record -> the byte there, as far as mons show them.

    Raises:
        ProbeError: They show too few, or stats that do not follow the formula.
    """
    found: dict[int, dict[int, int]] = {one: {} for one in species}
    for mon in mons_of(lab, [*species] * 3):
        record = found[mon.species]
        record[FRIENDSHIP] = mon.friendship
        for i in mon.unmodified():
            base = (mon.stats[i] - mon.stat(i, 0)) // 2
            if mon.stat(i, base) != mon.stats[i] or not 0 <= base <= 0xFF:
                raise ProbeError("a mon's stats do not follow the formula of its family")
            record[i] = base
    if any(len(stats) < STATS for stats in found.values()):
        raise ProbeError("scripts can't give mons that show their base stats")
    return found


def _like_species(records: Bytes) -> npt.NDArray[np.bool_]:
    species = records.view(SPECIES_INFO)[:, 0]
    fits: npt.NDArray[np.bool_] = species["growth_rate"] < GROWTH_RATES
    fits &= (species["types"] < TYPES).all(1) & (species["egg_groups"] < EGG_GROUPS).all(1)
    return fits
