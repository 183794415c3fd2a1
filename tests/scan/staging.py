"""Derived cartridges, and the ways to stage what no cartridge has: plants, rivals, dead buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gbatool.core import Buttons, Emulator, core_version, open_emulator
from gbatool.engine.families import FRLG
from gbatool.memory import Address
from gbatool.profile import canonical_name
from gbatool.rom import Rom
from gbatool.scan import LOCATORS
from gbatool.scan.derive import Derivation, derive, open_lab
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, Elimination, ProbeVerdict
from gbatool.scan.lab.autopilot import Walking
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.locator import Locator, Probe
from tests.cartridges import Cartridge, KeySymbol, cartridge

DECOY = "sDecoy"
LACKED = frozenset(
    {
        "sInHelpSystem",
        "gNatureNamePointers",
        "gBattlescriptCurrInstr",
        "gBattleCommunication",
        "sMultichoiceLists",
    }
)
"""What their engine has not: the help overlay, natures, more lists of answers than one, and scripts of
battles (what would be their notes is there, and nothing asks in it)."""
HAD = frozenset(canonical_name(name) for name in cartridge("base").symbols) - LACKED
LOCATED = tuple(
    locator for locator in LOCATORS.locators if FRLG.has(locator.symbol) and locator.symbol in HAD
)
"""What can be found on the cartridges: all that their engine, which is of that family, has."""


@dataclass(frozen=True)
class Derived:
    """A variant of the cartridge, derived from power-on with nothing but its ROM.

    Attributes:
        cartridge: The variant and its answer key.
        rom: Its ROM.
        derivation: What ``derive`` gave.
        eliminations: The same stories once more, each with what its scan alone proposes, of every
            symbol that the family has.
        solved: The laboratory in which everything is proven; tests take copies of it.
    """

    cartridge: Cartridge
    rom: Rom
    derivation: Derivation
    eliminations: tuple[Elimination, ...]
    solved: Lab

    @property
    def answers(self) -> Mapping[str, int]:
        """Canonical name -> the address that the linker gave it."""
        symbols = self.cartridge.symbols.values()
        return {canonical_name(symbol.name): symbol.address for symbol in symbols}

    @property
    def decoys(self) -> list[KeySymbol]:
        """What looks like engine state and is not."""
        return [s for s in self.cartridge.symbols.values() if s.name.startswith(DECOY)]

    def decoy_at(self, address: int) -> str | None:
        """The decoy that an address lies in."""
        inside = (s for s in self.decoys if s.address <= address < s.address + max(s.size, 1))
        return next((symbol.name for symbol in inside), None)

    def power_on(self) -> Emulator:
        """A fresh core."""
        return open_emulator(self.rom)

    def lab(self) -> Lab:
        """The solved laboratory, for one test to spoil."""
        return self.solved.on(self.solved.emulator)

    def bare_lab(self) -> Lab:
        """A laboratory that has its overworld state and knows nothing yet."""
        walking = walking_of(self.solved, OVERWORLD)
        return Lab(self.solved.emulator, walking)


@cache
def derived(name: str) -> Derived:
    """Derive a variant, once."""
    found = cartridge(name)
    rom = found.load()
    derivation = derive(
        rom, lambda: open_emulator(rom), name=f"demo-{name}", core_version=core_version()
    )
    lab, _ = open_lab(open_emulator(rom), {OVERWORLD: derivation.states[OVERWORLD]})
    stories = []
    for locator in LOCATORS.in_order(tuple(locator.symbol for locator in LOCATED)):
        if locator not in LOCATED:
            if locator.is_of_trait:  # which others may rest on
                eliminate(lab, locator)
            continue
        alone = eliminate(lab, locator, use_probes=False)
        stories.append(replace(eliminate(lab, locator), proposed=alone.proposed))
    return Derived(found, rom, derivation, tuple(stories), lab)


@cache
def lab_of(name: str, *symbols: str) -> Lab:
    """A laboratory on a cartridge in which these are proven, and what they require."""
    lab, _ = open_lab(open_emulator(cartridge(name).load()))
    for locator in LOCATORS.in_order(symbols):
        eliminate(lab, locator)
    return lab


def walking_of(lab: Lab, label: str) -> Walking:
    """A labelled state of a laboratory as one to start another from."""
    return Walking(lab.state(label), lab.positions, (), presses=0, frames=0)


def starting_at(lab: Lab, label: str, emulator: Emulator | None = None) -> Lab:
    """A laboratory whose overworld is another's labelled state, with the same knowledge."""
    other = Lab(emulator or lab.emulator, walking_of(lab, label))
    other.known = dict(lab.known)
    return other


