"""``gbatool evidence verify``: whatever was changed in a log is found, at its line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.session.evidence import FIRST
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
Change = Callable[[list[dict[str, object]]], list[dict[str, object]]]
LOG = Path("out/walk/evidence.jsonl")
RECORD = Path("out/walk/session.json")


def test_a_sessions_log_is_played_again_through_an_undo(capsys: Output) -> None:
    assert main(["session", "undo", "--session", "out/walk"]) == ExitCode.OK
    assert main(["press", "b", "--session", "out/walk"]) == ExitCode.OK
    capsys.readouterr()
    check = run_json(capsys, "evidence", "verify", str(LOG))
    assert (check["entries"], check["replayed"], check["not_replayed"]) == (5, 4, [])
    assert main(["evidence", "verify", str(LOG)]) == ExitCode.OK
    assert "4 actions played again: every digest came out again" in capsys.readouterr().out


def test_a_log_of_its_own_is_played_from_the_state_that_is_named(capsys: Output) -> None:
    for action in (["press", "b"], ["wait", "5"]):
        assert main([*action, "--state", "talking.ss0", "--evidence", "log.jsonl"]) == ExitCode.OK
    verify = ("evidence", "verify", "log.jsonl")
    assert run_json(capsys, *verify, "--state", "talking.ss0")["replayed"] == 2
    elsewhere = run_json(capsys, *verify, "--state", "menu.ss0", status=ExitCode.FAILED_CLOSED)
    assert (elsewhere["replayed"], elsewhere["not_replayed"]) == (0, [1, 2])
    assert run_json(capsys, *verify, "--chain")["replayed"] is None


def test_a_patch_is_for_the_rom_that_the_log_is_played_on(capsys: Output) -> None:
    asked = ["evidence", "verify", str(LOG), "--patch", "game.ips"]
    assert main(asked) == ExitCode.USAGE
    assert "--patch needs the ROM that the patch was made for" in capsys.readouterr().err


def forged(change: Change) -> None:
    """Rewrite the session's log after a change, with a chain that holds."""
    entries = change([json.loads(line) for line in LOG.read_text().splitlines()])
    previous, lines = FIRST, []
    for index, entry in enumerate(entries):
        entry |= {"index": index, "previous": previous}
        entry.pop("digest")
        bound = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        previous = hashlib.sha256(bound.encode()).hexdigest()
        entry["digest"] = previous
        lines.append(json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True))
    LOG.write_text("".join(f"{line}\n" for line in lines))


def other_inputs(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    played = entries[1]["played"]
    assert isinstance(played, dict)
    played["inputs"] = [[0, 60]]
    return entries


def other_outcome(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    played = entries[2]["played"]
    assert isinstance(played, dict)
    played["after"] = "0" * 64
    return entries


@pytest.mark.parametrize(("change", "line"), [(other_inputs, 2), (other_outcome, 3)])
def test_a_rewritten_chain_is_found_by_playing_it(
    capsys: Output, change: Change, line: int
) -> None:
    forged(change)
    Path("forged.jsonl").write_bytes(LOG.read_bytes())
    start = ["--state", "out/walk/state-000000"]
    assert main(["evidence", "verify", "forged.jsonl", *start]) == ExitCode.FAILED_CLOSED
    assert (
        f"forged.jsonl:{line}: the evidence chain is broken: its inputs" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (LOG.unlink, "lines are missing"),
        (
            lambda: LOG.write_bytes(LOG.read_bytes().splitlines(keepends=True)[0]),
            "lines are missing",
        ),
        (lambda: forged(lambda entries: entries[:1] * 3), "the evidence chain is broken"),
        (lambda: forged(other_inputs), "lines are missing|the evidence chain is broken"),
    ],
)
def test_a_session_knows_its_log(capsys: Output, spoil: Callable[[], object], says: str) -> None:
    spoil()
    for command in (
        ["session", "log", "--session", "out/walk"],
        ["evidence", "verify", str(LOG)],
        ["press", "b", "--session", "out/walk"],
    ):
        assert main(command) == ExitCode.FAILED_CLOSED, command
        err = capsys.readouterr().err
        assert any(part in err for part in says.split("|"))


def test_a_state_that_was_replaced_along_with_its_digest_is_found(capsys: Output) -> None:
    state = Path("out/walk/state-000002")
    digest = hashlib.sha256(state.read_bytes()).hexdigest()
    state.write_bytes(Path("menu.ss0").read_bytes())
    now = hashlib.sha256(state.read_bytes()).hexdigest()
    RECORD.write_text(RECORD.read_text().replace(digest, now))
    assert main(["evidence", "verify", str(LOG)]) == ExitCode.FAILED_CLOSED
    assert "state-000002 of the session out/walk is not the state" in capsys.readouterr().err
