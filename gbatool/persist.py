"""Keep what an action did: state file, evidence log and session; check a log that was kept."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gbatool import interrupts
from gbatool.errors import SessionError
from gbatool.files import child
from gbatool.game import Game, Notice, Request, open_game
from gbatool.profile.reference import rom_ref
from gbatool.states.container import Container, encode_state, write_state
from gbatool.states.load import capture

if TYPE_CHECKING:
    from gbatool.actions.blocked_tiles import BlockedTiles
    from gbatool.session.replay import EvidenceCheck


def start_session(game: Game) -> None:
    """Start the game's session, if it has one, in the game's starting state.

    Raises:
        SessionError: The session exists already.
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
    with interrupts.deferred(f"the session {session.folder}"):
        session.start(game.rom, game.start.file, game.start.frame)


def save_state(game: Game, file: Path | None) -> None:
    """Write the present state to ``file``, if given; its suffix decides the kind of file.

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
    """Store the result of an action: state file, evidence and session, as far as they are wanted.

    Args:
        game: The game after the action.
        made_by: The action's name in the session's history.
        document: The action's document, for the evidence.
        blocked: The tiles that refused a step so far, for the session.
        state_file: A file to write the state to; its suffix decides the kind of file.
        evidence: A log to append to, besides the session's own.

    Raises:
        FileProblemError: A file can't be written.
        DigestMismatchError: An evidence log was changed since it was written.
    """
    from gbatool.session.evidence import append_evidence

    session = game.session
    kept = [str(file) for file in (state_file, evidence) if file is not None]
    if session is not None:
        kept.append(f"{made_by} in the session {session.folder}")
    with interrupts.deferred(*kept):
        save_state(game, state_file)
        played = game.played()
        if evidence is not None:
            append_evidence(evidence, document, played)
        if session is None:
            return
        if not session.exists:
            session.start(game.rom, game.start.file, game.start.frame)
        after = encode_state(capture(game.emulator))
        digest = hashlib.sha256(after).hexdigest()
        chain = append_evidence(session.log, document, played, state=digest, follow=False)
        session.commit(after, made_by, game.emulator.frame, blocked.to_json(), chain.last)


def verify_log(path: Path, request: Request | None, notice: Notice) -> EvidenceCheck:
    """Check an evidence log: its chain, the session that it lies in, and that it can be played.

    Args:
        path: The log.
        request: The game to play it in; None to play nothing. Without a state, a session's log begins
            in the earliest state that the session has.
        notice: Called with each notice for the user.

    Raises:
        DigestMismatchError: Something was changed; names the first such line.
        UsageError: The state that it began in is not known.
    """
    from gbatool.session.evidence import verify_evidence
    from gbatool.session.replay import EvidenceCheck, replay
    from gbatool.session.store import LOG_FILE, Session

    session = Session(path.parent)
    of_session = path.name == LOG_FILE and session.exists
    chain, entries = session.committed_log() if of_session else verify_evidence(path)
    check = EvidenceCheck("gbatool/evidence-check/1", None, path.name, chain.entries, chain.last)
    if request is None:
        return check
    if of_session and request.state is None:
        first = child(session.folder, session.record().moments[0].file)
        request = replace(request, state=str(first))
    with open_game(request, notice, needs_profile=False) as game:
        replayed, left = replay(entries, path, game.emulator)
        rom = rom_ref(game.profile)
    return replace(check, rom=rom, replayed=replayed, not_replayed=left)
