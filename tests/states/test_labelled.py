"""``LABEL=FILE``: known labels, each at most once, and states of this ROM only."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.errors import ExitCode, FileProblemError, UsageError, WrongRomError
from gbatool.scan.lab.wrong_label import LABELS
from gbatool.states.labelled import read_given, read_labelled
from tests.cartridges import cartridge
from tests.states.pins import put_state
from tests.states.tiny import tiny_rom


def test_a_file_without_a_label_is_the_overworld(tmp_path: Path) -> None:
    put_state(tmp_path / "one.ss0")
    assert list(read_labelled(tiny_rom(), [str(tmp_path / "one.ss0")])) == ["overworld"]


def test_any_number_of_labels_is_read(tmp_path: Path) -> None:
    given = []
    for frames, label in enumerate(LABELS, start=1):
        put_state(tmp_path / f"{label}.ss0", frames)
        given.append(f"{label}={tmp_path / label}.ss0")
    states = read_labelled(tiny_rom(), given)
    assert tuple(states) == LABELS
    assert len({state.data.tobytes() for state in states.values()}) == len(LABELS)


def test_an_unknown_label_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="there is no label moon") as raised:
        read_labelled(tiny_rom(), ["moon=one.ss0"])
    assert raised.value.exit_code is ExitCode.USAGE
    assert all(label in raised.value.message for label in LABELS)


def test_only_the_overworld_is_given_several_times(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("one.ss0", "two.ss0")]
    for frames, file in enumerate(files, start=1):
        put_state(Path(file), frames)
    given = [files[0], f"overworld={files[1]}", f"dialog={files[0]}"]
    states, places = read_given(tiny_rom(), given)
    assert [place.file for place in places] == files
    assert list(states) == ["dialog"]
    assert states["dialog"].data.tobytes() == places[0].state.data.tobytes()
    assert places[0].state.data.tobytes() != places[1].state.data.tobytes()
    with pytest.raises(UsageError, match="2 savestates are labelled overworld; give one"):
        read_labelled(tiny_rom(), given)


def test_a_file_is_given_once(tmp_path: Path) -> None:
    put_state(tmp_path / "one.ss0")
    with pytest.raises(UsageError, match=r"one\.ss0 is given twice as overworld"):
        read_given(tiny_rom(), [str(tmp_path / "one.ss0")] * 2)


def test_a_label_is_given_once(tmp_path: Path) -> None:
    put_state(tmp_path / "one.ss0")
    given = [f"dialog={tmp_path / 'one.ss0'}"] * 2
    with pytest.raises(UsageError, match="two savestates are labelled dialog"):
        read_labelled(tiny_rom(), given)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(FileProblemError, match=r"no\.ss0"):
        read_labelled(tiny_rom(), ["dialog=no.ss0"])


def test_a_state_of_another_rom_is_refused(tmp_path: Path) -> None:
    put_state(tmp_path / "one.ss0")
    with pytest.raises(WrongRomError):
        read_labelled(cartridge().load(), [str(tmp_path / "one.ss0")])
