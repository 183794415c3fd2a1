"""Flags and variables: in a row, wherever they begin."""

from __future__ import annotations

import pytest

from tests.scan.save.model import ONE, Layout, check_refuted, found, lab_of

FLAGS, VARIABLES = "save_block1.flags", "save_block1.vars"


@pytest.mark.parametrize(
    ("layout", "flags", "variables"),
    [
        (Layout(), "288*u8@0xEE0", "256*u16@0x1000"),
        (Layout(flags=0x1364, variables=0x1490), "288*u8@0x1364", "256*u16@0x1490"),
        (Layout(flags=0x1400, variables=0x1519 + 1), "282*u8@0x1400", "256*u16@0x151A"),
        (Layout(flags=0x3270, variables=0x306A), "288*u8@0x3270", "256*u16@0x306A"),
    ],
)
def test_both_are_found_wherever_they_begin(layout: Layout, flags: str, variables: str) -> None:
    """Where the variables begin before as many flags as the family has, there are fewer."""
    assert found(lab_of(layout), VARIABLES, FLAGS) == {VARIABLES: variables, FLAGS: flags}


def test_a_copy_of_the_variables_is_refuted() -> None:
    layout = Layout(mirrors=[(ONE + 0x1000, ONE + 0x2800, 0x200)])
    impostor = {VARIABLES: "256*u16@0x2800"}
    check_refuted(lab_of(layout), VARIABLES, "a copy of the variables", impostor)


def test_a_copy_of_the_flags_is_refuted() -> None:
    layout = Layout(mirrors=[(ONE + 0xEE0, ONE + 0x2800, 0x120)])
    check_refuted(lab_of(layout), FLAGS, "a copy of the flags", {FLAGS: "288*u8@0x2800"})
