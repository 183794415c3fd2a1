"""Ctrl-C in a derivation: status 130, no profile, and it can be resumed from its work folder."""

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
    said = capsys.readouterr().err
    assert said.endswith(
        "interrupted; no profile was written, but the work folder out/work keeps 2 of 4 symbols and"
        " the states they rest on: the same command goes on from there\n"
    )
    assert "as they were" not in said
    assert not Path("out/resumed.yaml").exists()
    monkeypatch.setattr(derivation, "eliminate", honest)
    assert main(work) == ExitCode.OK
    said = capsys.readouterr().err
    assert "the work folder out/work keeps 2 of 4 symbols: going on from there\n" in said
    assert main([*ASKED, "--out", "out/whole.yaml"]) == ExitCode.OK
    assert Path("out/resumed.yaml").read_bytes() == Path("out/whole.yaml").read_bytes()


@pytest.mark.usefixtures("demo_folder")
@pytest.mark.parametrize(
    ("work", "said"),
    [
        ([], "nothing of the derivation is kept: with --work DIR the next one can be interrupted"),
        (["--work", "out/none"], "the work folder out/none keeps nothing yet"),
    ],
)
def test_where_nothing_is_kept_the_message_says_so(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    work: list[str],
    said: str,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(derivation, "open_lab", interrupted)
    assert main([*ASKED, *work]) == ExitCode.INTERRUPTED
    told = capsys.readouterr().err
    assert told.splitlines()[-1].startswith("interrupted; no profile was written, and ")
    assert said in told


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
