"""The laboratory: labelled states of one game, and the small experiments that probes are made of.

Every experiment starts by loading a labelled state, so that it is independent of the one before.
The laboratory knows where a step shows (a pair of 16-bit words follows it), and beyond that only
what was proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from enum import Enum
from functools import wraps
from typing import TypeVar, cast

from gbatool.core import Buttons, Emulator, EmulatorState, branch
from gbatool.engine.engine import SHARED, Structures
from gbatool.engine.traits import with_traits
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate
from gbatool.scan.lab.autopilot import FINISH_FRAMES, HOLD_FRAMES, STEPS, Walking

OVERWORLD = "overworld"
DECIDED_FRAMES = HOLD_FRAMES + 2
"""A step that begins has changed the position by then: 8 frames of turning, 1 to begin."""
STEP_FRAMES = 17  # from the change of position until the player is at rest again
MAX_WALL_STEPS = 24


Poke = Callable[[Emulator], None]
"""What an experiment writes before it runs."""
Inputs = list[tuple[Buttons, int]]
"""Buttons that are held, each for how many frames."""
Result = TypeVar("Result")


class StepResult(Enum):
    """What comes of a direction key: ``OTHER`` is a jump, a warp, a battle, or a script's work."""

    MOVED = "moved"
    REFUSED = "refused"
    OTHER = "other"


