"""walk_to on random maps with random NPCs: it arrives wherever a route exists, and refuses or reports
everything else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from gbatool.actions.blocked_tiles import BlockedTiles, LocalTile
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.walk_to import walk_to
from gbatool.decode.player import decode_player
from gbatool.engine import layouts
from gbatool.errors import ActionError
from tests.actions.worlds import room_world
from tests.double import Double
from tests.double.movement import LEDGES
from tests.double.world import DELTAS, LEGEND, SOUTH, Person, World

B = layouts.BORDER
SMALL = settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


REFUSALS = {"walk_target_impassable", "no_path_to_target"}


@dataclass(frozen=True)
class Task:
    """A world and a tile to walk to, map-local coordinates."""

    world: World
    goal: LocalTile


def make_world(chance: Random, *, still: bool) -> World:
    """A random map with up to four NPCs that stand still or walk."""
    width, height = chance.randint(3, 9), chance.randint(3, 8)
    cells = "." * chance.randint(8, 30) + "##04Bv^<>~_"
    rows = ["".join(chance.choice(cells) for _ in range(width)) for _ in range(height)]
    start = chance.choice(tiles_of(rows))
    rows[start[1]] = rows[start[1]][: start[0]] + "." + rows[start[1]][start[0] + 1 :]
    free = [(x, y) for x, y in tiles_of(rows) if rows[y][x] == "." and (x, y) != start]
    people = tuple(
        Person(
            x,
            y,
            path="" if still else "".join(chance.choices("NSWE", k=3)),
            pace=chance.randint(4, 40),
        )
        for x, y in chance.sample(free, min(len(free), chance.randint(0 if still else 1, 4)))
    )
    return room_world(*rows, at=start, facing=chance.randint(1, 4), people=people)


def tiles_of(rows: Sequence[str]) -> list[LocalTile]:
    """Every tile of a drawing, map-local coordinates."""
    return [(x, y) for x in range(len(rows[0])) for y in range(len(rows))]


def tasks(goals: Callable[[World], list[LocalTile]], *, still: bool) -> st.SearchStrategy[Task]:
    """Random worlds that have such goals, and one of them.

    Built from a seed, since drawing tile by tile favours tiny, empty maps.
    """

    def make(seed: int) -> Task:
        chance = Random(seed)
        while True:
            world = make_world(chance, still=still)
            possible = goals(world)
            if possible:
                return Task(world, chance.choice(possible))

    return st.integers(0, 2**32 - 1).map(make)


def within_reach(world: World) -> list[LocalTile]:
    """The tiles that can be walked to, the player's own left out."""
    return sorted(reachable_on_foot(world) - {world.start[1:3]})


def out_of_reach(world: World) -> list[LocalTile]:
    """The tiles that could not be walked to even without NPCs."""
    room = world.rooms["room"]
    alone = replace(world, rooms={"room": replace(room, people=())})
    return sorted(set(tiles_of(room.rows)) - reachable_on_foot(alone))


def anywhere(world: World) -> list[LocalTile]:
    """Every tile but the player's own."""
    return sorted(set(tiles_of(world.rooms["room"].rows)) - {world.start[1:3]})


def begin(task: Task, frames: int = 1) -> tuple[Double, TileTarget]:
    """The world after some frames, and the goal as an action takes it."""
    double = Double(task.world)
    double.run(frames)
    return double, TileTarget(task.goal[0] + B, task.goal[1] + B)


def is_at_goal(double: Double, task: Task) -> bool:
    player = decode_player(double.live, double.profile())
    return (player.local_x, player.local_y) == task.goal


def reachable_on_foot(world: World) -> set[LocalTile]:
    """The tiles that the double lets the player walk to while its NPCs stand still.

    Another search than the planner's, over the drawing: tile, level, and the rules of a step.
    """
    room = world.rooms["room"]
    people = {(person.x, person.y) for person in room.people}
    start = world.start[1:3]
    queue, seen = deque([(start, 3)]), {(start, 3)}
    while queue:
        (x, y), level = queue.popleft()
        for direction, (dx, dy) in DELTAS.items():
            landing = _land(room.rows, (x, y), (x + dx, y + dy), direction, level)
            if landing is None or landing[0] in people or landing in seen:
                continue
            seen.add(landing)
            queue.append(landing)
    return {tile for tile, _ in seen}


