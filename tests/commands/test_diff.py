"""``gbatool diff`` on the demo cartridge."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.profile import search
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]


def test_a_turn_in_place_shows_in_the_object_events(capsys: Output) -> None:
    assert main(["press", "up", "--save-state", "up.ss0"]) == ExitCode.OK
    document = run_json(capsys, "diff", "bedroom", "up.ss0")
    assert document["rom"]["profile"] == "demo"
    assert document["frame"] > document["first_frame"]
    assert "gObjectEvents" in {row["symbol"] for row in document["differences"]}


def test_a_state_does_not_differ_from_itself(capsys: Output) -> None:
    assert main(["diff", "bedroom", "game.ss1"]) == ExitCode.OK
    assert capsys.readouterr().out == "nothing differs\n"


def test_what_is_not_shown_is_counted(capsys: Output) -> None:
    assert main(["diff", "bedroom", "talking.ss0", "--limit", "3"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert "places are not shown, --limit shows more" in lines[-1]


def test_it_works_without_a_profile(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "shipped_folder", lambda: Path("nowhere"))
    Path("profiles/demo.yaml").unlink()
    document = run_json(capsys, "diff", "game.ss1", "talking.ss0", "--region", "iwram")
    assert document["differences"]
    assert {row["symbol"] for row in document["differences"]} == {None}
