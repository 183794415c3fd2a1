"""Read a recipe file; a problem is reported with line, column, field and what is expected."""

from __future__ import annotations

from pathlib import Path

import yaml

from gbatool.core.protocol import ALL_BUTTONS, Buttons
from gbatool.errors import UsageError
from gbatool.files import read_file
from gbatool.reading import Node, Problem, Report, read_document
from gbatool.states.recipe import (
    PRESS_HOLD,
    PRESS_RELEASE,
    Hold,
    Press,
    Recipe,
    RecipeStep,
    Repeat,
    Wait,
)

SCHEMA = "gbatool/recipe/1"
EMPTY = "a recipe has schema, name and steps"
KINDS = ("press", "wait", "repeat", "hold")
"""The keys that decide a step's kind; ``press`` comes first because a press may have a ``hold``."""
MAX_FRAMES = 1_000_000
"""Over four hours of play; a larger number is a mistake in ``repeat``."""
MAX_STEPS, MAX_DEPTH = 10_000, 8
"""Of steps, and of repeats inside each other."""

BUTTON_NAMES = {button.name: button for button in ALL_BUTTONS if button.name}


class RecipeError(UsageError):
    """A recipe file is not valid; names file, line, column and field."""

    code = "recipe"


def read_recipe(path: Path) -> Recipe:
    """Read and check a recipe file.

    Raises:
        FileProblemError: It can't be read.
        RecipeError: It isn't a valid recipe; ``detail["problems"]`` lists every problem.
    """
    return parse_recipe(read_file(path, "recipe"), path.name)


def parse_recipe(data: bytes | str, name: str) -> Recipe:
    """Read a recipe from its text; ``name`` is its name in messages.

    Raises:
        RecipeError: It isn't a valid recipe; ``detail["problems"]`` lists every problem.
    """
    report = Report()
    recipe = report.attempt(lambda: _Reader(report).recipe(read_document(data, EMPTY)))
    if report.problems or recipe is None:
        raise recipe_error(report.problems, name)
    return recipe


def recipe_error(problems: list[Problem], name: str) -> RecipeError:
    """One error for all problems of a file."""
    shown = [problem.shown(name) for problem in problems]
    more = f" (and {len(shown) - 1} more)" if len(shown) > 1 else ""
    return RecipeError(shown[0] + more, file=name, problems=tuple(shown))


class _Reader:
    """Reads a recipe from its YAML nodes."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.steps_read = 0

    def recipe(self, node: Node) -> Recipe | None:
        fields = node.fields(self.report, ("schema", "name", "steps"), ("note",))
        if not {"schema", "name", "steps"} <= fields.keys():
            return None
        schema = fields["schema"].text()
        if schema != SCHEMA:
            raise fields["schema"].refusal(f"is {schema!r}; expected {SCHEMA!r}")
        recipe = Recipe(
            name=fields["name"].text(),
            steps=self.steps(fields["steps"]),
            note=fields["note"].text() if "note" in fields else None,
        )
        if recipe.frames > MAX_FRAMES:
            raise fields["steps"].refusal(
                f"take {recipe.frames} frames; at most {MAX_FRAMES} are run"
            )
        return recipe

    def steps(self, node: Node, depth: int = 0) -> tuple[RecipeStep, ...]:
        items = node.items()
        if not items:
            raise node.refusal("has no step; write at least one, such as `- press: A`")
        self.steps_read += len(items)
        if depth > MAX_DEPTH or self.steps_read > MAX_STEPS:
            raise node.refusal(
                f"is too much: at most {MAX_DEPTH} repeats inside each other and {MAX_STEPS} steps"
            )
        read = [self.report.attempt(lambda item=item: self.step(item, depth)) for item in items]  # type: ignore[misc]
        return tuple(step for step in read if step is not None)

    def step(self, node: Node, depth: int) -> RecipeStep | None:
        keys = [key for _, key, _ in node.pairs(Report())]  # reported when its fields are read
        kind = next((kind for kind in KINDS if kind in keys), None)
        if kind == "press":
            return self.press(node)
        if kind == "wait":
            return Wait(self.frames(node.fields(self.report, ("wait",))["wait"], 1))
        if kind == "repeat":
            fields = node.fields(self.report, ("repeat", "steps"))
            if "steps" not in fields:
                return None
            return Repeat(self.frames(fields["repeat"], 1), self.steps(fields["steps"], depth + 1))
        if kind == "hold":
            fields = node.fields(self.report, ("hold", "frames"))
            if "frames" not in fields:
                return None
            return Hold(self.buttons(fields["hold"]), self.frames(fields["frames"], 1))
        raise node.refusal("is no step; it needs one of press, hold, wait, repeat")

    def press(self, node: Node) -> Press:
        fields = node.fields(self.report, ("press",), ("hold", "release"))
        return Press(
            self.buttons(fields["press"]),
            self.frames(fields["hold"], 1) if "hold" in fields else PRESS_HOLD,
            self.frames(fields["release"], 0) if "release" in fields else PRESS_RELEASE,
        )

    def frames(self, node: Node, least: int) -> int:
        return node.whole(least, MAX_FRAMES)

    def buttons(self, node: Node) -> Buttons:
        items = node.items() if isinstance(node.raw, yaml.SequenceNode) else [node]
        held = Buttons.NONE
        for item in items:
            name = item.text()
            if name not in BUTTON_NAMES:
                known = " ".join(BUTTON_NAMES)
                raise item.refusal(f"is {name!r}; expected one of {known}, in capitals")
            held |= BUTTON_NAMES[name]
        if not held:
            raise node.refusal("names no button")
        return held
