"""Read a list of actions from YAML, all of it checked before anything is done.

A file is a list of steps. A step is the name of an action, or a mapping from it to what it takes, with
``if`` (a condition; the step is left out when it does not hold) and ``keep-going`` (go on although it
ends short) beside it::

    - walk-to: [12, 9]              # or {warp: 0, through: true}, {object: 1}, {exit: north}
    - press: a                      # or [up, a], or {buttons: [b], repeat: 9, until: no-dialog}
    - dial
    - select: "yes"                 # quoted, or YAML reads a truth value
      if: menu
    - type: {text: Moss, accept: true}
      if: mode=naming
    - wait: {until: input-ready, frames: 600}
      keep-going: true
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gbatool.actions.conditions import Condition, parse_condition
from gbatool.actions.press import HOLD_FRAMES, parse_buttons
from gbatool.actions.route.targets import (
    EdgeTarget,
    ObjectEventTarget,
    Target,
    TileTarget,
    WarpTarget,
)
from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import UsageError
from gbatool.reading import Node, RefusedNodeError, read_document

MAX_NUMBER = 1_000_000
"""Over four hours of frames; a larger number is a mistake."""


@dataclass(frozen=True, slots=True)
class WalkStep:
    """``walk-to``."""

    target: Target
    through: bool = False


@dataclass(frozen=True, slots=True)
class PressStep:
    """``press``."""

    buttons: tuple[Buttons, ...]
    hold: int = HOLD_FRAMES
    repeat: int = 1
    until: Condition | None = None


@dataclass(frozen=True, slots=True)
class WaitStep:
    """``wait``."""

    frames: int | None = None
    until: Condition | None = None


@dataclass(frozen=True, slots=True)
class DialStep:
    """``dial``."""


@dataclass(frozen=True, slots=True)
class SelectStep:
    """``select``."""

    entry: str
    confirm: bool = True


@dataclass(frozen=True, slots=True)
class TypeStep:
    """``type``."""

    text: str
    accept: bool = False


Action: TypeAlias = "WalkStep | PressStep | WaitStep | DialStep | SelectStep | TypeStep"


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a file.

    Attributes:
        name: The action's name, as it was written.
        action: What to do.
        only_if: Do it only when this holds.
        keep_going: Go on even if it is refused or ends short.
    """

    name: str
    action: Action
    only_if: Condition | None = None
    keep_going: bool = False


