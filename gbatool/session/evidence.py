"""The evidence log: one JSON line an action, each bound to the line before by a digest.

A line holds ``schema``, ``index``, ``previous`` (the digest of the line before, 64 zeros in the
first), ``record`` (the action's document) and ``digest``: the SHA-256 of the same line without its
``digest``. Changing, dropping or reordering lines breaks the chain from there on. A chain does not
show that whole lines are missing at its end; to notice that, store the last digest elsewhere.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

from gbatool.documents import to_json
from gbatool.errors import DigestMismatchError, FileProblemError, JsonValue
from gbatool.rom import read_file

SCHEMA = "gbatool/evidence/1"
FIRST = "0" * 64
FIELDS = {"schema", "index", "previous", "record", "digest"}


@dataclass(frozen=True, slots=True)
class Chain:
    """The state of a log whose chain is intact.

    Attributes:
        entries: The number of lines.
        last: Digest of the last line; 64 zeros when there is none.
    """

    entries: int
    last: str


def _dump(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _digest(index: int, previous: str, record: JsonValue) -> str:
    text = _dump({"schema": SCHEMA, "index": index, "previous": previous, "record": record})
    return hashlib.sha256(text.encode()).hexdigest()


def append_evidence(path: Path, record: object) -> Chain:
    """Check a log, append one action to it, and return the chain with that line.

    Args:
        path: The log; created if it does not exist.
        record: The action's document.

    Raises:
        DigestMismatchError: The log was changed since it was written.
        FileProblemError: It can't be read or written.
    """
    before = verify_evidence(path) if path.exists() else Chain(0, FIRST)
    document = to_json(record)
    digest = _digest(before.entries, before.last, document)
    line = _dump(
        {
            "schema": SCHEMA,
            "index": before.entries,
            "previous": before.last,
            "record": document,
            "digest": digest,
        }
    )
    try:
        with path.open("a", encoding="utf-8") as log:
            log.write(line + "\n")
            log.flush()
            os.fsync(log.fileno())
    except OSError as error:
        raise FileProblemError(
            f"can't write the evidence log {path}: {error.strerror}", file=str(path)
        ) from error
    return Chain(before.entries + 1, digest)


def verify_evidence(path: Path) -> Chain:
    """Check every line of a log.

    Raises:
        DigestMismatchError: The chain is broken; names the first such line.
        FileProblemError: The log can't be read.
    """
    return verify_lines(read_file(path, "evidence log"), path)


def verify_lines(data: bytes, path: Path) -> Chain:
    """Check the lines of a log; ``path`` is its name in messages.

    Raises:
        DigestMismatchError: The chain is broken; names the first such line.
    """
    chain = Chain(0, FIRST)
    if data and not data.endswith(b"\n"):
        raise _broken(path, data.count(b"\n") + 1, "it is cut off", "a whole line")
    for number, line in enumerate(data.splitlines(), 1):
        chain = Chain(chain.entries + 1, _check_line(path, number, line, chain))
    return chain


def _check_line(path: Path, number: int, line: bytes, chain: Chain) -> str:
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise _broken(path, number, "it is not JSON", "an entry") from error
    if not isinstance(entry, dict) or entry.keys() != FIELDS or entry["schema"] != SCHEMA:
        raise _broken(path, number, "it is not an entry of an evidence log", f"schema {SCHEMA}")
    for name, expected in (("index", chain.entries), ("previous", chain.last)):
        if entry[name] != expected:
            raise _broken(path, number, f"{name} is {entry[name]}", str(expected))
    digest = _digest(chain.entries, chain.last, entry["record"])
    if entry["digest"] != digest:
        raise _broken(path, number, f"digest is {entry['digest']}", digest)
    return digest


def _broken(path: Path, number: int, observed: str, expected: str) -> DigestMismatchError:
    return DigestMismatchError(
        f"{path}:{number}: the evidence chain is broken: {observed}; expected {expected}",
        file=str(path),
        line=number,
        observed=observed,
        expected=expected,
    )
