"""Walking on the double: arrivals that are ones, refusals before the first press, every ending."""

from __future__ import annotations

import pytest

from gbatool.actions.budgets import Budget
from gbatool.actions.targets import (
    EdgeTarget,
    PersonTarget,
    Target,
    TileTarget,
    WarpTarget,
)
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.core import Buttons
from gbatool.core.double import Double
from gbatool.core.double.world import EAST, NORTH, SOUTH, Person, Sign, Trigger, WarpAt, World
from gbatool.decode.scene import Mode
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError, ExitCode
from gbatool.memory_of_blocks import BlockedTiles
from tests.actions.worlds import TOWN, open_double, room_world

B = layouts.BORDER
HERE = (0, 0)  # the map that room_world's first room is


def local(x: int, y: int) -> TileTarget:
    return TileTarget(x + B, y + B)


def walk(
    double: Double,
    target: Target,
    *,
    budget: Budget | None = None,
    blocked: BlockedTiles | None = None,
    through: bool = False,
) -> WalkOutcome:
    outcome, _ = walk_to(
        double, double.profile(), target, budget=budget, blocked=blocked, through=through
    )
    return outcome


def refusal(double: Double, target: Target, budget: Budget | None = None) -> ActionError:
    """The refusal of a walk, which must not have pressed anything."""
    edges = double.edges
    with pytest.raises(ActionError) as caught:
        walk_to(double, double.profile(), target, budget=budget)
    assert double.edges == edges
    assert caught.value.exit_code is ExitCode.REFUSED
    return caught.value


def place(outcome: WalkOutcome) -> tuple[int, int] | None:
    position = outcome.position
    return None if position is None else (position.local_x, position.local_y)


OPEN = ("#######", "#.....#", "#.....#", "#.....#", "#######")


def test_arrives_and_tells_the_state_that_it_produced() -> None:
    double = open_double(room_world(*OPEN))
    outcome = walk(double, local(4, 3))
    assert outcome.ended_because == "arrived"
    assert place(outcome) == (4, 3)
    assert (outcome.steps, outcome.planned_steps, outcome.presses) == (5, 5, 5)
    assert outcome.moved
    assert outcome.mode is Mode.OVERWORLD
    assert outcome.input_ready
    assert outcome.before.player is not None
    assert (outcome.before.player.local_x, outcome.before.player.local_y) == (1, 1)
    assert outcome.after.player is not None
    assert outcome.surroundings is not None
    assert outcome.exit_code is ExitCode.OK
    assert double.held is Buttons.NONE


def test_a_straight_walk_costs_16_frames_a_tile_and_the_turn() -> None:
    double = open_double(room_world(*OPEN))
    outcome = walk(double, local(5, 1))
    assert 4 * 16 + 8 <= outcome.frames <= 4 * 16 + 8 + 2


def test_being_there_already_takes_no_press() -> None:
    outcome = walk(open_double(room_world(*OPEN)), local(1, 1))
    assert (outcome.ended_because, outcome.presses, outcome.moved) == ("arrived", 0, False)


def test_outside_the_map_is_refused_with_the_bounds() -> None:
    error = refusal(open_double(room_world(*OPEN)), local(7, 1))
    assert error.refusal == "walk_target_outside_map"
    assert error.detail["bounds"] == {"left": 7, "top": 7, "right": 13, "bottom": 11}
    assert "(13, 11)" in error.message


def test_a_wall_is_refused_with_the_nearest_tile() -> None:
    error = refusal(open_double(room_world(*OPEN)), local(6, 2))
    assert error.refusal == "walk_target_impassable"
    assert error.detail["nearest"] == {"x": 5 + B, "y": 2 + B}


def test_an_island_is_refused_with_the_nearest_tile() -> None:
    error = refusal(open_double(room_world("#######", "#..#..#", "#######")), local(5, 1))
    assert error.refusal == "no_path_to_target"
    assert error.detail["nearest"] == {"x": 2 + B, "y": 1 + B}


