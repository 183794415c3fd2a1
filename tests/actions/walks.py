"""Helpers to walk on the double. Coordinates are map-local."""

from __future__ import annotations

import pytest

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.budgets import Budget
from gbatool.actions.route.targets import (
    Target,
    TileTarget,
)
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.engine import layouts
from gbatool.errors import ActionError, ExitCode
from tests.double import Double

B = layouts.BORDER


def local(x: int, y: int) -> TileTarget:
    return TileTarget(x + B, y + B)


def walk(
    double: Double,
    target: Target,
    *,
    budget: Budget | None = None,
    blocked: BlockedTiles | None = None,
    through: bool = False,
) -> WalkOutcome:
    outcome, _ = walk_to(
        double, double.profile(), target, budget=budget, blocked=blocked, through=through
    )
    return outcome


def refusal(double: Double, target: Target, budget: Budget | None = None) -> ActionError:
    """The refusal of a walk; checks that nothing was pressed."""
    edges = double.edges
    with pytest.raises(ActionError) as caught:
        walk_to(double, double.profile(), target, budget=budget)
    assert double.edges == edges
    assert caught.value.exit_code is ExitCode.REFUSED
    return caught.value


def place(outcome: WalkOutcome) -> tuple[int, int] | None:
    position = outcome.position
    return None if position is None else (position.local_x, position.local_y)


OPEN = ("#######", "#.....#", "#.....#", "#.....#", "#######")
