"""Root causes: why symbols are unresolved, told once for all that wait for the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gbatool.errors import FailedClosedError, JsonValue
from gbatool.profile import Unresolved
from gbatool.scan.findings import Elimination

MOST_NAMES = 8
MOST_CAUSES = 3
HELP = (
    ". Try it from another place, with `--state overworld=FILE` (several may be given), or give a"
    " state of what could not be brought about, such as `--state dialog=FILE`; docs/derivation.md"
    " says what each reason means"
)


class NothingProvenError(FailedClosedError):
    """A derivation proved no symbol of those that it was asked for; nothing was written."""

    code = "nothing_proven"


@dataclass(frozen=True, slots=True)
class RootCause:
    """Why some symbols are unresolved.

    Attributes:
        symbols: Those that it keeps open itself, in the order of the derivation. They are several
            where the same experiment that they all need could not be carried through.
        reason: What went wrong.
        leaves_open: The symbols that wait for these, directly or through others.
    """

    symbols: tuple[str, ...]
    reason: str
    leaves_open: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many symbols it holds back."""
        return len({*self.symbols, *self.leaves_open})

    def __str__(self) -> str:
        tail = f" (also leaves open: {_listed(self.leaves_open)})" if self.leaves_open else ""
        return f"{_listed(self.symbols)}: {self.reason}{tail}"


def root_causes(
    unresolved: Mapping[str, Unresolved], eliminations: Sequence[Elimination]
) -> tuple[RootCause, ...]:
    """The root causes of what is unresolved: those that hold back most symbols first.

    Args:
        unresolved: By name; what one of them needs was tried before it.
        eliminations: How symbols were tried, in order; others of ``unresolved`` are left out.
    """
    kept_open: dict[tuple[str, ...], list[str]] = {}
    waiting: dict[tuple[str, ...], list[str]] = {}
    causes_of: dict[str, tuple[tuple[str, ...], ...]] = {}
    for elimination in eliminations:
        symbol = elimination.symbol
        if symbol not in unresolved:
            continue
        needs = unresolved[symbol].needs
        if needs:
            found = (cause for name in needs for cause in causes_of[name])
            causes_of[symbol] = tuple(dict.fromkeys(found))
            for cause in causes_of[symbol]:
                waiting.setdefault(cause, []).append(symbol)
        else:
            cause = _own_cause(elimination, unresolved[symbol].reason)
            causes_of[symbol] = (cause,)
            kept_open.setdefault(cause, []).append(symbol)
    causes = [
        RootCause(
            tuple(symbols),
            unresolved[symbols[0]].reason if len(symbols) == 1 else "; ".join(cause),
            tuple(waiting.get(cause, ())),
        )
        for cause, symbols in kept_open.items()
    ]
    return tuple(sorted(causes, key=lambda cause: -cause.count))


def _own_cause(elimination: Elimination, reason: str) -> tuple[str, ...]:
    """What kept a symbol open for no other one's sake, the same for all with the same problems.

    Where its reason names no problem (candidates were refuted, none was proposed, places contradict
    each other), it is the symbol's own affair, though another one's reason may read the same.
    """
    problems = tuple(dict.fromkeys(one.reason for one in elimination.problems if not one.needs))
    named = bool(problems) and all(problem in reason for problem in problems)
    return problems if named else (elimination.symbol,)


def nothing_proven(
    asked: Sequence[str], causes: Sequence[RootCause], *, lacked: bool = False
) -> NothingProvenError:
    """The error for a derivation that proved nothing of what was asked.

    Args:
        asked: The symbols; empty where all were.
        causes: Root causes; those that don't concern the symbols that were asked are left out.
        lacked: The engine family has none of the symbols, so that no state can help.
    """
    wanted = set(asked)
    causes = [one for one in causes if not wanted or wanted & {*one.symbols, *one.leaves_open}]
    told = "; ".join(map(str, causes[:MOST_CAUSES]))
    if len(causes) > MOST_CAUSES:
        told += f"; and {len(causes) - MOST_CAUSES} more root causes"
    shown: list[JsonValue] = [
        {
            "symbols": list(one.symbols),
            "reason": one.reason,
            "leaves_open": list(one.leaves_open),
        }
        for one in causes
    ]
    return NothingProvenError(
        f"nothing was proven of {_listed(asked) if asked else 'any symbol'}, and nothing was"
        f" written. {told}{'' if lacked else HELP}",
        symbols=list(asked),
        root_causes=shown,
    )


def _listed(names: Sequence[str]) -> str:
    """Names in one line; of many, the first ones.

    >>> _listed(["gMain", "gTasks"]), _listed(list("abcdefghij"))
    ('gMain, gTasks', 'a, b, c, d, e, f, g, h and 2 more')
    """
    if len(names) <= MOST_NAMES + 1:
        return ", ".join(names)
    return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES} more"
