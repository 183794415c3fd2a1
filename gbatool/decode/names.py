"""Names of species, moves, items, abilities, types and natures, from the ROM's own tables.

An id is checked against its table's length; its name is None where the profile doesn't know the
table, and on Japanese ROMs, whose records have other sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import Record, check_pointer, check_range, read_array, read_u32
from gbatool.decode.header import is_japanese, text_form
from gbatool.engine.pokemon import POINTED_NAME_MOST, NameTable
from gbatool.engine.text import TextForm, decode_text, read_string
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile, canonical_name

END = b"\xff"
MOST_IDS = 0x10000


@dataclass(frozen=True, slots=True)
class Named:
    """An id of the engine, and its name in the ROM's own words where that is known."""

    id: int
    name: str | None


def read_named(
    ram: Snapshot,
    profile: Profile,
    table: NameTable,
    index: int,
    *,
    field: str,
    address: int,
    least: int = 0,
) -> Named:
    """An id with its name.

    Args:
        ram: The snapshot.
        profile: Says where the table is, if it knows.
        table: Which names.
        index: The id.
        field: What holds the id, for messages.
        address: Where the id stands, for messages.
        least: The smallest id that is acceptable there.

    Raises:
        DecodeError: The table has no such id, or its name is no text.
    """
    check_range(field, address, index, least, _count(profile, table) - 1)
    if not profile.has(table.symbol) or is_japanese(profile):
        return Named(index, None)
    record = profile.address(table.symbol) + index * table.stride + table.offset
    symbol = f"{table.symbol}[{index}]"
    if table.width:
        data = read_array(ram, symbol, record, "u1", table.width).tobytes()
        return Named(index, fixed_text(data, symbol, record, text_form(profile)))
    text = check_pointer(ram, symbol, record, read_u32(ram, symbol, record), size=1)
    return Named(index, read_string(ram, symbol, text, POINTED_NAME_MOST, text_form(profile)))


def read_named_field(
    ram: Snapshot, profile: Profile, table: NameTable, record: Record, field: str, *, least: int = 0
) -> Named:
    """:func:`read_named` for an id that is a field of a structure."""
    name, address = record.called(field), record.at(field)
    return read_named(ram, profile, table, record[field], field=name, address=address, least=least)


def _count(profile: Profile, table: NameTable) -> int:
    """How many ids there are: what the profile knows of the table, or the family's own number.

    A changed engine can have more than its family; then every half-word is an id.
    """
    symbol = profile.symbols.get(canonical_name(table.symbol))
    known = symbol.size if symbol is not None and profile.has(table.symbol) else 0
    return known // table.stride or (MOST_IDS if profile.traits else table.count)


def fixed_text(data: bytes, field: str, address: int, form: TextForm) -> str:
    """Text of a field of fixed size, which has no terminator when it is full.

    Raises:
        DecodeError: It holds an unknown code.
    """
    return decode_text(data + END, field, Address(address), form)
