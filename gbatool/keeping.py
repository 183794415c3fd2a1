"""Keep what an action did: the state after it, the session's new present, the evidence.

All of it happens after the action has ended, so that interrupting an action leaves everything as
it was before.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gbatool.errors import SessionError
from gbatool.evidence import append_evidence, verify_lines
from gbatool.game import Game
from gbatool.memory_of_blocks import BlockedTiles
from gbatool.session import Session
from gbatool.states.container import Container, encode_state, write_state
from gbatool.states.load import capture

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


def start_session(game: Game) -> None:
    """Make the game's session begin where the game is.

    Raises:
        SessionError: It has begun already.
    """
    session = game.session
    if session is None:
        return
    if session.exists:
        raise SessionError(
            f"there is a session in {session.folder} already; go on with it, or name another"
            " folder",
            session=str(session.folder),
        )
    session.start(game.rom, game.start.file, game.start.frame)


def save_state(game: Game, file: Path | None) -> None:
    """Write the present state, when somebody wants it; the file's suffix tells its kind.

    Raises:
        FileProblemError: It can't be written.
    """
    if file is not None:
        write_state(file, capture(game.emulator, Container.of_name(file)))


def keep(
    game: Game,
    made_by: str,
    document: object,
    *,
    blocked: BlockedTiles,
    state_file: Path | None = None,
    evidence: Path | None = None,
) -> None:
    """Keep what an action did.

    Args:
        game: The game as it is after the action.
        made_by: The action, as the session's history calls it.
        document: The action's document, for the evidence.
        blocked: The memory of tiles that refused a step, for the session.
        state_file: Where to write the state; its suffix tells the kind of file.
        evidence: A log to append to, besides the session's own.

    Raises:
        FileProblemError: Something can't be written.
        DigestMismatchError: An evidence log was changed by somebody else.
    """
    save_state(game, state_file)
    if evidence is not None:
        append_evidence(evidence, document)
    session = game.session
    if session is None:
        return
    if not session.exists:
        session.start(game.rom, game.start.file, game.start.frame)
    after = encode_state(capture(game.emulator))
    append_evidence(session.log, document)
    session.commit(after, made_by, game.emulator.frame, blocked.to_json())


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
