"""Tables of names: told from look-alikes by what the engine shows, inside them and far behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gbatool.engine.pokemon import NAME_TABLES
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.kernel.name_places import Place
from gbatool.scan.lab import buffers
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables import forms, name_tables, text_tables
from gbatool.scan.tables.name_tables import (
    Items,
    MoveNames,
    PredictNames,
    SpeciesNames,
    known_names,
    spread,
)
from tests.scan.rom_staging import loads, rom_bytes_at, with_table
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
    check_told_apart(lab, ITEMS, "a table that begins with the same names", at)


def test_a_table_that_was_left_behind_lacks_the_names_that_follow(base: Derived) -> None:
    lab, at = with_table(base, items(base, LATE_ITEM) + b"\xbb" * ITEM_WIDTH)
    rival = "the old copy of a table that was moved and extended"
    check_told_apart(lab, ITEMS, rival, at)


def test_a_whole_copy_of_the_items_leaves_both_and_proves_neither(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the engine checks the index, nothing tells them apart."""
    lab, at = with_table(base, items(base))
    monkeypatch.setattr(name_tables, "far_behind", lambda *_: [])
    monkeypatch.setattr(name_tables, "BEYOND", ())
    story = eliminate(lab, Items())
    assert {int(c.address) for c in story.left} == {base.answers[ITEMS], int(at)}
    assert not story.proven


def other_items(base: Derived) -> bytes:
    """A table of items whose first names are the cartridge's."""
    table = bytearray(items(base))
    for index in range(name_tables.MAX_ASKED, ITEM_COUNT):
        table[ITEM_WIDTH * index : ITEM_WIDTH * index + len(OTHER_NAME)] = OTHER_NAME
    return bytes(table)


def test_a_second_table_that_the_game_switches_to_leaves_it_unproven(base: Derived) -> None:
    table = other_items(base)
    _, at = with_table(base, table)
    lab, there = with_table(base, table + loads(at, 1))
    assert there == at
    story = eliminate(lab, Items())
    assert [candidate.address for candidate in story.left] == [base.answers[ITEMS]]
    assert not story.proven
    assert probe_against(ITEMS, "a second table that the game switches to").name == "watch-only"
    assert any(str(at) in problem.reason for problem in story.problems)


def test_a_table_that_no_code_names_any_more_can_be_no_second_one(base: Derived) -> None:
    lab, _ = with_table(base, other_items(base))
    assert eliminate(lab, Items()).proven


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


def wide_items(base: Derived, stride: int, offset: int) -> bytes:
    """The names of the cartridge's items inside wider records."""
    table = b""
    for index in range(ITEM_COUNT):
        name = items(base)[ITEM_WIDTH * index :][: NAME_TABLES.items.width]
        table += (b"\x01" * offset + name).ljust(stride, b"\x01")
    return table + b"\xee" * stride


def pointed_items(base: Derived, stride: int, offset: int) -> bytes:
    """Pointers to the names of the cartridge's items, in wider records."""
    begin, table = base.answers[ITEMS], b""
    for index in range(ITEM_COUNT):
        name = (begin + ITEM_WIDTH * index).to_bytes(4, "little")
        table += (b"\x01" * offset + name).ljust(stride, b"\x01")
    return table + b"\xee" * stride


@pytest.mark.parametrize(
    ("make", "form"),
    [(wide_items, "13*u8@0x10"), (pointed_items, "u32@0x10")],
    ids=("inside", "behind pointers"),
)
def test_names_in_other_records_are_found_where_code_says(
    base: Derived, make: Callable[[Derived, int, int], bytes], form: str
) -> None:
    table = make(base, 0x34, 0x10)
    table = table.ljust(-(-len(table) // 8) * 8, b"\xee")
    _, at = with_table(base, table)
    lab, _ = with_table(base, table + loads(at, 9))
    wide = proposals(lab, Items())[at]
    longest = max(len(items(base)[44 * i :].partition(b"\xff")[0]) for i in range(ITEM_COUNT))
    assert wide.fields["count"] == ITEM_COUNT
    assert wide.traits == {
        "names.items": f"gItems[0x34] {form.replace('13', str(longest + 1))}",
        "item.size": "0x34",
        "item.price": "unknown",
    }
    assert PredictNames(Items.command).run(lab, wide).verdict is ProbeVerdict.HELD
    assert not eliminate(lab, Items()).proven


def test_names_of_species_in_the_records_of_another_table_are_not_its_own(base: Derived) -> None:
    names = known_names(base.lab(), SpeciesNames.command)
    records = [(b"\x01" * 8 + names.get(i, b"\xac") + b"\xff").ljust(32, b"\1") for i in range(6)]
    table = b"".join(records) + b"\xee" * 32
    _, at = with_table(base, table)
    lab, _ = with_table(base, table + loads(at, 9))
    assert set(proposals(lab, SpeciesNames())) == {base.answers[SPECIES]}


def test_names_whose_records_no_code_names_are_said_to_be_there(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "find_places", lambda *_: [Place(0x101, 6)])
    monkeypatch.setattr(text_tables, "find_places", lambda *_: [Place(0x101, 6)])
    with pytest.raises(ProbeError, match="6 bytes apart, but code does not tell"):
        SpeciesNames().scan(lab)


@pytest.mark.parametrize("stops", [True, False], ids=("stops", "shows none"))
@pytest.mark.parametrize("rival", [True, False], ids=("a copy", "no copy"))
def test_where_the_index_is_checked_the_names_must_be_there_once(
    base: Derived, monkeypatch: pytest.MonkeyPatch, *, stops: bool, rival: bool
) -> None:
    probe = probe_against(SPECIES, "a copy of the table")
    table = rom_bytes_at(base, base.answers[SPECIES], SPECIES_WIDTH * SPECIES_COUNT)
    table = table.ljust(72, b"\xee")
    _, at = with_table(base, table)
    lab, _ = with_table(base, table + loads(at, 1)) if rival else (base.lab(), at)
    shows, nameless = buffers.names, rom_bytes_at(base, base.answers[SPECIES], SPECIES_WIDTH)

    def checked(lab: Lab, command: int, asked: Sequence[int]) -> dict[int, bytes]:
        inside = [index for index in asked if index < SPECIES_COUNT]
        beyond = [] if stops else [index for index in asked if index >= SPECIES_COUNT]
        found = shows(lab, command, inside) if inside and len(inside) == len(asked) else {}
        return found | dict.fromkeys(beyond, nameless.partition(b"\xff")[0])

    monkeypatch.setattr(name_tables, "names", checked)
    verdict = probe.run(lab, lab.known[SPECIES]).verdict
    assert verdict is (ProbeVerdict.INCONCLUSIVE if rival else ProbeVerdict.HELD)


def test_an_engine_that_reads_some_bits_of_the_index_tells_the_table_from_a_copy(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rom_bytes_at(base, base.answers[SPECIES], SPECIES_WIDTH * SPECIES_COUNT)
    lab, at = with_table(base, table)
    shows, bits = buffers.names, 0x1FF

    def cut(lab: Lab, command: int, asked: Sequence[int]) -> dict[int, bytes]:
        found = shows(lab, command, [index & bits for index in asked])
        return {index: found[index & bits] for index in asked if index & bits in found}

    monkeypatch.setattr(name_tables, "names", cut)
    check_told_apart(lab, SPECIES, "a copy of the table", at)


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
