"""Common behaviour of acting commands: documents, budgets, evidence, states, sessions, statuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gbatool.actions import walk_to
from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.session.evidence import verify_evidence
from gbatool.session.log import status_of
from gbatool.session.store import Session
from gbatool.states.container import Container, read_state
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
WALK = Path("out/walk")


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("press", "up"), "press"),
        (("wait", "3"), "wait"),
        (("walk-to", "11", "13"), "walk_to"),
        (("dial", "--state", "talking.ss0"), "dial"),
    ],
)
def test_an_action_prints_one_document(
    arguments: tuple[str, ...], kind: str, capsys: Output
) -> None:
    document = run_json(capsys, *arguments)
    assert document["schema"] == f"gbatool/{kind}/1"
    assert document["action"] == kind
    assert document["rom"]["profile"] == "demo"
    assert document["frames"] >= 0


@pytest.mark.parametrize(
    "arguments", [("press", "up", "a"), ("walk-to", "11", "13"), ("dial", "--state", "talking.ss0")]
)
def test_the_same_action_prints_the_same_bytes(arguments: tuple[str, ...], capsys: Output) -> None:
    printed = []
    for _ in range(2):
        assert main([*arguments, "--json"]) == ExitCode.OK
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""


def test_an_action_without_a_session_leaves_nothing_behind(demo_folder: Path) -> None:
    before = sorted(demo_folder.rglob("*"))
    assert main(["press", "up"]) == ExitCode.OK
    assert sorted(demo_folder.rglob("*")) == before


def test_a_session_goes_on_where_the_last_command_ended(demo_folder: Path, capsys: Output) -> None:
    first = run_json(capsys, "walk-to", "11", "13", "--session", "out/new")
    then = run_json(capsys, "press", "up", "--session", "out/new")
    assert then["before"] == first["after"]
    assert status_of(Session(demo_folder / "out/new")).actions == ("walk_to", "press")


def test_undo_takes_the_game_back(capsys: Output) -> None:
    before = run_json(capsys, "decode", "--session", "out/walk")
    assert main(["press", "b", "--session", "out/walk"]) == ExitCode.OK
    assert main(["session", "undo", "--session", "out/walk"]) == ExitCode.OK
    assert run_json(capsys, "decode", "--session", "out/walk") == before


def test_the_same_command_line_starts_a_session_and_goes_on_with_it(
    demo_folder: Path, capsys: Output
) -> None:
    line = ["wait", "5", "--session", "out/new", "--state", "game.ss1"]
    assert main(line) == ExitCode.OK
    assert main(line) == ExitCode.OK
    capsys.readouterr()
    assert main([*line[:-1], "talking.ss0"]) == ExitCode.USAGE
    assert "was started from another savestate" in capsys.readouterr().err
    assert len(status_of(Session(demo_folder / "out/new")).actions) == 2


def test_a_refused_action_leaves_the_session_as_it_was(demo_folder: Path, capsys: Output) -> None:
    before = {path: path.read_bytes() for path in (demo_folder / WALK).iterdir()}
    document = run_json(
        capsys, "walk-to", "0", "0", "--session", "out/walk", status=ExitCode.REFUSED
    )
    assert document["schema"] == "gbatool/error/1"
    assert {path: path.read_bytes() for path in (demo_folder / WALK).iterdir()} == before


def test_an_interrupted_action_leaves_the_session_as_it_was(
    demo_folder: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(walk_to, "walk_to", interrupted)
    before = {path: path.read_bytes() for path in (demo_folder / WALK).iterdir()}
    asked = ["walk-to", "11", "13", "--session", "out/walk"]
    assert main(asked) == ExitCode.INTERRUPTED
    assert "interrupted" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (demo_folder / WALK).iterdir()} == before


def test_two_writers_exclude_each_other(demo_folder: Path, capsys: Output) -> None:
    with Session(demo_folder / WALK).writing():
        asked = ["press", "a", "--session", "out/walk"]
        assert main(asked) == ExitCode.FAILED_CLOSED
        assert "another command is writing to the session" in capsys.readouterr().err
        assert main(["decode", "--session", "out/walk"]) == ExitCode.OK


@pytest.mark.parametrize(
    ("name", "container"), [("after.ss0", Container.PNG), ("after.state", Container.RAW)]
)
def test_the_state_after_the_action_is_written(
    name: str, container: Container, demo_folder: Path, capsys: Output
) -> None:
    document = run_json(capsys, "walk-to", "11", "13", "--save-state", name)
    saved = read_state(demo_folder / name)
    assert saved.container is container
    assert saved.frame == document["frame"]
    again = run_json(capsys, "decode", "player", "--state", name)
    assert again["player"] == document["after"]["player"]


def test_evidence_is_one_chained_line_an_action(demo_folder: Path) -> None:
    for button in ("up", "down"):
        assert main(["press", button, "--evidence", "log.jsonl"]) == ExitCode.OK
    assert verify_evidence(demo_folder / "log.jsonl")[0].entries == 2
    assert verify_evidence(demo_folder / WALK / "evidence.jsonl")[0].entries == 3


def test_a_log_that_was_changed_is_refused_before_anything_is_kept(
    demo_folder: Path, capsys: Output
) -> None:
    log = demo_folder / WALK / "evidence.jsonl"
    log.write_text(log.read_text().replace('"presses":', '"presses" :', 1).replace("walk", "talk"))
    state = Session(demo_folder / WALK).state()
    asked = ["press", "b", "--session", "out/walk"]
    assert main(asked) == ExitCode.FAILED_CLOSED
    assert "the evidence chain is broken" in capsys.readouterr().err
    assert Session(demo_folder / WALK).state() == state


@pytest.mark.parametrize(
    ("arguments", "because"),
    [
        (("wait", "--until", "dialog", "--max-frames", "10"), "frame_bound_reached"),
        (("press", "up", "down", "--max-inputs", "1"), "input_bound_reached"),
    ],
)
def test_a_budget_that_runs_out_is_told(
    arguments: tuple[str, ...], because: str, capsys: Output
) -> None:
    document = run_json(capsys, *arguments, status=ExitCode.ENDED_SHORT)
    assert document["ended_because"] == because


def test_local_coordinates_name_the_same_tile(capsys: Output) -> None:
    document = run_json(capsys, "walk-to", "4", "6", "--local")
    assert document["target"] == {"x": 11, "y": 13, "local_x": 4, "local_y": 6}
    waited = run_json(capsys, "wait", "1", "--until", "position=3,5", "--local")
    assert waited["ended_because"] == "condition_met"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("press", "x"), "'x' is no button"),
        (("wait",), "nothing to wait for"),
        (("wait", "--until", "sunset"), "'sunset' is no condition"),
        (
            ("press", "a", "--evidence", "nowhere/log"),
            "can't write nowhere/log: there is no folder nowhere",
        ),
        (("press", "a", "--save-state", "nowhere/x.ss0"), "there is no folder nowhere"),
        (("walk-to", "--exit", "up"), "'up' is not one of"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: tuple[str, ...], message: str, capsys: Output
) -> None:
    assert main([*arguments]) == ExitCode.USAGE
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("error: ")
    assert message in last


def test_pressing_needs_no_profile(
    demo_folder: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = bytearray((demo_folder / "game.gba").read_bytes())
    other[-1] ^= 0xFF
    (demo_folder / "unknown.gba").write_bytes(other)
    monkeypatch.setenv("GBATOOL_ROM", "unknown.gba")
    document = run_json(capsys, "press", "start", "--state", "power-on")
    assert document["rom"]["profile"] is None
    assert document["presses"] == 1
    assert document["position"] is None
    assert document["mode"] == "unknown"
    assert "gMain" in document["after"]["scene"]["because"]


@pytest.mark.parametrize("option", ["--save-state", "--evidence"])
def test_what_can_not_be_kept_is_refused_before_anything_is_pressed(
    option: str, capsys: Output, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    started = len(Session(Path(WALK)).record().moments)
    assert main(["press", "a", option, str(tmp_path / "pipe"), "--session", str(WALK)]) == 2
    assert "it is a pipe" in capsys.readouterr().err
    assert len(Session(Path(WALK)).record().moments) == started
