"""Do a list of actions in one go, and stop at the first that does not do what it should."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.budgets import Budget
from gbatool.actions.dial import dial
from gbatool.actions.outcomes import Outcome
from gbatool.actions.plan_file import (
    Action,
    DialStep,
    PlannedStep,
    PressStep,
    SelectStep,
    TypeStep,
    WaitStep,
    WalkStep,
)
from gbatool.actions.press import press
from gbatool.actions.select import select
from gbatool.actions.type_text import type_text
from gbatool.actions.wait import wait
from gbatool.actions.walk_to import walk_to
from gbatool.core import Emulator
from gbatool.errors import ActionError, ExitCode
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of one step: an outcome, a refusal, or neither when it was left out.

    Attributes:
        number: Counts from 1.
        name: The action's name.
        outcome: What it did.
        refusal: Why nothing was pressed.
        blocked: The memory of blocked tiles after it.
        stops: Nothing follows it.
    """

    number: int
    name: str
    outcome: Outcome | None
    refusal: ActionError | None
    blocked: BlockedTiles
    stops: bool

    @property
    def skipped(self) -> bool:
        """Its condition did not hold."""
        return self.outcome is None and self.refusal is None

    @property
    def exit_code(self) -> ExitCode:
        """The status that the action alone would have ended with."""
        if self.refusal is not None:
            return self.refusal.exit_code
        return ExitCode.OK if self.outcome is None else self.outcome.exit_code


def run_plan(
    emulator: Emulator,
    profile: Profile,
    steps: tuple[PlannedStep, ...],
    *,
    budget: Budget | None = None,
    blocked: BlockedTiles | None = None,
) -> Iterator[StepResult]:
    """Do the steps one by one, giving each result as it is there.

    Args:
        emulator: The console.
        profile: Of its ROM.
        steps: From :func:`gbatool.actions.plan_file.parse_plan`.
        budget: What *each* step may spend.
        blocked: Tiles that refused a step before.

    Raises:
        FailedClosedError: Memory can't be read; what was done until then is done.
    """
    memory = blocked or BlockedTiles()
    for number, step in enumerate(steps, 1):
        outcome: Outcome | None = None
        refusal: ActionError | None = None
        if step.only_if is None or step.only_if.holds(emulator.live, profile):
            try:
                outcome, memory = _do(emulator, profile, step.action, budget, memory)
            except ActionError as error:
                refusal = error
        short = refusal is not None or (
            outcome is not None and outcome.exit_code is not ExitCode.OK
        )
        stops = (short and not step.keep_going) or number == len(steps)
        yield StepResult(number, step.name, outcome, refusal, memory, stops)
        if stops:
            return


def _do(
    emulator: Emulator,
    profile: Profile,
    action: Action,
    budget: Budget | None,
    memory: BlockedTiles,
) -> tuple[Outcome, BlockedTiles]:
    if isinstance(action, WalkStep):
        return walk_to(
            emulator,
            profile,
            action.target,
            budget=budget,
            blocked=memory,
            through=action.through,
        )
    return _do_here(emulator, profile, action, budget), memory


def _do_here(
    emulator: Emulator,
    profile: Profile,
    action: PressStep | WaitStep | DialStep | SelectStep | TypeStep,
    budget: Budget | None,
) -> Outcome:
    if isinstance(action, PressStep):
        return press(
            emulator,
            profile,
            action.buttons,
            hold=action.hold,
            repeat=action.repeat,
            until=action.until,
            budget=budget,
        )
    if isinstance(action, WaitStep):
        return wait(emulator, profile, frames=action.frames, until=action.until, budget=budget)
    if isinstance(action, SelectStep):
        return select(emulator, profile, action.entry, confirm=action.confirm, budget=budget)
    if isinstance(action, TypeStep):
        return type_text(emulator, profile, action.text, accept=action.accept, budget=budget)
    return dial(emulator, profile, budget=budget)
