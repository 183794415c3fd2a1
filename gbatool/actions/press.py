"""Press buttons, and tell what came of it.

Afterwards a step that was begun is seen to its end, and a box or menu that opens is waited for a
moment, so that the outcome describes the state that the press produced.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gbatool.actions.budgets import BoundReached, Budget
from gbatool.actions.conditions import Condition, Lookout
from gbatool.actions.input_driver import InputDriver
from gbatool.actions.outcomes import Outcome
from gbatool.core import Buttons, Emulator
from gbatool.decode.scene import Mode, decode_scene
from gbatool.errors import DecodeError, UsageError
from gbatool.profile import Profile

HOLD_FRAMES, RELEASE_FRAMES = 2, 2
SETTLE_FRAMES = 64
"""Longer than any single movement, and than a box takes to open."""


PressEnd = Literal["pressed", "condition_met"] | BoundReached


@dataclass(frozen=True, kw_only=True)
class PressOutcome(Outcome):
    """What ``press`` did. ``pressed`` lists the buttons, in order."""

    ended_because: PressEnd
    pressed: tuple[str, ...]


def parse_buttons(text: str) -> Buttons:
    """Read a button, or several held together.

    >>> parse_buttons("a+start")
    <Buttons.A|START: 9>

    Raises:
        UsageError: A name is no button's.
    """
    buttons = Buttons.NONE
    for name in text.split("+"):
        try:
            buttons |= Buttons[name.strip().upper()]
        except KeyError:
            known = ", ".join(str(button.name).lower() for button in Buttons if button)
            raise UsageError(
                f"{name!r} is no button; buttons are {known}, joined by + to hold several",
                observed=name,
            ) from None
    if not buttons:
        raise UsageError("no button was named", observed=text)
    return buttons


def press(
    emulator: Emulator,
    profile: Profile,
    buttons: Sequence[Buttons],
    *,
    hold: int = HOLD_FRAMES,
    repeat: int = 1,
    until: Condition | None = None,
    budget: Budget | None = None,
) -> PressOutcome:
    """Press buttons one after the other, the whole row ``repeat`` times.

    Args:
        emulator: The console.
        profile: Of its ROM; what it can't tell is None in the outcome.
        buttons: Each entry is one press.
        hold: Frames that each is held.
        repeat: How often.
        until: Stop before the next press as soon as this holds.
        budget: What may be spent.

    Raises:
        UsageError: There is nothing to press, or a number makes no sense.
        UnprovenSymbolError: The profile can't tell the condition in any frame.
    """
    if not buttons or hold < 1 or repeat < 1:
        raise UsageError("give at least one button, and positive numbers for --hold and --repeat")
    driver = InputDriver(emulator, profile, budget or Budget())
    pressed: list[str] = []
    ended = _press(driver, [*buttons] * repeat, hold, until, pressed)
    return PressOutcome(
        action="press", ended_because=ended, pressed=tuple(pressed), **driver.outcome_fields()
    )


def _press(
    driver: InputDriver, row: list[Buttons], hold: int, until: Condition | None, pressed: list[str]
) -> PressEnd:
    lookout = None if until is None else Lookout(until, driver.profile)
    for buttons in row:
        if lookout is not None and lookout.sees(driver.ram, driver.frames):
            return "condition_met"
        if not driver.may_press:
            return "input_bound_reached"
        if driver.frames_left < hold + RELEASE_FRAMES:
            return "frame_bound_reached"
        driver.presses += 1
        pressed.append(name_of(buttons))
        driver.hold(buttons)
        driver.emulator.run(hold)
        driver.release()
        driver.emulator.run(RELEASE_FRAMES)
    _settle(driver)
    if lookout is None:
        return "pressed"
    if lookout.sees(driver.ram, driver.frames):
        return "condition_met"
    lookout.give_up()
    return "pressed"


def name_of(buttons: Buttons) -> str:
    """How a press is written.

    >>> name_of(Buttons.A | Buttons.UP)
    'a+up'
    """
    return "+".join(str(button.name).lower() for button in Buttons if button and button & buttons)


def _settle(driver: InputDriver) -> None:
    """Wait until something can be told of the press, within a bound."""
    for _ in range(SETTLE_FRAMES):
        if driver.frames_left <= 0:
            return
        with contextlib.suppress(DecodeError):
            scene = decode_scene(driver.ram, driver.profile)
            if scene.input_ready or scene.mode is not Mode.OVERWORLD:
                return
        driver.tick()
