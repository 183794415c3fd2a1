"""The demo cartridge's variants and their answer keys, which only tests may read.

A key holds one symbol a line, ``AAAAAAAA SSSSSSSS name``: hex address (functions without the
Thumb bit), hex size, name. ``base`` is the cartridge that ships with the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gbatool.memory import Address, region_of
from gbatool.profile import Evidence, Profile, RomIdentity, Status, Symbol, canonical_name
from gbatool.profile.symfile import read_symbols
from gbatool.rom import Rom, load_rom

ANSWER = (Evidence("answer key", "the linker put it there", "1/1", 1, "none"),)
"""Lets a profile made from a key be written to a file, where verified needs evidence."""
FOLDER = Path(__file__).parent
BASE_ROM = FOLDER.parent.parent / "gbatool" / "demo" / "demo.gba"
VARIANTS = ("base", *sorted(path.stem for path in FOLDER.glob("*.gba")))
HACKS = tuple(sorted(f"hacks/{path.stem}" for path in FOLDER.glob("hacks/*.gba")))
"""Variants whose engine differs from its family's, so that not everything can be found there."""
ENGINES = tuple(sorted(f"engines/{path.stem}" for path in FOLDER.glob("engines/*.gba")))
"""Variants whose engine keeps things in another form, all of which can be found there."""
PLACES = tuple(sorted(f"places/{path.stem}" for path in FOLDER.glob("places/*.gba")))
"""Variants that start elsewhere than in the bedroom."""


@dataclass(frozen=True, slots=True)
class KeySymbol:
    """One line of an answer key."""

    name: str
    address: Address
    size: int


@dataclass(frozen=True)
class Cartridge:
    """One variant.

    Attributes:
        name: ``base``, ``reordered``, ..., ``hacks/renumbered``, ..., ``engines/changed``, ...
        rom_path: Its ROM image.
        symbols: Name as the linker has it -> symbol.
    """

    name: str
    rom_path: Path
    symbols: dict[str, KeySymbol]

    @property
    def key(self) -> dict[str, int]:
        """Name -> address."""
        return {name: symbol.address for name, symbol in self.symbols.items()}

    def load(self) -> Rom:
        """Its ROM."""
        return load_rom(self.rom_path)


def read_key(path: Path) -> dict[str, KeySymbol]:
    """Read an answer key; the first of two lines of one name counts."""
    symbols: dict[str, KeySymbol] = {}
    for line in read_symbols(path.read_text(), path.name).symbols:
        symbols.setdefault(line.name, KeySymbol(line.name, line.address, line.size))
    return symbols


@cache
def cartridge(name: str = "base") -> Cartridge:
    """A variant of the demo cartridge by its name."""
    rom_path = BASE_ROM if name == "base" else FOLDER / f"{name}.gba"
    return Cartridge(name, rom_path, read_key(FOLDER / f"{name}.sym"))


def profile_of(rom: Rom, symbols: dict[str, KeySymbol], name: str) -> Profile:
    """A profile that calls every symbol of a key verified."""
    known = {
        canonical_name(symbol.name): Symbol(
            canonical_name(symbol.name), symbol.address, symbol.size, Status.VERIFIED, ANSWER
        )
        for symbol in symbols.values()
        if region_of(symbol.address) is not None
    }
    return Profile(name=name, rom=RomIdentity.of(rom), engine="frlg", symbols=known)


@cache
def answer_profile(name: str = "base") -> Profile:
    """The profile that a perfect derivation would give for a variant."""
    found = cartridge(name)
    return profile_of(found.load(), found.symbols, f"demo-{name}")
