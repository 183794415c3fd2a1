"""Budgets: how many presses and frames an action may spend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gbatool.errors import UsageError

DEFAULT_MAX_INPUTS = 400
"""More than any route on one map or any conversation needs."""
DEFAULT_MAX_FRAMES = 36_000
"""Ten minutes of the game's time."""

BoundReached = Literal["input_bound_reached", "frame_bound_reached"]


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that an action may spend.

    Attributes:
        max_inputs: Presses. A step is one press, held through or not; A held while text prints
            is waiting, not pressing.
        max_frames: Frames, from the action's first to its last.
    """

    max_inputs: int = DEFAULT_MAX_INPUTS
    max_frames: int = DEFAULT_MAX_FRAMES

    def __post_init__(self) -> None:
        for name, value in (("max-inputs", self.max_inputs), ("max-frames", self.max_frames)):
            if value < 0:
                raise UsageError(f"--{name} is {value}; it can't be negative", observed=value)
