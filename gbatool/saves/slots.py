"""The two slots of a generation-3 save: sectors with a footer, a checksum and a counter.

A sector has 4 KiB: data, and at 0xFF4 a footer of 12 bytes (``u16`` section, ``u16`` checksum, ``u32``
signature, ``u32`` counter). 14 sectors make a slot, rotated by one at each save; slot 1 begins at
sector 0, slot 2 at sector 14. Section 0 is SaveBlock2, 1 to 4 are SaveBlock1, 5 to 13 the boxes. The
checksum adds the words of a section up and folds the sum to 16 bits. Of two slots that are whole, the
game loads the one with the higher counter. Sources: ``include/save.h``, ``src/save.c`` of
``pret/pokefirered``, ``pret/pokeemerald`` and ``pret/pokeruby``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gbatool.engine.layouts import struct

SECTOR, SLOT_SECTORS, SLOTS = 0x1000, 14, 2
FOOTER_AT = 0xFF4
SIGNATURE = int.from_bytes(bytes.fromhex("25 20 01 08"), "little")
FOOTER = struct(
    12, section=(0, "<u2"), checksum=(2, "<u2"), signature=(4, "<u4"), counter=(8, "<u4")
)
SECTION_DATA = 0xF80
SECTION_DATA_SIZES = (SECTION_DATA, 0xFF0, FOOTER_AT)
"""What a section's checksum can cover: the retail games' part, and what changed engines use."""
SAVE_BLOCK2_SECTION, SAVE_BLOCK1_SECTIONS, BOX_SECTIONS = 0, range(1, 5), range(5, 14)
LAST_COUNTER = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Section:
    """One sector of a slot.

    Attributes:
        sector: Its number in the file.
        section: Which part of the save it holds, 0 to 13; None if it is erased or unreadable.
        counter: How often the game had been saved; None likewise.
        checksum: The stored one, None likewise.
        problem: What is wrong with it; None if nothing is.
    """

    sector: int
    section: int | None
    counter: int | None
    checksum: int | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the two saves.

    Attributes:
        number: 1 or 2.
        state: ``whole``, ``damaged``, or ``empty`` where nothing was saved yet.
        counter: Of its sections; None if it is empty, the highest of several.
        problems: What is wrong with it as a whole, damaged sectors aside.
        sections: Its sectors, in the file's order.
    """

    number: int
    state: str
    counter: int | None
    problems: tuple[str, ...]
    sections: tuple[Section, ...]


def read_slots(memory: bytes, sizes: dict[int, int] | None = None) -> tuple[Slot, ...]:
    """Both slots; a memory of 64 KiB has only the first.

    Args:
        memory: The save memory.
        sizes: Section -> bytes of it that the engine saves, where they are known.
    """
    whole = [slot for slot in range(SLOTS) if len(memory) >= (slot + 1) * SLOT_SECTORS * SECTOR]
    return tuple(_slot(memory, slot, sizes or {}) for slot in whole)


def slot_to_load(slots: tuple[Slot, ...]) -> Slot | None:
    """The slot that the game would load: of those that are whole, the one saved last."""
    whole = [slot for slot in slots if slot.state == "whole"]
    if len(whole) == SLOTS and {slot.counter for slot in whole} == {0, LAST_COUNTER}:
        return next(slot for slot in whole if slot.counter == 0)  # the counter overflowed to 0
    return max(whole, key=lambda slot: slot.counter or 0, default=None)


def section_data(memory: bytes, slot: Slot, numbers: range, chunk: int) -> bytes:
    """The sections of those numbers one after the other, ``chunk`` bytes of each."""
    sectors = {one.section: one.sector for one in slot.sections}
    return b"".join(memory[SECTOR * sectors[n] :][:chunk] for n in numbers)


def checksum(data: bytes) -> int:
    """The sum of a section's words, folded.

    >>> hex(checksum(bytes([1, 0, 2, 0])))
    '0x3'
    """
    total = int(np.frombuffer(data, "<u4").sum(dtype=np.uint64)) & 0xFFFFFFFF
    return ((total >> 16) + total) & 0xFFFF


def _slot(memory: bytes, index: int, sizes: dict[int, int]) -> Slot:
    first = index * SLOT_SECTORS
    sections = tuple(
        _section(memory[SECTOR * at : SECTOR * (at + 1)], at, sizes)
        for at in range(first, first + SLOT_SECTORS)
    )
    used = [one for one in sections if one.section is not None or one.problem]
    counters = {one.counter for one in sections if one.counter is not None and not one.problem}
    if not used:
        return Slot(index + 1, "empty", None, (), sections)
    problems = []
    found = sorted(one.section for one in sections if one.section is not None and not one.problem)
    missing = sorted(set(range(SLOT_SECTORS)) - set(found))
    if missing:
        problems.append(f"sections missing: {', '.join(map(str, missing))}")
    if len(found) != len(set(found)):
        twice = sorted({one for one in found if found.count(one) > 1})
        problems.append(f"sections there twice: {', '.join(map(str, twice))}")
    if len(counters) > 1:
        problems.append(f"counters differ: {', '.join(map(str, sorted(counters)))}")
    state = "damaged" if problems else "whole"
    return Slot(index + 1, state, max(counters, default=None), tuple(problems), sections)


def _section(sector: bytes, number: int, sizes: dict[int, int]) -> Section:
    if len(set(sector)) == 1:
        return Section(number, None, None, None)  # erased, or never written
    footer = np.frombuffer(sector[FOOTER_AT:], FOOTER)[0]
    section, stored, signature, counter = (int(footer[name]) for name in footer.dtype.names or ())
    if signature != SIGNATURE:
        problem = f"its signature is 0x{signature:08X} instead of 0x{SIGNATURE:08X}"
        return Section(number, None, None, None, problem)
    return Section(number, section, counter, stored, _problem(sector, section, stored, sizes))


def _problem(sector: bytes, section: int, stored: int, sizes: dict[int, int]) -> str | None:
    """What is wrong with a sector that has a footer."""
    if section >= SLOT_SECTORS:
        return f"it says that it is section {section}; there are 0 to {SLOT_SECTORS - 1}"
    known = sizes.get(section, SECTION_DATA)
    found = [checksum(sector[:size]) for size in (known, *SECTION_DATA_SIZES)]
    if stored in found:
        return None
    return f"its checksum is 0x{stored:04X}, its data adds up to 0x{found[0]:04X}"
