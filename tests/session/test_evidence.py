"""The evidence log: it grows by a line an action, and every later change is found."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gbatool.errors import DigestMismatchError, ExitCode, FileProblemError
from gbatool.session.evidence import FIRST, Chain, append_evidence, verify_evidence


def test_a_line_is_what_its_format_says(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    chain = append_evidence(log, {"text": "é", "action": "press"})
    bound = (
        '"index":0,"played":null,"previous":"'
        + 64 * "0"
        + '","record":{"action":"press","text":"é"},"schema":"gbatool/evidence/2","state":null}'
    )
    digest = hashlib.sha256(("{" + bound).encode()).hexdigest()
    assert log.read_text(encoding="utf-8") == f'{{"digest":"{digest}",{bound}\n'
    assert chain == verify_evidence(log)[0] == Chain(1, digest)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    for number in range(3):
        append_evidence(path, {"action": "press", "presses": number, "text": "é"})
    return path


def test_each_line_is_bound_to_the_one_before(log: Path) -> None:
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert [entry["index"] for entry in entries] == [0, 1, 2]
    assert entries[0]["previous"] == FIRST
    assert entries[2]["previous"] == entries[1]["digest"]
    assert entries[1]["record"]["presses"] == 1
    assert verify_evidence(log)[0].last == entries[2]["digest"]


def test_the_same_actions_give_the_same_bytes(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    for number in range(3):
        append_evidence(other, {"text": "é", "presses": number, "action": "press"})
    assert other.read_bytes() == log.read_bytes()


def swap(lines: list[str]) -> list[str]:
    return [lines[1], lines[0], lines[2]]


def rewrite(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"presses":1', '"presses":7'), lines[2]]


def drop(lines: list[str]) -> list[str]:
    return [lines[0], lines[2]]


def spoil(lines: list[str]) -> list[str]:
    return [lines[0], "{", lines[2]]


def other_schema(lines: list[str]) -> list[str]:
    return [lines[0].replace("evidence/2", "evidence/9"), *lines[1:]]


def list_of_entries(lines: list[str]) -> list[str]:
    return [lines[0], f"[{lines[1]}]", lines[2]]


def without_its_index(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"index":1,', ""), lines[2]]


def twice(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"index":1', '"index":7,"index":1'), lines[2]]


def other_form(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"presses":1', '"presses": 1'), lines[2]]


def other_number(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"index":1,', '"index":1.0,'), lines[2]]


def escaped(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace("é", "\\u00e9"), lines[2]]


def nested(lines: list[str]) -> list[str]:
    return [lines[0], "[" * 5000, lines[2]]


def begin_again(lines: list[str]) -> list[str]:
    return [lines[0], lines[1], lines[0].replace('"index":0', '"index":2')]


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (swap, 1, "index is 1; expected 0"),
        (rewrite, 2, "digest is "),
        (drop, 2, "index is 2; expected 1"),
        (spoil, 2, "it is not JSON"),
        (other_schema, 1, "it is not an entry of an evidence log"),
        (list_of_entries, 2, "it is not an entry of an evidence log"),
        (without_its_index, 2, "it is not an entry of an evidence log"),
        (begin_again, 3, "previous is 000"),
        (twice, 2, "a key is repeated"),
        (other_form, 2, "its bytes are not those"),
        (other_number, 2, "its bytes are not those"),
        (escaped, 2, "its bytes are not those"),
        (nested, 2, "nested too deeply"),
    ],
)
def test_a_change_is_found_at_its_line(
    log: Path, change: Callable[[list[str]], list[str]], line: int, message: str
) -> None:
    log.write_text("\n".join(change(log.read_text().splitlines())) + "\n")
    with pytest.raises(DigestMismatchError, match=f":{line}: .*{message}") as caught:
        verify_evidence(log)
    assert caught.value.detail["line"] == line
    assert caught.value.exit_code is ExitCode.FAILED_CLOSED


def test_a_line_that_was_cut_off_is_found(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-5])
    with pytest.raises(DigestMismatchError, match=r":3: .*cut off"):
        verify_evidence(log)


def test_nothing_is_added_to_a_broken_log(log: Path) -> None:
    log.write_text(log.read_text().replace('"presses":0', '"presses":5'))
    before = log.read_bytes()
    with pytest.raises(DigestMismatchError):
        append_evidence(log, {"action": "press"})
    assert log.read_bytes() == before


def test_a_log_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="nowhere"):
        verify_evidence(tmp_path / "nowhere")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="can't write"):
        append_evidence(tmp_path / "no" / "log", {})


def test_a_line_that_was_cut_off_is_dropped_by_the_next(log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"half')
    append_evidence(log, {"action": "press"})
    assert log.read_bytes().startswith(whole)
    assert verify_evidence(log)[0].entries == 4


def test_commands_at_once_share_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    program = (
        "import sys; from pathlib import Path;"
        " from gbatool.session.evidence import append_evidence;"
        " [append_evidence(Path(sys.argv[1]), {'action': n}) for n in range(20)]"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, str(log)]) for _ in range(3)]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert verify_evidence(log)[0].entries == 60
