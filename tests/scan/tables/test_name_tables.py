"""Tables of names: told from look-alikes by what the engine shows, inside them and far behind."""

from __future__ import annotations

import pytest

from gbatool.engine.pokemon import NAME_TABLES
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.kernel.rom_tables import Stride
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables import name_tables
from gbatool.scan.tables.name_tables import (
    Items,
    MoveNames,
    SpeciesNames,
    known_names,
    spread,
)
from tests.scan.rom_staging import rom_bytes_at, with_table
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

SPECIES, ITEMS, MOVES = "gSpeciesNames", "gItems", "gMoveNames"
SPECIES_WIDTH, SPECIES_COUNT = 11, 6
ITEM_WIDTH, ITEM_COUNT, LATE_ITEM = 44, 261, 139
OTHER_NAME = bytes((0xC1, 0xC2, 0xC3, 0xFF)).ljust(NAME_TABLES.items.width, b"\0")


def items(derived: Derived, count: int = ITEM_COUNT) -> bytes:
    """The first records of a cartridge's item table."""
    return rom_bytes_at(derived, derived.answers[ITEMS], ITEM_WIDTH * count)


def test_a_copy_is_refuted_by_what_stands_far_behind_it(base: Derived) -> None:
    table = rom_bytes_at(base, base.answers[SPECIES], SPECIES_WIDTH * SPECIES_COUNT)
    lab, at = with_table(base, table)
    check_told_apart(lab, SPECIES, "a copy of the table", at)


def test_a_table_that_only_begins_alike_is_refuted_by_its_other_names(base: Derived) -> None:
    table = bytearray(items(base))
    for index in range(name_tables.MAX_ASKED, ITEM_COUNT):
        table[ITEM_WIDTH * index : ITEM_WIDTH * index + len(OTHER_NAME)] = OTHER_NAME
    lab, at = with_table(base, bytes(table))
    check_told_apart(lab, ITEMS, "a table that begins with the same names", at, proven=False)


def test_a_table_that_was_left_behind_lacks_the_names_that_follow(base: Derived) -> None:
    lab, at = with_table(base, items(base, LATE_ITEM) + b"\xbb" * ITEM_WIDTH)
    rival = "the old copy of a table that was moved and extended"
    check_told_apart(lab, ITEMS, rival, at, proven=False)


def test_a_whole_copy_of_the_items_leaves_both_and_proves_neither(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the engine checks the index, nothing tells them apart."""
    lab, at = with_table(base, items(base))
    monkeypatch.setattr(name_tables, "texts_far_behind", lambda *_: [])
    monkeypatch.setattr(name_tables, "BEYOND", ())
    story = eliminate(lab, Items())
    assert {int(c.address) for c in story.left} == {base.answers[ITEMS], int(at)}
    assert not story.proven


def test_a_second_table_that_the_game_switches_to_leaves_it_unproven(base: Derived) -> None:
    table = bytearray(items(base))
    for index in range(name_tables.MAX_ASKED, ITEM_COUNT):
        table[ITEM_WIDTH * index : ITEM_WIDTH * index + len(OTHER_NAME)] = OTHER_NAME
    lab, at = with_table(base, bytes(table))
    story = eliminate(lab, Items())
    assert [candidate.address for candidate in story.left] == [base.answers[ITEMS]]
    assert not story.proven
    assert probe_against(ITEMS, "a second table that the game switches to").name == "watch-only"
    assert any(str(at) in problem.reason for problem in story.problems)


@pytest.mark.parametrize("symbol", [SPECIES, ITEMS])
def test_it_is_found_in_every_variant_with_its_length(variant: Derived, symbol: str) -> None:
    candidate = proposals(variant.lab(), LOCATORS[symbol])[variant.answers[symbol]]
    count = {SPECIES: SPECIES_COUNT, ITEMS: ITEM_COUNT}[symbol]
    assert candidate.fields["count"] == count
    assert candidate.fields["size"] == variant.cartridge.symbols[symbol].size


@pytest.mark.parametrize("symbol", [SPECIES, ITEMS])
def test_a_record_early_or_late_is_not_even_proposed(base: Derived, symbol: str) -> None:
    truth, width = base.answers[symbol], {SPECIES: SPECIES_WIDTH, ITEMS: ITEM_WIDTH}[symbol]
    found = proposals(base.lab(), LOCATORS[symbol])
    assert {truth - width, truth + width}.isdisjoint(found)


def test_the_same_names_in_wider_records_leave_items_unresolved(base: Derived) -> None:
    names = known_names(base.lab(), Items.command)
    width = ITEM_WIDTH + 8
    table = bytearray(width * (max(names) + 1))
    for index, name in names.items():
        table[width * index : width * index + len(name) + 1] = name + b"\xff"
    lab, _ = with_table(base, bytes(table))
    with pytest.raises(ProbeError, match="44, 52 bytes apart"):
        Items().scan(lab)


def test_other_widths_alone_say_how_wide_the_records_are(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_tables, "find_strides", lambda *_: [Stride(0x100, 6)])
    with pytest.raises(ProbeError, match="6 bytes apart, and 11 was expected"):
        SpeciesNames().scan(lab)


def test_an_engine_that_checks_the_index_says_nothing_far_behind(
    base: Derived, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe = probe_against(SPECIES, "a copy of the table")
    nameless = rom_bytes_at(base, base.answers[SPECIES], SPECIES_WIDTH).partition(b"\xff")[0]
    monkeypatch.setattr(
        name_tables, "names", lambda _lab, _command, asked: dict.fromkeys(asked, nameless)
    )
    assert probe.run(lab, lab.known[SPECIES]).verdict is ProbeVerdict.INCONCLUSIVE


def test_a_copy_of_the_moves_is_refuted_by_what_stands_far_behind_it(base: Derived) -> None:
    size = base.cartridge.symbols[MOVES].size
    lab, at = with_table(base, rom_bytes_at(base, base.answers[MOVES], size))
    check_told_apart(lab, MOVES, "a copy of the table", at)


def test_a_script_command_that_does_not_exist_proposes_nothing(lab: Lab) -> None:
    class NoSuchCommand(MoveNames):
        command = 0x9A

    with pytest.raises(ProbeError, match="can't put names"):
        NoSuchCommand().scan(lab)


def test_indices_are_spread_from_the_second_to_the_last() -> None:
    assert spread(412, 4) == [1, 137, 274, 411]
    assert spread(3, 12) == [1, 2]


def test_a_table_at_the_end_of_the_rom_has_nothing_far_behind_it(base: Derived, lab: Lab) -> None:
    probe = probe_against(SPECIES, "a copy of the table")
    known = lab.known[SPECIES]
    end = Address(0x08000000 + len(base.rom.data) - SPECIES_WIDTH * SPECIES_COUNT)
    at_the_end = type(known)(end, "at the end", known.fields)
    with pytest.raises(ProbeError, match="no texts behind"):
        probe.run(lab, at_the_end)
