"""Books of recipes: the opening of a game, action by action, each state made from an earlier one.

A book is a folder with a ``book.yaml``, and for each state a file for ``gbatool run``:

```yaml
schema: gbatool/recipe-book/1
name: kanto
roms:                                   # profile name -> SHA-1 of the ROMs it was written for
  firered-us-1.0: 41cb23d8dccc8ebd7c649cd8fbb58eeace6e2fdc
recipes:                                # in the order in which they can be made
  bedroom: {after: autopilot, expect: input-ready}
  house-1f: {after: bedroom}            # does what house-1f.yaml says
```

Unlike a recipe of plain inputs, its actions look at the game (they walk around people, and wait for
what they wait for), so one book serves several ROMs. What it gives on each is pinned in its profile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gbatool.actions.conditions import Condition, parse_condition
from gbatool.actions.plan_file import PlannedStep, parse_plan
from gbatool.errors import UsageError
from gbatool.profile.nodes import Node, Report, read_document
from gbatool.profile.search import profile_folders
from gbatool.rom import Rom, read_file
from gbatool.states.recipe_file import recipe_error

SCHEMA = "gbatool/recipe-book/1"
FOLDER, BOOK_FILE = "recipes", "book.yaml"
EMPTY = "a book has schema, name, roms and recipes"
AUTOPILOT = "autopilot"


@dataclass(frozen=True, slots=True)
class BookRecipe:
    """How one state is made.

    Attributes:
        label: What the state is called.
        after: Label of the state to begin with; ``autopilot`` for what that makes from power-on.
        steps: What is done then.
        expect: What must be true at the end, if anything.
    """

    label: str
    after: str
    steps: tuple[PlannedStep, ...]
    expect: Condition | None = None


@dataclass(frozen=True, slots=True)
class RecipeBook:
    """A book.

    Attributes:
        name: What it is called in pins: ``recipe NAME/LABEL``.
        roms: SHA-1 -> profile name of each ROM that it was written for.
        recipes: Label -> recipe, each after the one that it begins with.
    """

    name: str
    roms: Mapping[str, str]
    recipes: Mapping[str, BookRecipe]

    def way_to(self, label: str) -> tuple[BookRecipe, ...]:
        """The recipes that lead to a state, the autopilot's first.

        Raises:
            UsageError: The book has no such label.
        """
        if label not in self.recipes:
            raise UsageError(
                f"the recipes {self.name} have none for {label!r}; there are"
                f" {', '.join(self.recipes)}",
                label=label,
                known=list(self.recipes),
            )
        recipe = self.recipes[label]
        before = () if recipe.after == AUTOPILOT else self.way_to(recipe.after)
        return (*before, recipe)


def find_book(rom: Rom, folders: Sequence[Path] | None = None) -> RecipeBook | None:
    """The book that was written for a ROM; None if there is none.

    Args:
        rom: The ROM.
        folders: Where to look for ``recipes/*/book.yaml``; where profiles are found by default.

    Raises:
        RecipeError: A book is not valid.
        FileProblemError: A file of it can't be read.
    """
    for folder in profile_folders() if folders is None else folders:
        for path in sorted((folder / FOLDER).glob(f"*/{BOOK_FILE}")):
            book = read_book(path)
            if rom.sha1 in book.roms:
                return book
    return None


def read_book(path: Path) -> RecipeBook:
    """Read a book and the run files that belong to it.

    Raises:
        RecipeError: It is not valid; names file, line, column and field.
        UsageError: A run file is not valid.
        FileProblemError: A file can't be read.
    """
    shown = f"{path.parent.name}/{path.name}"
    report = Report()
    data = read_file(path, "book of recipes")
    book = report.attempt(lambda: _Reader(report, path.parent).book(read_document(data, EMPTY)))
    if report.problems or book is None:
        raise recipe_error(report.problems, shown)
    return book


class _Reader:
    """Turns the nodes of a book into one."""

    def __init__(self, report: Report, folder: Path) -> None:
        self.report, self.folder = report, folder

    def book(self, node: Node) -> RecipeBook:
        fields = node.fields(self.report, ("schema", "name", "roms", "recipes"), ("note",))
        if fields["schema"].text() != SCHEMA:
            raise fields["schema"].refusal(f"is {fields['schema'].text()!r}; expected {SCHEMA!r}")
        roms = {value.text(): key for _, key, value in fields["roms"].pairs(self.report)}
        recipes: dict[str, BookRecipe] = {}
        for _, label, value in fields["recipes"].pairs(self.report):
            recipes[label] = self.recipe(label, value, tuple(recipes))
        if not recipes:
            raise fields["recipes"].refusal("has no recipe")
        return RecipeBook(fields["name"].text(), roms, recipes)

    def recipe(self, label: str, node: Node, known: tuple[str, ...]) -> BookRecipe:
        fields = node.fields(self.report, ("after",), ("expect",))
        after = fields["after"].text()
        if after not in (AUTOPILOT, *known):
            before = ", ".join((AUTOPILOT, *known))
            raise fields["after"].refusal(f"is {after!r}; expected one that stands above: {before}")
        expect = fields.get("expect")
        return BookRecipe(
            label,
            after,
            () if after == AUTOPILOT else self.steps(label),
            None if expect is None else self.condition(expect),
        )

    def steps(self, label: str) -> tuple[PlannedStep, ...]:
        path = self.folder / f"{label}.yaml"
        data = read_file(path, f"recipe of {label}")
        return parse_plan(data.decode(errors="replace"), f"{self.folder.name}/{path.name}")

    @staticmethod
    def condition(node: Node) -> Condition:
        try:
            return parse_condition(node.text())
        except UsageError as error:
            raise node.refusal(error.message) from error
