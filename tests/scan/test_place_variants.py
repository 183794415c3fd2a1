"""Every cartridge that starts elsewhere: the overworld part is derived complete, and right."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.cases import OVERWORLD_PART
from gbatool.core import core_version, open_emulator
from gbatool.engine.families import FRLG
from gbatool.memory import ROM
from gbatool.profile import Profile, Status, canonical_name
from gbatool.scan import LOCATORS
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.lab.laboratory import OVERWORLD
from gbatool.scan.places.given import GivenPlace
from tests.cartridges import PLACES, KeySymbol, cartridge

SYMBOLS = tuple(name for name in OVERWORLD_PART if name in LOCATORS and FRLG.has(name))
AMPLE = ("places/cave", "places/town")
"""All can be proven where these start; the others need a second place."""
ELSEWHERE = tuple(place for place in PLACES if place not in AMPLE)


def derived_from(place: str, *given: GivenPlace) -> Derivation:
    rom = cartridge(place).load()
    return derive(
        rom,
        lambda: open_emulator(rom),
        name="place",
        core_version=core_version(),
        symbols=SYMBOLS,
        more_places=given,
    )


@cache
def from_power_on(place: str) -> Derivation:
    return derived_from(place)


@cache
def from_second_place(place: str) -> Derivation:
    """From the state on another map at which the derivation from power-on proved its symbols."""
    states = from_power_on(place).states
    (label,) = (label for label in states if label.endswith(f"_{OVERWORLD}"))
    return derived_from(place, GivenPlace(states[label], "second.ss1"))


def key_of(place: str) -> dict[str, KeySymbol]:
    """Canonical name -> where and how large it is, of the part that is derived."""
    symbols = cartridge(place).symbols.values()
    key = {canonical_name(symbol.name): symbol for symbol in symbols}
    return {name: key[name] for name in SYMBOLS}


def check_complete(place: str, profile: Profile) -> None:
    key, symbols = key_of(place), profile.symbols
    assert not profile.unresolved
    assert {name: found.address for name, found in symbols.items()} == {
        name: symbol.address for name, symbol in key.items()
    }
    in_ram = [
        name for name, found in symbols.items() if found.size and not ROM.holds(found.address)
    ]
    assert {name: symbols[name].size for name in in_ram} == {
        name: key[name].size for name in in_ram
    }
    assert {found.status for found in symbols.values()} == {Status.VERIFIED}


def overworlds(derivation: Derivation) -> list[str]:
    return [pin.made for label, pin in derivation.profile.savestates.items() if OVERWORLD in label]


@pytest.mark.parametrize("place", PLACES)
def test_from_power_on_everything_is_proven_and_right(place: str) -> None:
    check_complete(place, from_power_on(place).profile)


@pytest.mark.parametrize("place", PLACES)
def test_a_second_place_is_pinned_only_where_the_first_is_not_enough(place: str) -> None:
    more = [] if place in AMPLE else ["exploration"]
    assert overworlds(from_power_on(place)) == ["autopilot", *more]


@pytest.mark.parametrize("place", ELSEWHERE)
def test_from_the_second_place_everything_is_proven_there(place: str) -> None:
    found = from_second_place(place)
    check_complete(place, found.profile)
    assert overworlds(found) == ["file"]


@pytest.mark.parametrize("place", ELSEWHERE)
def test_both_places_prove_by_the_same_experiments(place: str) -> None:
    """The probes of a symbol are the same at each place; how many trials count is the place's."""
    found, again = (made(place).profile.symbols for made in (from_power_on, from_second_place))
    for name, symbol in found.items():
        kinds = [(piece.kind, piece.predicted) for piece in symbol.evidence]
        assert kinds == [(piece.kind, piece.predicted) for piece in again[name].evidence], name
