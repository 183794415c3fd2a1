"""The string variables: what stands in them is what the next message shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gbatool.engine.families import EMERALD, FRLG
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, Address
from gbatool.scan import LOCATORS
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.text import string_vars
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals, unused

NAMES = ("gStringVar1", "gStringVar2", "gStringVar3")
COPY, OTHER = "a copy of the variable", "another of the string variables"


def plant_copy(lab: Lab, at: Address, variable: int) -> None:
    """Let what was measured have a copy of a variable, made after each script."""
    found = string_vars._filled(lab)
    for turn, (ram, texts) in enumerate(found):
        copied = np.frombuffer(texts[variable] + b"\xff", np.uint8)
        ewram, offset = ram.ewram.copy(), at - EWRAM.base
        ewram[offset : offset + len(copied)] = copied
        found[turn] = replace(ram, ewram=ewram), texts


@pytest.mark.parametrize(("variable", "symbol"), list(enumerate(NAMES)))
def test_a_copy_is_refuted_by_what_a_message_shows(lab: Lab, variable: int, symbol: str) -> None:
    at = unused(lab, 0x20)
    plant_copy(lab, at, variable)
    check_told_apart(lab, symbol, "a copy of the variable", at)


@pytest.mark.parametrize("symbol", NAMES)
def test_another_variable_shows_in_another_place(lab: Lab, symbol: str) -> None:
    probe = probe_against(symbol, "another of the string variables")
    for other in NAMES:
        verdict = probe.run(lab, Candidate(lab.known[other].address, "a variable")).verdict
        assert (verdict is ProbeVerdict.HELD) == (other == symbol), other


@pytest.mark.parametrize("symbol", NAMES)
def test_it_is_found_in_every_variant_with_the_size_of_its_family(
    variant: Derived, symbol: str
) -> None:
    found = proposals(variant.lab(), LOCATORS[symbol])
    size = FRLG.scripts.string_var_sizes[NAMES.index(symbol)]
    assert found[variant.answers[symbol]].fields["size"] == size


def test_other_families_have_more_room(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(string_vars, "find_family", lambda _: EMERALD)
    found = proposals(lab, LOCATORS["gStringVar2"])
    assert {candidate.fields["size"] for candidate in found.values()} == {
        EMERALD.scripts.string_var_sizes[1]
    }


def test_names_that_can_not_be_told_apart_propose_nothing(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(string_vars, "SPECIES", (1, 1, 1))
    with pytest.raises(ProbeError, match="three species"):
        LOCATORS["gStringVar1"].scan(lab)


def test_rivals_are_the_ones_staged_here() -> None:
    for symbol in NAMES:
        assert set(LOCATORS[symbol].doc.rivals) == {COPY, OTHER}
