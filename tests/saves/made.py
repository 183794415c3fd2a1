"""Save files made of the demo cartridge's memory, as a retail engine writes them."""

from __future__ import annotations

from functools import cache

import numpy as np

from gbatool.decode.save import find_save_block
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.engine import save_layouts as layout
from gbatool.memory import Snapshot, packed
from gbatool.profile import Profile
from gbatool.profile.search import find_profile
from gbatool.rom import Rom
from gbatool.saves.document import section_sizes
from gbatool.saves.slots import (
    FOOTER,
    FOOTER_AT,
    SECTION_DATA,
    SECTOR,
    SIGNATURE,
    SLOT_SECTORS,
    checksum,
)
from gbatool.states.container import read_state

ERASED = bytearray(b"\xff" * 0x20000)


@cache
def demo() -> tuple[Rom, Profile, Snapshot]:
    """The demo cartridge with its profile, in its bedroom."""
    rom = load_demo_rom()
    return rom, find_profile(rom, None), read_state(BEDROOM).snapshot(rom)


@cache
def parts() -> tuple[bytes, bytes, bytes]:
    """SaveBlock2, SaveBlock1 with the party in it, and boxes with that party in the second one."""
    _, profile, ram = demo()
    engine = profile.family
    blocks = []
    for number, form in ((2, engine.save_block2), (1, engine.save_block1)):
        at = find_save_block(ram, profile, number)
        assert at is not None
        blocks.append(bytearray(ram.read(at, form.itemsize).tobytes()))
    party = ram.read(profile.address("gPlayerParty"), 6 * engine.mon.itemsize).tobytes()
    count = engine.save.party_count
    blocks[1][count] = ram.u8(profile.address("gPlayerPartyCount"))
    blocks[1][count + 4 : count + 4 + len(party)] = party
    boxes = bytearray(layout.STORAGE_SIZE)
    for slot in range(6):
        into = layout.BOX_MONS_AT + (layout.BOX_SLOTS + 2 * slot) * layout.BOX_MON_SIZE
        boxes[into : into + layout.BOX_MON_SIZE] = party[100 * slot :][: layout.BOX_MON_SIZE]
    for box in range(layout.BOXES):
        name = layout.BOX_NAMES_AT + box * layout.BOX_NAME_SIZE
        boxes[name : name + 3] = bytes([0xBC, 0xA2 + box % 10, 0xFF])  # B and a digit
    return bytes(blocks[0]), bytes(blocks[1]), bytes(boxes)


def save_file(counters: dict[int, int], *, rotate: int = 3) -> bytearray:
    """A save memory.

    Args:
        counters: Slot (1 or 2) -> how often the game had been saved.
        rotate: By how many sectors the sections of a slot are shifted.
    """
    block2, block1, boxes = parts()
    engine = demo()[1].family
    sizes = section_sizes(engine.save_block1, engine.save_block2)
    chunks = [block2]
    chunks += [block1[SECTION_DATA * at :][:SECTION_DATA] for at in range(4)]
    chunks += [boxes[SECTION_DATA * at :][:SECTION_DATA] for at in range(9)]
    memory = bytearray(ERASED)
    for slot, counter in counters.items():
        for section, chunk in enumerate(chunks):
            data = chunk.ljust(FOOTER_AT, b"\0")
            footer = packed(
                FOOTER,
                section=section,
                checksum=checksum(data[: sizes[section]]),
                signature=SIGNATURE,
                counter=counter,
            )
            at = SECTOR * ((slot - 1) * SLOT_SECTORS + (section + rotate) % SLOT_SECTORS)
            memory[at : at + SECTOR] = data + footer
    return memory


def sector_of(memory: bytes | bytearray, slot: int, section: int) -> int:
    """Where a section of a slot begins in a save memory."""
    first = (slot - 1) * SLOT_SECTORS
    for sector in range(first, first + SLOT_SECTORS):
        footer = np.frombuffer(memory[SECTOR * sector + FOOTER_AT :][: FOOTER.itemsize], FOOTER)[0]
        if footer["section"] == section:
            return SECTOR * sector
    raise AssertionError(section)
