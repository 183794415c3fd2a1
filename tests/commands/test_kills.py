"""Killed at any call that stores something, what is there is old or new, and the next command goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.files import TEMPORARY
from gbatool.session.store import Session
from gbatool.states.container import read_state

pytestmark = pytest.mark.usefixtures("demo_folder")

LOG, STATE, WALK = Path("log.jsonl"), Path("kept.ss0"), Path("out/walk")
KEPT = ["--session", str(WALK), "--evidence", str(LOG)]
CALLS = ((os, "fsync"), (os, "fchmod"), (os, "pwrite"), (os, "ftruncate"), (Path, "replace"))
"""What :mod:`gbatool.files` asks of the system while it stores."""


def killed_at(call: int, number: signal.Signals, arguments: list[str]) -> int | None:
    """Run a command in a process of its own that gets a signal before one of its calls.

    Returns:
        Its exit status, negative for a signal; None if it had ended before that call.
    """
    child = os.fork()
    if child == 0:
        count = 0

        def counted(original: Callable[..., Any]) -> Callable[..., Any]:
            def ask(*arguments: object, **options: object) -> object:
                nonlocal count
                if count == call:
                    os.kill(os.getpid(), number)
                count += 1
                return original(*arguments, **options)

            return ask

        for owner, name in CALLS:
            setattr(owner, name, counted(getattr(owner, name)))
        status = 99
        try:
            status = main(arguments)
            status = status if count > call else 98
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return None if status == 98 else status


def kills(number: signal.Signals, every: int, arguments: list[str]) -> Iterator[int]:
    """The status of the command, killed at every so many-th of its calls, one after the other."""
    for call in range(0, 100, every):
        status = killed_at(call, number, arguments)
        if status is None:
            assert call > 10
            return
        yield status
    pytest.fail("it does not come to an end")


@pytest.mark.parametrize(
    ("number", "every"), [(signal.SIGKILL, 2), (signal.SIGTERM, 6), (signal.SIGINT, 6)]
)
def test_what_is_stored_is_old_or_new_wherever_the_command_is_killed(
    number: signal.Signals, every: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["press", "b", *KEPT, "--save-state", str(STATE)]) == ExitCode.OK
    session = Session(WALK)
    for status in kills(number, every, ["press", "a", *KEPT, "--save-state", str(STATE)]):
        assert status == (ExitCode.INTERRUPTED if number == signal.SIGINT else -number)
        session.committed_log()
        assert session.state()
        read_state(STATE)
        assert main(["press", "b", *KEPT]) == ExitCode.OK
        left = [path for path in WALK.iterdir() if path.name.endswith(TEMPORARY)]
        assert left == []
    capsys.readouterr()
    assert main(["evidence", "verify", str(WALK / "evidence.jsonl")]) == ExitCode.OK
    assert main(["evidence", "verify", str(LOG), "--chain"]) == ExitCode.OK
