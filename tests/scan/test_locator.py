"""Locators and their registry: candidates by address, requirements first."""

from __future__ import annotations

import pytest

from gbatool.scan import LOCATORS
from gbatool.scan.lab import Lab
from gbatool.scan.locator import Registry
from gbatool.scan.map_layout import BackupMapLayout
from tests.scan.staging import Derived


def test_a_candidate_is_found_by_its_address(base: Derived, lab: Lab) -> None:
    locator, address = BackupMapLayout(), base.answers["gBackupMapLayout"]
    candidate = locator.candidate_at(lab, address)
    assert candidate is not None
    assert candidate.address == address
    assert {"width", "height", "map"} <= candidate.fields.keys()
    assert locator.candidate_at(lab, address + 4) is None


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
