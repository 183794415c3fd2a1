"""README.md shows what the commands print; ``...`` replaces lines that are left out."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.profile.search import shipped_folder
from tests.commands.demo import demo_folder, demo_template

__all__ = ["demo_folder", "demo_template"]

README = Path(__file__).parent.parent / "README.md"


@dataclass(frozen=True, slots=True)
class Shown:
    """A command and the lines that are shown under it."""

    command: str
    lines: tuple[str, ...]


def blocks() -> list[list[Shown]]:
    """The console blocks, each a row of commands."""
    found = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return [list(commands_of(block)) for block in found]


def commands_of(block: str, program: str = "gbatool") -> Iterator[Shown]:
    for part in block.split(f"$ {program}")[1:]:
        command, *lines = part.rstrip("\n").split("\n")
        yield Shown(command.strip(), tuple(lines))


def matches(shown: tuple[str, ...], printed: list[str]) -> bool:
    """Whether the lines are those printed, with lines left out at ``...``."""
    pattern = "".join(
        r"(.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + r"\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None


def test_matching_refuses_what_was_not_printed() -> None:
    assert matches(("a", "...", "d"), ["a", "b", "c", "d"])
    assert matches(("a", "..."), ["a"])
    assert not matches(("a", "d"), ["a", "b", "d"])
    assert not matches(("a", "...", "e"), ["a", "b", "d"])


def test_every_console_block_shows_what_is_printed(
    demo_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(shipped_folder() / "demo.yaml", demo_folder / "profiles/demo.yaml")
    shutil.rmtree(demo_folder / "out")
    shown = [command for block in blocks() for command in block]
    assert len(shown) > 8
    for item in shown:
        arguments = shlex.split(item.command)
        if arguments[0] == "derive":
            # Two profiles of one ROM in one folder are refused.
            (demo_folder / "profiles/demo.yaml").unlink()
        main(arguments)
        output = capsys.readouterr()
        errors = [line for line in output.err.splitlines() if line.startswith("error: ")]
        printed = output.out.splitlines() + errors
        assert matches(item.lines, printed), f"{item.command}\n" + "\n".join(printed)
