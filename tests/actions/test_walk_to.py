"""walk_to on the double: arrivals, refusals before the first press, every ending."""

from __future__ import annotations

import pytest

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.budgets import Budget
from gbatool.actions.route.targets import (
    ObjectEventTarget,
)
from gbatool.actions.walk_to import walk_to
from gbatool.core import Buttons
from gbatool.decode.objects import decode_objects
from gbatool.decode.scene import Mode
from gbatool.engine.directions import Facing
from gbatool.errors import ExitCode
from tests.actions.walks import OPEN, B, local, place, refusal, walk
from tests.actions.worlds import open_double, room_world, town_at
from tests.double import Double
from tests.double.world import EAST, NORTH, Person, Sign, Trigger

HERE = (0, 0)  # the map that room_world's first room is


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
    """An NPC that is not in memory when the route is planned makes it two steps longer."""
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


def test_who_was_in_the_way_is_named_after_moving_on() -> None:
    people = (Person(3, 2, path="SEWN", pace=14),)
    double = open_double(room_world(*CORRIDOR, at=(3, 1), people=people))
    outcome = walk(double, local(1, 3))
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "person")
    at = outcome.blocked_at
    assert at is not None
    objects = decode_objects(double.live, double.profile())
    assert not any(event.blocks(at.x, at.y) for event in objects)


def test_frames_in_which_the_game_is_still_at_work_are_no_refusal() -> None:
    double = open_double(room_world(*OPEN))
    double.work_long_after_press(40)
    outcome = walk(double, local(3, 1))
    assert (outcome.ended_because, outcome.steps) == ("arrived", 2)


class Gate(Double):
    """A double that ignores every key but the one to the right."""

    def hold(self, buttons: Buttons) -> None:
        super().hold(buttons & Buttons.RIGHT)


def test_a_key_that_does_not_even_turn_the_player_is_a_refusal() -> None:
    gate = Gate(room_world(*CORRIDOR, facing=EAST))
    gate.run(1)
    outcome = walk(gate, local(3, 3))
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "refused")
    assert (place(outcome), outcome.facing) == ((3, 1), Facing.EAST)
    assert outcome.frames < 200


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


def test_two_ways_that_are_both_taken_are_not_tried_in_turn() -> None:
    """Each NPC is in memory only near it, so that from there the other way looks free."""
    ring = ("#" * 60, f"#{'.' * 58}#", f"#.{'#' * 56}.#", f"#{'.' * 58}#", "#" * 60)
    people = (Person(25, 1), Person(45, 3))
    outcome = walk(open_double(room_world(*ring, people=people)), local(57, 1))
    assert (outcome.ended_because, outcome.blocked_because) == ("blocked", "person")
    assert outcome.replanned == 1
    assert outcome.steps < 2 * 60


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


def test_a_person_is_stood_beside_and_faced() -> None:
    double = open_double(town_at(1, 8))
    outcome = walk(double, ObjectEventTarget(1))
    assert outcome.ended_because == "arrived"
    assert outcome.surroundings is not None
    assert outcome.surroundings.ahead.local_id == 1


def test_a_person_who_walks_is_gone_after() -> None:
    outcome = walk(open_double(town_at(6, 8)), ObjectEventTarget(2))
    assert outcome.ended_because == "arrived"
    assert outcome.surroundings is not None
    assert outcome.surroundings.ahead.local_id == 2


def test_a_person_behind_a_counter_is_faced_across_it() -> None:
    world = room_world(
        "#####", "#...#", "#===#", "#...#", "#####", at=(1, 3), people=(Person(2, 1),)
    )
    outcome = walk(open_double(world), ObjectEventTarget(1))
    assert (outcome.ended_because, place(outcome), outcome.facing) == (
        "arrived",
        (2, 3),
        Facing.NORTH,
    )


def test_turning_beside_a_person_does_not_walk() -> None:
    world = room_world(*OPEN, at=(2, 2), facing=NORTH, people=(Person(3, 2, facing=EAST),))
    outcome = walk(open_double(world), ObjectEventTarget(1))
    assert (outcome.ended_because, outcome.moved, outcome.turned) == ("arrived", False, True)


def test_a_person_who_is_not_in_memory_is_refused() -> None:
    assert refusal(open_double(room_world(*OPEN)), ObjectEventTarget(9)).refusal == "no_such_object"


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
