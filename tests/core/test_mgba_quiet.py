"""Log messages of mGBA never call Python, where a Ctrl-C in a callback would be lost."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from gbatool.core import open_emulator
from gbatool.core.libmgba import load_library
from gbatool.demo import load_demo_rom


def test_no_message_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    open_emulator(load_demo_rom()).run(120)
    assert capfd.readouterr() == ("", "")


def heard(prepare: str) -> str:
    """What the library prints of a message at each level."""
    program = (
        "import ctypes; from gbatool.core import libmgba; from gbatool.core._abi import ffi;"
        f" lib = ffi.dlopen(libmgba.LIBRARY); {prepare};"
        " [lib.mLog(0, ffi.cast('int', 1 << n), ffi.new('char[]', b'heard')) for n in range(7)];"
        " ctypes.CDLL(None).fflush(None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr


def test_the_library_drops_every_message_itself() -> None:
    assert heard("libmgba.load_library()") == ""


def test_without_a_filter_the_same_message_is_heard() -> None:
    assert "heard" in heard("pass")


def test_the_logger_has_nothing_to_call() -> None:
    library = load_library()
    logger: Any = library.lib.mLogGetContext()
    assert not logger.log
    assert logger.filter.defaultLevels == 0
