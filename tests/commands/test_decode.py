"""``gbatool decode``: formatted output and JSON documents."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from gbatool.cli import main
from gbatool.commands.decode import OF_A_STATE, What
from gbatool.core import open_emulator
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.engine.layouts import MAIN, MAIN_VBLANK_CAME, field_address
from gbatool.errors import ExitCode
from gbatool.memory import Address
from gbatool.profile.reader import load_profile
from gbatool.profile.writer import format_profile
from gbatool.states.container import write_state
from gbatool.states.load import capture, load_state_file
from tests.cartridges import answer_profile
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize("what", OF_A_STATE)
def test_shows_each_part_to_people(what: What, capsys: Output, snapshot: SnapshotAssertion) -> None:
    assert main(["decode", what.value, "--session", "out/walk"]) == ExitCode.OK
    output = capsys.readouterr()
    assert output.out == snapshot
    assert output.err == "no --rom was given: this is the demo cartridge\n"


@pytest.mark.parametrize("what", OF_A_STATE)
def test_prints_one_document_of_each_part(what: What, capsys: Output) -> None:
    document = run_json(capsys, "decode", what.value)
    assert document["schema"] == f"gbatool/{what.value}/1"
    assert document["rom"]["profile"] == "demo"
    assert document["frame"] > 0
    assert what is What.STATE or what.value in document


def test_two_runs_print_the_same_bytes(demo_folder: Path, capsys: Output) -> None:
    printed = []
    for _ in range(2):
        assert main(["decode", "--json"]) == ExitCode.OK
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert str(demo_folder) not in printed[0]


def test_reading_changes_no_file(demo_folder: Path) -> None:
    before = {path: path.read_bytes() for path in demo_folder.rglob("*") if path.is_file()}
    assert main(["decode", "--session", "out/walk"]) == ExitCode.OK
    assert {path: path.read_bytes() for path in demo_folder.rglob("*") if path.is_file()} == before


@pytest.fixture
def at_work(demo_folder: Path) -> Path:
    """A state in which the main loop has not come to its end."""
    rom = load_demo_rom()
    emulator = open_emulator(rom)
    load_state_file(emulator, rom, BEDROOM)
    profile = load_profile(Path("profiles/demo.yaml"))
    at = field_address(profile.address("gMain"), MAIN, "intr_check")
    emulator.write(at, bytes((MAIN_VBLANK_CAME, 0)))
    write_state(demo_folder / "work.ss0", capture(emulator))
    return demo_folder / "work.ss0"


@pytest.mark.parametrize("what", [What.PARTY, What.BAG, What.TRAINER, What.BATTLE])
def test_a_state_in_which_the_game_is_at_work_is_read_when_it_is_done(
    at_work: Path, what: What, capsys: Output
) -> None:
    before = at_work.read_bytes()
    assert main(["decode", what.value, "--state", str(at_work)]) == ExitCode.OK
    shown = capsys.readouterr()
    assert "the game was still at work: this is a frame later, on a branch" in shown.err
    assert main(["decode", what.value]) == ExitCode.OK
    assert capsys.readouterr().out == shown.out
    assert at_work.read_bytes() == before


def test_the_frame_of_a_document_is_the_one_that_was_read(at_work: Path, capsys: Output) -> None:
    now = run_json(capsys, "decode", "party")["frame"]
    assert run_json(capsys, "decode", "party", "--state", str(at_work))["frame"] == now + 1


def test_draws_the_map_as_a_picture_beside_the_document(demo_folder: Path, capsys: Output) -> None:
    document = run_json(capsys, "decode", "map", "--png", "map.png")
    with Image.open(demo_folder / "map.png") as picture:
        assert picture.width > document["map"]["width"] * 24
        assert picture.height > document["map"]["height"] * 24


def test_the_picture_shows_the_games_own_tiles_or_a_schematic(
    demo_folder: Path, capsys: Output
) -> None:
    assert main(["decode", "map", "--png", "tiles.png"]) == ExitCode.OK
    assert main(["decode", "map", "--png", "plain.png", "--plain"]) == ExitCode.OK
    assert "schematic" not in capsys.readouterr().err
    tiles, plain = (demo_folder / f"{name}.png" for name in ("tiles", "plain"))
    with Image.open(tiles) as large, Image.open(plain) as small:
        assert large.height > small.height


def test_without_tilesets_the_picture_is_a_schematic_and_it_says_so(
    demo_folder: Path, capsys: Output
) -> None:
    profile = replace(answer_profile(), name="poor")
    symbols = {name: symbol for name, symbol in profile.symbols.items() if name != "gMapHeader"}
    poor = Path("profiles/poor.yaml")
    poor.write_text(format_profile(replace(profile, symbols=symbols)), encoding="utf-8")
    asked = ["decode", "map", "--png", "poor.png", "--profile", str(poor), "--state", "game.ss1"]
    assert main(asked) == ExitCode.OK
    assert "the map's tiles are not known, this is a schematic: " in capsys.readouterr().err
    with Image.open(demo_folder / "poor.png") as picture:
        assert picture.format == "PNG"


def test_local_coordinates_begin_at_0(capsys: Output) -> None:
    assert main(["decode", "map", "--local"]) == ExitCode.OK
    title, tens, units, first, *_ = capsys.readouterr().out.splitlines()
    assert title == "map 4.1 MOSSVALE, 12 x 9 tiles"
    assert tens.split() == ["1", "1"]
    assert units.split()[:3] == ["0", "1", "2"]
    assert first.split()[0] == "0"


def test_an_imported_address_is_used_only_when_it_is_asked_for(capsys: Output) -> None:
    take = ["profile", "import", "game.sym", "--rom", "game.gba", "--out", "out/imported.yaml"]
    assert main(take) == ExitCode.OK
    asked = ["decode", "player", "--profile", "out/imported.yaml"]
    assert main(asked) == ExitCode.FAILED_CLOSED
    assert "is only imported" in capsys.readouterr().err
    assert main([*asked, "--trust-imported"]) == ExitCode.OK


def test_a_state_of_another_game_is_refused(capsys: Output) -> None:
    other = bytearray(Path("game.gba").read_bytes())
    other[0xA0:0xAC] = b"ANOTHER GAME"
    Path("other.gba").write_bytes(other)
    asked = ["decode", "--rom", "other.gba", "--state", "game.ss1", "--profile"]
    assert main([*asked, "demo"]) == ExitCode.FAILED_CLOSED
    assert "its addresses would be wrong here" in capsys.readouterr().err
    shot = ["screenshot", "x.png", "--rom", "other.gba", "--state", "game.ss1"]
    assert main(shot) == ExitCode.FAILED_CLOSED
    assert "game.ss1 was made with MOSSVALE" in capsys.readouterr().err


def test_a_rom_of_ones_own_needs_a_state(capsys: Output) -> None:
    assert main(["decode", "--rom", "game.gba"]) == ExitCode.USAGE
    err = capsys.readouterr().err
    assert "give one with --state" in err
    assert "the profile pins bedroom" in err


def test_a_console_that_was_just_switched_on_has_no_map(capsys: Output) -> None:
    assert main(["decode", "map", "--state", "power-on"]) == ExitCode.FAILED_CLOSED
    assert "gBackupMapLayout" in capsys.readouterr().err


@pytest.mark.parametrize("state", ["bedroom", "game.ss1", "savestates/game.ss1"])
def test_a_state_is_named_by_label_or_file(state: str, capsys: Output) -> None:
    document = run_json(capsys, "decode", "player", "--rom", "game.gba", "--state", state)
    assert document["player"]["facing"] == "south"


def test_a_session_that_is_not_there_is_not_read(capsys: Output) -> None:
    assert main(["decode", "--session", "out/typo"]) == ExitCode.USAGE
    assert "there is no session in out/typo" in capsys.readouterr().err


def test_watching_tells_people_what_changes_and_moves_nothing(
    demo_folder: Path, capsys: Output
) -> None:
    before = {path: path.read_bytes() for path in demo_folder.rglob("*") if path.is_file()}
    asked = ["decode", "player", "--watch", "--frames", "30", "--holding", "right"]
    assert main(asked) == ExitCode.OK
    output = capsys.readouterr()
    first = output.out.splitlines()[0].split()
    assert first == ["frame", first[1], "player.facing", '"south"', "->", '"east"']
    assert "player.x  10 -> 11" in output.out
    assert "local_" not in output.out
    assert "in 30 frames, which are forgotten" in output.err
    assert main([*asked, "--local"]) == ExitCode.OK
    assert "player.local_x  3 -> 4" in capsys.readouterr().out
    assert main(["decode", "dialog", "--watch", "--session", "out/walk"]) == ExitCode.OK
    assert "dialog." in capsys.readouterr().out
    assert {path: path.read_bytes() for path in demo_folder.rglob("*") if path.is_file()} == before


def test_watching_prints_one_document(capsys: Output) -> None:
    asked = ("decode", "dialog", "--watch", "--frames", "60", "--state", "talking.ss0")
    document = run_json(capsys, *asked)
    assert (document["schema"], document["what"], document["frames"]) == (
        "gbatool/watch/1",
        "dialog",
        60,
    )
    frames = [change["frame"] for change in document["changes"]]
    assert frames
    assert frames == sorted(set(frames))
    assert document["frame"] < frames[0] <= frames[-1] <= document["frame"] + 60
    paths = {d["path"] for change in document["changes"] for d in change["differences"]}
    assert any(path.startswith("dialog") for path in paths)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--frames", "3"), "--frames is about --watch"),
        (("--holding", "a"), "--holding is about --watch"),
        (("--plain",), "--plain is about the picture"),
        (("--watch", "--png", "x.png"), "--png shows one frame"),
        (("--watch", "--holding", "z"), "'z' is no button"),
    ],
)
def test_options_that_say_nothing_together_are_refused(
    options: tuple[str, ...], message: str, capsys: Output
) -> None:
    assert main(["decode", *options]) == ExitCode.USAGE
    assert message in capsys.readouterr().err


def damaged_party(folder: Path) -> str:
    """A profile with a wrong address for the party."""
    profile = answer_profile()
    party = profile.symbols["gPlayerParty"]
    moved = replace(party, address=Address(party.address + 100 - 8))
    symbols = {**profile.symbols, "gPlayerParty": moved}
    (folder / "moved.yaml").write_text(format_profile(replace(profile, symbols=symbols)))
    return "moved.yaml"


def test_a_damaged_part_is_an_error_of_its_own(demo_folder: Path, capsys: Output) -> None:
    profile = damaged_party(demo_folder)
    arguments = ["decode", "--profile", profile, "--json"]
    assert main(arguments) == ExitCode.OK
    lax = capsys.readouterr().out
    assert main([*arguments, "--strict"]) == ExitCode.FAILED_CLOSED
    assert capsys.readouterr().out == lax
    document = json.loads(lax)
    assert document["party"] is None
    assert document["player"] is not None
    assert set(document["errors"]) == {"party"}
    assert document["errors"]["party"]["code"] == "undecodable"
    assert main(["decode", "party", "--profile", profile]) == ExitCode.FAILED_CLOSED


def test_people_see_what_is_damaged(demo_folder: Path, capsys: Output) -> None:
    assert main(["decode", "--profile", damaged_party(demo_folder)]) == ExitCode.OK
    shown = " ".join(capsys.readouterr().out.split())
    assert "party is damaged: gPlayerParty[0]" in shown


def test_a_whole_state_is_strict_without_complaint(capsys: Output) -> None:
    assert main(["decode", "--strict", "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["errors"] == {}
    assert main(["decode", "party", "--strict"]) == ExitCode.USAGE
    assert main(["decode", "--strict", "--watch"]) == ExitCode.USAGE
