"""The ROM profile: the address of each symbol in one ROM, and the evidence for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from gbatool.engine.engine import SHARED, Engine, Structures
from gbatool.engine.families import ENGINES
from gbatool.engine.traits import with_traits
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import THUMB_BIT, Address
from gbatool.profile.names import canonical_name
from gbatool.rom import Rom

SCHEMA = "gbatool/profile/2"
READABLE_SCHEMAS = ("gbatool/profile/1", SCHEMA)
"""Version 1 has no traits; everything else is the same."""
STATIC_KINDS = frozenset({"scan", "literal", "watch", "like", "import"})
"""Kinds of evidence that only show what memory held, without making the game act on it."""


class Status(str, Enum):
    """How well an address is known."""

    VERIFIED = "verified"
    CORROBORATED = "corroborated"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence for an address.

    Attributes:
        kind: ``scan``, ``bump``, ``poke``, ``key``, ``watch``, ``literal``, ...
        predicted: What must happen if the candidate is the symbol.
        held: How often it happened, such as ``12/12``.
        left: The number of candidates left afterwards.
        savestate: Label of the savestate on which it was gathered.
    """

    kind: str
    predicted: str
    held: str
    left: int
    savestate: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """One address with its evidence. ``size`` is in bytes; 0 when not known."""

    name: str
    address: Address
    size: int
    status: Status
    evidence: tuple[Evidence, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Trait:
    """What the game's engine has in another form than its base family, with the evidence.

    Attributes:
        name: See :mod:`gbatool.engine.traits`, as is the form of ``value``.
    """

    name: str
    value: str
    status: Status
    evidence: tuple[Evidence, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A symbol without a proven address, or a trait without a proven value.

    Attributes:
        name: Canonical name of the symbol, or the trait's.
        reason: Why.
        candidates: Addresses that could still be the symbol's.
        would_decide: What a derivation would need to decide.
        needs: Unresolved symbols that this one waits for; none where the reason is its own.
    """

    name: str
    reason: str
    candidates: tuple[Address, ...] = ()
    would_decide: str | None = None
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RomIdentity:
    """The ROM that a profile belongs to; only ``sha1`` is compared.

    Attributes:
        base_sha1: Digest of the ROM that was patched to make it; None if none was.
    """

    title: str
    code: str
    maker: str
    revision: int
    size: int
    sha1: str
    sha256: str
    base_sha1: str | None = None

    @classmethod
    def of(cls, rom: Rom) -> RomIdentity:
        """The identity of a loaded ROM."""
        return cls(
            title=rom.title,
            code=rom.game_code,
            maker=rom.maker_code,
            revision=rom.revision,
            size=len(rom.data),
            sha1=rom.sha1,
            sha256=rom.sha256,
            base_sha1=rom.base_sha1,
        )


@dataclass(frozen=True, slots=True)
class PinnedState:
    """A savestate that a profile's evidence rests on.

    Attributes:
        label: Its name in evidence and on the command line.
        made: How it was made: ``autopilot``, ``recipe NAME``, ``file``.
        ram_sha256: Digest of EWRAM followed by IWRAM.
        file_sha256: Digest of the file, when one was written.
        core: Version of the mGBA that made it.
        frame: Frames since power-on.
        player: The player's tile in buffer coordinates; None when it can't be decoded.
    """

    label: str
    made: str
    ram_sha256: str
    core: str
    frame: int
    file_sha256: str | None = None
    player: tuple[int, int] | None = None
    note: str | None = None


Differences = tuple[tuple[str, str], ...]
"""Traits by name and value."""


@lru_cache(maxsize=64)
def _engine(family: str, traits: Differences) -> Engine:
    return with_traits(ENGINES[family], dict(traits))


@lru_cache(maxsize=64)
def _shared(traits: Differences) -> Structures:
    return with_traits(SHARED, dict(traits))


@dataclass(frozen=True, slots=True)
class Profile:
    """The addresses of one ROM, with its engine family and pinned savestates.

    Attributes:
        name: The profile's name, such as ``firered-us-1.0``.
        rom: The ROM it belongs to.
        engine: Name of the engine family that the game is based on.
        traits: Name -> what the game has in another form than that family.
        savestates: Label -> pinned state.
        symbols: Canonical name -> symbol.
        unresolved: Name -> symbol or trait that is not proven.
        trust_imported: Whether decoders may use imported symbols, which are unproven.
    """

    name: str
    rom: RomIdentity
    engine: str
    savestates: Mapping[str, PinnedState] = field(default_factory=dict)
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    unresolved: Mapping[str, Unresolved] = field(default_factory=dict)
    note: str | None = None
    trust_imported: bool = False
    traits: Mapping[str, Trait] = field(default_factory=dict)

    @property
    def structures(self) -> Structures:
        """Layouts of the engine, where the family is not known those that all families share."""
        return self.family if self.engine in ENGINES else _shared(self._differences())

    def _differences(self) -> Differences:
        return tuple((one.name, one.value) for one in self.traits.values() if self._usable(one))

    def require(self, *traits: str) -> None:
        """Make sure that a part of the engine is known before it is read.

        A trait that is neither listed nor unresolved is the base family's.

        Args:
            traits: Names of traits; ``battle_mon.`` stands for all that begin so.

        Raises:
            UnprovenSymbolError: One of them is unresolved: to read by the family's would be a guess.
        """
        for name, item in self.unresolved.items():
            if any(name == one or (one[-1] == "." and name.startswith(one)) for one in traits):
                raise UnprovenSymbolError(
                    f"profile {self.name} does not know the trait {name}: {item.reason}; run"
                    f" `gbatool derive --symbols {name}`",
                    symbol=name,
                    profile=self.name,
                    status="unresolved",
                )

    @property
    def family(self) -> Engine:
        """The engine of the profile's family, with all that is in a form of its own there.

        Raises:
            UnprovenSymbolError: The family is not known, so nothing can be read by its layouts.
        """
        if self.engine not in ENGINES:
            raise UnprovenSymbolError(
                f"the engine family of profile {self.name} is {self.engine}, so its structures"
                " can't be read by the layouts of a known one; its addresses can be used",
                symbol="engine",
                profile=self.name,
                status=self.engine,
            )
        traits = self._differences()
        return _engine(self.engine, traits) if traits else ENGINES[self.engine]

    def trusting_imported(self) -> Profile:
        """The same profile with ``trust_imported`` set."""
        return replace(self, trust_imported=True)

    def has(self, name: str) -> bool:
        """Whether :meth:`address` returns an address for a symbol."""
        symbol = self.symbols.get(canonical_name(name))
        return symbol is not None and self._usable(symbol)

    def names(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """The canonical names of symbols that the profile must have, whatever their status.

        Raises:
            UnprovenSymbolError: It has none of one of these names.
        """
        names = tuple(dict.fromkeys(map(canonical_name, wanted)))
        for name in names:
            if name not in self.symbols:
                self.address(name)
        return names

    def _usable(self, symbol: Symbol | Trait) -> bool:
        return symbol.status is not Status.IMPORTED or self.trust_imported

    def address(self, name: str) -> Address:
        """The address of a symbol (a ROM function without its Thumb bit).

        Raises:
            UnprovenSymbolError: It is absent, unresolved, or only imported.
        """
        name = canonical_name(name)
        symbol = self.symbols.get(name)
        if symbol is not None and self._usable(symbol):
            return symbol.address
        if symbol is not None:
            message = (
                f"{name} is only imported in profile {self.name}; prove it with"
                f" `gbatool derive --symbols {name}` or pass --trust-imported"
            )
            raise UnprovenSymbolError(message, symbol=name, profile=self.name, status="imported")
        unresolved = self.unresolved.get(name)
        reason = unresolved.reason if unresolved else "it was never derived"
        raise UnprovenSymbolError(
            f"profile {self.name} has no address for {name}: {reason}; run"
            f" `gbatool derive --symbols {name}`",
            symbol=name,
            profile=self.name,
            status="unresolved" if unresolved else "absent",
        )

    def is_function(self, value: int, name: str) -> bool:
        """Whether a stored Thumb pointer is the named function; False when it isn't known."""
        return self.has(name) and value == (self.address(name) | THUMB_BIT)
