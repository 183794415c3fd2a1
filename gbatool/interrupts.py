"""Keep a Ctrl-C from being lost.

Python raises ``KeyboardInterrupt`` at any point. In a callback from C code or in a finaliser it is
printed and dropped, and the program continues. So it is also recorded here, and raised again before
the next frame.
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
    """Record a Ctrl-C inside the block; does nothing outside the main thread."""
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
    """Raise a recorded Ctrl-C.

    Raises:
        KeyboardInterrupt: One was recorded.
    """
    if _Memory.pending:
        raise KeyboardInterrupt
