"""``gbatool run``, ``select`` and ``type``: lists of actions, menus and names from the shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.session.log import status_of
from gbatool.session.store import Session
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]


def plan(text: str) -> None:
    Path("plan.yaml").write_text(text, encoding="utf-8")


def test_a_list_is_one_document_with_every_step(capsys: Output) -> None:
    plan("- press: start\n- select: exit\n- dial\n  # not reached\n- press: a\n")
    document = run_json(capsys, "run", "plan.yaml", status=ExitCode.REFUSED)
    assert [step["action"] for step in document["steps"]] == ["press", "select", "dial"]
    assert document["steps"][1]["outcome"]["ended_because"] == "selected"
    assert document["steps"][2]["error"]["code"] == "no_conversation_open"


def test_a_step_whose_condition_does_not_hold_is_left_out(capsys: Output) -> None:
    plan("- press: b\n  if: menu\n- press: up\n")
    document = run_json(capsys, "run", "plan.yaml")
    assert [step["skipped"] for step in document["steps"]] == [True, False]


def test_a_session_can_take_back_each_step(capsys: Output) -> None:
    plan("- press: up\n- press: start\n")
    assert main(["run", "plan.yaml", "--session", "out/new"]) == ExitCode.OK
    assert status_of(Session(Path("out/new"))).actions == ("press", "press")
    assert main(["session", "undo", "--session", "out/new"]) == ExitCode.OK
    there = run_json(capsys, "decode", "scene", "--session", "out/new")
    assert there["scene"]["mode"] == "overworld"


def test_people_see_each_step_as_it_is_done(capsys: Output) -> None:
    plan("- press: up\n- press: b\n  if: menu\n- dial\n")
    assert main(["run", "plan.yaml"]) == ExitCode.REFUSED
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1. press: pressed, 1 press")
    assert "2. press: left out, its condition does not hold" in lines
    assert any(line.startswith("3. dial: refused: nothing is being said") for line in lines)


def test_a_list_that_makes_no_sense_is_refused_whole(capsys: Output) -> None:
    plan("- press: up\n- dance: now\n")
    assert main(["run", "plan.yaml", "--session", "out/new"]) == ExitCode.USAGE
    assert "plan.yaml" in capsys.readouterr().err
    assert not Session(Path("out/new")).exists


def test_an_entry_that_is_not_there_is_refused_before_anything_is_pressed(capsys: Output) -> None:
    document = run_json(
        capsys, "select", "nonsense", "--state", "menu.ss0", status=ExitCode.REFUSED
    )
    assert document["error"]["code"] == "no_such_entry"
    assert "exit" in document["error"]["message"]


def test_the_cursor_can_be_put_on_an_entry_without_choosing_it(capsys: Output) -> None:
    document = run_json(capsys, "select", "bag", "--no-confirm", "--state", "menu.ss0")
    assert document["ended_because"] == "cursor_moved"
    assert document["mode"] == "menu"


def test_a_name_is_typed_and_taken(capsys: Output) -> None:
    typed = run_json(capsys, "type", "Moss", "--state", "naming.ss0")
    assert (typed["ended_because"], typed["typed"]) == ("typed", "Moss")
    taken = run_json(capsys, "type", "Moss", "--accept", "--state", "naming.ss0")
    assert taken["ended_because"] == "accepted"
