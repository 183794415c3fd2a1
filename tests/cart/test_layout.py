"""The answer keys: sizes of the engine's structures, places that differ, a ROM that is nobody's."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gbatool.memory import Region, region_of
from tests.cart.play import bedroom
from tests.cartridges import VARIANTS, cartridge

SIZES = {
    "gMain": 0x43C, "gTasks": 0x280, "gSprites": 0x1144, "gPaletteFade": 0x10, "gRngValue": 4,
    "gBackupMapLayout": 0xC, "gBackupMapData": 0x5000, "gMapHeader": 0x1C, "gObjectEvents": 0x240,
    "gPlayerAvatar": 0x20, "gPlayerParty": 0x258, "gEnemyParty": 0x258, "gPlayerPartyCount": 1,
    "sGlobalScriptContext": 0x74, "sImmediateScriptContext": 0x74, "sTextPrinters": 0x480,
    "gWindows": 0x180, "sMenu": 0xC, "gStringVar1": 0x20, "gStringVar2": 0x14, "gStringVar4": 0x3E8,
    "gBattleMons": 0x160, "gBattleBufferA": 0x800, "gBattleBufferB": 0x800, "gPartyMenu": 0x14,
    "gBagMenuState": 0x14, "gBagPockets": 0x28, "gDisplayedStringBattle": 0x12C,
}  # fmt: skip
LOGO = slice(0x04, 0xA0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_structures_have_the_sizes_of_the_engine(variant: str) -> None:
    symbols = cartridge(variant).symbols
    assert {name: symbols[name].size for name in SIZES} == SIZES


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_two_objects_in_ram_share_a_byte(variant: str) -> None:
    symbols = [s for s in cartridge(variant).symbols.values() if _in_ram(s.address)]
    symbols.sort(key=lambda symbol: symbol.address)
    for before, after in pairwise(symbols):
        assert before.address + before.size <= after.address, (before, after)


def _in_ram(address: int) -> bool:
    return region_of(address) in (Region.EWRAM, Region.IWRAM)


def test_no_engine_symbol_keeps_its_place_in_another_variant() -> None:
    keys = [cartridge(variant).key for variant in VARIANTS]
    for name in SIZES:
        assert len({key[name] for key in keys}) == len(keys), name


def test_the_moved_variant_swaps_the_memories() -> None:
    base, moved = cartridge("base").key, cartridge("moved").key
    for name in ("gObjectEvents", "gPlayerAvatar", "gPlayerParty", "gBackupMapLayout"):
        assert region_of(base[name]) is not region_of(moved[name])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_header_is_sound_and_has_no_logo(variant: str) -> None:
    rom = cartridge(variant).rom_path.read_bytes()
    assert not any(rom[LOGO])
    assert rom[0xA0:0xAC] == b"MOSSVALE\0\0\0\0"
    assert rom[0xB2] == 0x96
    assert (sum(rom[0xA0:0xBE]) + 0x19) & 0xFF == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_reaches_the_bedroom(variant: str) -> None:
    play = bedroom(variant)
    assert play.place == (4, 1)
    assert (play.u32("gBackupMapLayout"), play.u32("gBackupMapLayout", 4)) == (27, 23)
    assert play.u32("gBackupMapLayout", 8) == play.address("gBackupMapData")
