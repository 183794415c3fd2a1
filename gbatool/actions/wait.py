"""Let frames pass, with nothing held: a number of them, or until something is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gbatool.actions.budgets import BoundReached, Budget
from gbatool.actions.conditions import Condition, Lookout
from gbatool.actions.input_driver import InputDriver
from gbatool.actions.outcomes import Outcome
from gbatool.actions.standstill import Standstill, StandstillWatch
from gbatool.core import Emulator
from gbatool.errors import UsageError
from gbatool.profile import Profile

WaitEnd = Literal["waited", "condition_met"] | BoundReached | Standstill


@dataclass(frozen=True, kw_only=True)
class WaitOutcome(Outcome):
    """What ``wait`` saw. ``condition`` is the one that was waited for, None for plain frames."""

    ended_because: WaitEnd
    condition: str | None


def wait(
    emulator: Emulator,
    profile: Profile,
    *,
    frames: int | None = None,
    until: Condition | None = None,
    budget: Budget | None = None,
) -> WaitOutcome:
    """Wait; a condition that holds already takes no frame.

    Args:
        emulator: The console.
        profile: Of its ROM.
        frames: So many frames; together with a condition, at most so many.
        until: What to wait for.
        budget: What may be spent.

    Raises:
        UsageError: Neither frames nor a condition, or a negative number of frames.
        UnprovenSymbolError: The profile can't tell the condition in any frame.
    """
    if frames is None and until is None:
        raise UsageError("nothing to wait for: give a number of frames or a condition")
    if frames is not None and frames < 0:
        raise UsageError(f"can't wait {frames} frames", observed=frames)
    driver = InputDriver(emulator, profile, budget or Budget())
    ended = _wait(driver, frames, until)
    return WaitOutcome(
        action="wait",
        ended_because=ended,
        condition=None if until is None else until.text,
        **driver.outcome_fields(),
    )


def _wait(driver: InputDriver, frames: int | None, until: Condition | None) -> WaitEnd:
    lookout = None if until is None else Lookout(until, driver.profile)
    watch = StandstillWatch(driver.profile)
    while True:
        if lookout is not None:
            if lookout.sees(driver.ram, driver.frames):
                return "condition_met"
            standstill = watch.see(driver.ram)
            if standstill is not None:
                return standstill
        waited = frames is not None and driver.frames >= frames
        if waited or driver.frames_left <= 0:
            if lookout is not None:
                lookout.give_up()
            return "waited" if waited and lookout is None else "frame_bound_reached"
        driver.tick()
