"""walk_to over ice and spinners, which move the player on."""

from __future__ import annotations

from gbatool.actions.budgets import Budget
from gbatool.errors import ExitCode
from tests.actions.walks import local, place, walk
from tests.actions.worlds import open_double, room_world
from tests.double import Double
from tests.double.world import Person


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


def test_an_npc_in_a_slide_makes_it_end_before_the_npc() -> None:
    rows = ("########", "#.iii..#", "########")
    double = open_double(room_world(*rows, at=(1, 1), people=(Person(4, 1, "hello"),)))
    outcome = walk(double, local(6, 1))
    assert (outcome.ended_because, place(outcome)) == ("carried_away", (3, 1))
    assert outcome.exit_code is ExitCode.ENDED_SHORT


def test_a_budget_counts_slides_by_their_own_speed() -> None:
    double = slide_world("########", "#.iii..#", "########")
    outcome = walk(double, local(5, 1), budget=Budget(max_frames=8 + 16 + 3 * 8 + 2))
    assert outcome.ended_because == "arrived"
