"""What every locator owes: a test module, a probe for each rival, documentation, sane needs."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from gbatool.profile.names import KNOWN_NAMES, canonical_name
from gbatool.scan import LOCATORS
from gbatool.scan.locator import ENGINE_FAMILIES, Locator

HERE = Path(__file__).parent
KINDS = {"bump", "poke", "key", "watch"}
every_locator = pytest.mark.parametrize(
    "locator", LOCATORS.locators, ids=lambda locator: locator.symbol
)


def module_of(locator: Locator) -> Path:
    """Where a locator's tests are."""
    *folders, name = type(locator).__module__.split(".")[2:]
    return HERE.joinpath(*folders) / f"test_{name}.py"


@every_locator
def test_every_locator_has_a_test_module(locator: Locator) -> None:
    assert module_of(locator).is_file(), f"write {module_of(locator).name}"


@every_locator
def test_every_rival_is_staged_in_it(locator: Locator) -> None:
    source = module_of(locator).read_text()
    assert [rival for rival in locator.doc.rivals if f'"{rival}"' not in source] == []


@every_locator
def test_every_rival_names_one_of_its_probes(locator: Locator) -> None:
    names = [probe.name for probe in locator.probes]
    assert len(names) == len(set(names))
    assert locator.doc.rivals
    assert set(locator.doc.rivals.values()) <= set(names)


@every_locator
def test_every_locator_has_a_probe_that_makes_the_game_act(locator: Locator) -> None:
    kinds = {probe.kind for probe in locator.probes}
    assert kinds <= KINDS
    assert kinds - {"watch"}


@every_locator
def test_every_locator_says_what_it_finds_and_where_that_is_known_from(locator: Locator) -> None:
    assert locator.doc.summary.endswith(".")
    assert locator.doc.references
    assert all(locator.doc.references)
    assert all(limit.endswith(".") for limit in locator.doc.limitations)
    assert inspect.getdoc(type(locator))
    assert all(inspect.getdoc(type(probe)) for probe in locator.probes)


@every_locator
def test_what_it_requires_exists_and_comes_before_it(locator: Locator) -> None:
    order = [found.symbol for found in LOCATORS.in_order((locator.symbol,))]
    assert order[-1] == locator.symbol
    assert set(locator.before) < set(order)
    assert len(set(locator.before)) == len(locator.before)
    assert len(order) == len(set(order))


@every_locator
def test_it_belongs_to_an_engine_family_that_has_what_it_requires(locator: Locator) -> None:
    assert locator.families
    assert set(locator.families) <= set(ENGINE_FAMILIES)
    for required in locator.requires:
        assert set(locator.families) <= set(LOCATORS[required].families), required
    if locator.after:
        had = {family for other in locator.after for family in LOCATORS[other].families}
        assert set(locator.families) <= had


@every_locator
def test_what_a_family_has_instead_is_said_of_families_that_lack_it(locator: Locator) -> None:
    assert set(locator.instead) <= set(ENGINE_FAMILIES) - set(locator.families)
    assert all(locator.instead.values())


@every_locator
def test_its_symbol_is_a_known_canonical_name(locator: Locator) -> None:
    assert canonical_name(locator.symbol) == locator.symbol
    assert locator.symbol in KNOWN_NAMES
    facts = KNOWN_NAMES[locator.symbol]
    assert locator.size == 0 or not facts.function


def test_no_symbol_has_two_locators() -> None:
    symbols = [locator.symbol for locator in LOCATORS.locators]
    assert len(symbols) == len(set(symbols))


def test_no_locator_requires_itself_by_a_detour() -> None:
    needs = {loc.symbol: set(loc.before) for loc in LOCATORS.locators}
    while ready := {symbol for symbol, required in needs.items() if not required}:
        needs = {s: required - ready for s, required in needs.items() if s not in ready}
    assert needs == {}


def test_all_of_them_in_order_are_all_of_them() -> None:
    ordered = [locator.symbol for locator in LOCATORS.in_order()]
    assert sorted(ordered) == sorted(locator.symbol for locator in LOCATORS.locators)
    for index, symbol in enumerate(ordered):
        assert set(LOCATORS[symbol].requires) <= set(ordered[:index])


def test_the_registry_knows_what_it_has() -> None:
    assert "gBackupMapLayout" in LOCATORS
    assert "VMap" not in LOCATORS
    assert LOCATORS["gMain"].symbol == "gMain"
