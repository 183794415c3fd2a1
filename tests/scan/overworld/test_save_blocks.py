"""gSaveBlock1Ptr and gSaveBlock2Ptr: the pointers that the engine follows, told from others."""

from __future__ import annotations

import pytest

from gbatool.engine.layouts import offset_of
from gbatool.engine.save_layouts import SAVE_BLOCK2
from gbatool.memory import EWRAM, Address
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write, write8, write32
from gbatool.scan.overworld.save_blocks import (
    NAME_AT,
    SHIFT,
    SaveBlock1Ptr,
    SaveBlock2Ptr,
    pointers_into_ram,
    turn_pointer,
)
from tests.ram import RamBuilder
from tests.scan.save.model import ADDRESSES, Layout, found, lab_of
from tests.scan.staging import Derived, check_told_apart, planted, proposals, unused, words

FIRST, SECOND = "gSaveBlock1Ptr", "gSaveBlock2Ptr"
POINTERS = {FIRST: 0, SECOND: 4}
BLOCK = 2 * SHIFT


def block_of(lab: Lab, symbol: str, label: str = OVERWORLD) -> bytes:
    snapshot = lab.snapshot(label)
    return snapshot.read(snapshot.u32(lab.address(symbol)), BLOCK).tobytes()


@pytest.mark.parametrize("symbol", POINTERS)
def test_another_pointer_to_the_same_block_is_refuted_by_turning_it(
    crowded: Derived, crowded_lab: Lab, symbol: str
) -> None:
    decoy = crowded.answers["sDecoySavePointers"] + POINTERS[symbol]
    check_told_apart(crowded_lab, symbol, "another pointer to the same block", decoy)


def test_a_pointer_to_an_older_first_block_is_refuted_by_steps(lab: Lab) -> None:
    """The copy is as the block was where the player stood, in both places that the scan reads."""
    at = unused(lab, BLOCK + 4)
    for label in (OVERWORLD, lab.label_wall()):
        block = block_of(lab, FIRST, label)
        with lab.at(label) as emulator:
            emulator.write(at, words(at + 4) + block)
            lab.keep(label)
    check_told_apart(lab, FIRST, "a pointer to an older copy of the block", at)


def test_a_pointer_to_an_older_second_block_is_refuted_by_the_text_speed(lab: Lab) -> None:
    at = unused(lab, BLOCK + 4)
    older = planted(lab, Write(at, words(at + 4) + block_of(lab, SECOND)))
    check_told_apart(older, SECOND, "a pointer to an older copy of the block", at)


@pytest.mark.parametrize("symbol", POINTERS)
def test_a_turned_pointer_is_taken_along_as_it_now_stands(lab: Lab, symbol: str) -> None:
    with lab.at(OVERWORLD) as emulator:
        pointer = lab.address(symbol)
        before = emulator.live.read(emulator.live.u32(pointer), 16).tobytes()
        copy = emulator.live.u32(pointer) + SHIFT
        turn_pointer(emulator, pointer, copy, 16)
        assert emulator.live.u32(pointer) == copy
        assert emulator.live.read(copy, 16).tobytes() == before


@pytest.mark.parametrize(
    ("offset", "value"),
    [
        (0, 0xFF),
        (0, 0xFB),
        (offset_of(SAVE_BLOCK2, "player_gender"), 2),
        (offset_of(SAVE_BLOCK2, "play_time_minutes"), 60),
        (offset_of(SAVE_BLOCK2, "options"), 3),
    ],
)
def test_what_can_not_be_a_second_block_is_not_proposed(lab: Lab, offset: int, value: int) -> None:
    """Only by its name, which may stand at another place in a changed engine."""
    pointer = lab.address(SECOND)
    block = lab.snapshot(OVERWORLD).u32(pointer)
    assert pointer in proposals(lab, SaveBlock2Ptr())
    spoiled = planted(lab, write8(block + offset, value))
    proposed = proposals(spoiled, SaveBlock2Ptr()).get(pointer)
    assert proposed is None or NAME_AT in proposed.fields


def test_a_first_block_of_another_position_is_not_proposed(lab: Lab) -> None:
    pointer = lab.address(FIRST)
    block = lab.snapshot(OVERWORLD).u32(pointer)
    assert pointer in proposals(lab, SaveBlock1Ptr())
    spoiled = planted(lab, write32(block, 0x00630063))
    assert pointer not in proposals(spoiled, SaveBlock1Ptr())


def test_pointers_need_room_and_alignment() -> None:
    ram = RamBuilder()
    ram.put(0x02000100, "I", 0x02000200)
    ram.put(0x03000100, "I", EWRAM.end - 0x100)
    ram.put(0x03000104, "I", EWRAM.end - 0xFC)
    ram.put(0x03000108, "I", 0x02000202)
    ram.put(0x0300010C, "I", 0x03000000)
    ram.put(0x03000110, "I", 0x01FFFFFC)
    assert pointers_into_ram(ram.build(), 0x100) == {
        Address(0x02000100): 0x02000200,
        Address(0x03000100): EWRAM.end - 0x100,
        Address(0x0300010C): 0x03000000,
    }


@pytest.mark.parametrize("offset", [0x4F8, 0x1232])
def test_a_first_block_with_the_position_elsewhere_is_found(offset: int) -> None:
    """Another pointer, further up, leads to something before the position, too."""
    lab = lab_of(Layout(position=offset))
    lab.known["gBackupMapLayout"] = lab.known["gMapHeader"]
    with lab.at(OVERWORLD) as emulator:
        emulator.write(0x03001000 + 0x10, words(0x02010000 - 0x100))
        emulator.write(0x08000380, words(0x03001010))
        lab.keep(OVERWORLD)
    del lab.known[FIRST]
    traits = found(lab, FIRST)
    assert lab.address(FIRST) == ADDRESSES[FIRST]
    assert traits == {
        "save_block1.x": f"s16@0x{offset:X}",
        "save_block1.y": f"s16@0x{offset + 2:X}",
    }


def test_a_second_block_with_the_name_elsewhere_is_found() -> None:
    lab = lab_of(Layout(name=0xB24, gender=0xB30, trainer_id=0xB2C))
    del lab.known[SECOND]
    found(lab, SECOND)
    assert lab.address(SECOND) == ADDRESSES[SECOND]
