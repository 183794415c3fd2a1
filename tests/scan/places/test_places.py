"""Several places: a derivation goes on where it gets further, and says from which state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gbatool.core import Emulator, core_version, open_emulator
from gbatool.errors import NoPlayerControlError
from gbatool.profile.writer import format_profile
from gbatool.rom import Rom
from gbatool.scan import derive as derive_module
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Elimination, Problem
from gbatool.scan.lab.autopilot import Walking
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.locator import Locator
from gbatool.scan.places import survey as places
from gbatool.scan.places.given import GivenPlace
from gbatool.scan.work.folder import WorkFolderError
from tests.cartridges import cartridge

ISLET = "places/islet"
HEADER, LOCK = "gMapHeader", "sLockFieldControls"
ELSEWHERE = f"place2_{OVERWORLD}"


@cache
def rom() -> Rom:
    return cartridge(ISLET).load()


def power_on() -> Emulator:
    return open_emulator(rom())


def from_places(*given: GivenPlace, **options: Any) -> Derivation:
    return derive(
        rom(),
        power_on,
        name="islet",
        core_version=core_version(),
        symbols=(HEADER, LOCK),
        more_places=given,
        **options,
    )


@cache
def explored() -> Derivation:
    """From power-on: the player can only turn there, and a better place is explored."""
    return from_places()


def islet() -> GivenPlace:
    return GivenPlace(explored().states[OVERWORLD], "islet.ss1")


def better() -> GivenPlace:
    return GivenPlace(explored().states[ELSEWHERE], "town.ss1")


def made(derivation: Derivation) -> dict[str, str]:
    pins = derivation.profile.savestates.items()
    return {label: pin.made for label, pin in pins if OVERWORLD in label}


def ram_of(derivation: Derivation, label: str) -> str:
    return derivation.profile.savestates[label].ram_sha256


def begun_in(derivation: Derivation) -> str:
    """RAM of the state that a derivation began with."""
    return ram_of(derivation, OVERWORLD)


def test_without_a_given_place_another_one_is_explored() -> None:
    assert made(explored()) == {OVERWORLD: "autopilot", ELSEWHERE: "exploration"}


def test_a_given_place_is_tried_before_one_is_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    given = islet(), better()
    monkeypatch.setattr(places, "scout", lambda *_: pytest.fail("a given place was left"))
    found = from_places(*given)
    assert made(found) == {OVERWORLD: "file", ELSEWHERE: "file"}
    assert begun_in(found) == begun_in(explored())
    assert found.profile.symbols.keys() == explored().profile.symbols.keys()
    assert LOCK in found.profile.symbols


def test_a_first_place_at_which_all_is_proven_is_the_only_one() -> None:
    found = from_places(better(), islet())
    assert made(found) == {OVERWORLD: "file"}
    assert begun_in(found) == ram_of(explored(), ELSEWHERE)


def test_a_labelled_overworld_is_the_first_place() -> None:
    found = from_places(better(), states={OVERWORLD: islet().state})
    assert begun_in(found) == begun_in(explored())
    assert made(found) == {OVERWORLD: "file", ELSEWHERE: "file"}


@pytest.mark.parametrize("first", [True, False])
def test_a_given_state_in_which_the_player_can_not_walk_is_named_at_once(first: bool) -> None:
    frozen = GivenPlace(power_on().save_state(), "title.ss1")
    told: list[str] = []
    given = (frozen, better()) if first else (better(), frozen)
    with pytest.raises(NoPlayerControlError, match=r"in title\.ss1, the state labelled") as raised:
        from_places(*given, on_progress=told.append)
    assert raised.value.detail == {"state": OVERWORLD, "file": "title.ss1"}
    assert told == []


@pytest.mark.parametrize(("given", "tried"), [(1, 3), (2, 3), (5, 5)])
def test_every_given_place_is_tried_and_three_at_most_where_others_are_explored(
    monkeypatch: pytest.MonkeyPatch, given: int, tried: int
) -> None:
    places_given = [GivenPlace(better().state, f"{n}.ss1") for n in range(given)]
    labs: list[Lab] = []

    def fails(lab: Lab, locator: Locator) -> Elimination:
        if locator.symbol != LOCK:
            return eliminate(lab, locator)
        labs.append(lab)
        return Elimination(LOCK, (), frozenset(), problems=(Problem("no NPC is there"),))

    monkeypatch.setattr(derive_module, "eliminate", fails)
    found = from_places(*places_given)
    assert len({id(lab) for lab in labs}) == len(labs) == tried
    assert LOCK in found.profile.unresolved
    assert made(found)[OVERWORLD] == "file"


def test_others_are_explored_from_the_given_place_that_proved_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = islet(), better()
    labs: list[Lab] = []
    begun: list[Walking] = []

    def fails(lab: Lab, locator: Locator) -> Elimination:
        if lab not in labs:
            labs.append(lab)
        if lab is labs[0] or locator.symbol == LOCK:
            return Elimination(locator.symbol, (), frozenset())
        return eliminate(lab, locator)

    def explores_nothing(_: Emulator, start: Walking) -> Iterator[Walking]:
        begun.append(start)
        return iter(())

    monkeypatch.setattr(derive_module, "eliminate", fails)
    monkeypatch.setattr(places, "scout", explores_nothing)
    found = from_places(*given)
    assert [one is labs[1].walking for one in begun] == [True]
    assert made(found) == {OVERWORLD: "file", ELSEWHERE: "file"}


class InterruptedByTestError(Exception):
    """Stands in for Ctrl-C."""


def test_interrupted_at_any_place_it_goes_on_to_the_same_profile(tmp_path: Path) -> None:
    whole: list[str] = []
    profile = format_profile(from_places(islet(), better(), on_progress=whole.append).profile)
    for until in range(1, len(whole)):
        told: list[str] = []

        def tell(step: str, told: list[str] = told, until: int = until) -> None:
            if len(told) == until:
                raise InterruptedByTestError
            told.append(step)

        work = tmp_path / str(until)
        with pytest.raises(InterruptedByTestError):
            from_places(islet(), better(), work=work, on_progress=tell)
        resumed = from_places(islet(), better(), work=work)
        assert format_profile(resumed.profile) == profile, whole[until]


def test_a_work_folder_belongs_to_its_places(tmp_path: Path) -> None:
    from_places(better(), islet(), work=tmp_path)
    with pytest.raises(WorkFolderError, match="other states"):
        from_places(better(), work=tmp_path)
