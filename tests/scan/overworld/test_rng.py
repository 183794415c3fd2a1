"""gRngValue: the state that the generator goes on from, told from a copy."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.overworld.rng import MAX_STEPS, steps_between
from tests.scan.staging import Derived, check_told_apart


def test_a_copy_of_the_value_is_refuted_by_a_seed(crowded: Derived, crowded_lab: Lab) -> None:
    decoy = crowded.answers["sDecoyRng"]
    check_told_apart(crowded_lab, "gRngValue", "a copy of the value", decoy)


@settings(deadline=None)
@given(st.integers(0, 0xFFFFFFFF), st.integers(1, MAX_STEPS))
def test_steps_are_counted(seed: int, steps: int) -> None:
    value = seed
    for _ in range(steps):
        value = (value * 0x41C64E6D + 0x6073) % (1 << 32)
    assert steps_between(seed, value) == steps


@pytest.mark.parametrize("after", [0, 1, 0x6074])
def test_other_values_are_no_number_of_steps_away(after: int) -> None:
    assert steps_between(0, after) is None
