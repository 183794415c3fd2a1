"""Records of mons: found in each form that engines keep them in, and written back in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.engine.engine import Structures
from gbatool.engine.mon import decrypt_mon
from gbatool.engine.pokemon import MON
from gbatool.engine.traits import with_traits
from gbatool.memory import EWRAM, Address
from gbatool.scan.lab.records import (
    FORMS,
    find_all_records,
    find_any_records,
    find_records,
    is_record,
    rewritten,
)
from gbatool.scan.overworld.mon_parts import IN_ONE_WORD, PACKED, WHOLE
from tests.ram import RamBuilder

AT = Address(0x02001000)
ENGINES = [with_traits(Structures(), form) for form in FORMS]
PARTS = {"species": 4, "item": 13, "experience": 700, "moves": [33, 45, 0, 0], "pp": [35, 40, 0, 0]}


def record(engine: Structures, **parts: Any) -> bytes:
    """A record of a mon of level 9 in the form of an engine."""
    blank = np.zeros(1, engine.mon)[0]
    values = {"personality": 0x1234567B, "ot_id": 0xBEEF, "level": 9, "hp": 20, "max_hp": 25}
    for name, value in values.items():
        blank[name] = value
    return rewritten(blank.tobytes(), engine, **{**PARTS, **parts})


@pytest.mark.parametrize("engine", ENGINES, ids=("retail", "plain", "unchecked"))
def test_a_record_is_read_in_the_form_in_which_it_was_written(engine: Structures) -> None:
    ram = RamBuilder().write(AT, record(engine)).build()
    assert is_record(ram, AT, engine)
    assert is_record(ram, AT, engine, species=4)
    assert not is_record(ram, AT, engine, species=5)
    parts = decrypt_mon(ram.record(AT, engine.mon), engine).parts
    assert (int(parts["species"]), int(parts["item"]), parts["moves"].tolist()) == (
        4,
        13,
        [33, 45, 0, 0],
    )


@pytest.mark.parametrize(("number", "engine"), list(enumerate(ENGINES)))
def test_only_the_form_in_which_it_was_written_is_found(number: int, engine: Structures) -> None:
    ram = RamBuilder().write(AT, record(engine)).build()
    assert [(at, dict(form)) for at, form in find_any_records(ram, 9, 4)] == [
        (AT, dict(FORMS[number]))
    ]
    assert find_all_records(ram) == [AT]


def test_a_wrong_checksum_is_no_record_where_there_is_one() -> None:
    data = bytearray(record(ENGINES[0]))
    data[0x1C] ^= 1
    assert not is_record(RamBuilder().write(AT, bytes(data)).build(), AT)


@pytest.mark.parametrize(
    "damage",
    [{"species": 0}, {"experience": 0}, {"moves": [0, 0, 0, 0]}, {"pp": [65, 0, 0, 0]}],
)
def test_without_a_checksum_every_value_must_be_possible(damage: dict[str, Any]) -> None:
    unchecked = ENGINES[2]
    ram = RamBuilder().write(AT, record(unchecked, **damage)).build()
    assert not is_record(ram, AT, unchecked)


def test_zeros_are_no_record() -> None:
    ram = RamBuilder().build()
    assert not any(is_record(ram, AT, engine) for engine in ENGINES)


def test_a_record_at_the_end_of_memory_is_found() -> None:
    last = EWRAM.end - MON.itemsize
    ram = RamBuilder().write(last, record(ENGINES[0])).build()
    assert find_records(ram, 9) == [last]


@given(
    personality=st.integers(1, 0xFFFFFFFF),
    species=st.integers(1, 0x7FF),
    item=st.integers(0, 0x3FF),
    experience=st.integers(0, 1 << 20),
    form=st.sampled_from(FORMS),
)
def test_packed_words_are_unpacked_whatever_the_order(
    personality: int, species: int, item: int, experience: int, form: dict[str, str]
) -> None:
    words = {
        "whole": (WHOLE, {"species": species, "item": item, "experience": experience}),
        "packed": (
            PACKED,
            {
                "species": species | 0x7800,
                "item": item | 0xFC00,
                "experience": experience | 0xFFE00000,
            },
        ),
        "one word": (
            IN_ONE_WORD,
            {"species": species | item << 11 | 0xFFE00000, "experience": experience | 7 << 29},
        ),
    }
    for traits, written in words.values():
        engine = with_traits(Structures(), {**form, **traits})
        packed = {"species": 0, "experience": 0, **written}
        if traits is IN_ONE_WORD:
            packed.pop("item", None)
        blank = np.zeros(1, engine.mon)[0]
        blank["personality"], blank["ot_id"] = personality, 77
        data = rewritten(blank.tobytes(), engine, **packed)
        decrypted = decrypt_mon(np.frombuffer(data, engine.mon)[0], engine)
        assert decrypted.holds
        found = [int(decrypted.parts[name]) for name in ("species", "item", "experience")]
        assert found == [species, item, experience]