def test_a_menu_that_is_open_is_refused() -> None:
    double = open_double(room_world(*OPEN))
    double.hold(Buttons.START)
    double.run(2)
    double.hold(Buttons.NONE)
    double.run(2)
    error = refusal(double, local(3, 3))
    assert error.refusal == "not_in_overworld"
    assert error.detail["mode"] == "menu"


@pytest.mark.parametrize("budget", [Budget(max_inputs=4), Budget(max_frames=79)])
def test_a_budget_that_the_route_can_not_keep_is_refused(budget: Budget) -> None:
    error = refusal(open_double(room_world(*OPEN)), local(4, 3), budget)
    assert error.refusal == "budget_too_small"
    assert error.detail["presses"] == 5


HALL = ("#" * 40, "#" + "." * 38 + "#", "#" + "." * 38 + "#", "#" * 40)


@pytest.mark.parametrize(
    ("budget", "ended"),
    [
        (Budget(max_inputs=35), "input_bound_reached"),
        (Budget(max_frames=35 * 16 + 8), "frame_bound_reached"),
    ],
)
def test_a_bound_that_the_way_turns_out_to_reach_is_told(budget: Budget, ended: str) -> None:
    """Somebody who is not in memory when the route is planned makes it two steps longer."""
    double = open_double(room_world(*HALL, people=(Person(30, 1),)))
    outcome = walk(double, local(36, 1), budget=budget)
    assert outcome.ended_because == ended
    assert outcome.presses <= budget.max_inputs
    assert outcome.frames <= budget.max_frames
    assert outcome.exit_code is ExitCode.ENDED_SHORT
    assert place(outcome) not in {(1, 1), (36, 1)}


def test_a_step_under_way_is_waited_for() -> None:
    double = open_double(room_world(*OPEN))
    double.hold(Buttons.DOWN)
    double.run(3)
    assert place(walk(double, local(3, 1))) == (3, 1)


CORRIDOR = ("#######", "#.....#", "###.###", "#.....#", "#######")


def test_a_person_in_the_only_way_blocks_and_is_named() -> None:
    people = (Person(3, 2),)
    double = open_double(room_world(*CORRIDOR, at=(3, 1), people=people))
    outcome, memory = walk_to(double, double.profile(), local(3, 3))
    assert outcome.ended_because == "blocked"
    assert outcome.blocked_because == "person"
    assert outcome.blocked_at is not None
    assert (outcome.blocked_at.local_x, outcome.blocked_at.local_y) == (3, 2)
    assert place(outcome) == (3, 1)
    assert outcome.exit_code is ExitCode.ENDED_SHORT
    assert memory.at(HERE) == {(3, 2)}


def test_people_are_planned_around() -> None:
    people = (Person(2, 1), Person(2, 2))
    outcome = walk(open_double(room_world(*OPEN, people=people)), local(4, 1))
    assert (outcome.ended_because, outcome.steps) == ("arrived", 7)


def test_a_step_that_is_refused_for_no_visible_reason_stops_the_walk() -> None:
    double = open_double(room_world(*OPEN))
    double.refuse_steps(1)
    outcome, memory = walk_to(double, double.profile(), local(1, 3))
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "refused")
    assert outcome.presses == 1
    assert memory.at(HERE) == {(1, 2)}


def test_what_refused_a_step_is_gone_around_next_time() -> None:
    blocked = BlockedTiles().remember(HERE, (1, 2))
    outcome = walk(open_double(room_world(*OPEN)), local(1, 3), blocked=blocked)
    assert (outcome.ended_because, outcome.steps) == ("arrived", 4)


def test_what_is_remembered_never_makes_a_tile_unreachable() -> None:
    blocked = BlockedTiles().remember(HERE, (3, 2))
    double = open_double(room_world(*CORRIDOR, at=(3, 1)))
    outcome, memory = walk_to(double, double.profile(), local(3, 3), blocked=blocked)
    assert (outcome.ended_because, outcome.steps) == ("arrived", 2)
    assert memory.at(HERE) == frozenset()


def test_a_walker_who_moved_on_lets_the_next_walk_through() -> None:
    people = (Person(3, 2, path="SEWN", pace=200),)
    double = open_double(room_world(*CORRIDOR, at=(3, 1), people=people))
    first, memory = walk_to(double, double.profile(), local(1, 3))
    assert first.ended_because == "blocked"
    double.run(480)
    second, _ = walk_to(double, double.profile(), local(1, 3), blocked=memory)
    assert second.ended_because == "arrived"


