"""Behaviours: names, kinds and directions by number."""

from __future__ import annotations

import pytest

from gbatool.engine.behaviors import PRESS_WARPS, STEP_WARPS, Kind
from gbatool.engine.directions import DIRECTION_NUMBERS, Facing
from gbatool.engine.engine import Structures
from gbatool.engine.families import ENGINES, FRLG


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
    behavior = FRLG.behavior(number)
    assert (behavior.kind, behavior.directions) == (kind, directions)
    assert all(behavior.points(facing) for facing in directions)


def test_a_number_without_a_name_is_plain() -> None:
    assert FRLG.behavior(0x1FE) == Structures().behavior(0x1FE)
    assert FRLG.behavior(0x1FE).kind is Kind.PLAIN


def test_every_number_stands_under_its_own_key_with_a_name_of_its_own() -> None:
    table = FRLG.behaviors
    assert all(number == behavior.number for number, behavior in table.items())
    assert len({behavior.name for behavior in table.values()}) == len(table)


def test_every_warp_that_is_pressed_has_exactly_one_direction() -> None:
    pressed = [b for b in FRLG.behaviors.values() if b.kind in PRESS_WARPS]
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
        (0x84, Kind.FURNITURE, ()),
        (0xC1, Kind.ONE_WAY, (Facing.WEST, Facing.EAST)),
    ],
)
def test_the_hoenn_games_number_some_behaviours_differently(
    family: str, number: int, kind: Kind, directions: tuple[Facing, ...]
) -> None:
    behavior = ENGINES[family].behavior(number)
    assert (behavior.kind, behavior.directions) == (kind, directions)


CLASSES: dict[Kind, dict[str, set[int]]] = {
    Kind.LEDGE: {"frlg": {*range(0x38, 0x3C)}, "rs": {*range(0x38, 0x3C)}},
    Kind.WATER: {
        "frlg": {0x10, 0x12, 0x15, 0x1A, 0x1B},
        "rs": {0x10, 0x11, 0x12, 0x14, 0x15, 0x19, 0x22, 0x2A},
    },
    Kind.FAST_WATER: {"frlg": {0x11}, "rs": set()},
    Kind.WATERFALL: {"frlg": {0x13}, "rs": {0x13}},
    Kind.ICE: {"frlg": {0x23}, "rs": {0x20}},
    Kind.THIN_ICE: {"frlg": {0x26}, "rs": {0x26}},
    Kind.CRACKED_ICE: {"frlg": {0x27}, "rs": {0x27, 0xD2}},
    Kind.SPINNER: {"frlg": {*range(0x54, 0x58)}, "rs": set()},
    Kind.CURRENT: {"frlg": {*range(0x50, 0x54)}, "rs": {*range(0x50, 0x54)}},
    Kind.ONE_WAY: {
        "frlg": {*range(0x30, 0x38)},
        "rs": {*range(0x30, 0x38), 0xBE, 0xC0, 0xC1},
    },
    Kind.DOOR: {"frlg": {0x69}, "rs": {0x69}},
    Kind.CAVE_MOUTH: {"frlg": {0x60}, "rs": {0x60, 0x6C, 0x6E}},
    Kind.STAIRS: {"frlg": {*range(0x6C, 0x70)}, "rs": set()},
    Kind.ESCALATOR: {"frlg": {0x6A, 0x6B}, "rs": {0x6A, 0x6B}},
    Kind.ARROW_MAT: {
        "frlg": {*range(0x62, 0x66)},
        "rs": {*range(0x62, 0x66), 0x1B, 0x1C, 0x6D},
    },
    Kind.LADDER: {"frlg": {0x61}, "rs": {0x61}},
    Kind.HOLE: {"frlg": {0x66, 0x68}, "rs": {0x0F, 0x29, 0x66, 0x68}},
    Kind.WARP_PAD: {"frlg": {0x67}, "rs": {0x67}, "emerald": {0x67, 0x0E}},
    Kind.TALL_GRASS: {"frlg": {0x02}, "rs": {0x02, 0x03, 0x09, 0x24}},
    Kind.COUNTER: {"frlg": {0x80}, "rs": {0x80}},
    Kind.PC: {"frlg": {0x83}, "rs": {0x83, 0xB0, 0xB1, 0xC5}},
    Kind.SIGN: {"frlg": {0x84, 0x87, 0x88, 0x91, 0x92}, "rs": set()},
    Kind.RAIL: {"frlg": set(), "rs": {0xD1, 0xD3, 0xD4, 0xD5, 0xD6}},
}
"""What a route planner must know -> its numbers by family, as the engines' own tests of behaviours
have them; Emerald has those of Ruby where nothing else is said."""


@pytest.mark.parametrize("family", ["frlg", "emerald", "rs"])
@pytest.mark.parametrize("kind", CLASSES)
def test_each_class_has_just_the_numbers_of_its_family(family: str, kind: Kind) -> None:
    expected = CLASSES[kind].get(family, CLASSES[kind]["rs"])
    found = {b.number for b in ENGINES[family].behaviors.values() if b.kind is kind}
    assert found == expected


@pytest.mark.parametrize("family", ["frlg", "emerald", "rs"])
@pytest.mark.parametrize(
    "kind", [Kind.LEDGE, Kind.CURRENT, Kind.SPINNER, Kind.FORCED_WALK, Kind.SLIDE, Kind.WATERFALL]
)
def test_whatever_moves_the_player_has_one_direction(family: str, kind: Kind) -> None:
    moving = [b for b in ENGINES[family].behaviors.values() if b.kind is kind]
    assert bool(moving) == (kind is not Kind.SPINNER or family == "frlg")
    assert {len(b.directions) for b in moving} <= {1}


@pytest.mark.parametrize("family", ["emerald", "rs"])
def test_names_of_the_hoenn_games_differ_as_well(family: str) -> None:
    table = ENGINES[family].behaviors
    assert len({behavior.name for behavior in table.values()}) == len(table)
