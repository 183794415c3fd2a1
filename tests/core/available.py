"""The cores of this machine."""

from __future__ import annotations

import pytest

from gbatool.core import cores
from gbatool.core.cores import Core
from gbatool.errors import EmulatorUnavailableError


def available(name: str) -> Core:
    """A core of that kind; skips the test, saying why, where there is none."""
    try:
        return cores.load(name)
    except EmulatorUnavailableError as error:
        pytest.skip(error.message)


def all_available() -> list[Core]:
    """Every core of this machine, in the order in which they are looked for."""
    return [attempt.core for attempt in cores.attempts() if attempt.core is not None]
