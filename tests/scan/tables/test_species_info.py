"""Species: mons that scripts give show which records the engine reads."""

from __future__ import annotations

import pytest

from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.buffers import SPECIES_NAME
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables import species_info
from gbatool.scan.tables.name_tables import known_names
from gbatool.scan.tables.species_info import SpeciesInfo, base_stats, mons_of
from tests.scan.rom_staging import loads, rom_bytes_at, with_table
from tests.scan.staging import Derived, check_told_apart, proposals

SPECIES = "gSpeciesInfo"
SPECIES_SIZE, SPECIES_COUNT = 28, 6
WIDE, NAME_AT = 0x50, 0x2C


def species_table(derived: Derived) -> bytearray:
    """A cartridge's table of species."""
    size = SPECIES_SIZE * SPECIES_COUNT
    return bytearray(rom_bytes_at(derived, derived.answers[SPECIES], size))


def test_a_table_that_begins_alike_is_refuted_by_other_species(base: Derived) -> None:
    table = species_table(base)
    for index in range(3, SPECIES_COUNT):
        table[SPECIES_SIZE * index] ^= 0x20
    lab, at = with_table(base, bytes(table))
    check_told_apart(lab, SPECIES, "a table that begins with the same base stats", at)


def test_a_whole_copy_of_the_species_leaves_both_and_proves_neither(base: Derived) -> None:
    """The cartridge's engine checks the index."""
    lab, at = with_table(base, bytes(species_table(base)))
    story = eliminate(lab, SpeciesInfo())
    assert {int(c.address) for c in story.left} == {base.answers[SPECIES], int(at)}
    assert not story.proven


def test_species_are_found_in_every_variant_with_their_number(variant: Derived) -> None:
    candidate = proposals(variant.lab(), SpeciesInfo())[variant.answers[SPECIES]]
    assert candidate.fields["size"] == variant.cartridge.symbols[SPECIES].size


def test_base_stats_are_those_of_the_records(variant: Derived) -> None:
    table = species_table(variant)
    found = base_stats(variant.lab(), (1, 2))
    assert found.keys() == {1, 2}
    for species, stats in found.items():
        record = table[SPECIES_SIZE * species :]
        assert stats == {offset: record[offset] for offset in stats}
        assert len(stats) >= 6


def test_the_same_stats_in_records_that_no_code_names_are_passed_over(base: Derived) -> None:
    table = species_table(base)
    wider = b"".join(bytes(table[28 * i : 28 * i + 28]).ljust(32, b"\0") for i in range(6))
    lab, _ = with_table(base, wider)
    assert set(proposals(lab, SpeciesInfo())) == {base.answers[SPECIES]}


def test_stats_whose_records_no_code_names_are_said_to_be_there(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(species_info, "record_places", lambda *_: [(0x101, 32)])
    with pytest.raises(ProbeError, match=r"\[32\] bytes apart"):
        SpeciesInfo().scan(lab)


def test_stats_that_follow_no_formula_propose_nothing(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = species_info.mons_of(lab, [1, 2])
    strange = [
        type(c)(**{f: getattr(c, f) for f in c.__slots__} | {"stats": (9,) * 6}) for c in shown
    ]
    monkeypatch.setattr(species_info, "mons_of", lambda *_: strange)
    with pytest.raises(ProbeError, match="do not follow the formula"):
        SpeciesInfo().scan(lab)


def test_an_engine_that_checks_the_index_says_nothing_far_behind(lab: Lab) -> None:
    [probe] = [probe for probe in SpeciesInfo.probes if probe.name == "predict-far"]
    assert probe.run(lab, lab.known[SPECIES]).verdict is ProbeVerdict.INCONCLUSIVE


def test_mons_fill_the_party_as_often_as_needed(lab: Lab) -> None:
    species = ([1, 2, 3, 4, 5] * 3)[: 2 * PARTY_SIZE + 1]
    assert [mon.species for mon in mons_of(lab, species)] == species


def wide_table(derived: Derived, names: dict[int, bytes], friendship: int = 0x14) -> bytes:
    """The cartridge's species in wider records, with names inside."""
    table, wide = species_table(derived), b""
    for index in range(SPECIES_COUNT):
        record = bytearray(WIDE)
        old = table[SPECIES_SIZE * index :][:SPECIES_SIZE]
        record[:8], record[friendship] = old[:8], old[0x12]
        name = names.get(index, b"\xac") + b"\xff"
        record[NAME_AT : NAME_AT + len(name)] = name
        wide += bytes(record)
    return wide


def with_wide(base: Derived, times: int = 9) -> tuple[Lab, Address]:
    """A laboratory whose ROM has the species in wider records, too, which code loads."""
    names = species_names(base)
    table = wide_table(base, names)
    _, at = with_table(base, table)
    lab, there = with_table(base, table + b"\xee" * 8 + loads(at, times))
    assert there == at
    return lab, at


def species_names(base: Derived) -> dict[int, bytes]:
    """Names of the cartridge's first species."""
    return known_names(base.lab(), SPECIES_NAME)


def test_wider_records_are_found_where_code_says_with_the_names_in_them(base: Derived) -> None:
    lab, at = with_wide(base)
    wide = proposals(lab, SpeciesInfo())[at]
    assert wide.fields["count"] == SPECIES_COUNT
    longest = max(map(len, species_names(base).values()))
    assert wide.traits["species_info.size"] == f"0x{WIDE:X}"
    assert wide.traits["species_info.stats"] == "6*u8@0x0"
    assert wide.traits["species_info.abilities"] == "unknown"
    assert wide.traits["names.species"] == f"gSpeciesInfo[0x50] {longest + 1}*u8@0x2C"


def test_records_in_the_retail_form_and_in_another_leave_it_open(base: Derived) -> None:
    """The cartridge checks the index: both tables say the same of every species."""
    lab, at = with_wide(base)
    story = eliminate(lab, SpeciesInfo())
    assert {int(one.address) for one in story.left} == {base.answers[SPECIES], int(at)}
    assert not story.proven


def test_wider_records_whose_names_are_not_those_shown_are_refuted(base: Derived) -> None:
    lab, at = with_wide(base)
    wide = proposals(lab, SpeciesInfo())[at]
    probe = SpeciesInfo.probes[0]
    assert probe.run(lab, wide).verdict is ProbeVerdict.HELD
    table = wide.traits["names.species"].replace("@0x2C", "@0x2D")
    other = Candidate(at, "elsewhere", wide.fields, {**wide.traits, "names.species": table})
    assert probe.run(lab, other).verdict is ProbeVerdict.REFUTED


def test_nothing_far_behind_wider_records_is_tried(base: Derived) -> None:
    lab, at = with_wide(base)
    wide = proposals(lab, SpeciesInfo())[at]
    with pytest.raises(ProbeError, match="growth rate"):
        SpeciesInfo.probes[1].run(lab, wide)
