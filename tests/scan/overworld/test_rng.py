"""gRngValue: the state that the generator goes on from, told from a copy."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.core import Emulator
from gbatool.memory import THUMB_BIT
from gbatool.scan.eliminate import eliminate
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.warp import ARRIVED, FADING
from gbatool.scan.overworld.rng import INCREMENT, MAX_STEPS, MULTIPLIER, RngValue, steps_between
from tests.scan.staging import Derived, check_told_apart, proposals, starting_at, unused

SYMBOL = "gRngValue"


def without_warp(lab: Lab) -> Lab:
    """The same laboratory, in which no warp can be brought about."""
    found = starting_at(lab, OVERWORLD)
    del found.known["gMapHeader"]
    return found


def test_a_copy_of_the_value_is_refuted_by_a_seed(crowded: Derived, crowded_lab: Lab) -> None:
    """It stands still while a map loads, and is kept all the same: it is no generator."""
    decoy = crowded.answers["sDecoyRng"]
    check_told_apart(crowded_lab, SYMBOL, "a copy of the value", decoy)


def test_a_copy_calls_for_no_warp(crowded: Derived, crowded_lab: Lab) -> None:
    lab = starting_at(crowded_lab, OVERWORLD)
    assert crowded.answers["sDecoyRng"] in proposals(lab, RngValue())
    assert not {FADING, ARRIVED} & lab.states.keys()


class SecondGenerator:
    """An emulator whose main loop advances a generator of its own, as long as a map is shown."""

    def __init__(self, emulator: Any, at: int, callback2: int, overworld: int) -> None:
        self._emulator, self._at = emulator, at
        self._callback2, self._overworld = callback2, overworld

    def run(self, frames: int = 1) -> None:
        """Run frame by frame, and advance the second generator after each."""
        for _ in range(frames):
            self._emulator.run()
            live = self._emulator.live
            if live.u32(self._callback2) == self._overworld:
                value = live.u32(self._at) * int(MULTIPLIER) + int(INCREMENT)
                self._emulator.write(self._at, (value & 0xFFFFFFFF).to_bytes(4, "little"))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._emulator, name)


def with_second_generator(variant: Derived, lab: Lab) -> tuple[Lab, int]:
    """A laboratory on such an emulator, and where its second generator is."""
    at = unused(lab, 4)
    overworld = variant.answers["CB2_Overworld"] | THUMB_BIT
    emulator = SecondGenerator(lab.emulator, at, variant.answers["gMain"] + 4, overworld)
    return starting_at(lab, OVERWORLD, cast("Emulator", emulator)), at


def test_a_second_generator_that_stands_still_during_a_warp_is_not_proposed(
    base: Derived, lab: Lab
) -> None:
    two, at = with_second_generator(base, lab)
    assert proposals(without_warp(two), RngValue()).keys() == {at, base.answers[SYMBOL]}
    assert proposals(two, RngValue()).keys() == {base.answers[SYMBOL]}
    assert eliminate(two, RngValue()).proven


def test_a_copy_beside_two_generators_is_left_to_the_seed(
    crowded: Derived, crowded_lab: Lab
) -> None:
    two, at = with_second_generator(crowded, crowded_lab)
    found = proposals(two, RngValue()).keys()
    assert {crowded.answers["sDecoyRng"], crowded.answers[SYMBOL]} <= found
    assert at not in found


def test_without_a_warp_two_generators_are_kept_and_neither_is_proven(
    base: Derived, lab: Lab
) -> None:
    two, at = with_second_generator(base, lab)
    story = eliminate(without_warp(two), RngValue())
    assert {candidate.address for candidate in story.left} == {at, base.answers[SYMBOL]}
    assert not story.proven


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
