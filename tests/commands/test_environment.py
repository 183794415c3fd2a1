"""Whatever the terminal, the disk and the names are like, a command ends with a true status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.render.output import notice, printable, show, show_json
from gbatool.session.store import Session

pytestmark = pytest.mark.usefixtures("demo_folder")

LONG = "x" * 300
WALK = ["--session", "out/walk"]
PROGRAM = [sys.executable, "-m", "gbatool"]


def run(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell in which ``gbatool`` is the program."""
    program = " ".join(PROGRAM)
    return subprocess.run(
        ["/bin/sh", "-c", command.replace("gbatool", program)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("what", ["map", "dialog --json"])
def test_an_output_of_few_characters_is_no_fault(encoding: str, what: str) -> None:
    done = run(f"gbatool decode {what} --state talking.ss0", PYTHONIOENCODING=encoding)
    assert done.returncode == ExitCode.OK
    assert done.stdout.isascii() or encoding == "latin-1"
    assert "@" in done.stdout or what != "map"


def test_a_full_disk_behind_the_output_is_told_with_what_was_kept() -> None:
    done = run("gbatool press a --session out/walk >/dev/full")
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.splitlines()[-1] == (
        "error: can't use the output: No space left on device; kept: press in the session out/walk"
    )
    assert len(Session(Path("out/walk")).record().moments) == 5


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_not_taken_for_files(closed: str) -> None:
    done = run(f"gbatool press a --session out/walk {closed}")
    assert (done.returncode, "fault" in done.stderr) == (ExitCode.OK, False)
    assert Session(Path("out/walk")).state()


@pytest.mark.parametrize(
    "arguments",
    [
        ["rom", "info", "--rom", LONG],
        ["decode", "--profile", LONG],
        ["decode", "--profile", f"{LONG}.yaml"],
        ["decode", "--state", LONG],
        ["decode", "--session", LONG],
        ["press", "a", "--session", LONG],
        ["press", "a", "--save-state", LONG],
        ["press", "a", "--evidence", LONG],
        ["run", LONG],
        ["decode", "map", "--png", LONG],
        ["screenshot", LONG],
        ["session", "status", "--session", LONG],
        ["state", "mint", "room", "--recipe", LONG],
        ["state", "mint", LONG, "--autopilot"],
        ["state", "show", LONG],
        ["state", "pin", "room", LONG],
        ["state", "convert", "bedroom", LONG],
        ["derive", "--out", f"{LONG}/x.yaml"],
        ["derive", "--work", LONG],
        ["derive", "--save-states", LONG],
        ["derive", "--state", LONG],
        ["profile", "import", LONG, "--out", "x.yaml"],
        ["profile", "export", "--out", LONG],
    ],
)
def test_a_name_that_is_too_long_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == ExitCode.USAGE
    assert "a fault of the tool" not in capsys.readouterr().err


EVIL = "a\x1b[2Jb\x9bc\u202e"
SHOWN = "a␛[2Jb\ufffdc\ufffd"


def test_nothing_that_is_shown_commands_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.table import Table
    from rich.text import Text

    assert printable(EVIL) == SHOWN
    table = Table("head")
    table.add_row(EVIL)
    show(EVIL, Text(EVIL), table)
    notice(EVIL)
    main(["run", EVIL])
    main(["decode", "--profile", EVIL, "--debug"])
    captured = capsys.readouterr()
    for text in (captured.out, captured.err):
        assert SHOWN in text
        assert not set(text) & set("\x1b\x07\x9b\u202e")
    show_json({"text": EVIL})
    assert r'"a\u001b[2Jb\u009bc\u202e"' in capsys.readouterr().out
