"""Moves and species: mons that scripts give show which records the engine reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables import record_tables
from gbatool.scan.tables.record_tables import (
    BattleMoves,
    SpeciesInfo,
    base_stats,
    mons_of,
    where_bytes_stand,
)
from tests.scan.rom_staging import rom_bytes_at, with_table
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

MOVES, SPECIES = "gBattleMoves", "gSpeciesInfo"
SPECIES_SIZE, SPECIES_COUNT = 28, 6
MOVE_SIZE, MOVE_COUNT = 12, 40
NO_COMMAND = 0x9A


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


def test_the_same_stats_at_another_distance_leave_species_unresolved(base: Derived) -> None:
    table = species_table(base)
    wider = b"".join(bytes(table[28 * i : 28 * i + 28]).ljust(32, b"\0") for i in range(6))
    lab, _ = with_table(base, wider)
    with pytest.raises(ProbeError, match=r"\[32\] bytes apart"):
        SpeciesInfo().scan(lab)


def test_stats_that_follow_no_formula_propose_nothing(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = record_tables.mons_of(lab, [1, 2])
    strange = [
        type(c)(**{f: getattr(c, f) for f in c.__slots__} | {"stats": (9,) * 6}) for c in shown
    ]
    monkeypatch.setattr(record_tables, "mons_of", lambda *_: strange)
    with pytest.raises(ProbeError, match="do not follow the formula"):
        SpeciesInfo().scan(lab)


def test_an_engine_that_checks_the_index_says_nothing_far_behind(lab: Lab) -> None:
    [probe] = [probe for probe in SpeciesInfo.probes if probe.name == "predict-far"]
    assert probe.run(lab, lab.known[SPECIES]).verdict is ProbeVerdict.INCONCLUSIVE


def test_mons_fill_the_party_as_often_as_needed(lab: Lab) -> None:
    species = ([1, 2, 3, 4, 5] * 3)[: 2 * PARTY_SIZE + 1]
    assert [mon.species for mon in mons_of(lab, species)] == species


def move_table(points: Sequence[int]) -> bytes:
    """Moves of which nothing is known but their points."""
    return b"".join(bytes((0, 40, 0, 100, value, 0, 0, 0, 0, 0, 0, 0)) for value in points)


POINTS = [5 * (1 + i * i * i // 5 % 8) for i in range(MOVE_COUNT)]


class Engine:
    """Teaches moves by the table at an address, and not by the cartridge's own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, truth: int) -> None:
        self.truth = truth
        monkeypatch.setattr(record_tables, "pp_of", self.pp_of)

    def pp_of(self, lab: Lab, moves: Sequence[int]) -> dict[int, int]:
        rom, offset = lab.emulator.live.rom, self.truth - ROM.base + 4
        return {move: int(rom[offset + MOVE_SIZE * move]) for move in moves}


def moves_and_rival(
    base: Derived, monkeypatch: pytest.MonkeyPatch, rival: Sequence[int]
) -> tuple[Lab, Address]:
    """A laboratory with two tables of moves, the first of which an engine uses."""
    gap = bytes(np.arange(1, 0xFD, dtype=np.uint8))  # what stands far behind differs
    lab, at = with_table(base, move_table(POINTS) + gap + move_table(rival))
    Engine(monkeypatch, at)
    lab.known[MOVES] = Candidate(at, "the true one", {"count": MOVE_COUNT, "size": 0})
    return lab, Address(at + MOVE_SIZE * MOVE_COUNT + len(gap))


def test_moves_that_begin_alike_are_refuted_by_other_moves(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [*POINTS[:20], *(value + 1 for value in POINTS[20:])]
    lab, rival = moves_and_rival(base, monkeypatch, others)
    check_told_apart(lab, MOVES, "a table that begins with the same moves", rival)


def test_a_copy_of_the_moves_is_refuted_by_what_stands_far_behind_it(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, rival = moves_and_rival(base, monkeypatch, POINTS)
    check_told_apart(lab, MOVES, "a copy of the table", rival)


def test_moves_end_where_records_stop_looking_like_moves(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, at = with_table(base, move_table(POINTS) + b"\xbb" * 24)
    Engine(monkeypatch, at)
    [candidate] = proposals(lab, BattleMoves()).values()
    assert candidate.address == at
    assert candidate.fields == {"count": MOVE_COUNT, "size": MOVE_SIZE * MOVE_COUNT}


def test_a_copy_of_the_cartridges_moves_is_refuted_by_what_stands_far_behind_it(
    base: Derived,
) -> None:
    size = base.cartridge.symbols[MOVES].size
    lab, at = with_table(base, rom_bytes_at(base, base.answers[MOVES], size))
    check_told_apart(lab, MOVES, "a copy of the table", at)


def test_an_engine_that_teaches_no_moves_proposes_none(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_tables, "set_mon_move", lambda *_: bytes((NO_COMMAND,)))
    with pytest.raises(ProbeError, match="can't teach moves"):
        BattleMoves().scan(lab)


def test_a_table_of_moves_at_the_end_of_the_rom_has_nothing_far_behind_it(
    base: Derived, lab: Lab
) -> None:
    probe = probe_against(MOVES, "a copy of the table")
    at = Address(ROM.base + len(base.rom.data) - 480)
    with pytest.raises(ProbeError, match="too few different bytes"):
        probe.run(lab, Candidate(at, "at the end", {"count": MOVE_COUNT}))


def test_bytes_are_found_at_their_distances_and_aligned() -> None:
    rom = np.zeros(64, np.uint8)
    rom[[8 + 1, 8 + 5, 22 + 1, 22 + 5]] = [7, 9, 7, 9]
    assert where_bytes_stand(rom, {1: 7, 5: 9}) == [8]
    assert where_bytes_stand(rom, {1: 7, 5: 8}) == []
