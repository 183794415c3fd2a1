"""A one-shot command loads what it uses and nothing else: loading is most of what it costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

FOR_PEOPLE = ("click", "pydantic", "rich")
"""What shows results to people, and what a slower version of Typer brings in."""
EMULATOR = ("PIL", "asyncio", "cached_property", "mgba.core")
"""What the classes around mGBA's bindings bring in."""
PARTS = (
    *("gbatool.scan", "gbatool.render.outcome", "gbatool.actions.run_plan"),
    *(
        "gbatool.actions.dial",
        "gbatool.session.store",
        "gbatool.session.log",
        "gbatool.commands.decode",
    ),
)


def loaded_by(arguments: list[str], names: tuple[str, ...]) -> list[str]:
    program = (
        "import sys; from gbatool.cli import main;"
        f" status = main({arguments!r});"
        f" print(status, *sorted(set({names!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stderr.splitlines()[-1].split()


@pytest.mark.parametrize(
    "arguments",
    [
        ["walk-to", "12", "12", "--json"],
        ["press", "a", "--json"],
        ["wait", "3", "--json"],
        ["decode", "player", "--json"],
    ],
)
def test_a_command_that_prints_json_loads_no_library_for_people(arguments: list[str]) -> None:
    assert loaded_by(arguments, FOR_PEOPLE) == ["0"]


@pytest.mark.parametrize("arguments", [["walk-to", "12", "12"], ["press", "a"]])
def test_the_bindings_come_without_the_classes_around_them(arguments: list[str]) -> None:
    assert loaded_by([*arguments, "--json"], EMULATOR) == ["0"]


def test_a_walk_loads_no_other_part_of_the_tool() -> None:
    assert loaded_by(["walk-to", "12", "12", "--json"], PARTS) == ["0"]


@pytest.mark.parametrize("arguments", [["--help"], ["profile", "import", "--help"]])
def test_help_needs_no_engine(arguments: list[str]) -> None:
    assert loaded_by(arguments, ("numpy", "gbatool.engine.engine")) == ["0"]


def test_what_is_asked_for_is_loaded() -> None:
    assert loaded_by(["walk-to", "12", "12"], FOR_PEOPLE) == ["0", "rich"]
    assert loaded_by(["walk-to", "12", "12", "--json"], ("gbatool.commands.walk_to",)) == [
        "0",
        "gbatool.commands.walk_to",
    ]


@pytest.mark.parametrize(
    ("arguments", "status", "schema"),
    [
        (["doctor", "--json"], 0, "gbatool/doctor/1"),
        (["dokter", "--json"], 2, "gbatool/error/1"),
        (["walk-to", "0", "0", "--json"], 4, "gbatool/error/1"),
    ],
)
def test_the_program_ends_at_once_and_loses_nothing_of_what_it_printed(
    arguments: list[str], status: int, schema: str
) -> None:
    buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    program = [sys.executable, "-m", "gbatool", *arguments]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=buffered)
    assert done.returncode == status
    assert json.loads(done.stdout)["schema"] == schema
