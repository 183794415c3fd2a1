"""The work folder: an interrupted derivation goes on, and comes out as if it never stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gbatool.core import core_version
from gbatool.errors import ExitCode
from gbatool.files import write_atomically as real_write
from gbatool.profile.writer import format_profile
from gbatool.scan.derive import derive
from gbatool.scan.lab.laboratory import OVERWORLD
from gbatool.scan.work import folder
from gbatool.scan.work.folder import INDEX, WorkFolderError, code_digest
from tests.scan.staging import Derived

SYMBOLS = ("gSaveBlock2Ptr", "sStartMenuCursorPos", "gRngValue")
"""Between them these talk, warp, open the menu, and need nothing of all that."""


class InterruptedByTestError(Exception):
    """Stands in for Ctrl-C."""


def run(base: Derived, work: Path | None, until: int | None = None, **options: Any) -> str:
    """Derive, until so many steps have begun; the profile as text."""
    begun: list[str] = []

    def tell(step: str) -> None:
        if len(begun) == until:
            raise InterruptedByTestError
        begun.append(step)

    given: dict[str, Any] = {
        "states": {OVERWORLD: base.derivation.states[OVERWORLD]},
        "symbols": SYMBOLS,
        "core_version": core_version(),
        **options,
    }
    found = derive(base.rom, base.power_on, name="x", work=work, on_progress=tell, **given)
    return format_profile(found.profile)


@pytest.fixture(scope="module")
def whole(base: Derived) -> str:
    """The profile of a derivation that was not interrupted and kept no folder."""
    return run(base, None)


def interrupt(base: Derived, work: Path, until: int) -> None:
    with pytest.raises(InterruptedByTestError):
        run(base, work, until)


def test_interrupted_after_each_symbol_the_profile_is_the_same(
    base: Derived, whole: str, tmp_path: Path
) -> None:
    runs = 0
    profile = None
    while profile is None:
        runs += 1
        try:
            profile = run(base, tmp_path / "work", 1)
        except InterruptedByTestError:
            continue
    assert profile == whole
    [place] = json.loads((tmp_path / "work" / INDEX).read_text())["places"]
    assert runs == len(place["eliminations"]) + 1


def test_interrupted_in_the_autopilot_nothing_was_kept(base: Derived, tmp_path: Path) -> None:
    with pytest.raises(InterruptedByTestError):
        run(base, tmp_path / "work", 0, states=None)
    assert not (tmp_path / "work").exists()


def test_what_is_done_is_not_done_again(base: Derived, whole: str, tmp_path: Path) -> None:
    assert run(base, tmp_path) == whole
    told: list[str] = []
    derive(
        base.rom,
        base.power_on,
        name="x",
        core_version=core_version(),
        states={OVERWORLD: base.derivation.states[OVERWORLD]},
        symbols=SYMBOLS,
        work=tmp_path,
        on_progress=told.append,
    )
    assert told == ["confirm"]


@pytest.mark.parametrize(
    ("options", "differs"),
    [
        ({"symbols": ("gMain",)}, "symbols"),
        ({"core_version": "0.0"}, "core"),
        ({"states": None}, "states"),
    ],
)
def test_another_derivation_does_not_go_on_from_it(
    base: Derived, tmp_path: Path, options: dict[str, Any], differs: str
) -> None:
    interrupt(base, tmp_path, 1)
    with pytest.raises(WorkFolderError, match=f"another derivation .other {differs}") as raised:
        run(base, tmp_path, **options)
    assert raised.value.exit_code is ExitCode.FAILED_CLOSED
    assert raised.value.detail["differs"] == differs


def test_other_code_does_not_go_on_from_it(
    base: Derived, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(base, tmp_path, 1)
    assert len(code_digest()) == 64
    monkeypatch.setattr(folder, "code_digest", lambda: "another")
    with pytest.raises(WorkFolderError, match="other tool"):
        run(base, tmp_path)


def spoil_index(work: Path) -> None:
    (work / INDEX).write_bytes((work / INDEX).read_bytes()[:-9])


def spoil_value(work: Path) -> None:
    record = json.loads((work / INDEX).read_text())
    record["places"][0]["known"] = {"is": "os:system", "of": "true"}
    (work / INDEX).write_text(json.dumps(record))


def spoil_schema(work: Path) -> None:
    (work / INDEX).write_text('{"schema": "gbatool/work/99"}')


def spoil_state(work: Path) -> None:
    next(work.glob("*.z")).write_bytes(b"no state")


def swap_states(work: Path) -> None:
    one, other, *_ = sorted(work.glob("*.z"))
    one.write_bytes(other.read_bytes())


def lose_states(work: Path) -> None:
    for path in work.glob("*.z"):
        path.unlink()


@pytest.mark.parametrize(
    ("spoil", "steps"),
    [
        (spoil_index, 1),
        (spoil_value, 1),
        (spoil_schema, 1),
        (spoil_state, 1),
        (lose_states, 1),
        (swap_states, 5),
    ],
)
def test_a_damaged_folder_is_refused_and_left_alone(
    base: Derived, tmp_path: Path, spoil: object, steps: int
) -> None:
    interrupt(base, tmp_path, steps)
    assert callable(spoil)
    spoil(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(WorkFolderError, match=r"is damaged .*remove it"):
        run(base, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_interrupted_while_it_writes_the_folder_is_whole(
    base: Derived, whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []

    def fickle(path: Path, data: bytes) -> None:
        written.append(path)
        if sum(other.name == INDEX for other in written) == 3:
            raise InterruptedByTestError
        real_write(path, data)

    monkeypatch.setattr(folder, "write_atomically", fickle)
    with pytest.raises(InterruptedByTestError):
        run(base, tmp_path)
    monkeypatch.setattr(folder, "write_atomically", real_write)
    assert run(base, tmp_path) == whole
