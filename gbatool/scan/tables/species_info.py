"""gSpeciesInfo: the ROM table of species.

Mons given by a script have stats that follow from the base stats by the formula that all games share.
So the base stats of two species are looked for at any distance. The records of expansions are wider
and have the names in them as well; what else is in them is not told here, and the engine's layout
then lacks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.engine.engine import UNKNOWN
from gbatool.engine.layouts import Dtype, has_field, offset_of
from gbatool.engine.mon import STATS
from gbatool.engine.pokemon import MOST_LEVEL, PARTY_SIZE, SPECIES_INFO
from gbatool.engine.traits import field_value, with_traits
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Bytes
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.name_places import start_of
from gbatool.scan.kernel.record_places import column_of, record_places
from gbatool.scan.kernel.rom_tables import rows, run_length, table_length
from gbatool.scan.lab import stages
from gbatool.scan.lab.buffers import SPECIES_NAME
from gbatool.scan.lab.byte_code import set_var
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.tables.forms import trait_of
from gbatool.scan.tables.given_mons import GivenMon
from gbatool.scan.tables.inner_names import compare_inner, find_inner
from gbatool.scan.tables.name_tables import spread
from gbatool.scan.tables.teaching import given

SYMBOL = "gSpeciesInfo"
SCRATCH_VARIABLE = 0x8004
SPECIES_SIZE, STATS_AT, FRIENDSHIP = (
    SPECIES_INFO.itemsize,
    offset_of(SPECIES_INFO, "stats"),
    offset_of(SPECIES_INFO, "friendship"),
)
GROWTH_RATES, TYPES, EGG_GROUPS = 6, 32, 16  # hacks have more types than the engine
FIRST_SPECIES, SPECIES_SPREAD, FRIENDS_SPREAD, FAR_GAP = (1, 2), 12, 30, 64
FAR_TRIES, FAR_ENOUGH = 32, 2
"""Most species far behind the table have a move list without an end, and can't be given."""
MAX_FRAMES, LEAST_KINDS = 20, 3
"""Frames in which the engine makes a mon of the highest level; different values that show a field."""
OTHERS = tuple(field for field in SPECIES_INFO.names or () if field not in ("stats", "friendship"))


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


def layout_of(lab: Lab, candidate: Candidate) -> Dtype:
    """The layout of a candidate's records."""
    return with_traits(lab.structures, candidate.traits).species_info


def fits_record(lab: Lab, candidate: Candidate, mon: GivenMon) -> bool:
    """Whether a mon's stats and friendship follow from its species' record in the table."""
    layout = layout_of(lab, candidate)
    record = lab.emulator.live.record(candidate.address + layout.itemsize * mon.species, layout)
    if has_field(layout, "friendship") and mon.friendship != int(record["friendship"]):
        return False
    return all(mon.stats[i] == mon.stat(i, int(record["stats"][i])) for i in mon.unmodified())


class PredictStats(Probe):
    """Mons have the stats that follow from their species' records."""

    name = "predict-stats"
    stage = stages.WAITING
    predicted = (
        "mons given have the stats and the friendship that their records predict, and the names if"
        " these have any"
    )
    observed = "{} of {} had"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Give mons of species throughout the table; natures leave at least four stats unmodified."""
        species = spread(candidate.fields["count"], SPECIES_SPREAD)
        mons = mons_of(lab, species)
        held = sum(fits_record(lab, candidate, mon) for mon in mons)
        named, of = compare_inner(lab, candidate, SPECIES_NAME)
        return self.tally(held + named, len(mons) + of)


class PredictFarStats(Probe):
    """A mon of a species far behind the table has the stats that the bytes there predict."""

    name = "predict-far"
    stage = stages.WAITING
    predicted = "mons of species far behind the table have the stats that the bytes there predict"
    observed = "{} of {} had"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Choose indices whose bytes have a known growth rate and different stats, and give those."""
        layout = layout_of(lab, candidate)
        if layout != SPECIES_INFO:
            raise ProbeError("where the growth rate stands in its records is not known")
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


@dataclass(frozen=True, slots=True)
class _Records:
    """Where records of species are: the start, their size, the offset of the stats."""

    start: int
    size: int
    stats: int


