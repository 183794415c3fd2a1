"""On random maps with random people: no arrival that is none, no press after a refusal, and a route
whenever there is one."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from gbatool.actions.blocked_tiles import BlockedTiles, LocalTile
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.walk_outcome import WalkOutcome
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


@dataclass(frozen=True)
class Task:
    """A world, where to go in it, and whether its people stand still."""

    world: World
    goal: LocalTile
    still: bool


def make_task(seed: int) -> Task:
    """A random map. Built from a seed, since drawing tile by tile favours tiny, empty maps."""
    chance = Random(seed)
    width, height = chance.randint(3, 9), chance.randint(3, 8)
    cells = "." * chance.randint(8, 30) + "##04Bv^<>~_"
    rows = ["".join(chance.choice(cells) for _ in range(width)) for _ in range(height)]
    tiles = [(x, y) for x in range(width) for y in range(height)]
    start = chance.choice(tiles)
    rows[start[1]] = rows[start[1]][: start[0]] + "." + rows[start[1]][start[0] + 1 :]
    free = [(x, y) for x, y in tiles if rows[y][x] == "." and (x, y) != start]
    still = chance.random() < 0.5
    people = tuple(
        Person(
            x,
            y,
            path="" if still else "".join(chance.choices("NSWE", k=3)),
            pace=chance.randint(4, 40),
        )
        for x, y in chance.sample(free, min(len(free), chance.randint(0, 4)))
    )
    world = room_world(*rows, at=start, facing=chance.randint(1, 4), people=people)
    return Task(world, chance.choice(tiles), still)


def tasks() -> st.SearchStrategy[Task]:
    """Random maps, people and goals."""
    return st.integers(0, 2**32 - 1).map(make_task)


def reachable_on_foot(world: World) -> set[LocalTile]:
    """What the double itself would let the player walk to while its people stand still.

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
@given(tasks())
def test_walk_to_tells_the_truth(task: Task) -> None:
    double = Double(task.world)
    double.run(1)
    edges, refused = double.edges, ""
    goal = TileTarget(task.goal[0] + B, task.goal[1] + B)
    outcome: WalkOutcome | None
    try:
        outcome, _ = walk_to(double, double.profile(), goal)
    except ActionError as error:
        event(error.refusal)
        refused = error.refusal
        outcome = None
    if outcome is None:
        assert double.edges == edges, "pressed after a refusal"
        assert refused in {"walk_target_impassable", "no_path_to_target"}
        assert not task.still or task.goal not in reachable_on_foot(task.world)
        return
    event(f"{outcome.ended_because}, {min(outcome.steps, 4)} steps or more")
    player = decode_player(double.live, double.profile())
    there = (player.local_x, player.local_y) == task.goal
    assert (outcome.ended_because == "arrived") == there or outcome.ended_because == "blocked"
    if outcome.ended_because == "arrived":
        assert there
        assert outcome.input_ready
    if task.still and task.goal in reachable_on_foot(task.world):
        assert outcome.ended_because == "arrived"
        assert outcome.presses == outcome.steps == outcome.planned_steps


@SMALL
@given(tasks(), st.data())
def test_what_is_remembered_never_hides_a_way(task: Task, data: st.DataObject) -> None:
    room = task.world.rooms["room"]
    tile = st.tuples(st.integers(0, room.width - 1), st.integers(0, room.height - 1))
    memory = BlockedTiles()
    for blocked in data.draw(st.lists(tile, max_size=6)):
        memory = memory.remember((0, 0), blocked)
    if not task.still or task.goal not in reachable_on_foot(task.world):
        return
    double = Double(task.world)
    double.run(1)
    goal = TileTarget(task.goal[0] + B, task.goal[1] + B)
    outcome, _ = walk_to(double, double.profile(), goal, blocked=memory)
    assert outcome.ended_because == "arrived"


@SMALL
@given(tasks(), st.integers(0, 5))
def test_a_step_that_is_refused_is_told_and_nothing_is_pressed_after_it(
    task: Task, at: int
) -> None:
    if task.goal not in reachable_on_foot(task.world):
        return
    double = Double(task.world)
    double.run(1 + at)
    double.refuse_steps(1)
    goal = TileTarget(task.goal[0] + B, task.goal[1] + B)
    try:
        outcome, memory = walk_to(double, double.profile(), goal)
    except ActionError:
        return
    if outcome.presses:
        assert outcome.ended_because == "blocked"
        assert outcome.presses == 1
        assert outcome.blocked_at is not None
        assert (outcome.blocked_at.local_x, outcome.blocked_at.local_y) in memory.at((0, 0))
