"""The field as plans need it: terrain, object events, what is remembered; and those plans."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gbatool.actions.blocked_tiles import BlockedTiles, LocalTile, MapKey
from gbatool.actions.budgets import Budget
from gbatool.actions.route.planner import Route, Spot, Terrain, nearest_reachable, plan_route
from gbatool.actions.route.sliding import SLIDE_TILE_FRAMES
from gbatool.actions.route.targets import PRESSED, Finish, Goal
from gbatool.decode.exits import Enter, Exits, decode_exits
from gbatool.decode.map import Tile, decode_map_grid
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.player import MapId, Player, Transport, decode_player
from gbatool.decode.steps import meet
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

TILE_FRAMES: dict[Transport | None, int] = {Transport.FOOT: 16, Transport.SURFING: 8}
FASTEST_TILE_FRAMES, TURN_FRAMES = 6, 8
"""The fewest frames that a tile costs (on a bicycle), and the first turn on foot."""
NO_MAP: MapKey = (-1, -1)
"""Stands for the loaded map where the profile can't tell which one it is."""


def map_key(where: MapId | None) -> MapKey:
    """Under which key a map is remembered."""
    return NO_MAP if where is None else (where.group, where.num)


def to_local(tile: Tile) -> LocalTile:
    """Map-local coordinates of a buffer tile."""
    return tile[0] - layouts.BORDER, tile[1] - layouts.BORDER


@dataclass(frozen=True, slots=True)
class FieldView:
    """What a plan is made from, all of one frame.

    Attributes:
        terrain: The live grid and the warps on it.
        spot: Where the player stands or is about to.
        objects: All object events in memory, the player left out.
        remembered: Tiles that refused a step before, buffer coordinates.
        exits: Warps and connections; None when the profile can't tell.
    """

    terrain: Terrain
    spot: Spot
    objects: tuple[ObjectEvent, ...]
    remembered: frozenset[Tile]
    exits: Exits | None

    @property
    def occupied(self) -> frozenset[Tile]:
        """Tiles that object events stand on or are leaving, at the player's level."""
        level = self.spot.elevation
        tiles = {
            tile
            for event in self.objects
            if not event.follows and meet(event.elevation, level)
            for tile in ((event.x, event.y), (event.previous_x, event.previous_y))
        }
        return frozenset(tiles - {self.spot.tile})


def view_field(ram: Snapshot, profile: Profile, blocked: BlockedTiles) -> FieldView:
    """Read the field.

    Raises:
        DecodeError: Memory holds what no map or player can be.
        UnprovenSymbolError: The profile has no map or no object events.
    """
    player = decode_player(ram, profile)
    try:
        exits = decode_exits(ram, profile)
    except UnprovenSymbolError:
        exits = None
    warps = exits.warps if exits is not None else ()
    terrain = Terrain(
        decode_map_grid(ram, profile),
        profile.structures,
        firing=frozenset((w.x, w.y) for w in warps if w.enter is Enter.STEP_ON),
        pressed=frozenset(
            ((w.x, w.y), PRESSED[w.enter]) for w in warps if w.enter in PRESSED and not w.door
        ),
        surfing=player.transport is Transport.SURFING,
        diving=player.transport is Transport.UNDERWATER,
    )
    remembered = {
        (x + layouts.BORDER, y + layouts.BORDER) for x, y in blocked.at(map_key(player.map))
    }
    return FieldView(
        terrain,
        Spot(player.x, player.y, player.elevation),
        decode_objects(ram, profile),
        frozenset(remembered),
        exits,
    )


def plan_around_objects(
    field: FieldView, goal: Goal, met: frozenset[Tile] = frozenset()
) -> Route | None:
    """A route around all object events: around what is remembered too, when there is such a way.

    Where no other way leads, one over slides.

    Args:
        field: What is in memory now.
        goal: Where to.
        met: Tiles on which an object event came in the way before, and may stand though it is far
            away and so not in memory.
    """
    taken = field.occupied | met
    free = frozenset(goal.tiles) - field.occupied
    for avoided in (taken | field.remembered, taken):
        route = plan_route(replace(field.terrain, avoided=avoided), field.spot, free)
        if route is not None:
            return route
    if not field.terrain.has_forcing_tiles:
        return None
    return plan_route(replace(field.terrain, avoided=taken, slides=True), field.spot, free)


def plan_to_goal(field: FieldView, goal: Goal) -> Route:
    """A route around object events and what is remembered; without one, a route on the raw grid.

    Tiles that move the player on are gone around, and only where that leads nowhere are ice and
    spinners planned through.

    Raises:
        ActionError: ``walk_target_impassable`` or ``no_path_to_target``, with the nearest open
            tile that can be reached.
    """
    x, y = goal.place
    standing = goal.finish is Finish.STAND
    if standing and not field.terrain.grid.is_open(x, y) and (x, y) != field.spot.tile:
        raise _unreachable(field, goal, "walk_target_impassable", f"({x}, {y}) is a wall")
    route = plan_around_objects(field, goal)
    for terrain in (field.terrain, replace(field.terrain, slides=True)):
        if route is None:
            route = plan_route(terrain, field.spot, frozenset(goal.tiles))
    if route is not None and goal.finish is Finish.STEP_ON and not route.steps:
        route = _leave_and_return(field)
    if route is None:
        here = f"({field.spot.x}, {field.spot.y})"
        why = f"no way leads from {here} to ({x}, {y}) on foot"
        raise _unreachable(field, goal, "no_path_to_target", why)
    return route


def _unreachable(field: FieldView, goal: Goal, code: str, why: str) -> ActionError:
    near = nearest_reachable(replace(field.terrain, slides=True), field.spot, goal.place)
    if field.terrain.has_forcing_tiles:
        why += " (currents and other tiles that move the player on are gone around)"
    return ActionError(
        code,
        f"{why}; the nearest open tile that can be reached is ({near[0]}, {near[1]})",
        x=goal.place[0],
        y=goal.place[1],
        nearest={"x": near[0], "y": near[1]},
    )


def _leave_and_return(field: FieldView) -> Route | None:
    """A warp that fires when stepped on, under one's feet: step off it and on again."""
    around = replace(field.terrain, avoided=field.occupied)
    for direction in Facing:
        away = around.step(field.spot, direction)
        if away is None or not around.may_rest_on(away[0].to):
            continue
        back = around.step(away[1], direction.opposite)
        if back is not None and back[0].to == field.spot.tile:
            return Route((away[0], back[0]), field.spot.tile)
    return None


def check_budget(route: Route, last: Facing | None, player: Player, budget: Budget) -> None:
    """Refuse a route that can't fit.

    Args:
        route: The planned steps.
        last: The press after them, if there is one.
        player: As they stand now.
        budget: What may be spent.

    Raises:
        ActionError: ``budget_too_small``.
    """
    presses = len(route.steps) + (last is not None)
    first = route.steps[0].direction if route.steps else last
    frames = TILE_FRAMES.get(player.transport, FASTEST_TILE_FRAMES) * (route.tiles - route.slid)
    frames += SLIDE_TILE_FRAMES * route.slid
    if first is not None and first is not player.facing and player.transport is Transport.FOOT:
        frames += TURN_FRAMES
    if presses > budget.max_inputs or frames > budget.max_frames:
        raise ActionError(
            "budget_too_small",
            f"the route takes {presses} presses and about {frames} frames; allowed are"
            f" {budget.max_inputs} presses (--max-inputs) and {budget.max_frames} frames"
            " (--max-frames)",
            presses=presses,
            frames=frames,
            max_inputs=budget.max_inputs,
            max_frames=budget.max_frames,
        )
