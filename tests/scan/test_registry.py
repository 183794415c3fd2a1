"""What every locator owes: a test module, a probe for each rival, documentation, sane needs."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import gbatool.scan
from gbatool.engine.engine import LIST, Engine
from gbatool.engine.families import ENGINES
from gbatool.profile.names import KNOWN_NAMES, canonical_name
from gbatool.scan import LOCATORS
from gbatool.scan.lab.stages import Stage
from gbatool.scan.locator import Locator
from gbatool.scan.registry import Registry, locators_of

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
def test_every_probe_declares_what_it_is_and_what_it_runs_on(locator: Locator) -> None:
    for probe in locator.probes:
        assert isinstance(probe.stage, Stage)
        assert probe.name


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


LISTING = tuple(
    replace(engine, name=f"{engine.name} with a list", text_printers=LIST)
    for engine in ENGINES.values()
    if engine.prints_by_printers
)
"""Changed engines that have what no family has: text printers as a list."""


def families_with(symbol: str) -> set[str]:
    return {engine.name for engine in (*ENGINES.values(), *LISTING) if engine.has(symbol)}


@every_locator
def test_it_belongs_to_an_engine_family_that_has_what_it_requires(locator: Locator) -> None:
    had = families_with(locator.symbol)
    assert had
    for required in locator.requires:
        assert had <= families_with(required), required
    if locator.after:
        assert had <= {family for other in locator.after for family in families_with(other)}


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_what_a_family_lacks_is_in_the_catalogue(engine: Engine) -> None:
    assert [symbol for symbol in engine.absent if symbol not in LOCATORS] == []


@every_locator
def test_its_symbol_is_a_known_canonical_name(locator: Locator) -> None:
    assert canonical_name(locator.symbol) == locator.symbol
    if locator.is_of_trait:
        assert locator.symbol in locator.teaches
        assert locator.size == 0
        return
    assert locator.symbol in KNOWN_NAMES
    assert locator.size == 0 or not KNOWN_NAMES[locator.symbol].function


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
    assert LOCATORS["gMain"] is LOCATORS["gMain"]


def test_every_locator_of_the_package_is_registered_under_its_module() -> None:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(gbatool.scan.__path__, "gbatool.scan.")
    ]
    defined = [(kind.symbol, kind.__module__) for module in modules for kind in locators_of(module)]
    assert sorted(defined) == sorted(
        (one.symbol, type(one).__module__) for one in LOCATORS.locators
    )


def test_symbols_are_listed_without_importing_a_locator() -> None:
    program = (
        "import sys; from gbatool.scan import LOCATORS;"
        " print(len(LOCATORS.symbols), *(name for name in sys.modules if 'gbatool' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    count, *loaded = done.stdout.split()
    assert int(count) == len(LOCATORS.symbols) == len(LOCATORS.locators)
    assert set(loaded) == {"gbatool", "gbatool.scan", "gbatool.scan.registry"}


def test_a_symbol_without_a_locator_is_a_key_that_is_missing() -> None:
    with pytest.raises(KeyError, match="no locator for gUnknown"):
        LOCATORS["gUnknown"]
    with pytest.raises(KeyError, match="no locator for gUnknown"):
        LOCATORS.in_order(("gUnknown",))


def test_a_module_without_the_locator_is_named() -> None:
    registry = Registry({"gMain": "overworld.rng"}, package="gbatool.scan")
    with pytest.raises(KeyError, match=r"gbatool\.scan\.overworld\.rng has 0 locators for gMain"):
        registry["gMain"]


def test_requirements_come_first_and_once() -> None:
    order = [loc.symbol for loc in LOCATORS.in_order(("CB1_Overworld", "CB2_Overworld"))]
    assert order == ["gMain", "CB1_Overworld", "CB2_Overworld"]


def test_an_empty_registry_has_nothing() -> None:
    registry = Registry({}, package="gbatool.scan")
    assert registry.in_order() == []
    assert registry.symbols == ()
    assert "gMain" not in registry
