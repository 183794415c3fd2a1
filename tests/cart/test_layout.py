"""The answer keys: sizes of the engine's structures, addresses that differ, and a header without logo."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gbatool.memory import Region, region_of
from tests.cart.play import bedroom
from tests.cartridges import ENGINES, PLACES, VARIANTS, KeySymbol, cartridge

SIZES = {
    "gMain": 0x43C, "gTasks": 0x280, "gSprites": 0x1144, "gPaletteFade": 0x10, "gRngValue": 4,
    "gBackupMapLayout": 0xC, "gBackupMapData": 0x5000, "gMapHeader": 0x1C, "gObjectEvents": 0x240,
    "gPlayerAvatar": 0x20, "gPlayerParty": 0x258, "gEnemyParty": 0x258, "gPlayerPartyCount": 1,
    "sGlobalScriptContext": 0x74, "sImmediateScriptContext": 0x74, "sTextPrinters": 0x480,
    "gWindows": 0x180, "sMenu": 0xC, "gStringVar1": 0x20, "gStringVar2": 0x14, "gStringVar4": 0x3E8,
    "gBattleMons": 0x160, "gBattleBufferA": 0x800, "gBattleBufferB": 0x800, "gPartyMenu": 0x14,
    "gBagMenuState": 0x14, "gBagPockets": 0x28, "gDisplayedStringBattle": 0x12C,
}  # fmt: skip
CHANGED = {
    "engines/changed": {"gPlayerAvatar": 0x24, "gBattleMons": 0x180},
    "engines/packed": dict[str, int](),
}
"""Sizes that a rebuilt engine has instead."""
LOGO = slice(0x04, 0xA0)
ALL = (*VARIANTS, *PLACES)


@pytest.mark.parametrize("variant", ALL)
def test_the_structures_have_the_sizes_of_the_engine(variant: str) -> None:
    symbols = cartridge(variant).symbols
    assert {name: symbols[name].size for name in SIZES} == SIZES


@pytest.mark.parametrize("variant", ENGINES)
def test_a_rebuilt_engine_has_other_sizes_of_what_grew(variant: str) -> None:
    symbols = cartridge(variant).symbols
    assert {name: symbols[name].size for name in SIZES} == SIZES | CHANGED[variant]


@pytest.mark.parametrize("variant", ALL)
def test_no_two_objects_in_ram_share_a_byte(variant: str) -> None:
    symbols = [s for s in cartridge(variant).symbols.values() if _in_ram(s.address)]
    for before, after in pairwise(_sorted(symbols)):
        assert before.address + before.size <= after.address, (before, after)


@pytest.mark.parametrize("variant", ALL)
def test_what_is_copied_by_words_lies_on_a_word(variant: str) -> None:
    key = cartridge(variant).key
    words = ("sWindowArena", "gHeap", "gStringVar4", "gSaveBlock1", "gSaveBlock2")
    assert {name: key[name] % 4 for name in words} == dict.fromkeys(words, 0)


def _sorted(symbols: list[KeySymbol]) -> list[KeySymbol]:
    return sorted(symbols, key=lambda symbol: symbol.address)


def _in_ram(address: int) -> bool:
    return region_of(address) in (Region.EWRAM, Region.IWRAM)


def test_no_engine_symbol_keeps_its_place_in_another_variant() -> None:
    keys = [cartridge(variant).key for variant in ALL]
    for name in SIZES:
        assert len({key[name] for key in keys}) == len(keys), name


def test_the_moved_variant_swaps_the_memories() -> None:
    base, moved = cartridge("base").key, cartridge("moved").key
    for name in ("gObjectEvents", "gPlayerAvatar", "gPlayerParty", "gBackupMapLayout"):
        assert region_of(base[name]) is not region_of(moved[name])


def test_the_swapped_variant_has_everything_that_fits_in_the_other_memory() -> None:
    base, swapped = cartridge("base").symbols, cartridge("swapped").symbols
    stayed = {
        name
        for name, symbol in base.items()
        if _in_ram(symbol.address) and region_of(symbol.address) is region_of(swapped[name].address)
    }
    large = {name for name in stayed if base[name].size > 0x1800}
    assert stayed - large == {"gSaveBlock2"}
    assert {"gMain", "gObjectEvents", "gSprites", "gTasks", "sTextPrinters"}.isdisjoint(stayed)


def test_the_sparse_variant_reaches_to_the_ends_of_both_memories() -> None:
    symbols = [s for s in cartridge("sparse").symbols.values() if _in_ram(s.address)]
    for region, room in ((Region.EWRAM, 0x40000), (Region.IWRAM, 0x7A00)):
        ends = [s.address + s.size for s in symbols if region_of(s.address) is region]
        assert region.base + room - 0x400 < max(ends) <= region.base + room
    gaps = [b.address - a.address - a.size for a, b in pairwise(_sorted(symbols))]
    assert sum(gap > 0x40 for gap in gaps) > len(gaps) // 2
    assert any(symbol.address % 2 for symbol in symbols if symbol.size > 1)


@pytest.mark.parametrize(
    ("variant", "pointer", "offset", "bytes_needed"),
    [
        ("inner", "gBackupMapLayout", 8, 2 * 27 * 23),
        ("pocket", "gSaveBlock1Ptr", 0, 0x3D68),
        ("pocket", "gSaveBlock2Ptr", 0, 0xF24),
    ],
)
def test_what_the_engine_keeps_in_ewram_can_lie_in_iwram(
    variant: str, pointer: str, offset: int, bytes_needed: int
) -> None:
    where = bedroom(variant).u32(pointer, offset)
    assert region_of(where) is region_of(where + bytes_needed - 1) is Region.IWRAM


@pytest.mark.parametrize("name", ["gBattleMoves", "gMoveNames", "gSpeciesNames"])
@pytest.mark.parametrize("variant", ALL)
def test_much_follows_the_tables_that_scripts_read_with_any_index(variant: str, name: str) -> None:
    cart = cartridge(variant)
    behind = 0x08000000 + cart.rom_path.stat().st_size - cart.key[name]
    assert behind > 0x4000


@pytest.mark.parametrize("variant", ["compact", "plain"])
def test_another_optimisation_makes_other_code_of_the_same_source(variant: str) -> None:
    base, other = cartridge("base").symbols, cartridge(variant).symbols
    sizes = {name: symbol.size for name, symbol in base.items() if name in other}
    other_sizes = {name: other[name].size for name in sizes if other[name].size != sizes[name]}
    assert len(other_sizes) > 20
    assert all(not _in_ram(base[name].address) for name in other_sizes)


@pytest.mark.parametrize("variant", ALL)
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