class SpeciesInfo(Locator):
    """Base stats, types, abilities and other facts of each species."""

    symbol = SYMBOL
    size = 0
    requires = ("sGlobalScriptContext", "gPlayerParty")
    prefers = ("gStringVar4", "mon_parts.species")
    teaches = (
        "names.species",
        "species_info.size",
        "species_info.stats",
        "species_info.friendship",
        *(f"species_info.{field}" for field in OTHERS),
    )
    probes = (PredictStats(), PredictFarStats())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="ROM table of species, 28 bytes each in the retail games, indexed by species.",
        rivals={"a table that begins with the same base stats": "predict-stats"},
        references=(
            "pret/pokefirered: include/pokemon.h, struct SpeciesInfo",
            "pret/pokefirered: src/pokemon.c, CalculateMonStats",
            "rh-hideout/pokeemerald-expansion: include/pokemon.h, struct SpeciesInfo",
        ),
        limitations=(
            "Where the engine checks the index, a whole copy of the table leaves it unresolved.",
            "Of records in another form, base stats, friendship and names are told and nothing else.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address at which the base stats that mons show are at equal distances."""
        shown = base_stats(lab, FIRST_SPECIES)
        stats = {
            one: {at: value for at, value in there.items() if at < STATS}
            for one, there in shown.items()
        }
        found, unknown = [], []
        for first, size in record_places(lab.emulator.live.rom, stats):
            if size == SPECIES_SIZE and first >= STATS_AT:
                found.append(self._candidate(lab, _Records(first - STATS_AT, size, STATS_AT)))
                continue
            start = start_of(lab.emulator.live, first, size)
            if start is None:
                unknown.append(size)
            else:
                found.append(self._candidate(lab, _Records(start, size, first - start)))
        if unknown and not found:
            raise ProbeError(
                f"records of base stats are {unknown} bytes apart, but code does not tell where a"
                " table of them begins"
            )
        return found

    def _candidate(self, lab: Lab, records: _Records) -> Candidate:
        live, start, size = lab.emulator.live, records.start, records.size
        inner = find_inner(lab, SPECIES_NAME, SYMBOL, start, size)
        traits = {
            "species_info.size": f"0x{size:X}",
            "species_info.stats": field_value("u8", records.stats, STATS),
        }
        if inner is not None:
            count = inner.count
            traits |= trait_of("species", inner.form)
        else:
            fits = _like_species(rows(live.rom, start, size), records)
            count = max(table_length(live, start, size, run_length(fits)), max(FIRST_SPECIES) + 1)
        if (size, records.stats) == (SPECIES_SIZE, STATS_AT):
            traits["species_info.friendship"] = field_value("u8", FRIENDSHIP)
        else:
            traits |= {f"species_info.{field}": UNKNOWN for field in OTHERS}
            traits["species_info.friendship"] = _friendship(lab, records, count)
        fields = {"count": count, "size": count * size}
        reason = f"{count} records, with the base stats that mons given show"
        return Candidate(Address(ROM.base + start), reason, fields, traits)


def _friendship(lab: Lab, records: _Records, count: int) -> str:
    """Where the friendship stands: the one byte that is right for species throughout the table."""
    mons = mons_of(lab, spread(count, FRIENDS_SPREAD))
    values = {mon.species: mon.friendship for mon in mons}
    if len(set(values.values())) < LEAST_KINDS:
        return UNKNOWN
    column = column_of(lab.emulator.live.rom, records.start, records.size, values)
    return UNKNOWN if column is None else field_value("u8", column)


def base_stats(lab: Lab, species: Sequence[int]) -> dict[int, dict[int, int]]:
    """Species -> offset in the retail record -> the byte there, as far as mons show them.

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


def _like_species(records: Bytes, where: _Records) -> npt.NDArray[np.bool_]:
    """Which records could be of species; in another form than the retail one, by the stats alone."""
    if (where.size, where.stats) != (SPECIES_SIZE, STATS_AT):
        fits: npt.NDArray[np.bool_] = records[:, where.stats : where.stats + STATS].min(1) > 0
        fits[0] = True
        return fits
    species = records.view(SPECIES_INFO)[:, 0]
    fits = species["growth_rate"] < GROWTH_RATES
    fits &= (species["types"] < TYPES).all(1) & (species["egg_groups"] < EGG_GROUPS).all(1)
    return fits
