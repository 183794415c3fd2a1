"""Every example in a help page runs, in a folder that has the files it names."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from gbatool import cli
from gbatool.errors import ExitCode
from tests.test_cli import commands

EXAMPLES = [
    line.removeprefix("$ ")
    for _, command in commands()
    for line in (command.epilog or "").splitlines()
    if line.startswith("$ ")
]
PREPARED = {"gbatool session start --session out/walk": "out/walk"}
"""Examples that make something new -> what must not be there yet."""
LOG = "log.jsonl"
"""An evidence log that examples check; an action writes it before."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_runs(example: str, demo_folder: Path) -> None:
    if example in PREPARED:
        (demo_folder / PREPARED[example]).rename(demo_folder / "out/before")
    if LOG in example:
        assert cli.main(["press", "up", "--state", "bedroom", "--evidence", LOG]) == ExitCode.OK
    program, *arguments = shlex.split(example)
    assert program == "gbatool"
    assert cli.main(arguments) == ExitCode.OK


def test_the_examples_of_the_first_help_page_are_examples_of_commands() -> None:
    lines = [line for line in cli.EPILOG.splitlines() if line.startswith("$ ")]
    assert lines
    for line in lines:
        assert any(example.startswith(" ".join(line[2:].split()[:2])) for example in EXAMPLES)
