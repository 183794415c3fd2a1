"""Checked reads: a value inside its domain, or an error that names it and where it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.decode.fields import (
    Record,
    read_byte,
    read_entry,
    read_pointed,
    read_record,
    read_symbol,
    read_u16,
)
from gbatool.engine.layouts import struct
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import EWRAM, IWRAM, Address
from tests.decode.world import ADDRESSES, PROFILE
from tests.ram import RamBuilder

THING = struct(
    0x10,
    kind=(0, "u1"),
    max_hp=(2, "<u2"),
    next_of_kin=(4, "<u4"),
    stats=(8, "3<u2"),
    step=(0xE, "<i2"),
)
AT = 0x02000100
BUILDER = RamBuilder().put(AT, "BxHI3Hh", 7, 300, AT, 10, 20, 30, -2)
RAM = BUILDER.build()


@pytest.fixture
def thing() -> Record:
    return read_record(RAM, "gThing", AT, THING)


def test_gives_numbers_arrays_and_bytes(thing: Record) -> None:
    assert (thing["kind"], thing["max_hp"], thing["step"]) == (7, 300, -2)
    assert thing.array("stats") == [10, 20, 30]
    assert thing.data("max_hp") == b"\x2c\x01"
    assert (thing.at("stats"), thing.at("stats", 2)) == (AT + 8, AT + 12)


def test_a_field_is_called_as_the_decompilations_spell_it(thing: Record) -> None:
    names = [thing.called(field) for field in ("kind", "max_hp", "next_of_kin")]
    assert names == ["gThing.kind", "gThing.maxHP", "gThing.nextOfKin"]


def test_a_value_inside_its_domain_is_given(thing: Record) -> None:
    assert thing.check("kind", 0, 7) == 7
    assert thing.check_value("kind", 9, 9, 9) == 9
    assert thing.check_element("stats", 1, 20, 20) == 20


def test_a_value_outside_its_domain_is_named(thing: Record) -> None:
    with pytest.raises(DecodeError) as error:
        thing.check("kind", 0, 6)
    assert str(error.value) == "gThing.kind at 0x02000100 is 7; expected 0 to 6"
    with pytest.raises(DecodeError) as error:
        thing.check("max_hp", 0, 99, called="greatest")
    assert str(error.value) == "gThing.greatest at 0x02000102 is 300; expected 0 to 99"
    with pytest.raises(DecodeError) as error:
        thing.check_element("stats", 2, 0, 9)
    assert str(error.value) == "gThing.stats[2] at 0x0200010C is 30; expected 0 to 9"
    refusal = thing.error("kind", "odd", "even", kind=NotLoadedError)
    assert isinstance(refusal, NotLoadedError)
    assert (refusal.field, refusal.address) == ("gThing.kind", AT)


def test_a_pointer_leads_into_the_memories_it_may_lead_into(thing: Record) -> None:
    assert thing.pointer(RAM, "next_of_kin", size=4, regions=(EWRAM,)) == AT
    with pytest.raises(DecodeError, match=r"gThing.heir at 0x02000104 is 0x02000100; expected"):
        thing.pointer(RAM, "next_of_kin", size=4, regions=(IWRAM,), called="heir")


def test_structures_are_found_by_symbol_by_index_and_by_pointer() -> None:
    start = ADDRESSES["gTasks"]
    ram = RamBuilder.of(RAM).put(start, "I", AT).put(start + 0x10, "BxH", 3, 4).build()
    assert read_symbol(ram, PROFILE, "gTasks", THING).name == "gTasks"
    second = read_entry(ram, PROFILE, "gTasks", 1, THING)
    assert (second.name, second.address, second["max_hp"]) == ("gTasks[1]", start + 0x10, 4)
    pointed = read_pointed(ram, PROFILE, "gTasks", THING)
    assert (pointed.address, pointed["kind"]) == (Address(AT), 7)
    with pytest.raises(DecodeError, match=r"gTasks at 0x03001000 is 0x00000000"):
        read_pointed(RAM, PROFILE, "gTasks", THING)


def test_what_lies_outside_memory_is_refused() -> None:
    with pytest.raises(DecodeError, match="gThing at 0x02040000 is outside readable memory"):
        read_record(RAM, "gThing", 0x02040000, THING)
    assert read_u16(RAM, "gThing", AT + 2) == 300


def test_a_symbol_that_is_one_byte_is_checked() -> None:
    ram = RamBuilder().put(ADDRESSES["gBattlersCount"], "B", 4).build()
    assert read_byte(ram, PROFILE, "gBattlersCount", 0, 4) == 4
    with pytest.raises(DecodeError, match="gBattlersCount at 0x02002230 is 4; expected 0 to 3"):
        read_byte(ram, PROFILE, "gBattlersCount", 0, 3)
    with pytest.raises(UnprovenSymbolError):
        read_byte(ram, replace(PROFILE, symbols={}), "gBattlersCount", 0, 3)
