"""Names as the engine reads them: put into a message by injected scripts."""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.memory import EWRAM
from gbatool.scan.lab.buffers import (
    ITEM_NAME,
    MOVE_NAME,
    ROOM,
    SPECIES_NAME,
    buffer_name,
    expanded,
    is_plain,
    names,
    placeholders,
)
from gbatool.scan.lab.inject import SCRIPT_ROOM, with_message
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write
from tests.scan.rom_staging import rom_bytes_at
from tests.scan.staging import Derived

SPECIES_WIDTH, ITEM_WIDTH, ITEM_NAME_SIZE = 11, 44, 14


def stands(derived: Derived, symbol: str, width: int, index: int) -> bytes:
    """The name that stands in a table, by the answer key."""
    record = rom_bytes_at(derived, derived.answers[symbol] + width * index, ITEM_NAME_SIZE)
    return record.partition(b"\xff")[0]


def test_names_are_the_ones_that_stand_in_the_tables(variant: Derived) -> None:
    lab = variant.lab()
    species = [1, 5, 3, 2]
    assert names(lab, SPECIES_NAME, species) == {
        i: stands(variant, "gSpeciesNames", SPECIES_WIDTH, i) for i in species
    }
    items = [13, 14, 139, 260]
    assert names(lab, ITEM_NAME, items) == {
        i: stands(variant, "gItems", ITEM_WIDTH, i) for i in items
    }


def test_no_name_is_asked_for_in_vain(lab: Lab) -> None:
    assert names(lab, SPECIES_NAME, []) == {}


def test_a_command_that_the_engine_does_not_have_shows_no_name_of_that_index(lab: Lab) -> None:
    before = names(lab, SPECIES_NAME, [1])[1]
    assert before
    assert names(lab, MOVE_NAME, [1]).get(1) != before


def test_what_was_written_before_the_script_is_expanded_as_well(base: Derived, lab: Lab) -> None:
    text = bytes((0xC1, 0xC2, 0xC3))
    code = buffer_name(SPECIES_NAME, 1, 1) + buffer_name(SPECIES_NAME, 2, 2)
    poke = Write(base.answers["gStringVar1"], text + b"\xff")
    after, texts = expanded(lab, code, poke)
    assert texts == [text, *(stands(base, "gSpeciesNames", SPECIES_WIDTH, i) for i in (1, 2))]
    shown = after.read(base.answers["gStringVar4"], len(text)).tobytes()
    assert shown == text


def test_it_needs_the_buffer_that_messages_are_expanded_into(lab: Lab) -> None:
    del lab.known["gStringVar4"]
    with pytest.raises(ProbeError, match="gStringVar4"):
        names(lab, SPECIES_NAME, [1])


def test_the_message_points_at_the_text_behind_the_script(lab: Lab) -> None:
    code, text = buffer_name(ITEM_NAME, 0, 3), placeholders()
    whole = with_message(lab, code, text)
    assert len(whole) <= SCRIPT_ROOM
    assert whole.startswith(code)
    assert whole.endswith(text)
    pointer = int.from_bytes(whole[len(code) + 1 : len(code) + 5], "little")
    assert EWRAM.holds(pointer, len(text))


def test_plain_texts_have_room_and_no_codes() -> None:
    assert is_plain(bytes((0xBB,)) * ROOM)
    assert not is_plain(bytes((0xBB,)) * (ROOM + 1))
    assert not is_plain(bytes((0xBB, 0xFD)))
