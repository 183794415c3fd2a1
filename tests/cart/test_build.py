"""The committed cartridges are what the source builds."""

from __future__ import annotations

import importlib.util

import pytest

from gbatool.demo import demo_rom_path
from tests.cartridges import cartridge

needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None, reason="needs the compiler: pip install ziglang"
)


def test_the_base_variant_is_the_cartridge_that_ships() -> None:
    base = cartridge("base")
    rom = demo_rom_path().read_bytes()
    assert base.rom_path.read_bytes() == rom
    # The key is of this very image: the table of map groups points at the headers it names.
    groups = base.key["gMapGroups"] - 0x08000000
    town_group = int.from_bytes(rom[groups + 12 : groups + 16], "little") - 0x08000000
    header = int.from_bytes(rom[town_group : town_group + 4], "little")
    assert header == base.key["gMapHeader_Town"]


@needs_compiler
def test_a_fresh_build_is_the_same_to_the_byte() -> None:
    from cart.build import check
    from cart.variants import VARIANTS

    base = [variant for variant in VARIANTS if variant.name == "base"]
    assert check(base) == []
