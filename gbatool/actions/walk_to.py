"""Walk to a tile, a warp, an edge or an object event, over a route that is checked step by step.

The route is planned on the live grid at every call: first around object events and around tiles
that refused a step before, then around the object events that are there now, then on the raw grid,
so that what was remembered can slow a route and never make a tile unreachable. An object event that
comes in the way is walked around where there is another way; a step that is refused all the same
ends the action, and its tile is remembered.
"""

from __future__ import annotations

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.budgets import Budget
from gbatool.actions.glimpse import glimpse, is_occupied, look_at_map
from gbatool.actions.input_driver import InputDriver
from gbatool.actions.route.field import (
    FieldView,
    check_budget,
    map_key,
    plan_around_objects,
    plan_to_goal,
    to_local,
    view_field,
)
from gbatool.actions.route.targets import Finish, ObjectEventTarget, Target, resolve
from gbatool.actions.walk_outcome import (
    BlockedBecause,
    ForcedMovement,
    TilePlace,
    WalkEnd,
    WalkOutcome,
    Warped,
)
from gbatool.actions.walking import End, Walker
from gbatool.core import Emulator
from gbatool.decode.map import Tile
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.player import decode_player
from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError
from gbatool.profile import Profile

SETTLE_BEFORE_FRAMES = 64
"""How long a step that is still under way may take before a walk begins."""
MOST_REPLANS = 32

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
        self.driver = InputDriver(emulator, profile, budget)
        self.steps = self.replanned = self.planned = 0
        self.slid = False
        self.met: set[Tile] = set()
        self.blocked_at: Tile | None = None
        self.blocked_because: BlockedBecause | None = None
        self.warped: Warped | None = None

    def prepare(self) -> None:
        """Plan, and refuse what can't be done, before anything is pressed."""
        self._check_field()
        player = decode_player(self.driver.ram, self.profile)
        self.map = player.map
        field = self._view()
        self.forced = field.terrain.has_forcing_tiles
        self.goal = resolve(self.target, field.terrain, field.exits, field.objects)
        self.route = plan_to_goal(field, self.goal)
        self.planned = len(self.route.steps)
        check_budget(self.route, self._last_press, player, self.budget)
        self.walker = Walker(self.driver, (player.x, player.y), player.map)

    def _view(self) -> FieldView:
        return view_field(self.driver.ram, self.profile, self.blocked)

    @property
    def _last_press(self) -> Facing | None:
        """The press after the route's last step, None when it just ends there."""
        return self.goal.tiles[self.route.end]

    def _check_field(self) -> None:
        scene = decode_scene(self.driver.ram, self.profile)
        for _ in range(SETTLE_BEFORE_FRAMES):
            seen = glimpse(self.driver)
            if scene.input_ready or scene.mode is not Mode.OVERWORLD or seen is None:
                break
            self.driver.tick()
            scene = decode_scene(self.driver.ram, self.profile)
        if not scene.input_ready:
            raise ActionError(
                "not_in_overworld",
                f"the player can't walk now: the game is in mode {scene.mode.value}"
                f" ({scene.because}); end that first, or `gbatool wait --until input-ready`",
                mode=scene.mode.value,
                because=scene.because,
            )

    def run(self, *, through: bool) -> WalkOutcome:
        """Walk the route and finish it; follow an object event that has moved meanwhile."""
        ended = self._attempt(through=through)
        while ended == "target_moved" and self._aim_again():
            ended = self._attempt(through=through)
        return self._outcome(ended)

    def _attempt(self, *, through: bool) -> WalkEnd:
        end = self._walk_route()
        if end is End.DONE:
            return self._finish(through=through)
        if end is None:
            return "input_bound_reached"
        if end is End.TRANSITION and self._is_meant_warp:
            return self._arrive(through=through)
        if end is End.REFUSED and self._bumped_into_target():
            return "target_moved"
        return self._ended(end, through=through)

    def _bumped_into_target(self) -> bool:
        """Whether the object event in the way is the target."""
        if not isinstance(self.target, ObjectEventTarget) or self.blocked_at is None:
            return False
        objects = decode_objects(self.driver.ram, self.profile)
        met = any(
            event.local_id == self.target.local_id and event.blocks(*self.blocked_at)
            for event in objects
        )
        if met:
            self._forget(self.blocked_at)
            self.blocked_at = self.blocked_because = None
        return met

    @property
    def _is_meant_warp(self) -> bool:
        """The warp that fired is the one that was to be stepped on."""
        return self.goal.finish is Finish.STEP_ON and self.walker.tile == self.goal.place

    def _walk_route(self) -> End | None:
        """Take all steps; None when the budget has no press left."""
        at, following = 0, None
        while at < len(self.route.steps):
            if self._replan(at):
                at = 0
                continue
            if not self.driver.may_press:
                end = self.walker.come_to_rest()
                return None if end is End.DONE else end
            step, following = self.route.steps[at], self._following(at)
            self.slid = self.slid or bool(step.path)
            end = self.walker.take(step, following)
            if end is End.DONE or (end is End.TRANSITION and self.walker.tile == step.to):
                self.steps += 1
                self._forget(step.to)
            if end is not End.DONE:
                if end is End.REFUSED:
                    self._remember(step.to)
                return end
            at += 1
        meant = self.goal.finish in {Finish.ENTER, Finish.CROSS} and following is self._last_press
        return End.DONE if following is None or meant else self.walker.come_to_rest()

    def _following(self, at: int) -> Facing | None:
        """The direction to hold on while a step runs; None to see it end first.

        Doors and mats want to be faced: changing direction in motion would bump first.
        """
        if at + 1 < len(self.route.steps):
            return self.route.steps[at + 1].direction
        last = self._last_press
        enters = self.goal.finish in {Finish.ENTER, Finish.CROSS}
        straight = last is self.route.steps[at].direction
        return last if enters and straight and self.driver.may_press else None

    def _replan(self, at: int) -> bool:
        """Whether an object event has come in the way and another route is there."""
        if self.replanned >= MOST_REPLANS:
            return False
        objects = decode_objects(self.driver.ram, self.profile)
        if self.goal.finish is Finish.FACE and not self._is_there(objects):
            return self._aim_again()
        step = self.route.steps[at]
        if not any(event.blocks(*step.to) for event in objects):
            return False
        field = self._view()
        if step.to not in field.occupied:
            return False
        self.met.add(step.to)
        around = plan_around_objects(field, self.goal, frozenset(self.met))
        if around is None:
            return False
        self.route = around
        self.replanned += 1
        return True

    def _is_there(self, objects: tuple[ObjectEvent, ...]) -> bool:
        """Whether an object event is where the target was seen."""
        return any((event.x, event.y) == self.goal.place for event in objects)

    def _aim_again(self) -> bool:
        """Plan to where the target is now; False when there is no way, or it is enough."""
        if self.replanned >= MOST_REPLANS:
            return False
        self.replanned += 1
        field = self._view()
        try:
            goal = resolve(self.target, field.terrain, field.exits, field.objects)
            self.route = plan_to_goal(field, goal)
        except ActionError:
            return False
        self.goal = goal
        return True

    def _remember(self, tile: Tile) -> None:
        self.blocked_at = tile
        self.blocked_because = self._why(tile)
        self.blocked = self.blocked.remember(map_key(self.map), to_local(tile))

    def _forget(self, tile: Tile) -> None:
        self.blocked = self.blocked.forget(map_key(self.map), to_local(tile))

    def _why(self, tile: Tile) -> BlockedBecause:
        if self.walker.obstructed or is_occupied(self.driver, tile):
            return "person"
        return "refused" if self._view().terrain.grid.is_open(*tile) else "wall"

    def _finish(self, *, through: bool) -> WalkEnd:
        """The route is walked: do what is to be done at its end."""
        finish, direction = self.goal.finish, self._last_press
        if finish is Finish.STAND:
            return "arrived"
        if finish is Finish.STEP_ON:
            return self._fail("warp_does_not_fire")
        assert direction is not None
        if finish is Finish.FACE:
            return self._face(direction)
        if not self.driver.may_press:
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
                direction = self._last_press
                assert direction is not None
                x, y = self.route.end
                self._remember((x + direction.dx, y + direction.dy))
                return "blocked"
            return self._ended(end, through=through)
        end = self.walker.settle()
        self._note_map(None)
        return "arrived" if end is End.DONE else self._ended(end, through=through)

    def _face(self, direction: Facing) -> WalkEnd:
        seen = glimpse(self.driver)
        if seen is not None and seen.facing is not direction:
            if not self.driver.may_press:
                return "input_bound_reached"
            end = self.walker.turn(direction)
            if end is not End.DONE:
                return self._ended(end, through=False)
        there = self._is_there(decode_objects(self.driver.ram, self.profile))
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
        self.warped = Warped(self.map, look_at_map(self.driver), warp)

    def _ended(self, end: End, *, through: bool) -> WalkEnd:
        """Something else ended the walk."""
        if end is End.TRANSITION:
            if through:
                self.walker.await_arrival()
            self._note_map(None)
        if end is End.EDGE:
            self._note_map(None)
        return ENDS[end]

    @property
    def _forced_movement(self) -> ForcedMovement:
        if self.slid:
            return "planned_through"
        return "avoided" if self.forced else "none"

    def _outcome(self, ended: WalkEnd) -> WalkOutcome:
        at = self.blocked_at
        place = self.route.end if self.goal.finish is Finish.CROSS else self.goal.place
        return WalkOutcome(
            action="walk_to",
            ended_because=ended,
            steps=self.steps,
            planned_steps=self.planned,
            replanned=self.replanned,
            target=_place(place),
            blocked_at=None if at is None else _place(at),
            blocked_because=self.blocked_because,
            warped=self.warped,
            forced_movement=self._forced_movement,
            **self.driver.outcome_fields(),
        )


def _place(tile: Tile) -> TilePlace:
    return TilePlace(*tile, *to_local(tile))
