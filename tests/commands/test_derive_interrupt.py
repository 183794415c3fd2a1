"""Ctrl-C in a derivation: status 130, no profile, and the work folder takes it on from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.scan import derive as derivation
from gbatool.scan.eliminate import eliminate as honest

ASKED = ["derive", "--symbols", "gPlayerAvatar", "--state", "game.ss1", "--name", "x"]


@pytest.mark.usefixtures("demo_folder")
def test_an_interrupted_derivation_goes_on_and_writes_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    def interrupted(lab: Any, locator: Any) -> Any:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(locator.symbol)
        return honest(lab, locator)

    work = [*ASKED, "--work", "out/work", "--out", "out/resumed.yaml"]
    monkeypatch.setattr(derivation, "eliminate", interrupted)
    assert main(work) == ExitCode.INTERRUPTED
    assert "interrupted" in capsys.readouterr().err
    assert not Path("out/resumed.yaml").exists()
    monkeypatch.setattr(derivation, "eliminate", honest)
    assert main(work) == ExitCode.OK
    assert main([*ASKED, "--out", "out/whole.yaml"]) == ExitCode.OK
    assert Path("out/resumed.yaml").read_bytes() == Path("out/whole.yaml").read_bytes()


@pytest.mark.usefixtures("demo_folder")
def test_a_wrong_label_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["derive", "--state", "game.ss1", "--state", "start_menu=talking.ss0"]
    assert main(asked) == ExitCode.FAILED_CLOSED
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("error: the state labelled start_menu is not what its label says")


@pytest.mark.usefixtures("demo_folder")
def test_an_unknown_label_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "--state", "moon=game.ss1"]) == ExitCode.USAGE
    assert "there is no label moon; a savestate is one of overworld," in capsys.readouterr().err