def test_who_appears_on_the_way_is_walked_around() -> None:
    outcome = walk(open_double(room_world(*HALL, people=(Person(30, 1),))), local(36, 1))
    assert outcome.ended_because == "arrived"
    assert outcome.replanned == 1
    assert outcome.steps == outcome.planned_steps + 2


def test_a_script_that_takes_over_ends_the_walk() -> None:
    triggers = (Trigger(3, 1, "hello"),)
    outcome = walk(open_double(room_world(*OPEN, triggers=triggers)), local(5, 1))
    assert outcome.ended_because == "script_took_over"
    assert place(outcome) == (3, 1)
    assert not outcome.input_ready


def test_a_script_on_the_target_is_not_passed_off_as_an_arrival() -> None:
    triggers = (Trigger(3, 1, "hello"),)
    outcome = walk(open_double(room_world(*OPEN, triggers=triggers)), local(3, 1))
    assert outcome.ended_because == "script_took_over"


def test_a_battle_that_begins_ends_the_walk() -> None:
    world = room_world("#######", '#."""".', "#######", encounter="wild")
    outcome = walk(open_double(world), local(5, 1))
    assert (outcome.ended_because, outcome.mode) == ("battle_started", Mode.BATTLE)


def test_a_sign_beside_the_way_is_not_read_on_arrival() -> None:
    world = room_world("###!#", "#...#", "#...#", "#####", at=(3, 2), signs=(Sign(3, 0, "sign"),))
    outcome = walk(open_double(world), local(3, 1))
    assert outcome.ended_because == "arrived"
    assert outcome.input_ready


def test_a_frozen_console_ends_in_a_bound_and_not_in_a_hang() -> None:
    double = open_double(room_world(*OPEN))
    double.freeze()
    outcome = walk(double, local(5, 1), budget=Budget(max_frames=200))
    assert outcome.ended_because in {"blocked", "frame_bound_reached"}
    assert place(outcome) == (1, 1)


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


def test_a_warp_that_is_only_a_landing_place_is_refused_by_index_and_walked_on_by_tile() -> None:
    world = room_world(*OPEN, warps=(WarpAt(3, 3, "other", 0),))
    assert refusal(open_double(world), WarpTarget(0)).refusal == "warp_never_fires"
    assert walk(open_double(world), local(3, 3)).ended_because == "arrived"


def test_a_warp_that_is_not_there_is_refused() -> None:
    error = refusal(open_double(room_world(*OPEN)), WarpTarget(3))
    assert error.refusal == "no_such_warp"


def town_at(x: int, y: int, facing: int = SOUTH) -> World:
    return World(TOWN.rooms, ("town", x, y, facing), TOWN.scripts)


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


def test_a_person_is_stood_beside_and_faced() -> None:
    double = open_double(town_at(1, 8))
    outcome = walk(double, PersonTarget(1))
    assert outcome.ended_because == "arrived"
    assert outcome.surroundings is not None
    assert outcome.surroundings.ahead.local_id == 1


def test_a_person_who_walks_is_gone_after() -> None:
    outcome = walk(open_double(town_at(6, 8)), PersonTarget(2))
    assert outcome.ended_because == "arrived"
    assert outcome.surroundings is not None
    assert outcome.surroundings.ahead.local_id == 2


def test_a_person_behind_a_counter_is_faced_across_it() -> None:
    world = room_world(
        "#####", "#...#", "#===#", "#...#", "#####", at=(1, 3), people=(Person(2, 1),)
    )
    outcome = walk(open_double(world), PersonTarget(1))
    assert (outcome.ended_because, place(outcome), outcome.facing) == (
        "arrived",
        (2, 3),
        Facing.NORTH,
    )


def test_turning_beside_a_person_does_not_walk() -> None:
    world = room_world(*OPEN, at=(2, 2), facing=NORTH, people=(Person(3, 2, facing=EAST),))
    outcome = walk(open_double(world), PersonTarget(1))
    assert (outcome.ended_because, outcome.moved, outcome.turned) == ("arrived", False, True)


