"""``python -m benchmarks.places``: what it prints, and its exit statuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.places import __main__ as command
from benchmarks.places.derive import POWER_ON, Derived
from benchmarks.places.read import Reading
from benchmarks.places.store import Place, Places
from benchmarks.places.walk import Walked
from gbatool.errors import ExitCode
from tests.cartridges import BASE_ROM

ROM = ("--rom", str(BASE_ROM))


def test_mint_says_which_maps_have_no_state(
    places: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = (places.all[0], Place((3, 1), why="a script runs"))
    made = Places(places.folder, places.rom, 1, 1, some)
    monkeypatch.setattr(command, "mint", lambda *_, **__: made)
    assert command.main(["mint", *ROM, "--out", "nowhere"]) == ExitCode.OK
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "2 maps, on 1 of them the player walks",
        "  3.1      a script runs",
        "   1 a script runs",
    ]


def test_read_tells_each_fault(
    places: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["read", str(places.folder), *ROM]
    assert command.main(arguments) == ExitCode.OK
    assert "4 maps read, 0 of them with a fault" in capsys.readouterr().out
    faulty = [Reading("3.0", faults=["player: elsewhere"])]
    monkeypatch.setattr(command, "read_places", lambda *_: iter(faulty))
    assert command.main(arguments) == ExitCode.ENDED_SHORT
    assert "3.0      player: elsewhere\n1 maps read, 1 of them" in capsys.readouterr().out


def test_walk_tells_each_contradiction(
    places: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["walk", str(places.folder), *ROM, "--count", "1", "--walks", "1"]
    assert command.main(arguments) == ExitCode.OK
    assert "0 outcomes that memory contradicts\n1 arrived\n" in capsys.readouterr().out
    walked = [Walked("3.0", (8, 8), "arrived", 3, ("the player is elsewhere",))]
    monkeypatch.setattr(command, "walk_places", lambda *_, **__: iter(walked))
    assert command.main(arguments) == ExitCode.ENDED_SHORT
    assert "3.0      to (8, 8): arrived: the player is elsewhere" in capsys.readouterr().out


def test_derive_tells_what_is_missing_and_why(
    places: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, part = {"gMain": 0x03001000, "gTasks": 0x03002000}, {"gMain": 0x03001000}

    def results(*_: object, **given: object) -> Iterator[Derived]:
        assert given["part"] == (1, 2)
        yield Derived(POWER_ON, None, 1.0, whole)
        yield Derived("3.0", (1, 2), 4.0, whole)
        yield Derived("3.1", (3, 4), 2.0, part, ("gTasks: no candidate",))

    monkeypatch.setattr(command, "derive_places", results)
    arguments = ["derive", str(places.folder), *ROM, "--part", "1/2"]
    assert command.main(arguments) == ExitCode.ENDED_SHORT
    assert capsys.readouterr().out.splitlines() == [
        "from power-on: 2 proven, 1.0 s; the answer key has 0 of them",
        "3.1      (3, 4)       1 proven, wrong: none; missing: gTasks",
        "         gTasks: no candidate",
        "complete: 1 of 2; wrong: 0; CPU seconds: median 3.0, most 4.0",
    ]


@pytest.mark.parametrize("part", ["2/2", "x"])
def test_a_part_that_there_is_not_is_wrong_usage(part: str) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["derive", "states", *ROM, "--part", part])
    assert ended.value.code == ExitCode.USAGE


def test_a_folder_without_states_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["read", str(tmp_path), *ROM]) == ExitCode.USAGE
    assert "places.json" in capsys.readouterr().err
