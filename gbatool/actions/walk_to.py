"""Walk to a tile, a warp, an edge or a person, over a route that is checked step by step.

The route is planned on the live grid at every call: first around people and around tiles that
refused a step before, then around the people who stand there now, then on the raw grid, so that
what was remembered can slow a route and never make a tile unreachable. Who comes in the way while
it is walked is walked around where there is another way; a step that is refused all the same ends
the action, and its tile is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gbatool.actions.budgets import Budget
from gbatool.actions.hands import Hands
from gbatool.actions.outcomes import BlockedBecause, TilePlace, WalkEnd, WalkOutcome, Warped
from gbatool.actions.planner import Route, Spot, Terrain, Tile, nearest_reachable, plan_route
from gbatool.actions.targets import (
    PRESSED,
    Finish,
    PersonTarget,
    Target,
    TileTarget,
    check_inside,
    resolve,
)
from gbatool.actions.walking import End, Walker, glimpse
from gbatool.core import Emulator
from gbatool.decode.exits import Enter, Exits, decode_exits
from gbatool.decode.map import decode_map_grid
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.player import decode_player
from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError, UnprovenSymbolError
from gbatool.memory_of_blocks import BlockedTiles, MapKey
from gbatool.profile import Profile

STEP_FRAMES, TURN_FRAMES = 16, 8
"""The fewest frames that a planned step and the first turn cost on foot."""
SETTLE_BEFORE_FRAMES = 64
"""How long a step that is still under way may take before a walk begins."""
MOST_REPLANS = 32

NO_MAP: MapKey = (-1, -1)
"""Stands for the loaded map where the profile can't tell which one it is."""

ENDS: dict[End, WalkEnd] = {
    End.REFUSED: "blocked",
    End.BATTLE: "battle_started",
    End.SCRIPT: "script_took_over",
    End.TRANSITION: "warp_on_the_way",
    End.EDGE: "edge_crossed",
    End.ELSEWHERE: "carried_away",
    End.NOTHING: "transition_stuck",
    End.FRAMES: "frame_bound_reached",
}


def walk_to(
    emulator: Emulator,
    profile: Profile,
    target: Target,
    *,
    budget: Budget | None = None,
    blocked: BlockedTiles | None = None,
    through: bool = False,
) -> tuple[WalkOutcome, BlockedTiles]:
    """Walk to a target on the loaded map; give what happened and the memory of blocked tiles.

    Args:
        emulator: The console.
        profile: Of its ROM.
        target: Tile (buffer coordinates), warp, edge or person.
        budget: What may be spent; a route that can't fit is refused.
        blocked: Tiles that refused a step in earlier walks.
        through: Wait behind a warp until the new map is there and takes input.

    Raises:
        ActionError: Refused before the first press: ``not_in_overworld``,
            ``walk_target_outside_map``, ``walk_target_impassable``, ``no_path_to_target``,
            ``budget_too_small``, ``no_such_warp``, ``no_such_exit``, ``no_such_object``,
            ``warp_never_fires``.
        DecodeError: Memory holds what no map or player can be.
        UnprovenSymbolError: The profile lacks what a walk needs.
    """
    walk = _Walk(emulator, profile, target, budget or Budget(), blocked or BlockedTiles())
    walk.prepare()
    return walk.run(through=through), walk.blocked


@dataclass(frozen=True, slots=True)
class _Field:
    """What a plan is made from, all of one frame."""

    terrain: Terrain
    spot: Spot
    people: tuple[ObjectEvent, ...]
    remembered: frozenset[Tile]

    @property
    def occupied(self) -> frozenset[Tile]:
        """Tiles that people stand on or are leaving, at the player's level."""
        return frozenset(
            tile
            for who in self.people
            if who.elevation in {0, self.spot.elevation} or not self.spot.elevation
            for tile in ((who.x, who.y), (who.previous_x, who.previous_y))
        )


