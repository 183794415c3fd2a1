"""gMapHeader: the header whose tilesets decide where one may step, told from its copies."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.errors import ProbeError
from gbatool.memory import EWRAM
from gbatool.scan.lab import OVERWORLD, Lab
from gbatool.scan.map_header import SCRATCH_BYTES, MapHeader, find_scratch
from gbatool.scan.pokes import Write, write32
from tests.scan.staging import Derived, check_told_apart, planted, proposals, unused

SYMBOL = "gMapHeader"
RIVAL = "a copy of the header made when the map was loaded"


def test_a_copy_made_when_the_map_was_loaded_is_refuted_by_its_tilesets(
    crowded: Derived, crowded_lab: Lab
) -> None:
    check_told_apart(crowded_lab, SYMBOL, RIVAL, crowded.answers["sDecoyMapHeader"])


def test_a_copy_made_by_a_test_is_refuted_as_well(lab: Lab) -> None:
    header = lab.snapshot(OVERWORLD).read(lab.address(SYMBOL), MapHeader.size).tobytes()
    at = unused(lab, len(header))
    check_told_apart(planted(lab, Write(at, header)), SYMBOL, RIVAL, at)


@pytest.mark.parametrize("field", [0, 4, 8, 12])
def test_a_pointer_that_leaves_the_rom_is_not_proposed(lab: Lab, field: int) -> None:
    spoiled = planted(lab, write32(lab.address(SYMBOL) + field, EWRAM.base))
    assert lab.address(SYMBOL) not in proposals(spoiled, MapHeader())


def test_scripts_and_connections_may_be_missing(lab: Lab) -> None:
    at = lab.address(SYMBOL)
    spoiled = planted(lab, write32(at + 8, 0), write32(at + 12, 0))
    assert at in proposals(spoiled, MapHeader())


def test_scratch_is_zero_and_stays_so(lab: Lab) -> None:
    at = find_scratch(lab, SCRATCH_BYTES)
    assert at % 16 == 0
    for label in (OVERWORLD, "wall"):
        assert not lab.snapshot(label).read(at, SCRATCH_BYTES).any()


def test_a_game_that_uses_all_of_ewram_leaves_no_scratch(lab: Lab) -> None:
    with pytest.raises(ProbeError, match="no 262144 unused bytes"):
        find_scratch(lab, EWRAM.size)


def test_scratch_is_not_taken_from_bytes_that_are_used(lab: Lab) -> None:
    at = find_scratch(lab, 0x40)
    other = find_scratch(planted(lab, Write(at, np.full(0x40, 1, np.uint8).tobytes())), 0x40)
    assert other + 0x40 <= at or other >= at + 0x40
