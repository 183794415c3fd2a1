"""What a locator is: declared facts, a scan that proposes, and probes that eliminate.

Scans and probes read the layouts that all families share (``gbatool.engine``), as most of them run
before the family is known, and all of them run for an engine of no known family. What a family has
in a form of its own is read from ``find_family``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.stages import Stage


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


class Probe(ABC):
    """One experiment: what it runs on is declared, what it does is ``run``.

    Attributes:
        name: How rivals refer to it; unique within its locator.
        kind: ``bump``, ``poke``, ``key`` or ``watch``; a ``watch`` alone proves nothing.
        stage: The labelled state that it runs on.
        predicted: What the candidate, if it were the true one, would make happen.
        observed: What several trials showed: a format for how many agreed, and of how many.
    """

    name: str
    kind: str = "poke"
    stage: Stage
    predicted: str
    observed: str

    @abstractmethod
    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Predict, act on a branch, compare.

        Raises:
            ProbeError: It could not run, which says nothing about the candidate.
        """

    def tally(self, held: int, tried: int) -> ProbeFinding:
        """The finding of several trials: how many agreed with the prediction, and of how many."""
        return ProbeFinding(self.predicted, self.observed.format(held, tried), held, tried)

    def single(self, *, held: bool, yes: str, no: str) -> ProbeFinding:
        """The finding of one trial, observed as ``yes`` where it agreed and as ``no`` elsewhere."""
        return ProbeFinding(self.predicted, yes if held else no, int(held), 1)


class Locator(ABC):
    """Finds one symbol, or tells how a part of the engine is laid out.

    Attributes:
        symbol: Canonical name. One with a dot is that of a trait: then a candidate has no address of
            its own but an offset, and what is proven are the traits that it carries.
        size: Bytes at the address; 0 where it is code, or where the scan finds out (a candidate's
            field ``size`` counts then).
        requires: Symbols that must be proven before it.
        probes: In the order in which they run: cheap ones first.
        prefers: Symbols that are tried before it, because exploration reaches more with them.
        after: Symbols that are tried before it, of which one must be proven: the family's.
        teaches: Traits of the engine that its candidates carry: what is proven of the symbol is proven
            of them, too.
        anywhere: Whether every ordinary place of the overworld has what its probes need; if it
            stays open, another place is tried.
        start_is_inferred: Whether probes only act on fields behind the start, so that the start needs
            a witness of its own: an aligned word of the ROM that names it.
        doc: For the documentation.
        stage: The labelled state that the scan mainly reads; it is there when the scan begins.
    """

    symbol: ClassVar[str]
    size: ClassVar[int]
    requires: ClassVar[tuple[str, ...]] = ()
    prefers: ClassVar[tuple[str, ...]] = ()
    after: ClassVar[tuple[str, ...]] = ()
    probes: ClassVar[tuple[Probe, ...]] = ()
    teaches: ClassVar[tuple[str, ...]] = ()
    anywhere: ClassVar[bool] = False
    start_is_inferred: ClassVar[bool] = False
    doc: ClassVar[LocatorDoc]
    stage: ClassVar[Stage] = stages.OVERWORLD

    @property
    def is_of_trait(self) -> bool:
        """Whether it proves traits alone, and no address."""
        return "." in self.symbol

    @property
    def before(self) -> tuple[str, ...]:
        """Every symbol that is tried before it."""
        return (*self.requires, *self.prefers, *self.after)

    @abstractmethod
    def scan(self, lab: Lab) -> list[Candidate]:
        """Propose candidates, by address; an empty list when there are none.

        Raises:
            ProbeError: Another state that it needs can't be brought about.
        """