class _Walk:
    """One call of :func:`walk_to`."""

    def __init__(
        self,
        emulator: Emulator,
        profile: Profile,
        target: Target,
        budget: Budget,
        blocked: BlockedTiles,
    ) -> None:
        self.emulator, self.profile, self.target = emulator, profile, target
        self.budget, self.blocked = budget, blocked
        self.hands = Hands(emulator, profile, budget)
        self.steps = self.replanned = self.planned = 0
        self.blocked_at: Tile | None = None
        self.blocked_because: BlockedBecause | None = None
        self.warped: Warped | None = None

    def prepare(self) -> None:
        """Plan, and refuse what can't be done, before anything is pressed."""
        self._check_field()
        player = decode_player(self.hands.ram, self.profile)
        self.map = player.map
        self.exits = self._exits()
        field = self._field()
        self.forced = field.terrain.has_forcing_tiles
        self.goal = resolve(self.target, field.terrain, self.exits, field.people)
        self._check_target(field)
        route = self._plan(field)
        if route is None:
            raise self._no_path(field)
        self.route = self._leave_and_return(field, route)
        self.planned = len(self.route.steps)
        self._check_budget(player.facing)
        self.walker = Walker(self.hands, (player.x, player.y), player.map)

    def _check_field(self) -> None:
        scene = decode_scene(self.hands.ram, self.profile)
        for _ in range(SETTLE_BEFORE_FRAMES):
            seen = glimpse(self.hands)
            if scene.input_ready or scene.mode is not Mode.OVERWORLD or seen is None:
                break
            self.hands.tick()
            scene = decode_scene(self.hands.ram, self.profile)
        if not scene.input_ready:
            raise ActionError(
                "not_in_overworld",
                f"the player can't walk now: the game is in mode {scene.mode.value}"
                f" ({scene.because}); end that first, or `gbatool wait --until input-ready`",
                mode=scene.mode.value,
                because=scene.because,
            )

    def _exits(self) -> Exits | None:
        try:
            return decode_exits(self.hands.ram, self.profile)
        except UnprovenSymbolError:
            return None

    @property
    def _key(self) -> MapKey:
        return NO_MAP if self.map is None else (self.map.group, self.map.num)

    def _field(self) -> _Field:
        ram, profile = self.hands.ram, self.profile
        player = decode_player(ram, profile)
        warps = self.exits.warps if self.exits is not None else ()
        terrain = Terrain(
            decode_map_grid(ram, profile),
            profile.engine,
            firing=frozenset((w.x, w.y) for w in warps if w.enter is Enter.STEP_ON),
            pressed=frozenset(
                ((w.x, w.y), PRESSED[w.enter]) for w in warps if w.enter in PRESSED and not w.door
            ),
        )
        return _Field(
            terrain,
            Spot(player.x, player.y, player.elevation),
            decode_objects(ram, profile),
            frozenset(
                (x + layouts.BORDER, y + layouts.BORDER) for x, y in self.blocked.at(self._key)
            ),
        )

    def _plan(self, field: _Field, *, only_around_people: bool = False) -> Route | None:
        """The first route that is found: around everything known, around people, on the raw grid."""
        goals = frozenset(self.goal.tiles)
        occupied = field.occupied - {field.spot.tile}
        free = goals - occupied
        tries = [(occupied | field.remembered, free), (occupied, free)]
        if not only_around_people:
            tries.append((frozenset(), goals))
        for avoided, ends in tries:
            route = plan_route(replace(field.terrain, avoided=avoided), field.spot, ends)
            if route is not None:
                return route
        return None

    def _leave_and_return(self, field: _Field, route: Route) -> Route:
        """A warp that fires when stepped on, under one's feet: step off it and on again."""
        if self.goal.finish is not Finish.STEP_ON or route.steps:
            return route
        around = replace(field.terrain, avoided=field.occupied - {field.spot.tile})
        for direction in Facing:
            away = around.step(field.spot, direction)
            if away is None or not around.may_rest_on(away[0].to):
                continue
            back = around.step(away[1], direction.opposite)
            if back is not None and back[0].to == field.spot.tile:
                return Route((away[0], back[0]), field.spot.tile)
        raise self._no_path(field)

    def _check_target(self, field: _Field) -> None:
        x, y = self.goal.place
        grid = field.terrain.grid
        if isinstance(self.target, TileTarget) and self.goal.finish is Finish.STAND:
            check_inside(x, y, grid)
            if not grid.is_open(x, y) and (x, y) != field.spot.tile:
                near = nearest_reachable(field.terrain, field.spot, (x, y))
                raise ActionError(
                    "walk_target_impassable",
                    f"({x}, {y}) is a wall; the nearest open tile that can be reached is"
                    f" ({near[0]}, {near[1]})",
                    x=x,
                    y=y,
                    nearest={"x": near[0], "y": near[1]},
                )

    def _no_path(self, field: _Field) -> ActionError:
        near = nearest_reachable(field.terrain, field.spot, self.goal.place)
        x, y = self.goal.place
        return ActionError(
            "no_path_to_target",
            f"no way leads from ({field.spot.x}, {field.spot.y}) to ({x}, {y}) on foot; the"
            f" nearest open tile that can be reached is ({near[0]}, {near[1]})",
            x=x,
            y=y,
            nearest={"x": near[0], "y": near[1]},
        )

    def _check_budget(self, facing: Facing) -> None:
        last = self._last_press(self.route)
        presses = len(self.route.steps) + (last is not None)
        first = self.route.steps[0].direction if self.route.steps else last
        frames = STEP_FRAMES * self.route.tiles
        if first is not None and first is not facing:
            frames += TURN_FRAMES
        if presses > self.budget.max_inputs or frames > self.budget.max_frames:
            raise ActionError(
                "budget_too_small",
                f"the route takes {presses} presses and at least {frames} frames; allowed are"
                f" {self.budget.max_inputs} presses (--max-inputs) and {self.budget.max_frames}"
                " frames (--max-frames)",
                presses=presses,
                frames=frames,
                max_inputs=self.budget.max_inputs,
                max_frames=self.budget.max_frames,
            )

    def _last_press(self, route: Route) -> Facing | None:
        """The press after the route's last step, None when it just ends there."""
        return self.goal.tiles[route.end]

    def run(self, *, through: bool) -> WalkOutcome:
        """Walk the route and finish it."""
        end = self._walk_route()
        ended: WalkEnd
        if end is End.DONE:
            ended = self._finish(through=through)
        elif end is None:
            ended = "input_bound_reached"
        elif end is End.TRANSITION and self._is_meant_warp:
            ended = self._arrive(through=through)
        else:
            ended = self._ended(end, through=through)
        return self._outcome(ended)

    @property
    def _is_meant_warp(self) -> bool:
        """The warp that fired is the one that was to be stepped on."""
        return self.goal.finish is Finish.STEP_ON and self.walker.tile == self.goal.place

    def _walk_route(self) -> End | None:
        """Take all steps; None when the budget has no press left."""
        at = 0
        while at < len(self.route.steps):
            if self._replan(at):
                at = 0
                continue
            if not self.hands.may_press:
                self.hands.release()
                self.walker.settle()
                return None
            step = self.route.steps[at]
            end = self.walker.take(step, self._following(at))
            if end is End.DONE or (end is End.TRANSITION and self.walker.tile == step.to):
                self.steps += 1
                self._forget(step.to)
            if end is not End.DONE:
                if end is End.REFUSED:
                    self._remember(step.to)
                return end
            at += 1
        return End.DONE

    def _following(self, at: int) -> Facing | None:
        """The direction to hold on while a step runs; None to see it end first.

        Doors and mats want to be faced: changing direction in motion would bump first.
        """
        if at + 1 < len(self.route.steps):
            return self.route.steps[at + 1].direction
        last = self._last_press(self.route)
        enters = self.goal.finish in {Finish.ENTER, Finish.CROSS}
        straight = last is self.route.steps[at].direction
        return last if enters and straight and self.hands.may_press else None

    def _replan(self, at: int) -> bool:
        """Whether somebody has come in the way and another route is there."""
        if self.replanned >= MOST_REPLANS or isinstance(self.target, PersonTarget):
            return False
        step = self.route.steps[at]
        if not any(who.blocks(*step.to) for who in decode_objects(self.hands.ram, self.profile)):
            return False
        field = self._field()
        if step.to not in field.occupied:
            return False
        around = self._plan(field, only_around_people=True)
        if around is None:
            return False
        self.route = around
        self.replanned += 1
        return True

    def _remember(self, tile: Tile) -> None:
        self.blocked_at = tile
        self.blocked_because = self._why(tile)
        self.blocked = self.blocked.remember(self._key, _local(tile))

    def _forget(self, tile: Tile) -> None:
        self.blocked = self.blocked.forget(self._key, _local(tile))

    def _why(self, tile: Tile) -> BlockedBecause:
        field = self._field()
        if any(who.blocks(*tile) for who in field.people):
            return "person"
        return "refused" if field.terrain.grid.is_open(*tile) else "wall"

    def _finish(self, *, through: bool) -> WalkEnd:
        """The route is walked: do what is to be done at its end."""
        finish, direction = self.goal.finish, self._last_press(self.route)
        if finish is Finish.STAND:
            return "arrived"
        if finish is Finish.STEP_ON:
            return self._fail("warp_does_not_fire")
        assert direction is not None
        if finish is Finish.FACE:
            return self._face(direction)
        if not self.hands.may_press:
            return "input_bound_reached"
        end = self.walker.press_into(direction)
        if finish is Finish.CROSS:
            return self._crossed(end, through=through)
        if end is End.TRANSITION:
            return self._arrive(through=through)
        if end is End.REFUSED:
            door = self.goal.warp is not None and self.goal.warp.door
            return self._fail("door_stays_closed" if door else "warp_does_not_fire")
        return self._ended(end, through=through)

    def _fail(self, because: BlockedBecause) -> WalkEnd:
        self.blocked_at, self.blocked_because = self.goal.place, because
        return "blocked"

    def _crossed(self, end: End, *, through: bool) -> WalkEnd:
        if end is not End.EDGE:
            if end is End.REFUSED:
                direction = self._last_press(self.route)
                assert direction is not None
                x, y = self.route.end
                self._remember((x + direction.dx, y + direction.dy))
                return "blocked"
            return self._ended(end, through=through)
        end = self.walker.settle()
        self._note_map(None)
        return "arrived" if end is End.DONE else self._ended(end, through=through)

    def _face(self, direction: Facing) -> WalkEnd:
        seen = glimpse(self.hands)
        if seen is not None and seen.facing is not direction:
            if not self.hands.may_press:
                return "input_bound_reached"
            end = self.walker.turn(direction)
            if end is not End.DONE:
                return self._ended(end, through=False)
        people = decode_objects(self.hands.ram, self.profile)
        there = any((who.x, who.y) == self.goal.place for who in people)
        return "arrived" if there else "target_moved"

    def _arrive(self, *, through: bool) -> WalkEnd:
        """The targeted warp has fired."""
        index = None if self.goal.warp is None else self.goal.warp.index
        if not through:
            self.warped = Warped(self.map, None, index)
            return "warp_entered"
        end = self.walker.await_arrival()
        self._note_map(index)
        return "arrived" if end is End.DONE else self._ended(end, through=False)

    def _note_map(self, warp: int | None) -> None:
        seen = glimpse(self.hands)
        self.warped = Warped(self.map, None if seen is None else seen.map, warp)

    def _ended(self, end: End, *, through: bool) -> WalkEnd:
        """Something else ended the walk."""
        if end is End.TRANSITION:
            if through:
                self.walker.await_arrival()
            self._note_map(None)
        if end is End.EDGE:
            self._note_map(None)
        return ENDS[end]

    def _outcome(self, ended: WalkEnd) -> WalkOutcome:
        at = self.blocked_at
        return WalkOutcome(
            action="walk_to",
            ended_because=ended,
            steps=self.steps,
            planned_steps=self.planned,
            replanned=self.replanned,
            target=_place(self.goal.place),
            blocked_at=None if at is None else _place(at),
            blocked_because=self.blocked_because,
            warped=self.warped,
            forced_movement="avoided" if self.forced else "none",
            **self.hands.outcome_fields(),
        )


def _local(tile: Tile) -> Tile:
    return tile[0] - layouts.BORDER, tile[1] - layouts.BORDER


def _place(tile: Tile) -> TilePlace:
    return TilePlace(*tile, *_local(tile))
