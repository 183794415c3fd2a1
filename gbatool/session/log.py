"""What a session's evidence log tells: its entries, and undoing, which it tells of too."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gbatool.session.evidence import append_evidence, verify_lines
from gbatool.session.store import Session

UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Undone:
    """What the evidence log says of an undo.

    Attributes:
        action: Always ``undo``.
        steps: How many actions were undone.
        sha256: Digest of the state file that is the present again.
    """

    action: str
    steps: int
    sha256: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the evidence log, in short.

    Attributes:
        action: What was done; ``undo`` too.
        ended_because: How it ended; None for an undo.
        presses: Inputs given.
        frames: Frames that passed.
        steps: Actions that an undo took back.
        digest: Of the line.
    """

    action: str
    ended_because: str | None
    presses: int | None
    frames: int | None
    steps: int | None
    digest: str


@dataclass(frozen=True, slots=True)
class SessionLog:
    """A session's evidence log, whose chain of digests holds."""

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
    """Take a session back by so many actions; the evidence log tells of it.

    Raises:
        UsageError: It does not go back that far, or there is no session.
    """
    session = Session(folder)
    session.check_exists()
    with session.writing():
        target = session.before(steps)
        append_evidence(session.log, Undone(UNDO, steps, target.sha256))
        session.undo(steps)
