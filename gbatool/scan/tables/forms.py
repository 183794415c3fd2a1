"""Tables of names in any form: where one begins, how wide its records are, where the name stands.

A table in the form of the retail games is taken as it is. For any other form, the address is the one
that code loads (:func:`gbatool.scan.kernel.name_places.start_of`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gbatool.engine.engine import SHARED
from gbatool.engine.pokemon import NAME_TABLES, NameTable
from gbatool.engine.traits import NAMES, trait_value, with_traits
from gbatool.memory import ROM, Address, Bytes, Snapshot
from gbatool.scan.findings import Candidate
from gbatool.scan.kernel.name_places import Place, count_names, find_places, is_named, start_of
from gbatool.scan.kernel.rom_tables import (
    looks_like_text,
    rows,
    run_length,
    table_length,
)
from gbatool.scan.lab.buffers import ITEM_NAME, MOVE_NAME, SPECIES_NAME
from gbatool.scan.lab.laboratory import Lab, measurement

KINDS: Mapping[int, str] = {SPECIES_NAME: "species", MOVE_NAME: "moves", ITEM_NAME: "items"}
"""Script command -> whose names it shows."""
FILLERS = (0x00, 0xFF)


@dataclass(frozen=True, slots=True)
class Table:
    """A ROM table of names.

    Attributes:
        start: Offset of the record with index 0.
        form: Its records.
        count: How many records it has.
        run: How many look like its records from the first on.
    """

    start: int
    form: NameTable
    count: int
    run: int = 0

    @property
    def place(self) -> Place:
        """Where its names stand."""
        return Place(self.start + self.form.offset, self.form.stride, pointed=not self.form.width)

    @property
    def address(self) -> Address:
        """Where it begins."""
        return Address(ROM.base + self.start)

    def has_name(self, rom: Bytes, index: int) -> bool:
        """Whether a record is not left empty: some tables have more records than names."""
        at = self.place.first + self.form.stride * index
        return bool(rom[at : at + (self.form.width or 4)].any())

    def is_of_names_alone(self, snapshot: Snapshot) -> bool:
        """Whether a record is a name and what fills it up, and nothing else."""
        form = self.form
        if form.offset:
            return False
        if not form.width:
            return form.stride == 4
        behind = rows(snapshot.rom, self.start, form.stride)[: self.count, form.width :]
        return all(value in FILLERS for value in set(behind.flatten().tolist()))


def trait_of(kind: str, form: NameTable) -> dict[str, str]:
    """The trait that says where names of a kind stand."""
    engine = replace(SHARED, names=replace(SHARED.names, **{kind: form}))
    name = f"{NAMES}.{kind}"
    return {name: trait_value(engine, name)}


def table_of(candidate: Candidate, kind: str) -> Table:
    """The table that a candidate stands for."""
    form: NameTable = getattr(with_traits(SHARED, candidate.traits).names, kind)
    return Table(candidate.address - ROM.base, form, candidate.fields["count"])


@measurement
def rom_bytes(lab: Lab) -> bytes:
    """The ROM, copied once."""
    return lab.emulator.live.rom.tobytes()


def find_tables(lab: Lab, kind: str, texts: Mapping[int, bytes]) -> list[Table]:
    """Every table in which these texts are the names of their indices, and whose start is known.

    Args:
        lab: The laboratory.
        kind: Field of :class:`~gbatool.engine.pokemon.NameTables`.
        texts: Index -> the text without its terminator; at least two.
    """
    found = (_table(lab, kind, place) for place in find_places(rom_bytes(lab), texts))
    return [table for table in found if table is not None]


def other_places(lab: Lab, table: Table, texts: Mapping[int, bytes]) -> list[Place]:
    """Where else these names stand, as far as a word of the ROM could be that table's address."""
    places = find_places(rom_bytes(lab), texts)
    live = lab.emulator.live
    others = [place for place in places if place != table.place]
    return [place for place in others if is_named(live, place.first, place.stride)]


def _table(lab: Lab, kind: str, place: Place) -> Table | None:
    stock: NameTable = getattr(NAME_TABLES, kind)
    live = lab.emulator.live
    if place.stride == stock.stride and place.pointed == (not stock.width):
        start = place.first - stock.offset
        table = _stock_table(lab, stock, start)
        if table is not None:
            return table
    found = start_of(live, place.first, place.stride)
    if found is None:
        return None
    offset = place.first - found
    count, longest = count_names(live, place, offset)
    width = 0 if place.pointed else longest + 1
    form = replace(stock, stride=place.stride, width=width, offset=offset)
    return Table(found, form, count, count) if count > 1 else None


def _stock_table(lab: Lab, stock: NameTable, start: int) -> Table | None:
    """The table in the form that the retail games have, if it can begin there."""
    live = lab.emulator.live
    if start < 0:
        return None
    if not stock.width:
        return Table(start, stock, stock.count, stock.count)
    records = rows(live.rom, start, stock.stride)
    run = run_length(looks_like_text(records[:, stock.offset :][:, : stock.width]))
    if run < len(records) and not records[run].any():
        run = max(run, count_names(live, Place(start, stock.stride), 0)[0])
        return Table(start, stock, run, run)
    return Table(start, stock, max(table_length(live, start, stock.stride, run), 2), run)
