"""A session's status and evidence log, and undoing actions, which the log records as well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from gbatool import interrupts
from gbatool.session.evidence import Entry, append_evidence
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
    chain, entries = session.committed_log()
    return SessionLog("gbatool/session-log/1", tuple(map(_entry, entries)), chain.last)


def _entry(entry: Entry) -> LogEntry:
    record = cast("dict[str, Any]", entry.record)
    undone = record["action"] == UNDO
    return LogEntry(
        action=record["action"],
        ended_because=record.get("ended_because"),
        presses=record.get("presses"),
        frames=record.get("frames"),
        steps=record["steps"] if undone else None,
        digest=entry.digest,
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
        undone = Undone(UNDO, steps, target.sha256)
        chain = append_evidence(session.log, undone, state=target.sha256, follow=False)
        session.undo(steps, chain.last)


@dataclass(frozen=True, slots=True)
class SessionStatus:
    """The document of ``session status``.

    Attributes:
        rom_sha1: The ROM that it belongs to.
        frame: Frames since power-on.
        file: The present state's file in the session folder.
        actions: The actions that can be undone, oldest first.
    """

    schema: str
    rom_sha1: str
    frame: int
    file: str
    actions: tuple[str, ...]


def status_of(session: Session) -> SessionStatus:
    """Read the status of a session.

    Raises:
        UsageError: It was never started.
        SessionError: Its record is damaged.
    """
    record = session.record()
    return SessionStatus(
        schema="gbatool/session-status/1",
        rom_sha1=record.rom_sha1,
        frame=record.now.frame,
        file=record.now.file,
        actions=tuple(moment.made_by for moment in record.moments[1:]),
    )
