"""A minted state is what the recipe or the autopilot gives; a pinned one must have its digest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.core import open_emulator
from gbatool.decode.scene import Mode, decode_scene
from gbatool.demo import load_demo_rom
from gbatool.errors import DigestMismatchError, FileProblemError, UsageError
from gbatool.profile.model import PinnedState, Profile
from gbatool.profile.search import find_profile
from gbatool.states.container import Container, read_state
from gbatool.states.minting import (
    MintRequest,
    RecipeEndedShortError,
    Written,
    mint_all,
    mint_from_book,
    mint_state,
    with_openings,
)
from gbatool.states.recipe_book import RecipeBook, find_book
from gbatool.states.recipe_file import RecipeError
from tests.states.pins import pin, put_state, tiny_profile, tiny_state
from tests.states.test_recipe_book import SHIPPED, write_book
from tests.states.tiny import tiny_rom

RECIPE = "schema: gbatool/recipe/1\nname: wait\nsteps:\n  - wait: 5\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a recipe in its usual place."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "savestates" / "recipes").mkdir(parents=True)
    (tmp_path / "savestates" / "recipes" / "wait.yaml").write_text(RECIPE)
    return tmp_path


def minted(request: MintRequest, *pins: PinnedState) -> Written:
    return mint_state(request, tiny_rom(), tiny_profile(*pins), open_emulator)


WAIT = Path("savestates/recipes/wait.yaml")


def test_writes_what_the_recipe_gives_into_the_usual_folder() -> None:
    written = minted(MintRequest("room", recipe=WAIT))
    assert (written.path, written.made) == (Path("savestates/room.ss0"), "recipe wait")
    assert written.path.read_bytes() == written.file
    assert read_state(written.path) == written.state == tiny_state(5)


def test_the_files_name_decides_its_kind_and_its_folder_is_made() -> None:
    written = minted(MintRequest("room", recipe=WAIT, out=Path("a/b/room.state")))
    assert read_state(Path("a/b/room.state")).container is Container.RAW
    assert read_state(written.path).raw == tiny_state(5).raw


def test_minting_twice_gives_the_same_file() -> None:
    first = minted(MintRequest("a", recipe=WAIT))
    assert minted(MintRequest("b", recipe=WAIT)).file == first.file


def test_tells_the_frames_run() -> None:
    told: list[int] = []
    request = MintRequest("room", recipe=WAIT)
    mint_state(request, tiny_rom(), tiny_profile(), open_emulator, told.append)
    assert told == [5]


def test_makes_a_pinned_state_again_the_way_it_was_made() -> None:
    written = minted(MintRequest("room"), pin("room", frames=5, made="recipe wait"))
    assert written.state == tiny_state(5)


def test_writes_nothing_when_a_pinned_state_comes_out_otherwise() -> None:
    with pytest.raises(DigestMismatchError, match="what recipe wait gives now") as caught:
        minted(MintRequest("room"), pin("room", frames=9, made="recipe wait"))
    assert caught.value.detail["observed"] == tiny_state(5).ram_sha256
    assert not Path("savestates/room.ss0").exists()


def test_names_the_recipe_of_a_pinned_state_that_is_not_here() -> None:
    with pytest.raises(FileProblemError, match=r"savestates/recipes/gone\.yaml is not here"):
        minted(MintRequest("room"), pin("room", made="recipe gone"))


def test_a_state_from_a_users_file_cant_be_made_again() -> None:
    with pytest.raises(UsageError, match="made by hand"):
        minted(MintRequest("room"), pin("room", made="file"))


def test_asks_how_when_nothing_tells() -> None:
    with pytest.raises(UsageError, match="--autopilot presses until the player can walk"):
        minted(MintRequest("room"))


def test_refuses_both_ways_at_once() -> None:
    with pytest.raises(UsageError, match="not by both"):
        minted(MintRequest("room", recipe=WAIT, autopilot=True))


def test_replaces_a_file_only_when_told_to() -> None:
    old = put_state(Path("savestates/room.ss0"))
    with pytest.raises(FileProblemError, match="--force"):
        minted(MintRequest("room", recipe=WAIT))
    assert Path("savestates/room.ss0").read_bytes() == old
    minted(MintRequest("room", recipe=WAIT, force=True))
    assert Path("savestates/room.ss0").read_bytes() != old


@pytest.mark.parametrize("label", ["", "a/b", "room.ss0", "../x", "a b", "-x"])
def test_refuses_a_label_that_could_be_a_file_or_an_option(label: str) -> None:
    with pytest.raises(UsageError, match="can't be a label"):
        minted(MintRequest(label, recipe=WAIT))


@pytest.fixture
def book(folder: Path) -> RecipeBook:
    """Recipes for the demo cartridge, in a searched folder."""
    write_book(folder / "profiles")
    found = find_book(load_demo_rom())
    assert found is not None
    return found


def demo_profile() -> Profile:
    return find_profile(load_demo_rom(), folders=[SHIPPED.parent])


def test_a_book_makes_each_state_from_the_one_before(book: RecipeBook) -> None:
    rom, profile = load_demo_rom(), demo_profile()
    made = {one.label: one for one in mint_from_book(book, rom, profile, open_emulator)}
    assert list(made) == ["room", "menu", "closed"]
    modes = [decode_scene(one.state.snapshot(rom), profile).mode for one in made.values()]
    assert modes == [Mode.OVERWORLD, Mode.MENU, Mode.OVERWORLD]
    assert made["menu"].made == "recipe moss/menu"
    assert made["menu"].state.frame > made["room"].state.frame


def test_a_state_of_a_book_is_made_by_its_name_and_compared_with_its_pin(book: RecipeBook) -> None:
    rom, profile = load_demo_rom(), demo_profile()
    pinned = with_openings(profile, book, rom, open_emulator, "0.10.1")
    assert pinned.savestates["menu"].file_sha256 is None
    assert pinned.savestates["menu"].made == "recipe moss/menu"
    written = mint_state(MintRequest("menu"), rom, pinned, open_emulator)
    assert written.made == "recipe moss/menu"
    assert written.state.ram_sha256 == pinned.savestates["menu"].ram_sha256
    wrong = replace(pinned.savestates["menu"], ram_sha256="0" * 64)
    other = replace(pinned, savestates={**pinned.savestates, "menu": wrong})
    with pytest.raises(DigestMismatchError, match="what recipe moss/menu gives now"):
        mint_state(MintRequest("menu", force=True), rom, other, open_emulator)


@pytest.mark.usefixtures("book")
def test_all_states_of_a_book_are_written_and_none_is_replaced() -> None:
    rom, profile = load_demo_rom(), demo_profile()
    written = list(mint_all(rom, profile, open_emulator))
    assert [one.path.name for one in written] == ["room.ss0", "menu.ss0", "closed.ss0"]
    assert all(read_state(one.path).ram_sha256 == one.state.ram_sha256 for one in written)
    with pytest.raises(FileProblemError, match="--force"):
        list(mint_all(rom, profile, open_emulator))


@pytest.mark.parametrize("label", ["/tmp/gbatool-outside", "../../outside", "..", "a/b"])
def test_a_book_writes_nowhere_but_in_the_usual_folder(folder: Path, label: str) -> None:
    steps = "- wait: 1\n"
    path = write_book(folder / "profiles")
    path.write_text(path.read_text().replace("closed:", f"{label}:"))
    outside = path.parent / f"{label}.yaml"
    if outside.parent.is_dir() and not outside.is_absolute():
        outside.write_text(steps)
    before = sorted(folder.rglob("*"))
    with pytest.raises(RecipeError, match="is no label"):
        list(mint_all(load_demo_rom(), demo_profile(), open_emulator))
    assert sorted(folder.rglob("*")) == before


def test_a_pin_names_no_recipe_outside_the_usual_folder(folder: Path) -> None:
    (folder / "outside.yaml").write_text(RECIPE)
    with pytest.raises(FileProblemError, match="is not here"):
        minted(MintRequest("room"), pin("room", made="recipe ../../outside"))


def test_without_a_book_for_the_rom_nothing_is_made() -> None:
    with pytest.raises(UsageError, match="no recipes were written for"):
        list(mint_all(tiny_rom(), tiny_profile(), open_emulator))


@pytest.mark.parametrize(
    ("steps", "match"),
    [
        ("- walk-to: {object: 9}\n", r"recipe of menu: step 1 \(walk-to\)"),
        ("- press: start\n- dial\n", r"recipe of menu: step 2 \(dial\)"),
        ("- wait: 1\n", "menu does not hold"),
    ],
)
def test_a_recipe_that_leads_elsewhere_says_where_it_ended(
    folder: Path, steps: str, match: str
) -> None:
    write_book(folder / "profiles", menu=steps)
    with pytest.raises(RecipeEndedShortError, match=match):
        list(mint_all(load_demo_rom(), demo_profile(), open_emulator))
    assert not Path("savestates/menu.ss0").exists()