def planted(lab: Lab, *writes: Write) -> Lab:
    """The same laboratory with bytes written into its overworld state, and no other state yet."""
    with lab.at(OVERWORLD) as emulator:
        for write in writes:
            write(emulator)
        lab.keep("planted")
    return starting_at(lab, "planted")


def unused(lab: Lab, size: int) -> Address:
    """EWRAM that the game leaves alone."""
    return find_scratch(lab, size)


def words(*values: int) -> bytes:
    """Little-endian 32-bit words."""
    return b"".join(value.to_bytes(4, "little") for value in values)


def probe_against(symbol: str, rival: str) -> Probe:
    """The probe that a locator says tells a rival apart."""
    locator = LOCATORS[symbol]
    name = locator.doc.rivals[rival]
    return next(probe for probe in locator.probes if probe.name == name)


def proposals(lab: Lab, locator: Locator) -> dict[int, Candidate]:
    """What the scan proposes, by address; of several forms at one, the first. No family is asked."""
    locator.stage.bring(lab)
    found: dict[int, Candidate] = {}
    for candidate in locator.scan(lab):
        found.setdefault(int(candidate.address), candidate)
    return found


def check_told_apart(
    lab: Lab, symbol: str, rival: str, impostor: int, *, proven: bool = True
) -> None:
    """The scan keeps both; the rival's probe refutes the impostor alone; the truth is proven.

    Args:
        lab: Where the impostor was planted or lives; ``symbol`` is known to it.
        symbol: What is looked for.
        rival: As the locator's documentation calls it.
        impostor: The rival's address.
        proven: False where the impostor's mere existence leaves the truth unproven.
    """
    locator, truth = LOCATORS[symbol], lab.known[symbol].address
    proposed = proposals(lab, locator)
    assert {truth, impostor} <= proposed.keys()
    probe = probe_against(symbol, rival)
    probe.stage.bring(lab)
    assert probe.run(lab, proposed[impostor]).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, proposed[truth]).verdict is ProbeVerdict.HELD
    story = eliminate(lab, locator)
    assert story.proven is proven
    assert story.survivor is not None
    assert story.survivor.address == truth


class DeadButtons:
    """An emulator on which some buttons do nothing; everything else is the real one's."""

    def __init__(self, emulator: Emulator, dead: Buttons) -> None:
        self._emulator, self._dead = emulator, dead

    def hold(self, buttons: Buttons) -> None:
        """Hold what still works."""
        self._emulator.hold(buttons & ~self._dead)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._emulator, name)


def with_dead_buttons(lab: Lab, dead: Buttons) -> Lab:
    """The laboratory as it was before anything was brought about, on such an emulator."""
    emulator: Any = DeadButtons(lab.emulator, dead)
    return starting_at(lab, OVERWORLD, emulator)


class BarredButton:
    """An emulator on which a button does nothing while one of some bytes of RAM is not zero."""

    def __init__(self, emulator: Emulator, button: Buttons, bytes_at: tuple[int, ...]) -> None:
        self._emulator, self._button, self._bytes_at = emulator, button, bytes_at

    def hold(self, buttons: Buttons) -> None:
        """Hold what works at present."""
        barred = any(map(self._emulator.live.u8, self._bytes_at))
        self._emulator.hold(buttons & ~self._button if barred else buttons)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._emulator, name)


def barring(lab: Lab, button: Buttons, *bytes_at: int) -> Lab:
    """The laboratory as it was before anything was brought about, on such an emulator."""
    emulator: Any = BarredButton(lab.emulator, button, bytes_at)
    return starting_at(lab, OVERWORLD, emulator)
