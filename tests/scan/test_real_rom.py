"""The whole derivation on a real game of your own, against its symbol file.

``GBATOOL_TEST_ROM`` names the ROM and ``GBATOOL_TEST_SYM`` a symbol file of the same build, in any
format that ``profile import`` reads.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gbatool.core import Emulator, core_version, open_emulator
from gbatool.engine.families import ENGINES
from gbatool.profile.symfile import read_symbols
from gbatool.profile.writer import format_profile
from gbatool.rom import Rom, load_rom
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.verify import ReproofResult, verify_profile

pytestmark = pytest.mark.rom
ROM, SYMBOLS = "GBATOOL_TEST_ROM", "GBATOOL_TEST_SYM"


@pytest.fixture(scope="module")
def rom() -> Rom:
    """The game."""
    return load_rom(Path(os.environ[ROM]))


@pytest.fixture(scope="module")
def found(rom: Rom) -> Derivation:
    """Its derivation, from power-on."""
    return derive(rom, lambda: open_emulator(rom), name="real", core_version=core_version())


@pytest.fixture(scope="module")
def symbols() -> dict[str, set[int]]:
    """Canonical name -> the addresses that a symbol file has for it."""
    path = os.environ.get(SYMBOLS)
    if not path:
        pytest.skip(f"needs a symbol file of the same build: set {SYMBOLS}")
    text = Path(path).read_text(encoding="utf-8")
    lines = read_symbols(text, Path(path).name, skip_bad_lines=True).by_name()
    return {name: {int(line.address) for line in found} for name, found in lines.items()}


def test_no_verified_address_is_wrong(found: Derivation, symbols: dict[str, set[int]]) -> None:
    verified = found.profile.symbols
    assert verified
    wrong = {
        name: str(symbol.address)
        for name, symbol in verified.items()
        if symbol.address not in symbols.get(name, set())
    }
    assert wrong == {}


def test_nothing_that_the_game_has_is_unresolved(
    found: Derivation, symbols: dict[str, set[int]]
) -> None:
    unresolved = found.profile.unresolved
    assert {name: why.reason for name, why in unresolved.items() if name in symbols} == {}


def test_the_truth_is_among_the_proposals_of_every_scan(
    found: Derivation, symbols: dict[str, set[int]]
) -> None:
    family = ENGINES.get(found.profile.engine)
    stories = [s for s in found.eliminations if family is None or family.has(s.symbol)]
    known = [story for story in stories if story.symbol in symbols]
    assert known
    for story in known:
        proposed = {int(candidate.address) for candidate in story.proposed}
        assert proposed & symbols[story.symbol], story.symbol


def test_the_profile_holds_on_a_fresh_core(rom: Rom, found: Derivation) -> None:
    def power_on() -> Emulator:
        return open_emulator(rom)

    states = {"overworld": found.states["overworld"]}
    reproofs = verify_profile(power_on, found.profile, states=states)
    assert {r.name: r.why for r in reproofs if r.standing is not ReproofResult.HOLDS} == {}


def test_the_same_state_gives_the_same_addresses_again(rom: Rom, found: Derivation) -> None:
    states = {"overworld": found.states["overworld"]}
    again = derive(
        rom,
        lambda: open_emulator(rom),
        name="real",
        core_version=core_version(),
        states=states,
    )
    before, after = format_profile(found.profile), format_profile(again.profile)
    assert after.replace("made: file", "made: autopilot") == before
