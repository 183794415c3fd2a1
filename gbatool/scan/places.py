"""Run the catalogue where it gets furthest: at the given place, or at a better one.

Whether a symbol can be proven depends on the place: a wall, an NPC who answers and a warp must be
within reach. Where a symbol of the overworld stays open, the same is tried from the start at the
other places that were given, and then on other maps (:mod:`gbatool.scan.lab.scout`). A symbol that
stays open at three places does not send the search to one that was not given: it is the game that
lacks what its probes need.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from gbatool.errors import ProbeError
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Elimination
from gbatool.scan.given import GivenPlace, walk_from
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.scout import scout
from gbatool.scan.locator import Locator

AUTOPILOT, EXPLORATION, GIVEN = "autopilot", "exploration", "file"
"""How an overworld state came about."""
MAX_PLACES = 6
SAME_EVERYWHERE = 3

Progress = Callable[[str], None]
"""Told what is about to be done: ``autopilot``, a symbol, ``confirm``."""


@dataclass(slots=True)
class Attempt:
    """The catalogue, as far as it came at one place.

    Attributes:
        lab: The laboratory there.
        made: How its overworld state came about.
        eliminations: Finished ones, in the order of the catalogue.
        settled: No other place will be tried.
    """

    lab: Lab
    made: str
    eliminations: list[Elimination] = field(default_factory=list)
    settled: bool = False


def run_catalogue(
    first: Attempt,
    ordered: Sequence[Locator],
    on_progress: Progress,
    keep: Callable[[Attempt], None],
    more_places: Sequence[GivenPlace] = (),
) -> Attempt:
    """Eliminate the candidates of every symbol, at the place that proves most of the overworld's.

    Args:
        first: Where to begin; its eliminations are not repeated.
        ordered: What to look for, requirements first.
        on_progress: Told each symbol before it is looked for.
        keep: Called after each step of the first and of the settled attempt.
        more_places: Given states at other places, each tried where a symbol stays open so far.
    """
    failed: Counter[str] = Counter()
    tried: list[Attempt] = []
    waiting = deque(more_places)
    for attempt in _attempts(first, waiting, tried):
        # a place that was given is tried however often the symbol stayed open elsewhere
        patience = SAME_EVERYWHERE if not waiting else len(more_places) + SAME_EVERYWHERE
        kept = keep if attempt is first else _keep_nothing
        complete = _run_until_stuck(attempt, ordered, failed, patience, on_progress, kept)
        tried.append(attempt)
        if complete:
            break
    best = _furthest(tried)
    best.settled = True
    keep(best)
    for locator in ordered[len(best.eliminations) :]:
        _eliminate(best, locator, on_progress)
        keep(best)
    return best


def _furthest(tried: Sequence[Attempt]) -> Attempt:
    """The attempt that proved most, the first of several."""
    return max(tried, key=lambda attempt: len(attempt.lab.known))


def _attempts(
    first: Attempt, waiting: deque[GivenPlace], tried: Sequence[Attempt]
) -> Iterator[Attempt]:
    """The first attempt, one at each place that was given, and then at places that are found.

    Places are looked for from the given one that proved most.
    """
    yield first
    if first.settled:
        return
    lab, given = first.lab, len(waiting)
    while waiting:
        yield Attempt(lab.moved_to(walk_from(lab.emulator, waiting.popleft())), GIVEN)
    lab = _furthest(tried).lab
    for walking in islice(scout(lab.emulator, lab.walking), max(MAX_PLACES - given, 0)):
        yield Attempt(lab.moved_to(walking), EXPLORATION)


def _run_until_stuck(
    attempt: Attempt,
    ordered: Sequence[Locator],
    failed: Counter[str],
    patience: int,
    on_progress: Progress,
    keep: Callable[[Attempt], None],
) -> bool:
    """Go on until a symbol stays open that another place might prove; False if one did."""
    done = len(attempt.eliminations)
    # the last symbol of a resumed attempt may be the one for which it was left
    begin = max(done - 1, 0)
    for number, locator in enumerate(ordered[begin:], begin):
        if number >= done:
            _eliminate(attempt, locator, on_progress)
            keep(attempt)
        if not attempt.settled and _is_missed(attempt.lab, locator):
            failed[locator.symbol] += 1
            if failed[locator.symbol] < patience:
                return False
    return True


def _is_missed(lab: Lab, locator: Locator) -> bool:
    """Whether a symbol of the overworld stays open for no other one's sake."""
    return (
        locator.anywhere
        and locator.symbol not in lab.known
        and all(required in lab.known for required in locator.requires)
        and _has(lab, locator)
    )


def _keep_nothing(_: Attempt) -> None:
    """For an attempt that is made again where a derivation is resumed."""


def _eliminate(attempt: Attempt, locator: Locator, on_progress: Progress) -> None:
    on_progress(locator.symbol)
    attempt.eliminations.append(eliminate(attempt.lab, locator))


def _has(lab: Lab, locator: Locator) -> bool:
    """Whether the engine family has a symbol, as far as the family can be told."""
    try:
        return find_family(lab).has(locator.symbol)
    except ProbeError:
        return True
