"""Keep a Ctrl-C from being lost, and know what was kept before it.

Python raises ``KeyboardInterrupt`` at any point. In a callback from C code or in a finaliser it is
printed and dropped, and the program continues. So it is also recorded here, and raised again before
the next frame. While something is stored, it is only recorded: what is stored is stored whole.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ClassVar, NoReturn

STATUS = 130


class _Memory:
    listening = pending = False
    deferrals = 0
    kept: ClassVar[Counter[str]] = Counter()


@contextmanager
def listening() -> Iterator[None]:
    """Record a Ctrl-C inside the block, and what is kept; does nothing outside the main thread."""
    if not _in_main_thread():
        yield
        return
    _Memory.pending, _Memory.listening, _Memory.kept = False, True, Counter()
    before = signal.signal(signal.SIGINT, _remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _Memory.pending = _Memory.listening = False


@contextmanager
def deferred(*kept: str) -> Iterator[None]:
    """Hold a Ctrl-C back until the block, and every such block around it, has ended.

    Args:
        kept: What the block stores, as :func:`report` tells it; the outermost block's counts.

    Raises:
        KeyboardInterrupt: One came during the block.
    """
    if not _in_main_thread():
        yield
        return
    _Memory.deferrals += 1
    try:
        yield
    finally:
        _Memory.deferrals -= 1
    if not _Memory.deferrals:
        if _Memory.listening:
            _Memory.kept.update(kept)
        check()


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _remember(_number: int, _frame: FrameType | None) -> None:
    _Memory.pending = True
    check()


def check() -> None:
    """Raise a recorded Ctrl-C, unless something is being stored.

    Raises:
        KeyboardInterrupt: One was recorded.
    """
    if _Memory.pending and not _Memory.deferrals:
        raise KeyboardInterrupt


def report(ended: str) -> str:
    """What a program says that did not come to its end: what it had kept by then.

    Args:
        ended: How it ended.
    """
    if not _Memory.kept:
        return f"{ended}; the session and all files are as they were"
    kept = (f"{what} ({n} times)" if n > 1 else what for what, n in _Memory.kept.items())
    return f"{ended}; kept: {', '.join(kept)}"


def end_at_once(_number: int, _frame: FrameType | None) -> NoReturn:
    """Handle a Ctrl-C where no exception may be raised: before a command, and after it."""
    os.write(2, f"{report('interrupted')}\n".encode(errors="replace"))
    os._exit(STATUS)
