"""Locators and their registry: candidates by address, requirements first."""

from __future__ import annotations

import pytest

from gbatool.scan import LOCATORS
from gbatool.scan.locator import Registry


def test_a_symbol_without_a_locator_is_a_key_that_is_missing() -> None:
    with pytest.raises(KeyError, match="gMoon"):
        LOCATORS["gMoon"]
    with pytest.raises(KeyError, match="gMoon"):
        LOCATORS.in_order(("gMoon",))


def test_requirements_come_first_and_once() -> None:
    order = [loc.symbol for loc in LOCATORS.in_order(("CB1_Overworld", "CB2_Overworld"))]
    assert order == ["gMain", "CB1_Overworld", "CB2_Overworld"]


def test_an_empty_registry_has_nothing() -> None:
    assert Registry().in_order() == []
    assert "gMain" not in Registry()
