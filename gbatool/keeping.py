"""Keep what an action did: the state after it, the session's new present, the evidence.

All of it happens after the action has ended, so that interrupting an action leaves everything as
it was before.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gbatool.errors import SessionError
from gbatool.evidence import append_evidence
from gbatool.game import Game
from gbatool.memory_of_blocks import BlockedTiles
from gbatool.session import Session
from gbatool.states.container import Container, encode_state, write_state
from gbatool.states.load import capture


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


def keep(
    game: Game,
    made_by: str,
    document: object,
    *,
    blocked: BlockedTiles,
    save_state: Path | None = None,
    evidence: Path | None = None,
) -> None:
    """Keep what an action did.

    Args:
        game: The game as it is after the action.
        made_by: The action, as the session's history calls it.
        document: The action's document, for the evidence.
        blocked: The memory of tiles that refused a step, for the session.
        save_state: Where to write the state; its suffix tells the kind of file.
        evidence: A log to append to, besides the session's own.

    Raises:
        FileProblemError: Something can't be written.
        DigestMismatchError: An evidence log was changed by somebody else.
    """
    if save_state is not None:
        write_state(save_state, capture(game.emulator, Container.of_name(save_state)))
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
        append_evidence(session.log, Undone("undo", steps, target.sha256))
        session.undo(steps)
