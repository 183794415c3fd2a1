"""Ctrl-C in the middle of an action: status 130, and the session is as it was before."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gbatool.errors import ExitCode
from gbatool.session.store import Session

LONG = ["wait", "36000", "--session", "out/walk", "--evidence", "log.jsonl"]


@pytest.mark.usefixtures("demo_folder")
def test_an_interrupted_action_leaves_everything_as_it_was() -> None:
    before = Session(Path("out/walk")).record()
    program = [sys.executable, "-u", "-m", "gbatool", *LONG]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "no --rom was given: this is the demo cartridge\n"
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == ExitCode.INTERRUPTED
    assert rest == "interrupted; the session and all files are as they were\n"
    assert Session(Path("out/walk")).record() == before
    assert not Path("log.jsonl").exists()