def _at(rows: tuple[str, ...], tile: LocalTile) -> str:
    x, y = tile
    inside = 0 <= y < len(rows) and 0 <= x < len(rows[0])
    return rows[y][x] if inside else "#"


def _land(
    rows: tuple[str, ...], here: LocalTile, there: LocalTile, direction: int, level: int
) -> tuple[LocalTile, int] | None:
    ground = LEGEND[_at(rows, there)]
    if LEDGES.get(ground.behavior) == direction:
        beyond = (2 * there[0] - here[0], 2 * there[1] - here[1])
        land = LEGEND[_at(rows, beyond)]
        over = level if LEGEND[_at(rows, here)].elevation == 15 else ground.elevation
        landed = over if land.elevation == 15 else land.elevation
        return None if land.collision or land.elevation == 1 else (beyond, landed)
    south_closed = (direction == SOUTH and _at(rows, here) == "_") or (
        direction != SOUTH and _at(rows, there) == "_" and there[1] < here[1]
    )
    if ground.collision or ground.elevation == 1 or south_closed:
        return None
    if ground.elevation not in {0, 15} and level not in {0, ground.elevation}:
        return None
    stays = 15 in {ground.elevation, LEGEND[_at(rows, here)].elevation}
    return there, level if stays else ground.elevation


@SMALL
@given(tasks(within_reach, still=True))
def test_a_tile_within_reach_is_walked_to_as_planned(task: Task) -> None:
    double, goal = begin(task)
    outcome, _ = walk_to(double, double.profile(), goal)
    assert outcome.ended_because == "arrived"
    assert is_at_goal(double, task)
    assert outcome.input_ready
    assert outcome.presses == outcome.steps == outcome.planned_steps > 0


@SMALL
@given(tasks(out_of_reach, still=True))
def test_a_tile_out_of_reach_is_refused_before_any_press(task: Task) -> None:
    double, goal = begin(task)
    edges = double.edges
    with pytest.raises(ActionError) as caught:
        walk_to(double, double.profile(), goal)
    assert caught.value.refusal in REFUSALS
    assert double.edges == edges


@SMALL
@given(tasks(anywhere, still=False))
def test_among_people_who_walk_the_outcome_says_where_the_player_is(task: Task) -> None:
    double, goal = begin(task)
    edges = double.edges
    try:
        outcome, _ = walk_to(double, double.profile(), goal)
    except ActionError as error:
        ended, input_ready = error.refusal, True
    else:
        ended, input_ready = outcome.ended_because, outcome.input_ready
    event(ended)
    assert ended in {"arrived", "blocked", *REFUSALS}
    assert (ended == "arrived") == is_at_goal(double, task)
    assert (double.edges == edges) == (ended in REFUSALS)
    assert input_ready


@SMALL
@given(tasks(within_reach, still=True), st.data())
def test_what_is_remembered_never_hides_a_way(task: Task, data: st.DataObject) -> None:
    tile = st.sampled_from(within_reach(task.world))
    memory = BlockedTiles()
    for blocked in data.draw(st.lists(tile, min_size=1, max_size=6)):
        memory = memory.remember((0, 0), blocked)
    double, goal = begin(task)
    outcome, _ = walk_to(double, double.profile(), goal, blocked=memory)
    assert outcome.ended_because == "arrived"


@SMALL
@given(tasks(within_reach, still=True), st.integers(0, 5))
def test_a_step_that_is_refused_is_told_and_nothing_is_pressed_after_it(
    task: Task, frames: int
) -> None:
    double, goal = begin(task, 1 + frames)
    double.refuse_steps(1)
    outcome, memory = walk_to(double, double.profile(), goal)
    assert outcome.ended_because == "blocked"
    assert outcome.presses == 1
    assert outcome.blocked_at is not None
    assert (outcome.blocked_at.local_x, outcome.blocked_at.local_y) in memory.at((0, 0))
