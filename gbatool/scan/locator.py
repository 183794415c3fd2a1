"""What a locator is: declared facts, a scan that proposes, and probes that eliminate."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Protocol

from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.laboratory import Lab

ENGINE_FAMILIES = ("frlg", "emerald", "rs")


@dataclass(frozen=True, slots=True)
class LocatorDoc:
    """What the documentation says of a locator.

    Attributes:
        summary: What the symbol is, in one sentence.
        rivals: Look-alikes that a scan can't tell apart -> the name of the probe that does.
        references: Where the layout was taken from.
        limitations: What it can't do.
    """

    summary: str
    rivals: dict[str, str]
    references: tuple[str, ...]
    limitations: tuple[str, ...] = ()


class Probe(Protocol):
    """One experiment. ``name`` is unique within its locator."""

    @property
    def name(self) -> str:
        """How rivals refer to it."""
        ...

    @property
    def kind(self) -> str:
        """``bump``, ``poke``, ``key`` or ``watch``; a ``watch`` alone proves nothing."""
        ...

    def state(self, lab: Lab) -> str:
        """Label of the state it runs on; brings it about if need be.

        Raises:
            ProbeError: It can't be brought about.
        """
        ...

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Predict, act on a branch, compare.

        Raises:
            ProbeError: It could not run, which says nothing about the candidate.
        """
        ...


class Locator(ABC):
    """Finds one symbol.

    Attributes:
        symbol: Canonical name.
        size: Bytes at the address; 0 where it is code, or where the scan finds out (a candidate's
            field ``size`` counts then).
        requires: Symbols that must be proven before.
        probes: In the order in which they run: cheap ones first.
        prefers: Symbols that are tried before, because exploration goes further with them.
        after: Symbols of which it needs whichever the family has.
        families: Engine families that have the symbol.
        instead: Family without it -> what it has in its place, where somebody may look for it.
        doc: For the documentation.
        scan_state: Label of the state that the scan mainly reads.
    """

    symbol: ClassVar[str]
    size: ClassVar[int]
    requires: ClassVar[tuple[str, ...]] = ()
    prefers: ClassVar[tuple[str, ...]] = ()
    after: ClassVar[tuple[str, ...]] = ()
    families: ClassVar[tuple[str, ...]] = ENGINE_FAMILIES
    instead: ClassVar[Mapping[str, str]] = MappingProxyType({})
    probes: ClassVar[tuple[Probe, ...]] = ()
    doc: ClassVar[LocatorDoc]
    scan_state: ClassVar[str] = "overworld"

    @property
    def before(self) -> tuple[str, ...]:
        """Everything that has to have been tried before."""
        return (*self.requires, *self.prefers, *self.after)

    @abstractmethod
    def scan(self, lab: Lab) -> list[Candidate]:
        """Propose candidates, by address; an empty list when there are none.

        Raises:
            ProbeError: A state that the scan needs can't be brought about.
        """


@dataclass(frozen=True, slots=True)
class Registry:
    """The locators in the order of the documentation, and the order in which they must run."""

    locators: tuple[Locator, ...] = field(default=())

    def __getitem__(self, symbol: str) -> Locator:
        for locator in self.locators:
            if locator.symbol == symbol:
                return locator
        raise KeyError(symbol)

    def __contains__(self, symbol: str) -> bool:
        return any(locator.symbol == symbol for locator in self.locators)

    def in_order(self, symbols: tuple[str, ...] | None = None) -> list[Locator]:
        """The named locators (all by default) and what they require, requirements first."""
        ordered: list[Locator] = []

        def add(symbol: str) -> None:
            if any(locator.symbol == symbol for locator in ordered):
                return
            for required in self[symbol].before:
                add(required)
            ordered.append(self[symbol])

        for symbol in symbols or [locator.symbol for locator in self.locators]:
            add(symbol)
        return ordered
