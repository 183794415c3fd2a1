"""gNatureNamePointers: the names of natures, as a mon's summary shows them.

A mon's nature follows from its personality. The summary screen stores a pointer to the nature's
name where texts are expanded from, and leaves it there. The scan opens summaries with other
personalities written, the record encrypted again and the order of its substructures kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.engine import NONE
from gbatool.engine.pokemon import MON_DATA, NAME_TABLES, NATURES, ORDERS, PART_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.name_places import equally_spaced, start_of
from gbatool.scan.kernel.rom_tables import text_at
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.screens_explore import find_party, keys
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.tables.forms import table_of, trait_of
from gbatool.scan.tables.given_mons import read_given_mon

SUMMARY_FRAMES, CHOICE_FRAMES = 160, 30
FIRST_ASKED, THEN_ASKED = (0, 6, 13, 24), (1, 3, 8, 11, 17, 19, 22)
LONGEST = 12
KIND, STOCK = "natures", NAME_TABLES.natures


def with_nature(record: bytes, nature: int, *, encrypted: bool = True) -> bytes:
    """A mon's record with a personality of that nature, encrypted again.

    Args:
        record: The order of its substructures is kept.
        nature: 0 to 24.
        encrypted: Whether the engine encrypts the data.
    """
    words = np.frombuffer(record, np.uint32).copy()
    before = int(words[0])
    low = before % len(ORDERS)
    after = next(
        p for p in range(low, low + len(ORDERS) * NATURES, len(ORDERS)) if p % NATURES == nature
    )
    if encrypted:
        words[MON_DATA // 4 :][:PART_SIZE] ^= np.uint32(before ^ after)
    words[0] = after
    return words.tobytes()


def summary_of(lab: Lab, nature: int) -> Snapshot:
    """RAM with the summary of the first member open, whose nature was written.

    Raises:
        ProbeError: The party's first record is no mon.
    """
    party, label = lab.address("gPlayerParty"), find_party(lab).label
    engine = lab.structures
    record = lab.snapshot(label).read(party, engine.mon.itemsize).tobytes()
    if read_given_mon(lab.snapshot(label), party, engine) is None:
        raise ProbeError("the party's first record is no mon")
    inputs = [*keys(Buttons.A), (Buttons.NONE, CHOICE_FRAMES), *keys(Buttons.A)]
    encrypted = engine.mon_encryption != NONE
    poke = Write(party, with_nature(record, nature, encrypted=encrypted))
    return lab.run_after(label, [*inputs, (Buttons.NONE, SUMMARY_FRAMES)], poke)


def _pointers(lab: Lab, natures: Sequence[int]) -> Mapping[Address, tuple[int, ...]]:
    """RAM addresses whose pointers into the ROM follow the nature -> a pointer for each nature."""
    snapshots = [summary_of(lab, nature) for nature in natures]
    end = ROM.base + len(snapshots[0].rom)
    found: dict[Address, tuple[int, ...]] = {}
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in snapshots])
        hits = (words >= ROM.base).all(0) & (words < end).all(0)
        for i in np.flatnonzero(hits & (words[0] != words[1])).tolist():
            values = tuple(words[:, i].tolist())
            if len(set(values)) == len(values):
                found[Address(region.base + 4 * i)] = values
    return found


@measurement
def _first(lab: Lab) -> Mapping[Address, tuple[int, ...]]:
    return _pointers(lab, FIRST_ASKED)


class PredictNature(Probe):
    """For natures throughout the table the summary points at the name that the entry has."""

    name = "predict-names"
    stage = stages.PARTY
    predicted = "the summary of a mon of each nature points at the name that the entry has"
    observed = "{} of {} did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the pointers in the ROM, then open the summaries."""
        place, held = candidate.fields["place"], 0
        form = table_of(candidate, KIND).form
        first = candidate.address + form.offset
        for nature in THEN_ASKED:
            entry = lab.emulator.live.u32(first + form.stride * nature)
            held += summary_of(lab, nature).u32(place) == entry
        return self.tally(held, len(THEN_ASKED))


class NatureNamePointers(Locator):
    """Pointers to the names of the natures."""

    symbol = "gNatureNamePointers"
    size = 4 * NATURES
    requires = ("gMain", "sGlobalScriptContext", "gPlayerParty")
    teaches = ("names.natures",)
    probes = (PredictNature(),)
    stage = stages.PARTY
    doc = LocatorDoc(
        summary="ROM table of 25 pointers to the names of natures; in other engines, records with these.",
        rivals={"a table that has some of the same pointers": "predict-names"},
        references=(
            "pret/pokefirered: src/pokemon_summary_screen.c",
            "pret/pokefirered: src/dynamic_placeholder_text_util.c",
        ),
        limitations=(
            "A whole copy of the table leaves two candidates, so it is unresolved then.",
            "Ruby and Sapphire store no pointer to the name: their summary copies the text.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every table with the pointers that follow the nature, at the natures' indices."""
        snapshot = lab.emulator.live
        words = snapshot.words(ROM)
        found: dict[Address, Candidate] = {}
        for place, pointers in sorted(_first(lab).items()):
            if any(text_at(snapshot.rom, p - ROM.base, LONGEST) is None for p in pointers):
                continue
            there = {
                nature: 4 * np.flatnonzero(words == pointer)
                for nature, pointer in zip(FIRST_ASKED, pointers, strict=True)
            }
            for first, stride in equally_spaced(there):
                start = first if stride == STOCK.stride else start_of(snapshot, first, stride)
                if start is None:
                    continue
                form = replace(STOCK, stride=stride, offset=first - start)
                fields = {"count": NATURES, "place": int(place), "size": NATURES * stride}
                reason = "pointers that follow the nature in a summary, at the natures' indices"
                at = Address(ROM.base + start)
                found.setdefault(at, Candidate(at, reason, fields, trait_of(KIND, form)))
        return list(found.values())
