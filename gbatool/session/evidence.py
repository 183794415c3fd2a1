"""The evidence log: one JSON line an action, each bound to the line before by a digest.

A line holds ``schema``, ``index``, ``previous`` (the digest of the line before, 64 zeros in the
first), ``record`` (the action's document), ``played`` (:class:`Replayable`: the inputs, and digests
of RAM before and after them; null for what plays nothing), ``state`` (digest of the session's state
file that it led to; null without a session) and ``digest``: the SHA-256 of the same line without
its ``digest``. A line has exactly the bytes that were written.

Changing, dropping or reordering lines breaks the chain from there on. A chain has no secret: who can
write the file can write another whole chain. That one is found by playing it: from the first
state, the recorded inputs must give the recorded digests. A session's record also has the size and
the last digest of its log, so that lines missing at its end are found; of any other log, store the
last digest elsewhere to notice that.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from gbatool.documents import to_json
from gbatool.errors import DigestMismatchError, JsonValue
from gbatool.files import MAX_RECORDS, append_to, read_file
from gbatool.reading import NotJsonError, checked, read_json

WHAT = "evidence log"
SCHEMA = "gbatool/evidence/2"
FIRST = "0" * 64
FIELDS = {"schema", "index", "previous", "record", "played", "state", "digest"}


@dataclass(frozen=True, slots=True)
class Chain:
    """The state of a log whose chain is intact.

    Attributes:
        entries: The number of lines.
        last: Digest of the last line; 64 zeros when there is none.
    """

    entries: int
    last: str


@dataclass(frozen=True, slots=True)
class Replayable:
    """How an action can be played again.

    Attributes:
        before: SHA-256 of EWRAM followed by IWRAM before it.
        inputs: Buttons held, as bits of the key register with 1 for held, and for how many frames.
        after: The digest after it.
    """

    before: str
    inputs: tuple[tuple[int, ...], ...]
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What a line says: the action's document, how to play it, digest of the state file, its own."""

    record: JsonValue
    played: Replayable | None
    state: str | None
    digest: str


def _dump(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _sealed(chain: Chain, fields: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The line that follows a chain."""
    bound = {"schema": SCHEMA, "index": chain.entries, "previous": chain.last, **fields}
    return {**bound, "digest": hashlib.sha256(_dump(bound).encode()).hexdigest()}


def append_evidence(
    path: Path,
    record: object,
    played: Replayable | None = None,
    *,
    state: str | None = None,
    follow: bool = True,
) -> Chain:
    """Check a log, append one action to it, and return the chain with that line.

    Args:
        path: The log; created if it does not exist.
        record: The action's document.
        played: How to play it again.
        state: Digest of the session's state file that it led to.
        follow: Whether the log may be a symbolic link.

    Raises:
        DigestMismatchError: The log was changed since it was written.
        FileProblemError: It can't be read or written.
    """
    fields = {"record": to_json(record), "played": to_json(played), "state": state}
    chain = Chain(0, FIRST)

    def line(data: bytes) -> bytes:
        nonlocal chain
        before, _ = read_lines(data, path)
        entry = _sealed(before, fields)
        chain = Chain(before.entries + 1, str(entry["digest"]))
        return f"{_dump(entry)}\n".encode()

    append_to(path, WHAT, MAX_RECORDS, line, follow=follow)
    return chain


def verify_evidence(path: Path) -> tuple[Chain, tuple[Entry, ...]]:
    """Check every line of a log, and read it.

    Raises:
        DigestMismatchError: The chain is broken; names the first such line.
        FileProblemError: The log can't be read.
    """
    return read_lines(read_file(path, WHAT, MAX_RECORDS), path)


def read_lines(data: bytes, path: Path) -> tuple[Chain, tuple[Entry, ...]]:
    """Check and read the lines of a log; ``path`` is its name in messages.

    Raises:
        DigestMismatchError: The chain is broken; names the first such line.
    """
    chain, entries = Chain(0, FIRST), []
    *lines, rest = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        entry = _read_line(path, number, line, chain)
        entries.append(entry)
        chain = Chain(chain.entries + 1, entry.digest)
    if rest:
        raise broken(path, len(lines) + 1, "it is cut off", "a whole line")
    return chain, tuple(entries)


def _read_line(path: Path, number: int, line: bytes, chain: Chain) -> Entry:
    try:
        raw = read_json(line)
        if not isinstance(raw, dict) or raw.keys() != FIELDS or raw["schema"] != SCHEMA:
            raise broken(path, number, "it is not an entry of an evidence log", f"schema {SCHEMA}")
        expected = _sealed(chain, {name: raw[name] for name in ("record", "played", "state")})
        for name in ("index", "previous", "digest"):
            if raw[name] != expected[name]:
                raise broken(path, number, f"{name} is {raw[name]}", str(expected[name]))
        if line != _dump(expected).encode():
            raise broken(path, number, "its bytes are not those that were written", _dump(expected))
        played = None if raw["played"] is None else checked(raw["played"], Replayable, "played")
        return Entry(raw["record"], played, raw["state"], raw["digest"])
    except NotJsonError as error:
        raise broken(path, number, f"it is not JSON ({error})", "an entry") from error
    except ValueError as error:
        raise broken(path, number, str(error), "inputs that can be played") from error


def broken(path: Path, number: int, observed: str, expected: str) -> DigestMismatchError:
    """The error for the first line of a log that is not what was written."""
    return DigestMismatchError(
        f"{path}:{number}: the evidence chain is broken: {observed}; expected {expected}",
        file=str(path),
        line=number,
        observed=observed,
        expected=expected,
    )
