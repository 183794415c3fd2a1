"""Behaviours: names, kinds and directions by number."""

from __future__ import annotations

import pytest

from gbatool.engine.behaviors import BEHAVIORS, PRESS_WARPS, STEP_WARPS, Kind, behavior_of
from gbatool.engine.directions import DIRECTION_NUMBERS, Facing


@pytest.mark.parametrize(
    ("number", "kind", "directions"),
    [
        (0x00, Kind.PLAIN, ()),
        (0x02, Kind.TALL_GRASS, ()),
        (0x15, Kind.WATER, ()),
        (0x32, Kind.ONE_WAY, (Facing.NORTH,)),
        (0x36, Kind.ONE_WAY, (Facing.SOUTH, Facing.EAST)),
        (0x38, Kind.LEDGE, (Facing.EAST,)),
        (0x3B, Kind.LEDGE, (Facing.SOUTH,)),
        (0x51, Kind.CURRENT, (Facing.WEST,)),
        (0x65, Kind.ARROW_MAT, (Facing.SOUTH,)),
        (0x69, Kind.DOOR, (Facing.NORTH,)),
        (0x6C, Kind.STAIRS, (Facing.EAST,)),
        (0x6F, Kind.STAIRS, (Facing.WEST,)),
        (0x84, Kind.SIGN, ()),
        (0x8D, Kind.FURNITURE, ()),
    ],
)
def test_tells_what_a_number_does(number: int, kind: Kind, directions: tuple[Facing, ...]) -> None:
    behavior = behavior_of("frlg", number)
    assert (behavior.kind, behavior.directions) == (kind, directions)
    assert all(behavior.points(facing) for facing in directions)


def test_a_number_without_a_name_is_plain() -> None:
    assert behavior_of("frlg", 0x1FE) == behavior_of("other", 0x1FE)
    assert behavior_of("frlg", 0x1FE).kind is Kind.PLAIN


def test_every_number_stands_under_its_own_key_with_a_name_of_its_own() -> None:
    table = BEHAVIORS["frlg"]
    assert all(number == behavior.number for number, behavior in table.items())
    assert len({behavior.name for behavior in table.values()}) == len(table)


def test_every_warp_that_is_pressed_has_exactly_one_direction() -> None:
    pressed = [b for b in BEHAVIORS["frlg"].values() if b.kind in PRESS_WARPS]
    assert len(pressed) == 8
    assert all(len(behavior.directions) == 1 for behavior in pressed)
    assert not STEP_WARPS & PRESS_WARPS


@pytest.mark.parametrize("facing", Facing)
def test_directions_undo_each_other(facing: Facing) -> None:
    back = facing.opposite
    assert (facing.dx + back.dx, facing.dy + back.dy) == (0, 0)
    assert abs(facing.dx) + abs(facing.dy) == 1
    assert facing in DIRECTION_NUMBERS.values()


@pytest.mark.parametrize("family", ["emerald", "rs"])
@pytest.mark.parametrize(
    ("number", "kind", "directions"),
    [
        (0x20, Kind.ICE, ()),
        (0x23, Kind.PLAIN, ()),
        (0x3B, Kind.LEDGE, (Facing.SOUTH,)),
        (0x54, Kind.PLAIN, ()),
        (0x69, Kind.DOOR, (Facing.NORTH,)),
        (0x6D, Kind.ARROW_MAT, (Facing.SOUTH,)),
        (0x84, Kind.PLAIN, ()),
        (0xC1, Kind.ONE_WAY, (Facing.WEST, Facing.EAST)),
    ],
)
def test_the_hoenn_games_number_some_behaviours_differently(
    family: str, number: int, kind: Kind, directions: tuple[Facing, ...]
) -> None:
    behavior = behavior_of(family, number)
    assert (behavior.kind, behavior.directions) == (kind, directions)
