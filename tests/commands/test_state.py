"""``gbatool state``: what it prints, what it writes, and the exit status of each refusal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from gbatool.cli import main
from gbatool.profile.reader import load_profile
from gbatool.profile.writer import format_profile
from gbatool.states.container import Container, read_state
from tests.states.pins import pin, put_state, tiny_profile, tiny_state
from tests.states.tiny import tiny_rom

ROM = ("--rom", "tiny.gba")
RECIPE = "schema: gbatool/recipe/1\nname: wait\nsteps:\n  - wait: 5\n"


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the tiny cartridge, its profile with two pins, one state and a recipe."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "tiny.gba").write_bytes(tiny_rom().data)
    (tmp_path / "other.gba").write_bytes(tiny_rom(revision=1).data)
    room = put_state(tmp_path / "savestates" / "room.ss0")
    profile = tiny_profile(pin("room", file=room), pin("soon", frames=5, made="recipe wait"))
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "tiny.yaml").write_text(format_profile(profile))
    (tmp_path / "savestates" / "recipes").mkdir()
    (tmp_path / "savestates" / "recipes" / "wait.yaml").write_text(RECIPE)
    return tmp_path


def run(*argv: str) -> int:
    return main(["state", *argv, *ROM])


def document(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, Any]:
    status = run(*argv, "--json")
    return status, json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    """The exit status and the one line on standard error; nothing on standard output."""
    status = main(["state", *argv])
    output = capsys.readouterr()
    assert output.out == ""
    (line,) = [line for line in output.err.splitlines() if line.startswith("error: ")]
    return status, line


def test_mint_writes_a_state_and_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    recipe = "savestates/recipes/wait.yaml"
    status, shown = document(capsys, "mint", "five", "--recipe", recipe)
    assert status == 0
    assert (shown["schema"], shown["frame"]) == ("gbatool/savestate/1", 5)
    assert read_state(Path("savestates/five.ss0")) == tiny_state(5)


def test_mint_pins_what_it_made(capsys: pytest.CaptureFixture[str]) -> None:
    recipe = "savestates/recipes/wait.yaml"
    assert run("mint", "five", "--recipe", recipe, "--pin") == 0
    assert "pinned as five in profiles/tiny.yaml" in capsys.readouterr().err
    pinned = load_profile(Path("profiles/tiny.yaml")).savestates
    assert set(pinned) == {"five", "room", "soon"}
    assert pinned["five"].made == "recipe wait"
    assert run("verify", "five") == 0


def test_mint_makes_a_pinned_state_again(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = document(capsys, "mint", "soon")
    assert (status, shown["pinned_as"], shown["made"]) == (0, "soon", "recipe wait")


def test_mint_by_autopilot_fails_closed_when_the_player_never_walks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gbatool.scan.lab import autopilot

    monkeypatch.setattr(autopilot.mint, "__defaults__", (8,))
    status, line = refused(capsys, "mint", "start", "--autopilot", *ROM)
    assert status == 3
    assert "the player could not be made to walk within 8 presses" in line
    assert not Path("savestates/start.ss0").exists()


def test_list_shows_pins_and_files(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    put_state(Path("savestates/mine.state"), frames=7)
    status, listed = document(capsys, "list")
    assert status == 0
    states = [(item["label"], item["standing"]) for item in listed["states"]]
    assert states == [("room", "pinned"), ("soon", "missing"), ("mine", "unpinned")]
    assert run("list") == 0
    assert capsys.readouterr().out == snapshot


def test_show_tells_all_of_a_state(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert run("show", "room") == 0
    shown = capsys.readouterr().out
    assert tiny_state().ram_sha256 in shown
    lines = [line for line in shown.splitlines() if "SHA-256" not in line and "CRC-32" not in line]
    assert lines == snapshot


def test_show_writes_the_picture() -> None:
    assert run("show", "room", "--png", "out/room.png") == 0
    assert Path("out/room.png").read_bytes() == tiny_state().picture
    assert run("show", "room", "--png", "out/room.png") == 2
    assert run("show", "room", "--png", "out/room.png", "--force") == 0


def test_show_draws_the_picture_of_a_raw_state() -> None:
    assert run("convert", "room", "room.state") == 0
    assert run("show", "room.state", "--png", "room.png") == 0
    assert Path("room.png").read_bytes() == tiny_state().picture


def test_show_without_a_rom_shows_the_demo_cartridges_bedroom(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["state", "show", "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["title"] == "MOSSVALE"
    assert "this is the demo cartridge" in output.err


def test_show_asks_which_state_of_a_rom(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "show", *ROM) == (
        2,
        "error: name the savestate: a file, or a label that the profile pins",
    )


def test_convert_there_and_back_gives_the_same_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = document(capsys, "convert", "room", "out/room.state")
    assert (status, shown["container"], shown["pinned_as"]) == (0, "raw", None)
    assert read_state(Path("out/room.state")).container is Container.RAW
    assert run("convert", "out/room.state", "out/room.ss5") == 0
    room = Path("savestates/room.ss0").read_bytes()
    assert Path("out/room.ss5").read_bytes() == room


def test_convert_replaces_a_file_only_when_told_to(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("savestates/room.ss0").read_bytes()
    status, line = refused(capsys, "convert", "room", "savestates/room.ss0", *ROM)
    assert (status, "--force" in line) == (2, True)
    assert Path("savestates/room.ss0").read_bytes() == before


def test_verify_says_what_does_not_hold(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert run("verify", "room") == 0
    assert capsys.readouterr().out == "ok  room  holds  (room.ss0)\n"
    put_state(Path("savestates/room.ss0"), frames=9)
    status, report = document(capsys, "verify")
    assert status == 3
    assert [item["finding"] for item in report["checks"]] == ["file_differs", "missing"]
    assert run("verify", "soon") == 3
    assert capsys.readouterr().out == snapshot


def test_pin_keeps_a_state_of_ones_own() -> None:
    put_state(Path("game.ss1"), frames=7)
    assert run("pin", "seven", "game.ss1") == 0
    kept = load_profile(Path("profiles/tiny.yaml")).savestates["seven"]
    assert (kept.made, kept.frame) == ("file", 7)
    assert run("pin", "room", "game.ss1") == 2
    assert run("pin", "room", "game.ss1", "--force") == 0


def test_pin_needs_the_roms_own_profile(capsys: pytest.CaptureFixture[str]) -> None:
    status, line = refused(capsys, "pin", "room", "savestates/room.ss0", "--rom", "other.gba")
    assert status == 3
    assert "gbatool derive" in line


@pytest.mark.parametrize(
    ("argv", "status", "message"),
    [
        (("show", "nowhere.ss0"), 2, "there is no savestate at nowhere.ss0"),
        (("show", "savestates"), 2, "savestates is a folder, not a savestate"),
        (("show", "rooom"), 2, "did you mean room?"),
        (("show", "tiny.gba"), 3, "it is a Game Boy Advance ROM; give that with --rom"),
        (("show", "torn.ss0"), 3, "cut off after 300 bytes"),
        (("show", "old.state"), 3, "version 4 (mGBA 0.9)"),
    ],
)
def test_each_wrong_file_has_one_line_and_its_status(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], status: int, message: str
) -> None:
    whole = Path("savestates/room.ss0").read_bytes()
    Path("torn.ss0").write_bytes(whole[:300])
    Path("old.state").write_bytes(b"\4\0\0\1" + tiny_state().raw[4:])
    found, line = refused(capsys, *argv, *ROM)
    assert found == status
    assert message in line


def test_a_state_of_another_rom_is_not_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("convert", "room", "room.state") == 0
    capsys.readouterr()
    argv = ("convert", "room.state", "other.ss0", "--rom", "other.gba")
    status, line = refused(capsys, *argv)
    assert status == 3
    assert f"{tiny_rom().crc32:08X}" in line
    assert f"{tiny_rom(revision=1).crc32:08X}" in line


def test_a_refusal_is_a_document_too(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = document(capsys, "show", "nowhere.ss0")
    assert status == 2
    assert shown["error"]["code"] == "file_problem"
    assert shown["error"]["detail"] == {"file": "nowhere.ss0"}
