"""A real game that ships with a profile: derived again, minted again, and played from a file.

``GBATOOL_TEST_ROM`` names the ROM; without a profile and recipes for it, all of this is skipped.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
import yaml

from gbatool.cli import main
from gbatool.core import open_emulator
from gbatool.decode.scene import Mode, decode_scene
from gbatool.decode.state import decode_state
from gbatool.profile import Profile
from gbatool.profile.search import find_profile
from gbatool.rom import Rom, load_rom
from gbatool.states.minting import MintedState, mint_from_book
from gbatool.states.recipe_book import AUTOPILOT, FOLDER, RecipeBook, find_book

pytestmark = pytest.mark.rom
SHIPPED = Path(__file__).parents[1] / "profiles"
MODES = {
    "truck": Mode.OVERWORLD,
    "bedroom": Mode.OVERWORLD,
    "house-1f": Mode.OVERWORLD,
    "dialog": Mode.DIALOG,
    "pallet-town": Mode.OVERWORLD,
    "littleroot-town": Mode.OVERWORLD,
    "rival-room": Mode.OVERWORLD,
    "start-menu": Mode.MENU,
    "lab": Mode.OVERWORLD,
    "yesno": Mode.MENU,
    "naming": Mode.NAMING,
    "battle-action": Mode.BATTLE,
    "battle-move": Mode.BATTLE,
    "battle-text": Mode.BATTLE,
    "battle-won": Mode.BATTLE_WON,
    "route-1": Mode.OVERWORLD,
    "route-101": Mode.OVERWORLD,
    "oldale-town": Mode.OVERWORLD,
    "mart": Mode.OVERWORLD,
    "bag": Mode.MENU,
    "party": Mode.MENU,
    "wild-battle": Mode.BATTLE,
}
LAST = {"kanto": "wild-battle", "hoenn": "mart"}
"""Name of a book -> the state that is furthest from power-on."""
MENUS = {
    "start-menu": "start_menu",
    "yesno": "yes_no",
    "naming": "naming",
    "battle-action": "battle_action",
    "battle-move": "battle_move",
    "bag": "bag",
    "party": "party",
    "wild-battle": "battle_action",
}


@pytest.fixture(scope="module")
def rom_path() -> Path:
    """Where the game is."""
    return Path(os.environ["GBATOOL_TEST_ROM"]).resolve()


@pytest.fixture(scope="module")
def rom(rom_path: Path) -> Rom:
    """The game."""
    return load_rom(rom_path)


@pytest.fixture(scope="module")
def book(rom: Rom) -> RecipeBook:
    """Its recipes."""
    found = find_book(rom, [SHIPPED])
    if found is None:
        pytest.skip(f"no recipes are shipped for a ROM of SHA-1 {rom.sha1}")
    return found


@pytest.fixture(scope="module")
def profile(rom: Rom, book: RecipeBook) -> Profile:
    """Its profile, as it is shipped."""
    found = find_profile(rom, folders=[SHIPPED])
    assert found.name == book.roms[rom.sha1]
    return found


@pytest.fixture(scope="module")
def minted(rom: Rom, book: RecipeBook, profile: Profile) -> dict[str, MintedState]:
    """Every state that its recipes make."""
    return {one.label: one for one in mint_from_book(book, rom, profile, open_emulator)}


def test_deriving_it_again_gives_the_shipped_profile_byte_for_byte(
    rom_path: Path, profile: Profile, tmp_path: Path
) -> None:
    out = tmp_path / f"{profile.name}.yaml"
    assert main(["derive", "--rom", str(rom_path), "--out", str(out)]) == 0
    assert out.read_bytes() == (SHIPPED / out.name).read_bytes()


def test_every_symbol_of_it_is_proven_again(
    rom_path: Path, profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["profile", "verify", profile.name, "--rom", str(rom_path), "--json"]
    assert main(arguments) == 0
    assert profile.unresolved == {}
    assert profile.name in capsys.readouterr().out


def test_every_recipe_gives_the_state_that_is_pinned(
    minted: dict[str, MintedState], profile: Profile
) -> None:
    assert minted.keys() <= MODES.keys()
    given = {label: one.state.ram_sha256 for label, one in minted.items()}
    assert given == {label: profile.savestates[label].ram_sha256 for label in minted}


@pytest.mark.parametrize("label", MODES)
def test_each_state_is_what_its_label_says_and_decodes_without_an_error(
    label: str, minted: dict[str, MintedState], rom: Rom, profile: Profile
) -> None:
    if label not in minted:
        pytest.skip(f"the book of this game makes no state {label}")
    snapshot = minted[label].state.snapshot(rom)
    assert decode_scene(snapshot, profile).mode is MODES[label]
    state = decode_state(snapshot, profile)
    assert state.errors == {}
    assert (state.menu and state.menu.id) == MENUS.get(label)


def test_the_opening_hour_is_one_run_and_comes_out_the_same_each_time(
    rom_path: Path,
    book: RecipeBook,
    profile: Profile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GBATOOL_ROM", str(rom_path))
    first, last = next(iter(book.recipes)), LAST[book.name]
    assert main(["state", "mint", first, "--autopilot"]) == 0
    steps = [
        step
        for recipe in book.way_to(last)
        if recipe.after != AUTOPILOT
        for step in yaml.safe_load(
            (SHIPPED / FOLDER / book.name / f"{recipe.label}.yaml").read_text()
        )
    ]
    Path("opening.yaml").write_text(yaml.safe_dump(steps, sort_keys=False))
    capsys.readouterr()
    seen = []
    for name in ("first", "second"):
        arguments = ["run", "opening.yaml", "--state", f"savestates/{first}.ss0", "--json"]
        status = main([*arguments, "--save-state", f"{name}.state"])
        printed = capsys.readouterr().out
        digest = hashlib.sha256(Path(f"{name}.state").read_bytes()).hexdigest()
        seen.append((status, printed, digest))
    assert seen[0] == seen[1]
    assert seen[0][0] == 0
    assert json.loads(seen[0][1])["schema"] == "gbatool/run/1"
    loaded = ["state", "show", "first.state", "--profile", profile.name, "--json"]
    assert main(loaded) == 0
    assert profile.savestates[last].ram_sha256 in capsys.readouterr().out
