"""A folder in which commands can run on the demo cartridge, with a profile from its answer key."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gbatool.cli import main
from gbatool.demo import BEDROOM
from gbatool.profile.writer import format_profile
from tests.cartridges import BASE_ROM, FOLDER, answer_profile
from tests.saves.made import save_file

RECIPES = FOLDER.parent.parent / "savestates" / "recipes"


PLAN = """\
- walk-to: {warp: 0, through: true}
- walk-to: {warp: 0, through: true}
- walk-to: [24, 23]
- walk-to: {object: 7}
- press: a
- dial
- select: "yes"
- dial
- type: {text: Nobody}
  if: mode=overworld
- wait: 60
"""
"""From the bedroom to the NPC that asks for a name."""


@pytest.fixture(scope="session")
def demo_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as it is at first: ROM, profile, states, a session of two actions."""
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("profiles", "out", "savestates"):
            Path(name).mkdir()
        shutil.copytree(RECIPES, "savestates/recipes")
        shutil.copy(BASE_ROM, "game.gba")
        shutil.copy(FOLDER / "base.sym", "game.sym")
        Path("game.sav").write_bytes(save_file({1: 7, 2: 6}))
        shutil.copy(BEDROOM, "game.ss1")
        shutil.copy(BEDROOM, "savestates/game.ss1")
        profile = replace(answer_profile(), name="demo")
        Path("profiles/demo.yaml").write_text(format_profile(profile), encoding="utf-8")
        assert main(["state", "pin", "bedroom", "game.ss1"]) == 0
        for action in (["walk-to", "--warp", "0", "--through"], ["walk-to", "--object", "1"]):
            assert main([*action, "--session", "out/walk"]) == 0
        talking = ["press", "a", "--session", "out/walk", "--save-state", "talking.ss0"]
        assert main(talking) == 0
        assert main(["press", "start", "--save-state", "menu.ss0"]) == 0
        Path("plan.yaml").write_text(PLAN, encoding="utf-8")
        assert main(["run", "plan.yaml", "--save-state", "naming.ss0"]) == 0
    return folder


@pytest.fixture
def demo_folder(demo_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, which is the working directory."""
    folder = tmp_path / "demo"
    shutil.copytree(demo_template, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


def run_json(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0
) -> dict[str, Any]:
    """Run a command with ``--json`` and return its document, which must be its only output."""
    capsys.readouterr()
    assert main([*arguments, "--json"]) == status
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document
