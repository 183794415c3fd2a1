"""Messages of mGBA never reach Python, where an interruption that falls into a callback is lost."""

from __future__ import annotations

import importlib

import pytest

from gbatool.core import open_emulator
from gbatool.demo import load_demo_rom


def test_no_message_is_handed_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[object] = []
    emulator = open_emulator(load_demo_rom())
    log = importlib.import_module("mgba.log")
    monkeypatch.setattr(log.NullLogger, "log", lambda _, *message: handed.append(message))
    emulator.run(120)
    assert handed == []
