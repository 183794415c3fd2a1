"""gMapHeader: the header whose events decide what answers, told from its copies."""

from __future__ import annotations

import pytest

from gbatool.memory import EWRAM
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write, write32
from gbatool.scan.overworld.map_header import LoadedMapHeader
from tests.scan.staging import Derived, check_told_apart, planted, proposals, unused

SYMBOL = "gMapHeader"
RIVAL = "a copy of the header made when the map was loaded"


def test_a_copy_made_when_the_map_was_loaded_is_refuted_by_a_sign(
    crowded: Derived, crowded_lab: Lab
) -> None:
    check_told_apart(crowded_lab, SYMBOL, RIVAL, crowded.answers["sDecoyMapHeader"])


def test_a_copy_made_by_a_test_is_refuted_as_well(lab: Lab) -> None:
    header = lab.snapshot(OVERWORLD).read(lab.address(SYMBOL), LoadedMapHeader.size).tobytes()
    at = unused(lab, len(header))
    check_told_apart(planted(lab, Write(at, header)), SYMBOL, RIVAL, at)


@pytest.mark.parametrize("field", [0, 4, 8, 12])
def test_a_pointer_that_leaves_the_rom_is_not_proposed(lab: Lab, field: int) -> None:
    spoiled = planted(lab, write32(lab.address(SYMBOL) + field, EWRAM.base))
    assert lab.address(SYMBOL) not in proposals(spoiled, LoadedMapHeader())


def test_scripts_and_connections_may_be_missing(lab: Lab) -> None:
    at = lab.address(SYMBOL)
    spoiled = planted(lab, write32(at + 8, 0), write32(at + 12, 0))
    assert at in proposals(spoiled, LoadedMapHeader())
