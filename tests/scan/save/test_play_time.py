"""The time played: whole bytes or packed, and what counts something else."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.scan import LOCATORS
from gbatool.scan.findings import Candidate
from tests.scan.save.model import Layout, check_probe, found, lab_of

HOURS = "save_block2.play_time_hours"
RETAIL = ("u16@0xE", "u8@0x10", "u8@0x11", "u8@0x12")
PACKED = ("u16@0xB20[0..9]", "u8@0xB21[2..7]", "u8@0xB22[0..5]", "u8@0xB32")
PACKED_LAYOUT = Layout(
    hours=(0xB20, 0, 10), minutes=(0xB20, 10, 6), seconds=(0xB22, 0, 6), frames=0xB32, name=0xB24
)


def traits_of(*values: str) -> dict[str, str]:
    names = ("hours", "minutes", "seconds", "v_blanks")
    return {f"save_block2.play_time_{n}": v for n, v in zip(names, values, strict=True)}


@pytest.mark.parametrize(
    ("layout", "values"),
    [(Layout(), RETAIL), (Layout(limit=None), RETAIL), (PACKED_LAYOUT, PACKED)],
)
def test_the_parts_are_found(layout: Layout, values: tuple[str, ...]) -> None:
    assert found(lab_of(layout), HOURS) == traits_of(*values)


@pytest.mark.parametrize("layout", [Layout(), PACKED_LAYOUT])
def test_another_form_is_refuted(layout: Layout) -> None:
    rival = "a form with more or fewer bits, or another counter"
    values = PACKED if layout == Layout() else RETAIL
    frames = {"frames_at": layout.frames}
    impostor = Candidate(Address(layout.frames), "another form", frames, traits_of(*values))
    check_probe(lab_of(layout), HOURS, rival, impostor)


def test_a_counter_that_carries_nothing_is_not_proposed() -> None:
    layout = Layout(mirrors=[(0x02008012, 0x02008200, 1)])
    assert [one.address for one in LOCATORS[HOURS].scan(lab_of(layout))] == [0x12]
