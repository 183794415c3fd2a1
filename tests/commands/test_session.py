"""``gbatool session``: start, status, undo, and the evidence log."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from gbatool.cli import main
from gbatool.errors import ExitCode
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
WALK = ("--session", "out/walk")


def test_a_session_starts_from_the_state_that_is_named(capsys: Output) -> None:
    started = run_json(capsys, "session", "start", "--session", "out/new", "--state", "talking.ss0")
    assert started["actions"] == []
    there = run_json(capsys, "decode", "scene", "--session", "out/new")
    assert there["scene"]["mode"] == "dialog"


def test_a_session_is_not_started_over_another_one(capsys: Output) -> None:
    assert main(["session", "start", *WALK]) == ExitCode.FAILED_CLOSED
    assert "there is a session in out/walk already" in capsys.readouterr().err


def test_a_session_needs_a_folder(capsys: Output) -> None:
    assert main(["session", "start"]) == ExitCode.USAGE
    assert "--session DIR" in capsys.readouterr().err


def test_status_and_log_tell_people_what_was_done(
    capsys: Output, snapshot: SnapshotAssertion
) -> None:
    assert main(["session", "undo", *WALK]) == ExitCode.OK
    capsys.readouterr()
    assert main(["session", "status", *WALK]) == ExitCode.OK
    assert main(["session", "log", *WALK]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert "\n".join(line for line in lines if "digests" not in line) == snapshot
    assert any("4 entries; the chain of digests holds" in line for line in lines)


def test_the_log_has_undos_too(capsys: Output) -> None:
    assert main(["session", "undo", "2", *WALK]) == ExitCode.OK
    entries = run_json(capsys, "session", "log", *WALK)["entries"]
    assert [entry["action"] for entry in entries] == ["walk_to", "walk_to", "press", "undo"]
    assert entries[-1]["steps"] == 2


def test_verify_names_the_line_that_was_changed(capsys: Output, demo_folder: Path) -> None:
    assert main(["session", "log", "--verify", *WALK]) == ExitCode.OK
    log = demo_folder / "out/walk/evidence.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"presses":1,', b'"presses":2,'))
    assert main(["session", "log", "--verify", *WALK]) == ExitCode.FAILED_CLOSED
    assert "evidence.jsonl:3: the evidence chain is broken" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["status", "log", "undo"])
def test_a_folder_without_a_session_is_told(command: str, capsys: Output) -> None:
    assert main(["session", command, "--session", "out"]) == ExitCode.USAGE
    assert "there is no session in out" in capsys.readouterr().err


def test_a_session_is_told_to_begin_only_when_it_does(capsys: Output, demo_folder: Path) -> None:
    new = ["--session", "out/new"]
    assert main(["press", "a", *new, "--state", "nowhere.ss0"]) == ExitCode.USAGE
    assert main(["walk-to", "200", "200", *new]) == ExitCode.REFUSED
    assert "a new session" not in capsys.readouterr().err
    assert not (demo_folder / "out/new/session.json").exists()
    assert main(["press", "a", *new]) == ExitCode.OK
    assert "a new session begins in out/new" in capsys.readouterr().err
