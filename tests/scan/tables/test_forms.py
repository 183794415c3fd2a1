"""Forms of tables of names: what a trait says of them, and what is in a record."""

from __future__ import annotations

import pytest

from gbatool.engine.pokemon import NameTable
from gbatool.memory import ROM, Address
from gbatool.scan.findings import Candidate
from gbatool.scan.kernel.name_places import Place
from gbatool.scan.tables.forms import Table, table_of, trait_of
from tests.ram import RamBuilder

INSIDE = NameTable("gSpeciesInfo", 0x108, 13, 412, 0x2C)
POINTED = NameTable("gBattleMoves", 0x44, 0, 355)


@pytest.mark.parametrize(
    ("kind", "form", "value"),
    [
        ("species", INSIDE, "gSpeciesInfo[0x108] 13*u8@0x2C"),
        ("moves", POINTED, "gBattleMoves[0x44] u32@0x0"),
    ],
)
def test_a_trait_says_the_form_and_gives_it_back(kind: str, form: NameTable, value: str) -> None:
    traits = trait_of(kind, form)
    assert traits == {f"names.{kind}": value}
    candidate = Candidate(Address(ROM.base + 0x40), "", {"count": 9}, traits)
    assert table_of(candidate, kind) == Table(0x40, form, 9)


def test_names_stand_behind_the_start_or_behind_pointers() -> None:
    assert Table(0x100, INSIDE, 9).place == Place(0x12C, 0x108)
    assert Table(0x100, POINTED, 9).place == Place(0x100, 0x44, pointed=True)


@pytest.mark.parametrize(
    ("record", "alone"),
    [(b"\xc1\xff\0\0\xff\0\0\0", True), (b"\xc1\xff\0\0\x01\0\0\0", False)],
)
def test_a_record_of_a_name_alone_has_nothing_behind_it(record: bytes, *, alone: bool) -> None:
    snapshot = RamBuilder(0x100).write(ROM.base, record * 3).build()
    table = Table(0, NameTable("gSpeciesNames", 8, 2, 3), 3)
    assert table.is_of_names_alone(snapshot) is alone


def test_names_within_other_records_are_not_alone() -> None:
    snapshot = RamBuilder(0x1000).build()
    assert not Table(0, INSIDE, 2).is_of_names_alone(snapshot)
    assert not Table(0, POINTED, 2).is_of_names_alone(snapshot)


def test_an_empty_record_has_no_name() -> None:
    rom = RamBuilder(0x100).write(ROM.base + 8, b"\xc1\xff").build().rom
    table = Table(0, NameTable("gMoveNames", 8, 8, 3), 3)
    assert [table.has_name(rom, index) for index in range(3)] == [False, True, False]
