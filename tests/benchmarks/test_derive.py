"""Results of derivations: what is missing, what is wrong, and how a run goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.places import derive
from benchmarks.places.derive import POWER_ON, Derived, compare, derive_places, read_key
from benchmarks.places.store import Places
from gbatool.errors import NoPlayerControlError
from tests.cartridges import FOLDER, cartridge

SYMBOL = "gBackupMapLayout"
REFERENCE = Derived(POWER_ON, None, 1.0, {"gMain": 0x03001000, "gTasks": 0x03002000})


def derived(**proven: int) -> Derived:
    return Derived("3.0", (1, 2), 1.0, proven)


def test_the_same_set_is_complete() -> None:
    row = compare(derived(**REFERENCE.proven), REFERENCE, {})
    assert (row.is_complete, row.missing, row.wrong) == (True, (), ())


def test_what_power_on_proves_and_a_place_does_not_is_missing() -> None:
    row = compare(derived(gMain=0x03001000), REFERENCE, {})
    assert (row.is_complete, row.missing, row.wrong) == (False, ("gTasks",), ())


def test_another_address_than_from_power_on_is_wrong() -> None:
    row = compare(derived(gMain=0x03001004, gTasks=0x03002000), REFERENCE, {})
    assert (row.is_complete, row.wrong) == (False, ("gMain",))


def test_the_key_decides_where_there_is_one() -> None:
    key = {"gMain": frozenset({0x03001004}), "gTasks": frozenset({0x03002000, 0x03003000})}
    found = derived(gMain=0x03001004, gTasks=0x03003000)
    assert compare(found, REFERENCE, key).wrong == ()
    assert compare(REFERENCE, REFERENCE, key).wrong == ("gMain",)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one symbol is looked for."""
    monkeypatch.setattr(derive, "OVERWORLD_PART", (SYMBOL,))


@pytest.mark.usefixtures("short")
def test_a_run_goes_on_where_it_stopped(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.jsonl"
    parts = [
        list(derive_places(places, count=2, seed=1, part=(number, 2), results=results))
        for number in (0, 1)
    ]
    assert [len(part) for part in parts] == [2, 2]
    assert parts[0][0] == parts[1][0]
    assert {part[1].place for part in parts} == {place.name for place in places.choose(2, 1)}
    key = read_key(FOLDER / "base.sym")
    for from_power_on, found in parts:
        assert from_power_on.place == POWER_ON
        assert found.proven[SYMBOL] == cartridge().key[SYMBOL]
        assert compare(found, from_power_on, key).is_complete
    monkeypatch.delattr(derive, "derive")
    again = list(derive_places(places, count=2, seed=1, part=(0, 1), results=results))
    assert [row.place for row in again] == [POWER_ON, parts[0][1].place, parts[1][1].place]


def test_an_error_is_a_result(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise NoPlayerControlError("nothing moves")

    monkeypatch.setattr(derive, "derive", refuse)
    rows = list(derive_places(places, count=1, seed=1, part=(0, 1), results=None))
    assert [row.error for row in rows] == ["nothing moves"] * 2
