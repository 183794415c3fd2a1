"""Recipe books: savestates of a game's opening, each made by actions from an earlier one.

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

Unlike a recipe of plain inputs, its actions read the game (routes avoid NPCs, waits end on a
condition), so one book serves several ROMs. The states of each ROM are pinned in its profile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gbatool.actions.conditions import Condition, parse_condition
from gbatool.actions.plan_file import PlannedStep, parse_plan
from gbatool.errors import UsageError
from gbatool.files import child, folders_in, is_file, read_file
from gbatool.profile.search import profile_folders
from gbatool.reading import Node, Report, read_document
from gbatool.rom import Rom
from gbatool.states.recipe_file import recipe_error

SCHEMA = "gbatool/recipe-book/1"
FOLDER, BOOK_FILE = "recipes", "book.yaml"
EMPTY = "a book has schema, name, roms and recipes"
WHAT = "book of recipes"
AUTOPILOT = "autopilot"
LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""What a state's label is made of: it becomes the name of a file."""


@dataclass(frozen=True, slots=True)
class BookRecipe:
    """How one state is made.

    Attributes:
        label: The state's label.
        after: Label of the state to begin with; ``autopilot`` to begin with that at power-on.
        steps: The actions to run.
        expect: A condition that must hold at the end.
    """

    label: str
    after: str
    steps: tuple[PlannedStep, ...]
    expect: Condition | None = None


@dataclass(frozen=True, slots=True)
class RecipeBook:
    """The recipes of a game.

    Attributes:
        name: Its name in pins: ``recipe NAME/LABEL``.
        roms: SHA-1 -> profile name of each ROM that it was written for.
        recipes: Label -> recipe, in an order in which they can be made.
    """

    name: str
    roms: Mapping[str, str]
    recipes: Mapping[str, BookRecipe]

    def way_to(self, label: str) -> tuple[BookRecipe, ...]:
        """The recipes that lead to a state, in order, that of the autopilot first.

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
    """The book that was written for a ROM; None if there is none. Other ROMs' books are not parsed.

    Args:
        rom: The ROM.
        folders: The folders to search for ``recipes/*/book.yaml``; those of profiles by default.

    Raises:
        RecipeError: A book that names this ROM is not valid.
        FileProblemError: A file of it can't be read.
    """
    for folder in profile_folders() if folders is None else folders:
        for path in (found / BOOK_FILE for found in folders_in(folder / FOLDER)):
            if is_file(path) and rom.sha1.encode() in read_file(path, WHAT):
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
    data = read_file(path, WHAT)
    book = report.attempt(lambda: _Reader(report, path.parent).book(read_document(data, EMPTY)))
    if report.problems or book is None:
        raise recipe_error(report.problems, shown)
    return book


class _Reader:
    """Reads a recipe book from its YAML nodes."""

    def __init__(self, report: Report, folder: Path) -> None:
        self.report, self.folder = report, folder

    def book(self, node: Node) -> RecipeBook:
        fields = node.fields(self.report, ("schema", "name", "roms", "recipes"), ("note",))
        if fields["schema"].text() != SCHEMA:
            raise fields["schema"].refusal(f"is {fields['schema'].text()!r}; expected {SCHEMA!r}")
        roms = {value.text(): key for _, key, value in fields["roms"].pairs(self.report)}
        recipes: dict[str, BookRecipe] = {}
        for key, label, value in fields["recipes"].pairs(self.report):
            if not LABEL.fullmatch(label):
                raise key.refusal("is no label: letters, digits, - and _ only, such as bedroom")
            recipes[label] = self.recipe(label, value, tuple(recipes))
        if not recipes:
            raise fields["recipes"].refusal("has no recipe")
        return RecipeBook(fields["name"].text(), roms, recipes)

    def recipe(self, label: str, node: Node, known: tuple[str, ...]) -> BookRecipe:
        fields = node.fields(self.report, ("after",), ("expect",))
        after = fields["after"].text()
        if after not in (AUTOPILOT, *known):
            before = ", ".join((AUTOPILOT, *known))
            raise fields["after"].refusal(f"is {after!r}; expected one listed above: {before}")
        expect = fields.get("expect")
        return BookRecipe(
            label,
            after,
            () if after == AUTOPILOT else self.steps(label),
            None if expect is None else self.condition(expect),
        )

    def steps(self, label: str) -> tuple[PlannedStep, ...]:
        path = child(self.folder, f"{label}.yaml")
        data = read_file(path, f"recipe of {label}")
        return parse_plan(data, f"{self.folder.name}/{path.name}")

    @staticmethod
    def condition(node: Node) -> Condition:
        try:
            return parse_condition(node.text())
        except UsageError as error:
            raise node.refusal(error.message) from error
