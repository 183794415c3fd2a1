"""Run the catalogue at the given place, and at others as long as symbols stay open.

Whether a symbol can be proven depends on the place: a wall, a free step and a menu must be within
reach, and nothing else may happen there. So an experiment that contradicts a candidate at one place
does not refute it yet: where a symbol of the overworld stays open, the catalogue is run at another
place too (:mod:`gbatool.scan.lab.scout`), and what the places say of an address is counted. What
is proven at one place stands for all; two places that prove different addresses prove none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.eliminate import learn
from gbatool.scan.findings import Candidate, Elimination
from gbatool.scan.lab.family import may_have
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.scout import scout
from gbatool.scan.locator import Locator
from gbatool.scan.places.given import GivenPlace, walk_from

AUTOPILOT, EXPLORATION, GIVEN = "autopilot", "exploration", "file"
"""How an overworld state came about."""
MAX_PLACES = 6
PATIENCE = 3
"""A symbol that stays open at so many places sends the search to no further one: it is the game that
lacks what its probes need."""

Progress = Callable[[str], None]
"""Told what is about to be done: ``autopilot``, a symbol, ``confirm``."""
Examine = Callable[[Lab, Locator], Elimination]
"""Eliminates candidates of one symbol, and makes a proven one known to the laboratory."""


def ignore(_: object) -> None:
    """Do nothing: the default of a callback."""


@dataclass(slots=True)
class Attempt:
    """The catalogue, as far as it came at one place.

    Attributes:
        lab: The laboratory there. It knows what was proven there, and borrows the rest.
        made: How its overworld state came about.
        eliminations: Finished ones, in the order of the catalogue.
    """

    lab: Lab
    made: str
    eliminations: list[Elimination] = field(default_factory=list)

    def find(self, symbol: str) -> Elimination | None:
        """The elimination of a symbol, if it was tried here."""
        return next((one for one in self.eliminations if one.symbol == symbol), None)


@dataclass(slots=True)
class Survey:
    """The catalogue at every place that was tried.

    Attributes:
        attempts: In the order in which the places were tried.
        settled: Index of the one at which the whole catalogue is run; None while others may follow.
    """

    attempts: list[Attempt]
    settled: int | None = None

    @property
    def main(self) -> Attempt:
        """The attempt at which the whole catalogue is run, or the last one so far."""
        return self.attempts[-1 if self.settled is None else self.settled]

    def votes(self, symbol: str) -> Mapping[Address, int]:
        """For each address that a place proves: how many more places prove it than refute it."""
        tried = [one for attempt in self.attempts if (one := attempt.find(symbol)) is not None]
        proven = [one.survivor.address for one in tried if one.proven and one.survivor is not None]
        return {
            address: proven.count(address) - sum(one.refutes(address) for one in tried)
            for address in dict.fromkeys(proven)
        }

    def credited(self, symbol: str) -> Attempt | None:
        """The attempt whose proof of a symbol counts; None if the symbol is not proven.

        It is proven if one address alone was, and at more places than refute it.
        """
        votes = self.votes(symbol)
        if len(votes) != 1 or min(votes.values()) < 1:
            return None
        attempts = (self.main, *self.attempts)
        return next(one for one in attempts if (tried := one.find(symbol)) and tried.proven)

    def known(self, symbol: str) -> Candidate | None:
        """The proven candidate of a symbol."""
        attempt = self.credited(symbol)
        elimination = attempt.find(symbol) if attempt is not None else None
        return elimination.survivor if elimination is not None else None

    def results(self, symbols: Iterable[str]) -> Mapping[str, Elimination]:
        """How each of these symbols was derived: its proof, or else the latest try."""
        found = ((symbol, self._latest(symbol)) for symbol in symbols)
        return {symbol: elimination for symbol, elimination in found if elimination is not None}

    def _latest(self, symbol: str) -> Elimination | None:
        attempts = (self.credited(symbol), self.main, *reversed(self.attempts))
        tried = (one.find(symbol) for one in attempts if one is not None)
        return next((one for one in tried if one is not None), None)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What is done at each place.

    Attributes:
        ordered: What to look for, requirements first.
        examine: How the candidates of a symbol are eliminated.
        on_progress: Told each symbol before it is looked for.
        keep: Called after each step.
    """

    ordered: Sequence[Locator]
    examine: Examine
    on_progress: Progress = ignore
    keep: Callable[[Survey], None] = ignore