class Lab:
    """One game, its labelled states, and what was proven of it so far.

    Args:
        emulator: Any core with the ROM in it; its state is overwritten all the time.
        walking: A state in which the player can walk.
        states: More labelled states.
    """

    def __init__(
        self,
        emulator: Emulator,
        walking: Walking,
        states: dict[str, EmulatorState] | None = None,
    ) -> None:
        self.emulator = emulator
        emulator.draw(enabled=False)
        self.walking = walking
        self.given = dict(states or {})
        self.position_address = walking.positions[0]
        self.positions = walking.positions
        self.states = {OVERWORLD: walking.state, **self.given}
        self.known: dict[str, Candidate] = {}
        self._explored: dict[object, object] = {}
        self._measured: dict[object, object] = {}
        self.open: dict[str, tuple[Buttons, ...]] = {}

    def on(self, emulator: Emulator) -> Lab:
        """The same states and knowledge on another core."""
        other = copy(self)
        other.emulator = emulator
        emulator.draw(enabled=False)
        other.states, other.known = dict(self.states), dict(self.known)
        other._explored, other._measured, other.open = dict(self._explored), {}, {}  # noqa: SLF001 - of the same class
        return other

    def moved_to(self, walking: Walking) -> Lab:
        """A laboratory at another place, with the states that were given and nothing known."""
        return Lab(self.emulator, walking, self.given)

    @property
    def traits(self) -> Mapping[str, str]:
        """Traits of the engine that were proven along with symbols, by name."""
        return {name: value for one in self.known.values() for name, value in one.traits.items()}

    @property
    def structures(self) -> Structures:
        """The layouts that all families share, with the traits that are proven so far."""
        return with_traits(SHARED, self.traits)

    @property
    def explorations(self) -> Mapping[object, object]:
        """What was explored so far: the experiment and its result, or the error that it raised."""
        return self._explored

    def recall(self, known: Mapping[str, Candidate], explorations: Mapping[object, object]) -> None:
        """Take over what was proven and explored before, in an earlier run of the same ROM."""
        self.known.update(known)
        self._explored.update(explorations)

    def explored(
        self, exploration: Callable[[Lab], Result], run: Callable[[Lab], Result] | None = None
    ) -> Result:
        """The result of an exploration, run at most once; its states go along to another core.

        Args:
            exploration: What its result is kept under.
            run: What runs; the exploration itself by default.

        Raises:
            ProbeError: It failed, now or before.
        """
        return _once(self, self._explored, exploration, run or exploration)

    def measured(
        self, measurement: Callable[[Lab], Result], run: Callable[[Lab], Result] | None = None
    ) -> Result:
        """The result of a measurement, run at most once on each core.

        Args:
            measurement: What its result is kept under.
            run: What runs; the measurement itself by default.

        Raises:
            ProbeError: It failed, now or before.
        """
        return _once(self, self._measured, measurement, run or measurement)

    def address(self, symbol: str) -> Address:
        """The address of a symbol that was proven before.

        Raises:
            ProbeError: It was not.
        """
        if symbol not in self.known:
            raise ProbeError(f"this needs {symbol}, which is not proven", needs=[symbol])
        return self.known[symbol].address

    def state(self, label: str) -> EmulatorState:
        """A labelled state.

        Raises:
            ProbeError: There is none of that label.
        """
        if label not in self.states:
            raise ProbeError(f"no state labelled {label} could be brought about", state=label)
        return self.states[label]

    @contextmanager
    def at(self, label: str) -> Iterator[Emulator]:
        """The emulator in a labelled state, nothing held."""
        self.emulator.load_state(self.state(label))
        self.emulator.hold(Buttons.NONE)
        yield self.emulator

    def snapshot(self, label: str) -> Snapshot:
        """RAM of a labelled state."""
        with self.at(label) as emulator:
            return emulator.snapshot()

    def position(self) -> tuple[int, int]:
        """The player's position in the emulator's present state (buffer coordinates)."""
        live = self.emulator.live
        return live.s16(self.position_address), live.s16(self.position_address + 2)

    def step(self, button: Buttons, *, finish: bool = False) -> bool:
        """Hold a direction just long enough for one step; did the position follow?

        Args:
            button: The direction.
            finish: Let the step come to rest as well.
        """
        x, y = self.position()
        dx, dy = STEPS[button]
        there = x + dx, y + dy
        self.emulator.hold(button)
        if finish:
            for _ in range(HOLD_FRAMES):
                self.emulator.run()
                if self.position() == there:
                    self.emulator.hold(Buttons.NONE)
                    self.emulator.run(STEP_FRAMES)
                    return self.position() == there
        else:
            self.emulator.run(HOLD_FRAMES)
        self.emulator.hold(Buttons.NONE)
        self.emulator.run(FINISH_FRAMES if finish else DECIDED_FRAMES - HOLD_FRAMES)
        return self.position() == there

    def moves(self, label: str, button: Buttons, poke: Poke | None = None) -> bool:
        """From a labelled state, after a poke: does a step in that direction happen?"""
        with self.at(label) as emulator:
            if poke is not None:
                poke(emulator)
            return self.step(button)

    def outcome(self, label: str, button: Buttons, poke: Poke | None = None) -> StepResult:
        """From a labelled state, after a poke: what comes of a step in that direction?

        A refused step counts as refused only if the player obeys another direction after it: a
        warp or a script that the key sets off refuses nothing. A step into a door is a step.
        """
        with self.at(label) as emulator:
            if poke is not None:
                poke(emulator)
            here = self.position()
            if self.step(button, finish=True):
                return StepResult.MOVED
            if self.position() != here:
                return StepResult.OTHER
            others = [way for way in self.open.get(label, ()) if way != button]
            obeys = not others or any(self.could_step(way) for way in others)
            return StepResult.REFUSED if obeys else StepResult.OTHER

    def could_step(self, button: Buttons) -> bool:
        """On a branch from the present state: does a step in that direction happen?"""
        with self.aside():
            return self.step(button)

    def open_directions(self, label: str) -> tuple[Buttons, ...]:
        """The directions in which a step from a labelled state happens."""
        if label not in self.open:
            self.open[label] = tuple(b for b in STEPS if self.moves(label, b))
        return self.open[label]

    def calm_directions(self, label: str) -> tuple[Buttons, ...]:
        """The directions in which a step from a labelled state ends with the player still obeying.

        Raises:
            ProbeError: Every step from there sets something off: a script, a battle, a warp.
        """
        calm = tuple(way for way in self.open_directions(label) if self._is_calm(label, way))
        if not calm:
            raise ProbeError("no step from here leaves the player free", state=label)
        return calm

    def _is_calm(self, label: str, way: Buttons) -> bool:
        with self.at(label):
            return self.step(way, finish=True) and any(map(self.could_step, STEPS))

    def trace(self, label: str, inputs: Inputs) -> list[Snapshot]:
        """RAM after each frame of an input sequence, from a labelled state."""
        taken: list[Snapshot] = []
        with self.at(label) as emulator:
            for buttons, frames in inputs:
                emulator.hold(buttons)
                for _ in range(frames):
                    emulator.run()
                    taken.append(emulator.snapshot())
        return taken

    def label_wall(self) -> str:
        """Label a state beside a solid tile, with an open tile on another side.

        The ends of straight walks come first, so that it is another place than the overworld
        state; the overworld state itself does, too, if it stands beside a solid tile.

        Raises:
            ProbeError: No solid tile is within a straight walk.
        """
        label = "wall"
        if label in self.states:
            return label
        for button in self.open_directions(OVERWORLD):
            end = self._end_of_walk(button)
            if end is not None and self._is_wall(label, end):
                return label
        if self._is_wall(label, self.states[OVERWORLD]):
            return label
        raise ProbeError("no solid tile was met in any direction", state=label)

    def _end_of_walk(self, button: Buttons) -> EmulatorState | None:
        """The state in which a straight walk from the overworld state is stopped."""
        with self.at(OVERWORLD) as emulator:
            for _ in range(MAX_WALL_STEPS):
                here = emulator.save_state()
                if not self.step(button, finish=True):
                    return here
        return None

    def _is_wall(self, label: str, state: EmulatorState) -> bool:
        """Label a state if one direction is open and another is refused."""
        self.states[label] = state
        self.open.pop(label, None)
        ways = self.open_directions(label)
        if ways and any(
            self.outcome(label, way) is StepResult.REFUSED for way in STEPS if way not in ways
        ):
            return True
        del self.states[label]
        self.open.pop(label, None)
        return False

    def run_after(self, label: str, inputs: Inputs, poke: Poke | None) -> Snapshot:
        """RAM at the end of an input sequence from a labelled state, after a poke."""
        with self.at(label) as emulator:
            if poke is not None:
                poke(emulator)
            for buttons, frames in inputs:
                emulator.hold(buttons)
                emulator.run(frames)
            return emulator.snapshot()

    def keep(self, label: str) -> None:
        """Label the emulator's present state."""
        self.states[label] = self.emulator.save_state()

    @contextmanager
    def aside(self) -> Iterator[Emulator]:
        """Try something from the present state and come back to it."""
        with branch(self.emulator) as emulator:
            yield emulator


