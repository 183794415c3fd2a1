"""Ctrl-C that can't get lost.

Python raises ``KeyboardInterrupt`` wherever it happens to be. In a callback that C code called, or
in an object's finaliser, it is printed and dropped, and the program runs on. So it is also
remembered, and raised again before the next frame.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class _Memory:
    pending = False


@contextmanager
def listening() -> Iterator[None]:
    """Remember a Ctrl-C that comes in here; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _Memory.pending = False
    before = signal.signal(signal.SIGINT, _remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _Memory.pending = False


def _remember(_number: int, _frame: FrameType | None) -> None:
    _Memory.pending = True
    raise KeyboardInterrupt


def check() -> None:
    """Raise a Ctrl-C that came in and was dropped.

    Raises:
        KeyboardInterrupt: There was one.
    """
    if _Memory.pending:
        raise KeyboardInterrupt
