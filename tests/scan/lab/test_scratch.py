"""Scratch for probes: RAM that is zero, and stays so."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.errors import ProbeError
from gbatool.memory import EWRAM
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.scratch import find_scratch
from tests.scan.staging import planted

SIZE = 0x1000


def test_scratch_is_zero_and_stays_so(lab: Lab) -> None:
    at = find_scratch(lab, SIZE)
    assert at % 16 == 0
    for label in (OVERWORLD, "wall"):
        assert not lab.snapshot(label).read(at, SIZE).any()


def test_a_game_that_uses_all_of_ewram_leaves_no_scratch(lab: Lab) -> None:
    with pytest.raises(ProbeError, match="no 262144 unused bytes"):
        find_scratch(lab, EWRAM.size)


def test_scratch_is_not_taken_from_bytes_that_are_used(lab: Lab) -> None:
    at = find_scratch(lab, 0x40)
    other = find_scratch(planted(lab, Write(at, np.full(0x40, 1, np.uint8).tobytes())), 0x40)
    assert other + 0x40 <= at or other >= at + 0x40
