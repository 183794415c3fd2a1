"""A recipe: the inputs that lead from power-on to a savestate.

It is stored as a YAML file (read by ``gbatool.states.recipe_file``):

```yaml
schema: gbatool/recipe/1
name: bedroom
note: From power-on through the intro.      # optional
steps:
  - wait: 120                               # frames with nothing held
  - press: START                            # hold 2 frames, then release 2
  - {press: A, hold: 4, release: 20}
  - {hold: [B, RIGHT], frames: 48}          # hold, without a release
  - repeat: 30                              # run these steps so often
    steps:
      - press: A
      - wait: 12
```

Buttons are ``A B SELECT START RIGHT LEFT UP DOWN R L``; several at once are a list. A recipe
reads nothing of the game, so it gives the same state each time on one ROM, and another state on
another ROM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gbatool.core.protocol import Buttons, Emulator, press

PRESS_HOLD, PRESS_RELEASE = 2, 2
"""Frames. A game reads its keys once a frame, so two are certain to be noticed."""


@dataclass(frozen=True, slots=True)
class Press:
    """Hold buttons for ``hold`` frames, then nothing for ``release`` frames."""

    buttons: Buttons
    hold: int = PRESS_HOLD
    release: int = PRESS_RELEASE


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold buttons for some frames; they are not released before the next step."""

    buttons: Buttons
    frames: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Hold nothing for some frames."""

    frames: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Run steps several times."""

    times: int
    steps: tuple[RecipeStep, ...]


RecipeStep: TypeAlias = "Press | Hold | Wait | Repeat"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe: its steps in order."""

    name: str
    steps: tuple[RecipeStep, ...]
    note: str | None = None

    @property
    def frames(self) -> int:
        """How many frames it runs."""
        return _frames(self.steps)


def _frames(steps: Iterable[RecipeStep]) -> int:
    total = 0
    for step in steps:
        if isinstance(step, Press):
            total += step.hold + step.release
        elif isinstance(step, Repeat):
            total += step.times * _frames(step.steps)
        else:
            total += step.frames
    return total


def run_recipe(
    emulator: Emulator, recipe: Recipe, on_frames: Callable[[int], None] | None = None
) -> None:
    """Run a recipe's steps from the present state, and release all buttons afterwards.

    Args:
        emulator: The console; just powered on for a recipe that makes a savestate.
        recipe: The recipe.
        on_frames: Called after each step with the number of frames run so far.
    """
    start = emulator.frame
    _run(emulator, recipe.steps, lambda: on_frames(emulator.frame - start) if on_frames else None)
    emulator.hold(Buttons.NONE)


def _run(emulator: Emulator, steps: Iterable[RecipeStep], tell: Callable[[], None]) -> None:
    for step in steps:
        if isinstance(step, Repeat):
            for _ in range(step.times):
                _run(emulator, step.steps, tell)
            continue
        if isinstance(step, Press):
            press(emulator, step.buttons, step.hold, step.release)
        else:
            emulator.hold(step.buttons if isinstance(step, Hold) else Buttons.NONE)
            emulator.run(step.frames)
        tell()
