"""Engines that differ from their family's: what does not fit stays unresolved, nothing is wrong."""

from __future__ import annotations

from functools import cache

import pytest

from gbatool.core import core_version, open_emulator
from gbatool.engine.families import UNKNOWN_FAMILY
from gbatool.memory import ROM
from gbatool.profile import Profile, Status, canonical_name
from gbatool.scan.derive import derive
from tests.cartridges import HACKS, KeySymbol, cartridge
from tests.scan.staging import DECOY

SAME_EVERYWHERE = {
    "CB2_Overworld",
    "gBackupMapLayout",
    "gMain",
    "gPlayerParty",
    "gStringVar4",
    "gTasks",
    "sGlobalScriptContext",
    "sLockFieldControls",
    "sStartMenuCursorPos",
}
"""No hack of ours touches what these rest on."""
MISFITS = {
    "hacks/enlarged": set[str](),
    "hacks/renumbered": set[str](),
    "hacks/reshaped": {"gObjectEvents", "gSprites", "gPlayerAvatar"},
}
"""What has another size than the layouts say, and what can be read with its help alone."""


@cache
def profile_of(hack: str) -> Profile:
    """What ``derive`` gives for a hack, from power-on with nothing but its ROM."""
    rom = cartridge(hack).load()
    return derive(rom, lambda: open_emulator(rom), name="hack", core_version=core_version()).profile


def key_of(hack: str) -> dict[str, KeySymbol]:
    """Canonical name -> where and how large it truly is."""
    return {canonical_name(symbol.name): symbol for symbol in cartridge(hack).symbols.values()}


def test_every_hack_has_its_misfits_named() -> None:
    assert set(HACKS) == set(MISFITS)


@pytest.mark.parametrize("hack", HACKS)
def test_no_address_is_wrong(hack: str) -> None:
    key, found = key_of(hack), profile_of(hack).symbols
    assert {n: s.address for n, s in found.items()} == {n: key[n].address for n in found}
    assert not [name for name in found if name.startswith(DECOY)]


@pytest.mark.parametrize("hack", HACKS)
def test_no_size_of_ram_is_wrong(hack: str) -> None:
    key = key_of(hack)
    found = {
        name: symbol.size
        for name, symbol in profile_of(hack).symbols.items()
        if symbol.size and not ROM.holds(symbol.address)
    }
    assert found == {name: key[name].size for name in found}


@pytest.mark.parametrize("hack", HACKS)
def test_what_no_longer_fits_its_layout_is_unresolved_with_a_reason(hack: str) -> None:
    profile = profile_of(hack)
    assert MISFITS[hack] <= profile.unresolved.keys()
    assert all(why.reason for why in profile.unresolved.values())


@pytest.mark.parametrize("hack", HACKS)
def test_what_the_hack_leaves_alone_is_proven_all_the_same(hack: str) -> None:
    symbols = profile_of(hack).symbols
    assert symbols.keys() >= SAME_EVERYWHERE
    assert {symbol.status for symbol in symbols.values()} == {Status.VERIFIED}


@pytest.mark.parametrize("hack", HACKS)
def test_the_family_is_unknown_only_where_its_behaviors_are_renumbered(hack: str) -> None:
    expected = UNKNOWN_FAMILY if hack == "hacks/renumbered" else "frlg"
    assert profile_of(hack).engine == expected