def test_a_person_who_is_not_in_memory_is_refused() -> None:
    assert refusal(open_double(room_world(*OPEN)), PersonTarget(9)).refusal == "no_such_object"


def test_a_ledge_on_the_way_is_jumped() -> None:
    world = room_world("#####", "#...#", "#vvv#", "#...#", "#####")
    outcome = walk(open_double(world), local(2, 3))
    assert (outcome.ended_because, place(outcome)) == ("arrived", (2, 3))
    assert (
        refusal(
            open_double(room_world(*("#####", "#...#", "#vvv#", "#...#", "#####"), at=(1, 3))),
            local(1, 1),
        ).refusal
        == "no_path_to_target"
    )


def test_a_map_with_ice_says_that_it_was_gone_around() -> None:
    outcome = walk(open_double(room_world("#####", "#.i.#", "#...#", "#####")), local(3, 1))
    assert (outcome.ended_because, outcome.forced_movement) == ("arrived", "avoided")


def slide_world(*rows: str) -> Double:
    return open_double(room_world(*rows, at=(1, 1)))


def test_ice_in_the_only_way_is_planned_through_to_where_it_lets_go() -> None:
    double = slide_world("########", "#.iii..#", "########")
    outcome = walk(double, local(6, 1))
    assert (outcome.ended_because, outcome.forced_movement) == ("arrived", "planned_through")
    assert (place(outcome), outcome.steps, outcome.presses) == ((6, 1), 2, 2)


def test_one_goes_on_from_where_ice_ends_at_a_wall() -> None:
    double = slide_world("######", "#.ii##", "###i##", "###..#", "######")
    outcome = walk(double, local(4, 3))
    assert (outcome.ended_because, place(outcome)) == ("arrived", (4, 3))
    assert outcome.forced_movement == "planned_through"


def test_spinners_are_ridden_to_what_stops_them() -> None:
    double = slide_world("########", "#.)..,##", "#####.##", "#####o.#", "########")
    outcome = walk(double, local(6, 3))
    assert (outcome.ended_because, place(outcome)) == ("arrived", (6, 3))
    assert (outcome.steps, outcome.forced_movement) == (2, "planned_through")


def test_somebody_who_stands_in_a_slide_makes_it_end_elsewhere() -> None:
    rows = ("########", "#.iii..#", "########")
    double = open_double(room_world(*rows, at=(1, 1), people=(Person(4, 1, "hello"),)))
    outcome = walk(double, local(6, 1))
    assert (outcome.ended_because, place(outcome)) == ("carried_away", (3, 1))
    assert outcome.exit_code is ExitCode.ENDED_SHORT


def test_a_budget_counts_slides_by_their_own_speed() -> None:
    double = slide_world("########", "#.iii..#", "########")
    outcome = walk(double, local(5, 1), budget=Budget(max_frames=8 + 16 + 3 * 8 + 2))
    assert outcome.ended_because == "arrived"


@pytest.mark.parametrize("missing", [("gMapHeader",), ("gSaveBlock1Ptr",), ("gPlayerAvatar",)])
def test_a_profile_that_lacks_a_symbol_still_walks(missing: tuple[str, ...]) -> None:
    double = Double(room_world(*OPEN), leave_out=missing)
    double.run(1)
    assert walk(double, local(4, 3)).ended_because == "arrived"


@pytest.mark.parametrize("goal", [(2, 1), (4, 1)])
def test_a_lock_that_comes_and_goes_is_waited_out(goal: tuple[int, int]) -> None:
    double = open_double(room_world(*OPEN))
    double.lock_after_step(30)
    outcome = walk(double, local(*goal))
    assert outcome.ended_because == "arrived"
    assert place(outcome) == goal
    assert outcome.presses == outcome.steps == goal[0] - 1


def test_the_target_of_an_edge_is_where_it_is_crossed() -> None:
    outcome = walk(open_double(town_at(6, 3)), EdgeTarget(Facing.NORTH))
    assert (outcome.target.local_x, outcome.target.local_y) == (6, 0)
