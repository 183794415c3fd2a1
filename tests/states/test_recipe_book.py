"""A recipe book is read completely, or refused with the place of the problem."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.actions.plan_file import PressStep
from gbatool.demo import load_demo_rom
from gbatool.errors import FileProblemError, UsageError
from gbatool.states.recipe_book import find_book, read_book
from gbatool.states.recipe_file import RecipeError

SHIPPED = Path(__file__).parents[2] / "profiles" / "recipes"
ROM = load_demo_rom()
BOOK = f"""\
schema: gbatool/recipe-book/1
name: moss
roms: {{demo: {ROM.sha1}}}
recipes:
  room: {{after: autopilot, expect: input-ready}}
  menu: {{after: room, expect: menu}}
  closed: {{after: menu}}
"""


CLOSE = "- press: {buttons: b, repeat: 9, until: no-menu}\n"


def write_book(folder: Path, text: str = BOOK, **recipes: str) -> Path:
    """A book in its folder, below a searched folder."""
    folder = folder / "recipes" / "moss"
    folder.mkdir(parents=True)
    for label, steps in ({"menu": "- press: start\n", "closed": CLOSE} | recipes).items():
        (folder / f"{label}.yaml").write_text(steps)
    (folder / "book.yaml").write_text(text)
    return folder / "book.yaml"


def test_a_book_knows_its_roms_and_the_way_to_each_state(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path))
    assert (book.name, book.roms) == ("moss", {ROM.sha1: "demo"})
    assert [recipe.label for recipe in book.way_to("closed")] == ["room", "menu", "closed"]
    room, menu, _ = book.way_to("closed")
    assert (room.steps, room.expect and room.expect.text) == ((), "input-ready")
    assert isinstance(menu.steps[0].action, PressStep)


def test_a_label_that_it_has_not_is_refused_with_those_that_it_has(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there are room, menu, closed"):
        read_book(write_book(tmp_path)).way_to("attic")


def test_it_is_found_by_the_roms_digest_alone(tmp_path: Path) -> None:
    write_book(tmp_path)
    book = find_book(ROM, [tmp_path])
    assert book is not None
    assert book.name == "moss"
    write_book(tmp_path / "other", BOOK.replace(ROM.sha1, "0" * 40))
    assert find_book(ROM, [tmp_path / "other"]) is None
    assert find_book(ROM, [tmp_path / "nowhere"]) is None


@pytest.mark.parametrize("text", ["]", BOOK.replace(ROM.sha1, "0" * 40).replace("after", "befor")])
def test_a_broken_book_of_another_rom_is_no_concern(tmp_path: Path, text: str) -> None:
    write_book(tmp_path, text)
    assert find_book(ROM, [tmp_path]) is None


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        ("recipe-book/1", "recipe-book/9", "expected 'gbatool/recipe-book/1'"),
        ("after: menu", "after: closed", r"expected one listed above: autopilot, room, menu"),
        ("expect: menu", "expect: mood=good", "recipes.menu.expect"),
        ("{after: menu}", "{}", "lacks after"),
        ("{after: menu}", "{after: menu, befor: x}", "is not a known key"),
        ("name: moss", "nam: moss", "did you mean name"),
        ("closed: {", "/tmp/closed: {", r"recipes./tmp/closed: is no label"),
        ("closed: {", "../../closed: {", "is no label"),
        ("closed: {", '"clo\\x00sed": {', "is no label"),
        (BOOK[BOOK.index("recipes:") :], "recipes: {}", "has no recipe"),
        (BOOK, "", "is empty"),
        (BOOK, "]", "is not YAML"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    tmp_path: Path, old: str, new: str, match: str
) -> None:
    path = write_book(tmp_path, BOOK.replace(old, new))
    with pytest.raises(RecipeError, match=match) as caught:
        read_book(path)
    assert caught.value.message.startswith("moss/book.yaml:")


def test_a_run_file_that_is_wrong_or_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"moss/menu\.yaml:1: step 1"):
        read_book(write_book(tmp_path / "a", menu="- jump: 3\n"))
    path = write_book(tmp_path / "b")
    (path.parent / "closed.yaml").unlink()
    with pytest.raises(FileProblemError, match="recipe of closed"):
        read_book(path)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*/book.yaml")), ids=lambda p: p.parent.name)
def test_every_book_that_is_shipped_is_valid_and_every_file_in_it_is_used(path: Path) -> None:
    book = read_book(path)
    assert book.name == path.parent.name
    used = {f"{recipe.label}.yaml" for recipe in book.recipes.values() if recipe.steps}
    assert {file.name for file in path.parent.iterdir()} == {*used, "book.yaml"}
    assert all(recipe.expect for recipe in book.recipes.values())
