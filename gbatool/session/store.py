"""A session: a folder that chains commands, each of which starts where the last one ended.

The folder holds one small record (``session.json``), a file for each state that an undo can reach
(never changed once written), the evidence log, and a lock file. Only what the record names is part
of the session. It is replaced atomically, so that a command interrupted at any point leaves the
session as it was; files that it does not name are leftovers.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gbatool.documents import to_json
from gbatool.errors import (
    DigestMismatchError,
    JsonValue,
    SessionBusyError,
    SessionError,
    UsageError,
    WrongRomError,
)
from gbatool.files import (
    MAX_RECORDS,
    MAX_STATE,
    child,
    files_in,
    is_file,
    locked,
    make_folder,
    read_file,
    remove_leftovers,
    write_atomically,
)
from gbatool.reading import checked, read_json
from gbatool.rom import Rom

SCHEMA = "gbatool/session/1"
RECORD_FILE, LOCK_FILE, LOG_FILE = "session.json", "lock", "evidence.jsonl"
STATE_FILE = re.compile(r"state-\d{6,12}")
UNDO_STEPS = 64  # at least 50 are promised


@dataclass(frozen=True, slots=True)
class Moment:
    """A state that the session was in.

    Attributes:
        serial: Counts up from 0 and is never used twice.
        file: Its file in the session folder.
        sha256: Digest of that file.
        made_by: The action that led to it; ``start`` for the first.
        frame: Frames since power-on.
        blocked: The tiles that refused a step so far, as JSON of ``BlockedTiles``.
    """

    serial: int
    file: str
    sha256: str
    made_by: str
    frame: int
    blocked: JsonValue = None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """The contents of ``session.json``.

    Attributes:
        rom_sha1: The ROM that the session belongs to.
        started_from: Digest of the state file that it was started from.
        next_serial: Serial of the next moment.
        log_size: Bytes of the evidence log that are committed.
        moments: Oldest first; the last one is the present.
    """

    schema: str
    rom_sha1: str
    started_from: str
    next_serial: int
    log_size: int
    moments: tuple[Moment, ...]

    @property
    def now(self) -> Moment:
        """The moment that the next command starts from."""
        return self.moments[-1]

    @property
    def undo_steps(self) -> int:
        """The number of actions that can be undone."""
        return len(self.moments) - 1


class Session:
    """A session folder. Reading needs no lock; :meth:`writing` takes it.

    Args:
        folder: The folder, which need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def log(self) -> Path:
        """The evidence log."""
        return self.folder / LOG_FILE

    @property
    def exists(self) -> bool:
        """Whether it was started."""
        return is_file(self.folder / RECORD_FILE)

    def check_exists(self) -> None:
        """Refuse a folder that holds no session.

        Raises:
            UsageError: There is none; says how to start one.
        """
        if not self.exists:
            raise UsageError(
                f"there is no session in {self.folder}; start one with"
                f" `gbatool session start --session {self.folder}`",
                session=str(self.folder),
            )

    def record(self) -> SessionRecord:
        """Read the record.

        Raises:
            UsageError: The session was never started.
            SessionError: The record is damaged.
        """
        self.check_exists()
        path = self.folder / RECORD_FILE
        try:
            return _read_record(read_json(read_file(path, "session record", follow=False)))
        except ValueError as error:
            raise SessionError(
                f"{path} is not a session record ({error}); start a new session in another folder",
                file=str(path),
            ) from error

    def check_rom(self, rom: Rom) -> None:
        """Refuse another ROM than the one that the session was started with.

        Raises:
            WrongRomError: It is another ROM; names both.
        """
        expected = self.record().rom_sha1
        if rom.sha1 != expected:
            raise WrongRomError(
                f"the session {self.folder} belongs to the ROM with SHA-1 {expected}, but"
                f" {rom.name} has {rom.sha1}; give that ROM with --rom, or use another folder",
                observed=rom.sha1,
                expected=expected,
            )

    def check_start(self, state: bytes) -> None:
        """Refuse a ``--state`` other than the one that the session was started from.

        Raises:
            UsageError: It is another state.
        """
        if _sha256(state) != self.record().started_from:
            raise UsageError(
                f"the session {self.folder} was started from another savestate and goes on from"
                " its own; leave --state away, or use another folder",
                session=str(self.folder),
            )

    def state(self) -> bytes:
        """The content of the present state's file.

        Raises:
            DigestMismatchError: The file was changed.
            FileProblemError: The file is missing.
        """
        now = self.record().now
        path = child(self.folder, now.file)
        data = read_file(path, "session's savestate", MAX_STATE, follow=False)
        if _sha256(data) != now.sha256:
            raise DigestMismatchError(
                f"{path} is not the state that the session wrote: its SHA-256 is"
                f" {_sha256(data)}, not {now.sha256}; go back with `gbatool session undo`",
                file=str(path),
                observed=_sha256(data),
                expected=now.sha256,
            )
        return data

    def committed_log(self) -> bytes:
        """The committed lines of the evidence log."""
        size = self.record().log_size
        return self._read_log()[:size] if size else b""

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the session's lock, and first drop log lines of an interrupted command.

        Raises:
            SessionBusyError: Another process is writing.
            FileProblemError: The folder can't be made or written to, or a link is in it.
        """
        make_folder(self.folder)
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(locked(self.folder / LOCK_FILE))
            except BlockingIOError as error:
                raise SessionBusyError(
                    f"another command is writing to the session {self.folder}; wait until it has"
                    " ended, or use a session folder of your own",
                    session=str(self.folder),
                ) from error
            remove_leftovers(self.folder)
            if self.exists:
                self._drop_uncommitted_log(self.record().log_size)
            yield

    def start(self, rom: Rom, state: bytes, frame: int) -> None:
        """Start the session with its first moment. Call it inside :meth:`writing`.

        Args:
            rom: The ROM that it belongs to.
            state: Content of the savestate file to start from.
            frame: Frames since power-on of that state.
        """
        self._drop_uncommitted_log(0)
        first = self._keep(0, state, "start", frame, None)
        self._write(SessionRecord(SCHEMA, rom.sha1, first.sha256, 1, 0, (first,)))

    def commit(self, state: bytes, made_by: str, frame: int, blocked: JsonValue) -> None:
        """Make a new state the present. Call it inside :meth:`writing`, after the log's lines.

        Args:
            state: Content of its file.
            made_by: The action that led to it.
            frame: Frames since power-on.
            blocked: The tiles that refused a step so far, as JSON of ``BlockedTiles``.
        """
        record = self.record()
        moment = self._keep(record.next_serial, state, made_by, frame, blocked)
        moments = (*record.moments, moment)[-UNDO_STEPS - 1 :]
        self._write(
            replace(
                record,
                next_serial=record.next_serial + 1,
                log_size=len(self._read_log()),
                moments=moments,
            )
        )

    def before(self, steps: int) -> Moment:
        """The moment before the last ``steps`` actions.

        Raises:
            UsageError: The history is shorter.
        """
        record = self.record()
        if not 0 < steps <= record.undo_steps:
            raise UsageError(
                f"the session can go back {record.undo_steps} actions, not {steps}",
                observed=steps,
                expected=record.undo_steps,
            )
        return record.moments[-1 - steps]

    def undo(self, steps: int) -> None:
        """Undo the last ``steps`` actions. Call it inside :meth:`writing`, after the log's line.

        Raises:
            UsageError: The history is shorter.
        """
        self.before(steps)
        record = self.record()
        moments = record.moments[:-steps]
        self._write(replace(record, log_size=len(self._read_log()), moments=moments))

    def _keep(
        self, serial: int, state: bytes, made_by: str, frame: int, blocked: JsonValue
    ) -> Moment:
        name = f"state-{serial:06d}"
        write_atomically(self.folder / name, state, follow=False)
        return Moment(serial, name, _sha256(state), made_by, frame, blocked)

    def _write(self, record: SessionRecord) -> None:
        text = json.dumps(to_json(record), indent=1, ensure_ascii=False) + "\n"
        write_atomically(self.folder / RECORD_FILE, text.encode(), follow=False)
        kept = {moment.file for moment in record.moments}
        for path in files_in(self.folder):
            if STATE_FILE.fullmatch(path.name) and path.name not in kept:
                path.unlink(missing_ok=True)

    def _read_log(self) -> bytes:
        """The evidence log with what an interrupted command left; empty if there is none."""
        if not is_file(self.log):
            return b""
        return read_file(self.log, "evidence log", MAX_RECORDS, follow=False)

    def _drop_uncommitted_log(self, size: int) -> None:
        data = self._read_log()
        if len(data) > size:
            write_atomically(self.log, data[:size], follow=False)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read_record(raw: object) -> SessionRecord:
    """Build a record from parsed JSON.

    Raises:
        ValueError: A field is missing, unknown, or has a wrong value.
    """
    if not isinstance(raw, dict) or raw.get("schema") != SCHEMA:
        raise ValueError(f"its schema is not {SCHEMA}")
    record: SessionRecord = checked(raw, SessionRecord, "")
    if not record.moments:
        raise ValueError("it has no moments")
    if record.log_size < 0 or record.next_serial <= record.now.serial:
        raise ValueError("its log_size or next_serial is impossible")
    for moment in record.moments:
        if not STATE_FILE.fullmatch(moment.file):
            raise ValueError(f"{moment.file!r} is no state's file, such as state-000001")
    return record


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
