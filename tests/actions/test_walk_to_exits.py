"""walk_to through warps and over edges on the double, and the ways in which that fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gbatool.actions.route.targets import (
    EdgeTarget,
    WarpTarget,
)
from gbatool.decode.scene import Mode
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import ExitCode
from gbatool.memory import THUMB_BIT
from tests.actions.walks import OPEN, B, local, place, refusal, walk
from tests.actions.worlds import open_double, room_world, town_at
from tests.double import Double
from tests.double.world import WarpAt, World

WARPS: tuple[tuple[str, tuple[str, ...], tuple[int, int]], ...] = (
    ("mat", ("#####", "#...#", "#.s.#", "#####"), (2, 2)),
    ("stairs", ("#####", "#../#", "#...#", "#####"), (3, 1)),
    ("door", ("##D##", "#...#", "#...#", "#####"), (2, 0)),
    ("ladder", ("#####", "#...#", "#.L.#", "#####"), (2, 2)),
)


@pytest.mark.parametrize(("kind", "rows", "at"), WARPS, ids=[warp[0] for warp in WARPS])
@pytest.mark.parametrize("by_index", [False, True])
def test_a_warp_is_entered_its_own_way(
    kind: str, rows: tuple[str, ...], at: tuple[int, int], by_index: bool
) -> None:
    double = open_double(room_world(*rows, warps=(WarpAt(*at, "other", 0),)))
    target = WarpTarget(0) if by_index else local(*at)
    outcome = walk(double, target, through=True)
    assert outcome.ended_because == "arrived", kind
    assert outcome.warped is not None
    assert outcome.warped.to_map is not None
    assert outcome.warped.to_map.num == 1
    assert place(outcome) == (2, 2)
    assert outcome.input_ready


def test_without_through_the_outcome_says_that_the_transition_runs() -> None:
    double = open_double(room_world(*WARPS[0][1], warps=(WarpAt(2, 2, "other", 0),)))
    outcome = walk(double, local(2, 2))
    assert outcome.ended_because == "warp_entered"
    assert not outcome.input_ready
    assert outcome.exit_code is ExitCode.OK


def test_a_script_that_meets_one_behind_the_warp_is_told() -> None:
    rows, warps = WARPS[0][1], (WarpAt(2, 2, "other", 0),)
    double = open_double(room_world(*rows, warps=warps, arrival="hello"))
    outcome = walk(double, local(2, 2), through=True)
    assert (outcome.ended_because, outcome.mode) == ("script_took_over", Mode.DIALOG)
    assert outcome.warped is not None
    assert outcome.warped.to_map is not None
    assert outcome.warped.to_map.num == 1


def test_a_warp_under_ones_feet_is_stepped_off_and_on_again() -> None:
    double = open_double(room_world(*WARPS[3][1], at=(2, 2), warps=(WarpAt(2, 2, "other", 0),)))
    outcome = walk(double, local(2, 2), through=True)
    assert (outcome.ended_because, outcome.presses) == ("arrived", 2)


def test_a_warp_on_the_way_is_gone_around() -> None:
    world = room_world("#####", "#.L.#", "#...#", "#####", warps=(WarpAt(2, 1, "other", 0),))
    outcome = walk(open_double(world), local(3, 1))
    assert (outcome.ended_because, outcome.steps) == ("arrived", 4)


def test_a_mat_is_walked_over_without_leaving() -> None:
    world = room_world("#####", "#.s.#", "#####", warps=(WarpAt(2, 1, "other", 0),))
    outcome = walk(open_double(world), local(3, 1))
    assert outcome.ended_because == "arrived"


def test_a_door_that_does_not_open_is_told() -> None:
    double = Double(room_world("##D##", "#...#", "#####", warps=(WarpAt(2, 0, "other", 0),)))
    double.run(1)
    double.lock_doors()
    outcome = walk(double, local(2, 0), through=True)
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "door_stays_closed")
    assert outcome.warped is None
    assert place(outcome) == (2, 1)


class Eventful(Double):
    """A double on which an event happens in a given frame."""

    happens: Callable[[Double], None] | None = None
    left = 0

    def run(self, frames: int = 1) -> None:
        for _ in range(frames):
            super().run(1)
            self.left -= 1
            if self.left == 0 and self.happens is not None:
                self.happens(self)


def eventful(world: World, frames: int, happens: Callable[[Double], None]) -> Double:
    double = Eventful(world)
    double.run(1)
    double.happens, double.left = happens, frames
    return double


def test_a_tile_that_closes_on_the_way_is_a_wall() -> None:
    def close(double: Double) -> None:
        place = double.profile().address("gBackupMapLayout")
        width, blocks = double.live.u32(place), double.live.u32(place + 8)
        cell = blocks + 2 * ((1 + B) * width + 4 + B)
        double.write(cell, (1 << layouts.COLLISION_SHIFT | 1).to_bytes(2, "little"))

    double = eventful(room_world("######", "#....#", "######"), 12, close)
    outcome = walk(double, local(4, 1))
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "wall")
    assert outcome.blocked_at is not None
    assert (outcome.blocked_at.local_x, outcome.blocked_at.local_y) == (4, 1)
    assert place(outcome) == (3, 1)


def test_a_mat_that_does_nothing_is_told() -> None:
    world = room_world("#####", "#.s.#", "#####", at=(2, 1), warps=(WarpAt(2, 1, "other", 0),))
    double = open_double(world)
    double.freeze()
    outcome = walk(double, WarpTarget(0), through=True)
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "warp_does_not_fire")
    assert outcome.warped is None


def test_a_transition_that_never_ends_is_told() -> None:
    world = room_world("#####", "#.s.#", "#####", at=(2, 1), warps=(WarpAt(2, 1, "other", 0),))
    outcome = walk(eventful(world, 20, Double.freeze), WarpTarget(0), through=True)
    assert outcome.ended_because == "transition_stuck"
    assert outcome.exit_code is ExitCode.ENDED_SHORT


def test_a_screen_that_leads_to_no_map_is_no_warp() -> None:
    def load(double: Double) -> None:
        profile = double.profile()
        callback = profile.address("CB2_LoadMap") | THUMB_BIT
        double.write(profile.address("gMain") + 4, callback.to_bytes(4, "little"))
        double.write(profile.address("sLockFieldControls"), b"\1")

    outcome = walk(eventful(room_world(*OPEN), 12, load), local(5, 1), through=True)
    assert (outcome.ended_because, outcome.warped) == ("transition_stuck", None)


def test_a_warp_that_is_only_a_landing_place_is_refused_by_index_and_walked_on_by_tile() -> None:
    world = room_world(*OPEN, warps=(WarpAt(3, 3, "other", 0),))
    assert refusal(open_double(world), WarpTarget(0)).refusal == "warp_never_fires"
    assert walk(open_double(world), local(3, 3)).ended_because == "arrived"


def test_a_warp_that_is_not_there_is_refused() -> None:
    error = refusal(open_double(room_world(*OPEN)), WarpTarget(3))
    assert error.refusal == "no_such_warp"


def test_the_joined_map_is_reached_over_the_edge() -> None:
    outcome = walk(open_double(town_at(6, 3)), EdgeTarget(Facing.NORTH))
    assert outcome.ended_because == "arrived"
    assert outcome.warped is not None
    assert outcome.warped.to_map is not None
    assert outcome.warped.to_map.num == 3
    assert place(outcome) == (6, 4)


def test_an_edge_without_a_joined_map_is_refused() -> None:
    error = refusal(open_double(town_at(6, 3)), EdgeTarget(Facing.SOUTH))
    assert error.refusal == "no_such_exit"
    assert error.detail["edges"] == ("north",)


def test_the_target_of_an_edge_is_where_it_is_crossed() -> None:
    outcome = walk(open_double(town_at(6, 3)), EdgeTarget(Facing.NORTH))
    assert (outcome.target.local_x, outcome.target.local_y) == (6, 0)