def run_catalogue(
    survey: Survey, catalogue: Catalogue, more_places: Sequence[GivenPlace] = ()
) -> None:
    """Eliminate the candidates of every symbol, at as many places as that takes.

    Args:
        survey: Where to begin; what was done there is not repeated. Extended in place.
        catalogue: What to look for.
        more_places: Given states at other places, each tried where a symbol stays open so far.
    """
    failed: Counter[str] = Counter()
    given, left = len(more_places), len(survey.attempts) - 1
    for number, attempt in enumerate(_attempts(survey, more_places)):
        if number < left:  # in an earlier run, for the sake of the last symbol
            failed[attempt.eliminations[-1].symbol] += 1
            continue
        # a place that was given is tried however often the symbol stayed open elsewhere
        patience = PATIENCE if number >= given else given + PATIENCE
        if _run(survey, attempt, catalogue, failed, patience):
            survey.settled = number
            break
    if survey.settled is None:
        survey.settled = survey.attempts.index(_furthest(survey.attempts))
    for locator in catalogue.ordered:
        _borrow(survey, survey.main, locator)
    _run(survey, survey.main, catalogue, failed, patience=0)
    catalogue.keep(survey)


def _attempts(survey: Survey, more_places: Sequence[GivenPlace]) -> Iterator[Attempt]:
    """Those of the survey, then one at each given place, and then at places that are found.

    Places are looked for from the given one that proved most.
    """
    if survey.settled is not None:
        return
    yield from tuple(survey.attempts)
    first = survey.attempts[0].lab
    done, given = len(survey.attempts) - 1, len(more_places)
    for place in more_places[done:]:
        survey.attempts.append(Attempt(first.moved_to(walk_from(first.emulator, place)), GIVEN))
        yield survey.attempts[-1]
    best = _furthest(survey.attempts[: given + 1]).lab
    found = islice(scout(best.emulator, best.walking), max(MAX_PLACES - given, 0))
    for walking in islice(found, max(done - given, 0), None):
        survey.attempts.append(Attempt(first.moved_to(walking), EXPLORATION))
        yield survey.attempts[-1]


def _furthest(attempts: Sequence[Attempt]) -> Attempt:
    """The attempt that proved most, the first of several."""
    return max(attempts, key=lambda attempt: sum(one.proven for one in attempt.eliminations))


def _run(
    survey: Survey, attempt: Attempt, catalogue: Catalogue, failed: Counter[str], patience: int
) -> bool:
    """Go on at one place until a symbol stays open that another place might prove; False if so.

    Args:
        survey: What other places have proven.
        attempt: The one at this place; extended.
        catalogue: What to look for.
        failed: At how many places each symbol stayed open; counted on.
        patience: At so many places a symbol may stay open.
    """
    done = len(attempt.eliminations)
    for number, locator in enumerate(catalogue.ordered):
        if number >= done:
            catalogue.on_progress(locator.symbol)
            attempt.eliminations.append(catalogue.examine(attempt.lab, locator))
            _borrow(survey, attempt, locator)
            catalogue.keep(survey)
        # what was done before an interruption is counted again, to the same end
        if patience and _is_missed(survey, attempt, locator):
            failed[locator.symbol] += 1
            if failed[locator.symbol] < patience and number >= done - 1:
                return False
    return True


def _borrow(survey: Survey, attempt: Attempt, locator: Locator) -> None:
    """Make the laboratory know what another place has proven, with what this place shows there."""
    if locator.symbol in attempt.lab.known:
        return
    known, here = survey.known(locator.symbol), attempt.find(locator.symbol)
    if known is None:
        return
    proposed = here.proposed if here is not None else ()
    shown = next((one for one in proposed if one.key == known.key), known)
    learn(attempt.lab, locator.symbol, shown)


def _is_missed(survey: Survey, attempt: Attempt, locator: Locator) -> bool:
    """Whether a symbol of the overworld stays open for no other one's sake."""
    return (
        locator.anywhere
        and survey.known(locator.symbol) is None
        and all(required in attempt.lab.known for required in locator.requires)
        and _has(attempt.lab, locator)
    )


def _has(lab: Lab, locator: Locator) -> bool:
    """Whether the engine family has a symbol, as far as the family can be told."""
    try:
        return may_have(lab, locator.symbol)
    except ProbeError:
        return True
