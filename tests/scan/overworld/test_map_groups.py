"""gMapGroups: the table that maps are found through, told from one that fits one map only."""

from __future__ import annotations

from gbatool.core import open_emulator
from gbatool.memory import EWRAM, ROM, Address
from gbatool.rom import Rom
from gbatool.scan import LOCATORS
from gbatool.scan.derive import open_lab
from gbatool.scan.eliminate import eliminate
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.overworld.map_groups import header_pointer
from tests.ram import RamBuilder
from tests.scan.staging import Derived, check_told_apart, words

SYMBOL = "gMapGroups"
GROUPS, MAPS = 8, 16
TABLE, HEADER = ROM.base + 0x200, ROM.base + 0x400


def loaded_map(base: Derived, lab: Lab) -> tuple[int, int]:
    snapshot = lab.snapshot(OVERWORLD)
    block = snapshot.u32(base.answers["gSaveBlock1Ptr"])
    return snapshot.u8(block + 4), snapshot.u8(block + 5)


def test_a_table_that_fits_the_loaded_map_only_is_refuted_by_a_warp(base: Derived) -> None:
    """A ROM with a second table behind its end, in which every map is the loaded one."""
    group, num = loaded_map(base, base.solved)
    snapshot = base.solved.snapshot(OVERWORLD)
    header = header_pointer(snapshot, base.answers[SYMBOL], group, num)
    assert header is not None
    table = ROM.base + len(base.rom.data)
    impostor = table + 4 * MAPS
    literal = words(impostor)
    more = words(*[header] * MAPS) + words(*[table] * GROUPS) + literal
    rom = Rom(base.rom.data + more, base.rom.name)
    lab, _ = open_lab(open_emulator(rom))
    for locator in LOCATORS.in_order((SYMBOL,)):
        eliminate(lab, locator)
    assert lab.address(SYMBOL) == base.answers[SYMBOL]
    rival = "another table that leads to the loaded map's header"
    check_told_apart(lab, SYMBOL, rival, impostor)


def test_a_table_leads_to_a_header_in_the_rom() -> None:
    ram = RamBuilder().put(ROM.base + 4, "I", TABLE).put(TABLE + 8, "I", HEADER).build()
    assert header_pointer(ram, ROM.base, 1, 2) == HEADER


def test_a_table_that_leads_elsewhere_leads_nowhere() -> None:
    groups = Address(ROM.base)
    ram = RamBuilder().put(groups, "3I", EWRAM.base, TABLE, TABLE + 4).put(TABLE, "I", EWRAM.base)
    assert header_pointer(ram.build(), groups, 0, 0) is None
    assert header_pointer(ram.build(), groups, 1, 0) is None
    assert header_pointer(ram.build(), groups, 2, 0) is None
    assert header_pointer(ram.build(), ROM.end, 0, 0) is None
