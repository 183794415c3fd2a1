"""How species, item and experience share words in a mon's record: ``mon_parts``.

The retail games give each of them whole words. Expansions pack more into these: a species of 11 bits
below other bits, an item of 10 bits in the next half-word or right above the species, experience in
21 bits, moves in 11, PP in 7 (``struct PokemonSubstruct0`` of
``rh-hideout/pokeemerald-expansion`` from release 1.8 on, and of ``Pokabbie/pokeemerald-rogue``).
A given mon shows where its item stands, if scripts give items along; with a bit above the species
set, the engine still shows the name of the species, or it does not. Where scripts can't show that
name, a mon of which nothing but such a bit is set is counted as a member of the party, or it is not.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gbatool.engine.mon import decrypt_mon
from gbatool.engine.traits import with_traits
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.buffers import SPECIES_NAME, VARIABLES, expanded
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.inject import after_script
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.records import is_record, rewritten
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import GIVE_FRAMES

WHOLE = {
    "mon_parts.species": "u16@0x0",
    "mon_parts.item": "u16@0x2",
    "mon_parts.experience": "u32@0x4",
    "mon_parts.moves": "4*u16@0xC",
    "mon_parts.pp": "4*u8@0x14",
}
PACKED = {
    "mon_parts.species": "u16@0x0[0..10]",
    "mon_parts.item": "u16@0x2[0..9]",
    "mon_parts.experience": "u32@0x4[0..20]",
    "mon_parts.moves": "4*u16@0xC[0..10]",
    "mon_parts.pp": "4*u8@0x14[0..6]",
}
IN_ONE_WORD = {
    **WHOLE,
    "mon_parts.species": "u32@0x0[0..10]",
    "mon_parts.item": "u32@0x0[11..20]",
    "mon_parts.experience": "u32@0x4[0..20]",
}
FORMS: tuple[Mapping[str, str], ...] = (WHOLE, PACKED, IN_ONE_WORD)
SPECIES, LEVEL, ITEMS = 1, 20, (13, 300)
"""Items with numbers of which one fits into the bits that are left in the species' half-word."""
ABOVE_SPECIES = 1 << 11
MOST_AT_LEVEL = 5 * LEVEL**3 // 4 + 1
"""No growth rate asks for more experience at the level."""
LEAD_SPECIES_NAME = 0x7E
"""Script command that puts the species' name of the first member into a string variable."""
COUNT_PARTY, RESULT = 0x43, 0x800D
"""Script command that counts the party, and the variable in which it answers."""


class HeldItem(Probe):
    """A given mon holds its item where the form says."""

    name = "key-item"
    kind = "key"
    stage = stages.WAITING
    predicted = "mons given have the species, the item if any, and possible experience there"
    observed = "{} of {} had"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Give mons with two items; some engines have scripts that give none."""
        engine, whole = (with_traits(lab.structures, form) for form in (candidate.traits, WHOLE))
        records = {item: _given(lab, item) for item in ITEMS}
        starts = {_start(decrypt_mon(record, whole).parts) for record in records.values()}
        held = 0
        for item, record in records.items():
            parts = decrypt_mon(record, engine).parts
            wanted = item if len(starts) > 1 else 0
            right = (int(parts["species"]), int(parts["item"])) == (SPECIES, wanted)
            held += right and 0 < int(parts["experience"]) < MOST_AT_LEVEL
        return self.tally(held, len(ITEMS))


class BitsAboveSpecies(Probe):
    """With bits above the species set, the name stays exactly if they are not the species'."""

    name = "poke-species-bits"
    stage = stages.WAITING
    predicted = "bits that are not the species' do not change the name that the engine shows"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Set them in the first member's record, and let a script put its species' name."""
        changes, name = "[" not in candidate.traits["mon_parts.species"], "the name {}stayed"
        seen, other = (name.format("" if stays else "has not ") for stays in (not changes, changes))
        return self.single(held=_bit_matters(lab) == changes, yes=seen, no=other)


def _start(parts: np.void) -> tuple[int, int]:
    """The words of species and item, in which every form keeps both."""
    return int(parts["species"]), int(parts["item"])


@measurement
def _bit_matters(lab: Lab) -> bool:
    """Whether the engine takes a bit above the species of a mon for a part of the species.

    Raises:
        ProbeError: Scripts can't show it.
    """
    whole = with_traits(lab.structures, WHOLE)
    record = _given(lab, 0)
    species = int(decrypt_mon(record, whole).parts["species"])
    of = {
        value: rewritten(record.tobytes(), whole, species=value)
        for value in (species, species ^ ABOVE_SPECIES, ABOVE_SPECIES, 0)
    }
    lead = b"".join(bytes((LEAD_SPECIES_NAME, variable)) for variable in range(VARIABLES))
    name = _shown(lab, of[species], lead)
    if name:
        return _shown(lab, of[species ^ ABOVE_SPECIES], lead) != name
    # the name of the species that has the party's count as its number
    answer = RESULT.to_bytes(2, "little")
    names = (bytes((SPECIES_NAME, variable)) + answer for variable in range(VARIABLES))
    count = bytes((COUNT_PARTY,)) + b"".join(names)
    counted, empty = (_shown(lab, of[value], count) for value in (species, 0))
    if counted == empty:
        raise ProbeError("scripts show neither the species of the first member nor who is counted")
    return _shown(lab, of[ABOVE_SPECIES], count) == counted


def _shown(lab: Lab, record: bytes, code: bytes) -> bytes:
    """What byte code puts into the first string variable, with a record first in the party."""
    _, texts = expanded(lab, code, Write(lab.address("gPlayerParty"), record))
    return texts[0] if texts else b""


def _given(lab: Lab, item: int) -> np.void:
    """The record of a mon that a script gave, the only one of its party.

    Raises:
        ProbeError: None was given.
    """
    engine = lab.structures
    code = find_gift(lab).mon(SPECIES, LEVEL, item)
    after = after_script(lab, code, GIVE_FRAMES, empty_party=True)
    if not is_record(after, lab.address("gPlayerParty"), engine, SPECIES):
        raise ProbeError("scripts can't give a mon into an empty party")
    return after.record(lab.address("gPlayerParty"), engine.mon)


class MonParts(Locator):
    """What is where in the substructures of a mon's record."""

    symbol = "mon_parts.species"
    size = 0
    requires = ("sGlobalScriptContext", "gPlayerParty", "gStringVar4")
    teaches = tuple(WHOLE)
    probes = (HeldItem(), BitsAboveSpecies())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Whether species, item, experience, moves and PP have words of their own, or share them.",
        rivals={
            "a form whose item stands elsewhere": "key-item",
            "a form with fewer or more bits for the species": "poke-species-bits",
        },
        references=(
            "pret/pokefirered: include/pokemon.h, struct PokemonSubstruct0",
            "rh-hideout/pokeemerald-expansion: include/pokemon.h, struct PokemonSubstruct0",
        ),
        limitations=("The bits of moves and PP are taken from the form that the species shows.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:  # noqa: ARG002 - as every scan
        """The forms that are known."""
        reason = "a form of the substructures that engines have"
        return [Candidate(Address(n), reason, traits=form) for n, form in enumerate(FORMS)]
