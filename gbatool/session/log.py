"""Read a session's evidence log, and undo actions, which the log records as well."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gbatool import interrupts
from gbatool.session.evidence import append_evidence, verify_lines
from gbatool.session.store import Session

UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Undone:
    """The record of an undo in the evidence log.

    Attributes:
        action: Always ``undo``.
        steps: The number of actions undone.
        sha256: Digest of the state file that became the present one.
    """

    action: str
    steps: int
    sha256: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The main fields of one line of the evidence log.

    Attributes:
        action: The action's name, or ``undo``.
        ended_because: How it ended; None for an undo.
        presses: The number of inputs; None for an undo.
        frames: The number of frames; None for an undo.
        steps: The number of actions undone; None for an action.
        digest: Digest of the line.
    """

    action: str
    ended_because: str | None
    presses: int | None
    frames: int | None
    steps: int | None
    digest: str


@dataclass(frozen=True, slots=True)
class SessionLog:
    """A session's evidence log with an intact chain; ``last`` is the last line's digest."""

    schema: str
    entries: tuple[LogEntry, ...]
    last: str


def read_log(folder: Path) -> SessionLog:
    """Read a session's evidence log.

    Raises:
        UsageError: There is no session.
        DigestMismatchError: The log was changed since it was written.
    """
    session = Session(folder)
    session.check_exists()
    lines = session.committed_log()
    chain = verify_lines(lines, session.log)
    entries = tuple(_entry(json.loads(line)) for line in lines.splitlines())
    return SessionLog("gbatool/session-log/1", entries, chain.last)


def _entry(line: dict[str, Any]) -> LogEntry:
    record = line["record"]
    undone = record["action"] == UNDO
    return LogEntry(
        action=record["action"],
        ended_because=record.get("ended_because"),
        presses=record.get("presses"),
        frames=record.get("frames"),
        steps=record["steps"] if undone else None,
        digest=line["digest"],
    )


def undo(folder: Path, steps: int) -> None:
    """Undo the last ``steps`` actions of a session, and record that in its evidence log.

    Raises:
        UsageError: The history is shorter, or there is no session.
    """
    session = Session(folder)
    session.check_exists()
    with session.writing(), interrupts.deferred(f"{UNDO} in the session {folder}"):
        target = session.before(steps)
        append_evidence(session.log, Undone(UNDO, steps, target.sha256), follow=False)
        session.undo(steps)
