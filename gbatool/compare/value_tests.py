"""The tests of a RAM search."""

from __future__ import annotations

from enum import Enum

from gbatool.errors import UsageError


class ValueTest(str, Enum):
    """A test that a value must pass to stay in a search."""

    ANY = "any"
    EXACT = "exact"
    NOT = "not"
    LESS = "less"
    GREATER = "greater"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    INCREASED = "increased"
    DECREASED = "decreased"


NEEDS_VALUE = frozenset({ValueTest.EXACT, ValueTest.NOT, ValueTest.LESS, ValueTest.GREATER})
TAKES_VALUE = NEEDS_VALUE | {ValueTest.INCREASED, ValueTest.DECREASED}


def check_value(test: ValueTest, value: int | None) -> None:
    """Check that a test has a value if it needs one, and none if it takes none.

    Raises:
        UsageError: It lacks one, or has one; says which tests take one.
    """
    if test in NEEDS_VALUE and value is None:
        raise UsageError(f"search {test.value} needs a value: gbatool search {test.value} 5")
    if test not in TAKES_VALUE and value is not None:
        takes = ", ".join(sorted(kind.value for kind in TAKES_VALUE))
        raise UsageError(f"search {test.value} takes no value; these do: {takes}", value=value)
