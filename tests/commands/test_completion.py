"""What the shell is offered for values: asked as a shell asks, through the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gbatool.scan import LOCATORS

PROGRAM = "import sys; sys.argv[0] = 'gbatool'; from gbatool.cli import main; sys.exit(main())"


def offered(line: str, folder: Path, **environment: str) -> list[str]:
    """What bash would show after this command line; its last word is being typed."""
    words = line.split(" ")
    asked = {
        "_GBATOOL_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, **asked, **environment},
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("gbatool wal", {"walk-to"}),
        ("gbatool profile show de", {"demo"}),
        ("gbatool decode --profile firered", {"firered-us-1.0", "firered-us-1.1"}),
        ("gbatool decode --state bed", {"bedroom"}),
        ("gbatool decode --state pow", {"power-on"}),
        ("gbatool state show bed", {"bedroom"}),
        ("gbatool state show pow", set()),  # which it would refuse
        ("gbatool wait --until no-", {"no-dialog", "no-menu"}),
        ("gbatool walk-to --warp ", {"0"}),
        ("gbatool walk-to --object ", set()),
        ("gbatool derive --state st", {"start_menu="}),
        ("gbatool profile verify --symbol gBackup", {"gBackupMapLayout"}),
        ("gbatool derive --symbols gMain,gBackup", {"gMain,gBackupMapLayout"}),
        ("gbatool select ", set()),
    ],
)
def test_values_of_the_demo_cartridge_are_offered(
    line: str, values: set[str], tmp_path: Path
) -> None:
    assert set(offered(line, tmp_path)) == values


@pytest.mark.parametrize("line", ["gbatool scan ", "gbatool probe ", "gbatool derive --explain "])
def test_every_symbol_with_a_locator_is_offered(line: str, tmp_path: Path) -> None:
    assert set(offered(line, tmp_path)) == {locator.symbol for locator in LOCATORS.locators}


def test_what_is_offered_is_that_of_the_named_rom_and_state(
    demo_folder: Path, tmp_path: Path
) -> None:
    line = "gbatool walk-to --session out/walk --warp "
    assert offered(line, demo_folder) == ["0", "1", "2"]  # another room than the bedroom
    line = "gbatool walk-to --session out/new --warp "
    assert offered(line, demo_folder) == ["0"]
    assert not (demo_folder / "out/new").exists()
    missing = tmp_path / "missing.gba"
    assert offered("gbatool walk-to --warp ", tmp_path, GBATOOL_ROM=str(missing)) == []
    assert offered("gbatool select --state menu.ss0 ex", demo_folder) == ["exit"]


@pytest.mark.parametrize("damaged", ["profiles/demo.yaml", "menu.ss0"])
def test_a_damaged_file_offers_nothing_and_prints_nothing(damaged: str, demo_folder: Path) -> None:
    line = "gbatool select --profile profiles/demo.yaml --state menu.ss0 "
    assert "exit" in offered(line, demo_folder)
    (demo_folder / damaged).write_bytes(b"{")
    assert offered(line, demo_folder) == []


def test_a_shell_can_install_it(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment["_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"] = "1"
    for asked in ("--show-completion", "--install-completion"):
        command = [sys.executable, "-c", PROGRAM, asked, "bash"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        if asked == "--show-completion":
            assert "_GBATOOL_COMPLETE=complete_bash" in done.stdout
    installed = tmp_path / ".bash_completions" / "gbatool.sh"
    assert "_GBATOOL_COMPLETE=complete_bash" in installed.read_text(encoding="utf-8")
    assert str(installed) in (tmp_path / ".bashrc").read_text(encoding="utf-8")
