"""Log messages of mGBA never call Python, where a Ctrl-C in a callback would be lost."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from gbatool.core import open_emulator
from gbatool.core.mgba_core import load_bindings
from gbatool.demo import load_demo_rom

WARNING = 4


def test_no_message_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    open_emulator(load_demo_rom()).run(120)
    assert capfd.readouterr() == ("", "")


def test_the_library_drops_every_message_itself() -> None:
    program = (
        "from gbatool.core.mgba_core import load_bindings;"
        " _, (ffi, lib) = load_bindings();"
        " [lib.mLog(0, 1 << n, ffi.new('char[]', b'heard')) for n in range(7)]"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout + done.stderr == ""


def test_without_a_filter_the_same_message_is_heard() -> None:
    program = "from mgba._pylib import ffi, lib; lib.mLog(0, 4, ffi.new('char[]', b'heard'));"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "heard" in done.stdout + done.stderr


def test_the_logger_has_nothing_to_call() -> None:
    _, (_, lib) = load_bindings()
    logger: Any = lib.mLogGetContext()
    assert not logger.log
    assert logger.filter.defaultLevels == 0
