"""The evidence log: one JSON line an action, each bound to the line before by a digest.

A line holds ``schema``, ``index``, ``previous`` (the digest of the line before, 64 zeros in the
first), ``record`` (the action's document) and ``digest``: the SHA-256 of the same line without its
``digest``. Changing, dropping or reordering lines breaks the chain from there on. A chain does not
show that whole lines are missing at its end; to notice that, store the last digest elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from gbatool.documents import to_json
from gbatool.errors import DigestMismatchError, JsonValue
from gbatool.files import MAX_RECORDS, append_to, read_file
from gbatool.reading import NotJsonError, read_json

WHAT = "evidence log"
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


def _entry(before: Chain, record: JsonValue) -> dict[str, JsonValue]:
    """The line that follows a chain."""
    entry: dict[str, JsonValue] = {
        "schema": SCHEMA,
        "index": before.entries,
        "previous": before.last,
        "record": record,
    }
    return {**entry, "digest": hashlib.sha256(_dump(entry).encode()).hexdigest()}


def append_evidence(path: Path, record: object, *, follow: bool = True) -> Chain:
    """Check a log, append one action to it, and return the chain with that line.

    Args:
        path: The log; created if it does not exist.
        record: The action's document.
        follow: Whether the log may be a symbolic link.

    Raises:
        DigestMismatchError: The log was changed since it was written.
        FileProblemError: It can't be read or written.
    """
    document = to_json(record)
    chain = Chain(0, FIRST)

    def line(data: bytes) -> bytes:
        nonlocal chain
        before = verify_lines(data, path)
        entry = _entry(before, document)
        chain = Chain(before.entries + 1, str(entry["digest"]))
        return f"{_dump(entry)}\n".encode()

    append_to(path, WHAT, MAX_RECORDS, line, follow=follow)
    return chain


def verify_evidence(path: Path) -> Chain:
    """Check every line of a log.

    Raises:
        DigestMismatchError: The chain is broken; names the first such line.
        FileProblemError: The log can't be read.
    """
    return verify_lines(read_file(path, WHAT, MAX_RECORDS), path)


def verify_lines(data: bytes, path: Path) -> Chain:
    """Check the lines of a log; ``path`` is its name in messages.

    Raises:
        DigestMismatchError: The chain is broken; names the first such line.
    """
    chain = Chain(0, FIRST)
    if data and not data.endswith(b"\n"):
        raise _broken(path, data.count(b"\n") + 1, "it is cut off", "a whole line")
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        chain = Chain(chain.entries + 1, _check_line(path, number, line, chain))
    return chain


def _check_line(path: Path, number: int, line: bytes, chain: Chain) -> str:
    try:
        entry = read_json(line)
    except NotJsonError as error:
        raise _broken(path, number, f"it is not JSON ({error})", "an entry") from error
    if not isinstance(entry, dict) or entry.keys() != FIELDS or entry["schema"] != SCHEMA:
        raise _broken(path, number, "it is not an entry of an evidence log", f"schema {SCHEMA}")
    expected = _entry(chain, entry["record"])
    for name in ("index", "previous", "digest"):
        if entry[name] != expected[name]:
            raise _broken(path, number, f"{name} is {entry[name]}", str(expected[name]))
    if line != _dump(expected).encode():
        raise _broken(path, number, "its bytes are not those that were written", _dump(expected))
    return str(expected["digest"])


def _broken(path: Path, number: int, observed: str, expected: str) -> DigestMismatchError:
    return DigestMismatchError(
        f"{path}:{number}: the evidence chain is broken: {observed}; expected {expected}",
        file=str(path),
        line=number,
        observed=observed,
        expected=expected,
    )