class _Reader:
    """Reads the steps of one file; every complaint names file, step and field."""

    def __init__(self, name: str, *, local: bool) -> None:
        self.name, self.local, self.step, self.line = name, local, 0, 1
        self.readers: Mapping[str, Callable[[Any], Action]] = {
            "walk-to": self.walk,
            "press": self.press,
            "wait": self.wait,
            "dial": self.dial,
            "select": self.select,
            "type": self.type,
        }

    def complain(self, what: str) -> UsageError:
        where = f"{self.name}:{self.line}: step {self.step}"
        return UsageError(f"{where}: {what}", file=self.name, line=self.line, step=self.step)

    def planned(self, node: Node) -> PlannedStep:
        self.step, self.line = self.step + 1, node.line
        raw = node.plain()
        entry: dict[str, Any] = {raw: None} if isinstance(raw, str) else dict(self.mapping(raw))
        only_if = self.condition(entry.pop("if", None), "if")
        keep_going = self.truth(entry.pop("keep-going", False), "keep-going")
        if len(entry) != 1 or not set(entry) <= set(self.readers):
            known = ", ".join(self.readers)
            found = ", ".join(map(str, entry)) or "none"
            raise self.complain(f"it names {found}; a step names one action of {known}")
        ((name, value),) = entry.items()
        return PlannedStep(name, self.readers[name](value), only_if, keep_going)

    def mapping(self, raw: object, *fields: str) -> Mapping[str, Any]:
        if not isinstance(raw, dict) or not all(isinstance(key, str) for key in raw):
            raise self.complain(f"{raw!r} is no mapping" + (f" with {fields}" if fields else ""))
        unknown = sorted(set(raw) - set(fields)) if fields else []
        if unknown:
            raise self.complain(f"{unknown[0]!r} is no field here; fields are {', '.join(fields)}")
        return raw

    def condition(self, raw: object, field: str) -> Condition | None:
        if raw is None:
            return None
        if not isinstance(raw, str):
            raise self.complain(f"{field} is {raw!r}; expected a condition")
        try:
            return parse_condition(raw, local=self.local)
        except UsageError as error:
            raise self.complain(f"{field}: {error.message}") from error

    def truth(self, raw: object, field: str) -> bool:
        if not isinstance(raw, bool):
            raise self.complain(f"{field} is {raw!r}; expected true or false")
        return raw

    def number(self, raw: object, field: str, least: int) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not least <= raw <= MAX_NUMBER:
            expected = f"a number of at least {least}, and at most {MAX_NUMBER}"
            raise self.complain(f"{field} is {raw!r}; expected {expected}")
        return raw

    def text(self, raw: object, field: str) -> str:
        if not isinstance(raw, str):
            raise self.complain(f"{field} is {raw!r}; expected a text (quote it)")
        return raw

    def walk(self, raw: object) -> WalkStep:
        if isinstance(raw, list):
            return WalkStep(self.tile(raw))
        entry = self.mapping(raw, "tile", "warp", "object", "exit", "through")
        through = self.truth(entry.get("through", False), "through")
        targets: list[Target] = []
        if "tile" in entry:
            targets.append(self.tile(entry["tile"]))
        if "warp" in entry:
            targets.append(WarpTarget(self.number(entry["warp"], "warp", 0)))
        if "object" in entry:
            targets.append(ObjectEventTarget(self.number(entry["object"], "object", 0)))
        if "exit" in entry:
            targets.append(self.edge(entry["exit"]))
        if len(targets) != 1:
            raise self.complain("walk-to takes one of tile, warp, object and exit")
        return WalkStep(targets[0], through)

    def tile(self, raw: object) -> TileTarget:
        if not isinstance(raw, list) or len(raw) != 2:
            raise self.complain(f"tile is {raw!r}; expected [X, Y]")
        shift = layouts.BORDER if self.local else 0
        x, y = (self.number(value, "tile", 0) + shift for value in raw)
        return TileTarget(x, y)

    def edge(self, raw: object) -> EdgeTarget:
        try:
            return EdgeTarget(Facing(raw))
        except ValueError:
            known = ", ".join(facing.value for facing in Facing)
            raise self.complain(f"exit is {raw!r}; expected one of {known}") from None

    def press(self, raw: object) -> PressStep:
        if not isinstance(raw, dict):
            return PressStep(self.buttons(raw))
        entry = self.mapping(raw, "buttons", "hold", "repeat", "until")
        return PressStep(
            self.buttons(entry.get("buttons")),
            self.number(entry.get("hold", HOLD_FRAMES), "hold", 1),
            self.number(entry.get("repeat", 1), "repeat", 1),
            self.condition(entry.get("until"), "until"),
        )

    def buttons(self, raw: object) -> tuple[Buttons, ...]:
        row = raw if isinstance(raw, list) else [raw]
        try:
            return tuple(parse_buttons(self.text(name, "buttons")) for name in row)
        except UsageError as error:
            raise self.complain(error.message.removeprefix(f"{self.name}: ")) from error

    def wait(self, raw: object) -> WaitStep:
        if isinstance(raw, int):
            return WaitStep(self.number(raw, "wait", 0))
        entry = self.mapping(raw, "frames", "until")
        frames = entry.get("frames")
        until = self.condition(entry.get("until"), "until")
        if frames is None and until is None:
            raise self.complain("wait takes frames, until, or both")
        return WaitStep(None if frames is None else self.number(frames, "frames", 0), until)

    def dial(self, raw: object) -> DialStep:
        if raw is not None:
            raise self.complain(f"dial takes nothing, not {raw!r}")
        return DialStep()

    def select(self, raw: object) -> SelectStep:
        if not isinstance(raw, dict):
            return SelectStep(self.text(raw, "select"))
        entry = self.mapping(raw, "entry", "confirm")
        return SelectStep(
            self.text(entry.get("entry"), "entry"),
            self.truth(entry.get("confirm", True), "confirm"),
        )

    def type(self, raw: object) -> TypeStep:
        if not isinstance(raw, dict):
            return TypeStep(self.text(raw, "type"))
        entry = self.mapping(raw, "text", "accept")
        return TypeStep(
            self.text(entry.get("text"), "text"),
            self.truth(entry.get("accept", False), "accept"),
        )


def parse_plan(source: bytes | str, name: str, *, local: bool = False) -> tuple[PlannedStep, ...]:
    """Read the steps of a file.

    Args:
        source: The YAML text.
        name: How to call the file in messages.
        local: Tiles and positions are map-local.

    Raises:
        UsageError: Names file, line, step and field, and what would be acceptable.
    """
    reader = _Reader(name, local=local)
    try:
        steps = read_document(source, "a plan is a list of steps").items()
        if not steps:
            raise UsageError(f"{name} holds no list of steps", file=name)
        return tuple(reader.planned(step) for step in steps)
    except RefusedNodeError as refused:
        raise UsageError(refused.problem.shown(name), file=name) from refused
