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
from gbatool.session.evidence import FIRST, Chain, Entry, broken, read_lines

SCHEMA = "gbatool/session/2"
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
        evidence: Digest of the log's line about that action; None for the first.
    """

    serial: int
    file: str
    sha256: str
    made_by: str
    frame: int
    blocked: JsonValue = None
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """The contents of ``session.json``.

    Attributes:
        rom_sha1: The ROM that the session belongs to.
        started_from: Digest of the state file that it was started from.
        next_serial: Serial of the next moment.
        log_size: Bytes of the evidence log that are committed.
        log_last: Digest of the last of its committed lines; 64 zeros without any.
        moments: Oldest first; the last one is the present.
    """

    schema: str
    rom_sha1: str
    started_from: str
    next_serial: int
    log_size: int
    log_last: str
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

    def committed_log(self) -> tuple[Chain, tuple[Entry, ...]]:
        """The committed lines of the evidence log, compared with the record.

        Raises:
            DigestMismatchError: Lines are missing or changed, or a state is not the one that its
                action led to.
        """
        record = self.record()
        chain, entries = read_lines(self._log_of(record), self.log)
        led_to = {entry.digest: entry.state for entry in entries}
        for moment in record.moments:
            if moment.evidence is not None and led_to.get(moment.evidence) != moment.sha256:
                raise DigestMismatchError(
                    f"{moment.file} of the session {self.folder} is not the state that"
                    f" {moment.made_by} led to, says the evidence log",
                    session=str(self.folder),
                    file=moment.file,
                )
        return chain, entries

    def _log_of(self, record: SessionRecord) -> bytes:
        """The committed bytes of the log.

        Raises:
            DigestMismatchError: Some are missing, or the last line is another one.
        """
        data = self._read_log()
        if len(data) < record.log_size:
            raise DigestMismatchError(
                f"{self.log} has {len(data)} bytes, and the session wrote {record.log_size}: lines"
                " are missing; bring the file back, or start another session",
                file=str(self.log),
                observed=len(data),
                expected=record.log_size,
            )
        lines = data[: record.log_size].splitlines(keepends=True)
        last = lines[-1] if lines else f'{{"digest":"{FIRST}'.encode()
        if not last.startswith(f'{{"digest":"{record.log_last}'.encode()):
            raise broken(self.log, len(lines), "it is not the last one", record.log_last)
        return b"".join(lines)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the session's lock, and first drop log lines of an interrupted command.

        Raises:
            SessionBusyError: Another process is writing.
            DigestMismatchError: Lines of the log are missing or changed.
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
                self._keep_log(self._log_of(self.record()))
            yield

    def start(self, rom: Rom, state: bytes, frame: int) -> None:
        """Start the session with its first moment. Call it inside :meth:`writing`.

        Args:
            rom: The ROM that it belongs to.
            state: Content of the savestate file to start from.
            frame: Frames since power-on of that state.
        """
        self._keep_log(b"")
        first = self._keep(Moment(0, "", "", "start", frame), state)
        self._write(SessionRecord(SCHEMA, rom.sha1, first.sha256, 1, 0, FIRST, (first,)))

    def commit(
        self, state: bytes, made_by: str, frame: int, blocked: JsonValue, log_last: str
    ) -> None:
        """Make a new state the present. Call it inside :meth:`writing`, after the log's lines.

        Args:
            state: Content of its file.
            made_by: The action that led to it.
            frame: Frames since power-on.
            blocked: The tiles that refused a step so far, as JSON of ``BlockedTiles``.
            log_last: Digest of the log's last line, about that action.
        """
        record = self.record()
        made = Moment(record.next_serial, "", "", made_by, frame, blocked, log_last)
        moment = self._keep(made, state)
        moments = (*record.moments, moment)[-UNDO_STEPS - 1 :]
        self._write(
            replace(
                record,
                next_serial=record.next_serial + 1,
                log_size=len(self._read_log()),
                log_last=log_last,
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

    def undo(self, steps: int, log_last: str) -> None:
        """Undo the last ``steps`` actions. Call it inside :meth:`writing`, after the log's line.

        Args:
            steps: The number of actions.
            log_last: Digest of the log's last line, about the undo.

        Raises:
            UsageError: The history is shorter.
        """
        self.before(steps)
        record = self.record()
        moments = record.moments[:-steps]
        size = len(self._read_log())
        self._write(replace(record, log_size=size, log_last=log_last, moments=moments))

    def _keep(self, moment: Moment, state: bytes) -> Moment:
        """Write a state, and give the moment with its file."""
        name = f"state-{moment.serial:06d}"
        write_atomically(self.folder / name, state, follow=False)
        return replace(moment, file=name, sha256=_sha256(state))

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

    def _keep_log(self, committed: bytes) -> None:
        """Drop what an interrupted command left in the log."""
        if len(self._read_log()) > len(committed):
            write_atomically(self.log, committed, follow=False)


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
