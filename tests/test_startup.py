"""A one-shot command imports only what it uses, since imports take most of its time."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys

import pytest
import typer

FOR_PEOPLE = ("rich", "gbatool.render.outcome", "gbatool.render.parts")
"""What shows results to people."""
SLOW_TYPER = tuple(map(int, typer.__version__.split(".")[:2])) >= (0, 29)
"""Whether Typer builds its options with pydantic; ``constraints.txt`` keeps such a version out."""
EMULATOR = ("PIL", "asyncio", "cached_property", "mgba.core")
"""What the classes around mGBA's bindings bring in."""
PARTS = (
    *("gbatool.scan", "gbatool.compare", "gbatool.actions.run_plan", "gbatool.actions.dial"),
    *("gbatool.session.store", "gbatool.session.log", "gbatool.commands.derive"),
)
WALK = ("gbatool.actions.walk_to", "gbatool.commands.walk_to")
DECODE = ("gbatool.decode.state", "gbatool.commands.decode")


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


ONE_SHOT = [
    ["walk-to", "12", "12", "--json"],
    ["press", "a", "--json"],
    ["wait", "3", "--json"],
    ["decode", "player", "--json"],
]


@pytest.mark.parametrize("arguments", ONE_SHOT)
def test_a_command_that_prints_json_loads_nothing_for_people(arguments: list[str]) -> None:
    assert loaded_by(arguments, FOR_PEOPLE) == ["0"]


@pytest.mark.skipif(SLOW_TYPER, reason="this version of Typer imports pydantic")
@pytest.mark.parametrize("arguments", ONE_SHOT)
def test_the_typer_that_run_installs_loads_no_pydantic(arguments: list[str]) -> None:
    assert loaded_by(arguments, ("pydantic", "pydantic_core")) == ["0"]


@pytest.mark.parametrize("arguments", [["walk-to", "12", "12"], ["press", "a"]])
def test_the_bindings_come_without_the_classes_around_them(arguments: list[str]) -> None:
    assert loaded_by([*arguments, "--json"], EMULATOR) == ["0"]


@pytest.mark.parametrize(
    ("arguments", "used", "unused"),
    [
        (["walk-to", "12", "12", "--json"], WALK, (*PARTS, DECODE[1])),
        (["decode", "player", "--json"], DECODE, (*PARTS, *WALK, *EMULATOR, "mgba")),
    ],
)
def test_a_command_loads_no_other_part_of_the_tool(
    arguments: list[str], used: tuple[str, ...], unused: tuple[str, ...]
) -> None:
    assert loaded_by(arguments, used + unused) == ["0", *sorted(used)]


@pytest.mark.parametrize("arguments", [["--help"], ["profile", "import", "--help"]])
def test_help_needs_no_engine(arguments: list[str]) -> None:
    assert loaded_by(arguments, ("numpy", "gbatool.engine.engine")) == ["0"]


def test_what_is_asked_for_is_loaded() -> None:
    assert loaded_by(["walk-to", "12", "12"], FOR_PEOPLE) == ["0", *sorted(FOR_PEOPLE)]
    for name in (
        *FOR_PEOPLE,
        *EMULATOR,
        *PARTS,
        *WALK,
        *DECODE,
    ):  # a name that is gone proves nothing
        assert importlib.util.find_spec(name) is not None


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
