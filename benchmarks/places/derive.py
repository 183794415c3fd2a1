"""Derive the overworld part from many places, and compare what is proven.

Every result is appended to a file of JSON lines as soon as it is there, so that an interrupted run
goes on where it stopped, and two parts of one run can be put together.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.cases import OVERWORLD_PART
from benchmarks.places.store import Places
from gbatool.core import EmulatorState, core_version, open_emulator
from gbatool.errors import GbatoolError
from gbatool.profile.symfile import read_symbols
from gbatool.rom import Rom
from gbatool.scan import LOCATORS
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.lab.laboratory import OVERWORLD

POWER_ON = "power-on"
AnswerKey = Mapping[str, frozenset[int]]
"""Canonical name -> the addresses that the linker gave it; static names occur several times."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What was derived from one place.

    Attributes:
        place: Group and number of the map, or ``power-on``.
        tile: Map-local coordinates; None from power-on.
        seconds: CPU time.
        proven: Symbol -> address.
        causes: Why symbols stay open, those that hold back most first.
        error: Why nothing could be derived at all; None if something could.
    """

    place: str
    tile: tuple[int, int] | None
    seconds: float
    proven: Mapping[str, int] = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    error: str | None = None


def read_key(path: Path) -> AnswerKey:
    """A symbol file as an answer key; a linker's map would lack the static names.

    Raises:
        ProfileError: It has no symbol.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    lines = read_symbols(text, path.name, skip_bad_lines=True).by_name()
    return {name: frozenset(int(line.address) for line in found) for name, found in lines.items()}


def derive_places(
    places: Places, *, count: int, seed: int, part: tuple[int, int], results: Path | None
) -> Iterator[Derived]:
    """Derive from power-on first, then from so many places.

    Args:
        places: Where to begin.
        count: How many places, all parts together.
        seed: Chooses them.
        part: Number of this part, from 0 on, and how many parts there are.
        results: File of JSON lines that results are read from and appended to; None keeps none.
    """
    number, parts = part
    done = {derived.place: derived for derived in read_results(results)}
    chosen = places.choose(count, seed)[number::parts]
    for place in (None, *chosen):
        name = POWER_ON if place is None else place.name
        if name in done:
            yield done[name]
            continue
        states = {} if place is None else {OVERWORLD: places.state(place).emulator_state()}
        derived = _derive(places.rom, name, None if place is None else place.tile, states)
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(derived)) + "\n")
        yield derived


def read_results(results: Path | None) -> Iterator[Derived]:
    """The results in a file; none where there is no file yet."""
    if results is None or not results.exists():
        return
    for line in results.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        entry["tile"] = tuple(entry["tile"]) if entry["tile"] else None
        entry["causes"] = tuple(entry["causes"])
        yield Derived(**entry)


def derive_overworld_part(
    rom: Rom, states: Mapping[str, EmulatorState] | None = None
) -> Derivation:
    """Derive the overworld part of the catalogue, from power-on or from given states."""
    return derive(
        rom,
        lambda: open_emulator(rom),
        name="places",
        core_version=core_version(),
        states=states,
        symbols=tuple(symbol for symbol in OVERWORLD_PART if symbol in LOCATORS),
    )


def _derive(
    rom: Rom, name: str, tile: tuple[int, int] | None, states: Mapping[str, EmulatorState]
) -> Derived:
    begun = time.process_time()
    try:
        derivation = derive_overworld_part(rom, states)
    except GbatoolError as error:
        return Derived(name, tile, time.process_time() - begun, error=error.message)
    return Derived(
        name,
        tile,
        time.process_time() - begun,
        {name: int(symbol.address) for name, symbol in derivation.profile.symbols.items()},
        tuple(map(str, derivation.root_causes)),
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """A result beside what power-on proves and the answer key.

    Attributes:
        missing: Symbols that power-on proves and this place does not.
        wrong: Symbols with another address than the key has, or power-on where it has none.
    """

    derived: Derived
    missing: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing and nothing wrong."""
        return not self.missing and not self.wrong


def compare(derived: Derived, from_power_on: Derived, key: AnswerKey) -> Compared:
    """What a result lacks, and what is wrong in it."""
    truth = {symbol: frozenset({address}) for symbol, address in from_power_on.proven.items()}
    truth |= key
    return Compared(
        derived,
        tuple(sorted(from_power_on.proven.keys() - derived.proven.keys())),
        tuple(
            symbol
            for symbol, address in sorted(derived.proven.items())
            if address not in truth.get(symbol, frozenset({address}))
        ),
    )
