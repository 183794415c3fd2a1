"""A minted state is what the recipe or the autopilot gives, and a pinned one comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.core import open_emulator
from gbatool.errors import DigestMismatchError, FileProblemError, UsageError
from gbatool.minting import MintRequest, Written, mint_state
from gbatool.profile.model import PinnedState
from gbatool.states.container import Container, read_state
from tests.states.pins import pin, put_state, tiny_profile, tiny_state
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


def test_a_state_that_somebody_brought_cant_be_made_again() -> None:
    with pytest.raises(UsageError, match="made by hand"):
        minted(MintRequest("room"), pin("room", made="file"))


def test_asks_how_when_nothing_tells() -> None:
    with pytest.raises(UsageError, match="--autopilot presses until somebody can walk"):
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
