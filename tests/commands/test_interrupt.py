"""Ctrl-C ends a command with status 130, and says truly what was kept."""

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


@pytest.mark.usefixtures("demo_folder")
def test_an_interrupted_plan_says_which_actions_are_kept() -> None:
    Path("long.yaml").write_text("- press: a\n- press: b\n- press: b\n- wait: 36000\n")
    arguments = ["run", "long.yaml", "--session", "out/new", "--evidence", "log.jsonl"]
    program = [sys.executable, "-u", "-m", "gbatool", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for number in (1, 2, 3):
            while not process.stdout.readline().startswith(f"{number}. "):
                assert process.poll() is None
        while len(Session(Path("out/new")).record().moments) < 4:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read().splitlines()[-1]
    assert process.returncode == ExitCode.INTERRUPTED
    assert rest == (
        "interrupted; kept: log.jsonl (3 times), press in the session out/new (3 times)"
    )
    assert len(Path("log.jsonl").read_text().splitlines()) == 3


def test_a_ctrl_c_while_the_program_is_loaded_is_a_line_and_a_status() -> None:
    program = """
import signal, sys
from gbatool import __main__

class Loading:
    def find_spec(self, name, path, target=None):
        if name == "gbatool.cli":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Loading())
__main__.run()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == ExitCode.INTERRUPTED
    assert done.stderr == "interrupted; the session and all files are as they were\n"


def test_a_ctrl_c_while_the_core_starts_does_not_crash_it() -> None:
    program = """
import contextlib, gc, signal
from gbatool import interrupts
from gbatool.core import open_emulator
from gbatool.demo import load_demo_rom

rom = load_demo_rom()
open_emulator(rom)
signal.signal(signal.SIGINT, signal.SIG_IGN)  # what comes too late, after the core was started
for tenths in range(1, 400):
    with contextlib.suppress(KeyboardInterrupt), interrupts.listening():
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, tenths * 1e-5)
        open_emulator(rom)
    signal.setitimer(signal.ITIMER_REAL, 0)
    gc.collect()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