def presses(*buttons: Buttons, hold: int, release: int) -> Inputs:
    """Single presses, one after the other: frames held, then frames without a button."""
    return [step for button in buttons for step in ((button, hold), (Buttons.NONE, release))]


def pressed(emulator: Emulator, button: Buttons, hold: int, frames: int) -> Iterator[int]:
    """Run frame by frame, a button held in the first ones; yields each frame's number after it."""
    for frame in range(frames):
        emulator.hold(button if frame < hold else Buttons.NONE)
        emulator.run()
        yield frame


def exploration(run: Callable[[Lab], Result]) -> Callable[[Lab], Result]:
    """Decorate an exploration: called again, it gives the result of the first time, or its error.

    Where it failed for want of a symbol that is not proven, it runs again.
    A work folder keeps the result under the function's name.
    """

    @wraps(run)
    def once(lab: Lab) -> Result:
        return lab.explored(once, run)

    return once


def measurement(run: Callable[[Lab], Result]) -> Callable[[Lab], Result]:
    """Decorate a measurement: called again on the same core, it gives the same result or error.

    Where it failed for want of a symbol that is not proven, it runs again.
    """

    @wraps(run)
    def once(lab: Lab) -> Result:
        return lab.measured(once, run)

    return once


def _once(
    lab: Lab, results: dict[object, object], key: object, run: Callable[[Lab], Result]
) -> Result:
    if key not in results:
        try:
            results[key] = run(lab)
        except ProbeError as error:
            if error.detail.get("needs"):  # which may be proven by the next time
                raise
            results[key] = error
    result = results[key]
    if isinstance(result, ProbeError):
        raise ProbeError(result.message, **result.detail)
    return cast("Result", result)
