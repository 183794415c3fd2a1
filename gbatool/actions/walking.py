"""Take one step and see what came of it.

Nothing is assumed of how long a step takes: walking, running, a bicycle, stairs and ledges all
differ. A step has begun when the coordinates change, and it has ended when the object event's
previous coordinates have caught up. It was refused when the player looks the right way, stands
still and goes on standing still longer than a turn in place takes, or does not even turn. The key of the next step is held
while the current one runs, so that a route costs no frame more than it must; the last one's is let
go at once, since a key held on arrival opens signs, doors and stairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.actions.glimpse import (
    Glimpse,
    glimpse,
    input_is_back,
    is_locked,
    is_occupied,
    mode_now,
    same_map,
    scene_now,
)
from gbatool.actions.input_driver import BUTTON_OF, InputDriver
from gbatool.actions.route.planner import Step
from gbatool.core import branch
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.main import is_at_work
from gbatool.decode.map import Tile
from gbatool.decode.player import Facing, MapId
from gbatool.decode.scene import Mode
from gbatool.decode.script import decode_script
from gbatool.errors import DecodeError, UnprovenSymbolError

REFUSED_AFTER_FRAMES = 12
"""A turn in place takes 8 frames; a player who has not set out some frames later was refused."""
IGNORED_AFTER_FRAMES = 64
"""A rotating gate that can't turn lets the player not even turn: the key is ignored."""
SHUT_AFTER_FRAMES = 48
"""Doors and mats are looked at between movements only: a bump of 32 frames may come first."""
SETTLE_FRAMES = 64
"""Longer than the slowest movement, the 32 frames of a ledge or of a bump."""
LOCK_FRAMES = 600
"""How long a lock without a script may go on before anything shows: a battle's curtain, a door."""
GONE_FRAMES = 8
"""A map that is another one for so long has changed."""
SCRIPT_BEGINS_FRAMES = 2
"""A script of the map begins in the frame after the controls are back."""
TRANSITION_FRAMES = 900
"""A warp takes about 100 frames, one with a long fade or a cut scene some hundreds."""

BATTLE_MODES = frozenset({Mode.BATTLE, Mode.BATTLE_WON, Mode.BATTLE_LOST, Mode.BATTLE_OVER})
TEXT_MODES = frozenset({Mode.DIALOG, Mode.MENU, Mode.NAMING})


class End(Enum):
    """How a step, or a wait for something to happen, ended."""

    DONE = "done"
    REFUSED = "refused"
    BATTLE = "battle"
    SCRIPT = "script"
    TRANSITION = "transition"
    EDGE = "edge"
    ELSEWHERE = "elsewhere"
    NOTHING = "nothing"
    FRAMES = "frames"


@dataclass(frozen=True, slots=True)
class Idle:
    """For how many frames the player has stood still, looking one way."""

    facing: Facing
    frames: int


class Walker:
    """Takes steps, one after the other.

    Attributes:
        tile: Where the last step left the player, or is about to.
        obstructed: An object event was on the tile ahead while the last step was refused; it may
            have moved on meanwhile.
    """

    def __init__(self, driver: InputDriver, tile: Tile, where: MapId | None) -> None:
        self.driver, self.tile, self.map = driver, tile, where
        self.obstructed = False

    def take(self, step: Step, following: Facing | None) -> End:
        """Take a step.

        Args:
            step: The step; what it is to lead to is checked.
            following: Direction of the next press, held as soon as this step has begun (then the
                call returns before the step has ended); None to let go and see the step end.
        """
        driver = self.driver
        driver.presses += 1
        end = self._set_out(step.direction, step)
        if end is not End.DONE:
            driver.release()
            if end is End.REFUSED:
                self._let_bump_end()
            return end
        self.tile = step.to
        if following is not None:
            driver.hold(BUTTON_OF[following])
            return End.DONE
        driver.release()
        return self.settle()

    def _set_out(self, direction: Facing, step: Step | None) -> End:
        """Hold a direction until the coordinates change; ``step`` None expects no step."""
        driver, idle = self.driver, Idle(direction, 0)
        start = self.tile
        self.obstructed = False
        driver.hold(BUTTON_OF[direction])
        while True:
            if driver.frames_left <= 0:
                return End.FRAMES
            driver.tick()
            seen = glimpse(driver)
            if seen is None:
                return self._wait_for_screen()
            if not same_map(seen.map, self.map):
                return self._map_changed(seen)
            if step is not None and seen.tile == step.to:
                return End.DONE
            if seen.tile != start and not self._is_between(start, seen.tile, step):
                return End.ELSEWHERE if not is_locked(driver) else self._who_moved_us()
            if is_locked(driver):
                end = self.resolve_lock()
                if end is not End.DONE:
                    return end
                driver.hold(BUTTON_OF[direction])  # it was nothing: the step is still to be made
                idle = Idle(direction, 0)
                continue
            idle = self._count_idle(idle, seen, direction)
            refused_after = REFUSED_AFTER_FRAMES if step is not None else SHUT_AFTER_FRAMES
            if idle.frames > (refused_after if idle.facing is direction else IGNORED_AFTER_FRAMES):
                return self._why_idle() if seen.tile == start else End.ELSEWHERE

    def _count_idle(self, idle: Idle, seen: Glimpse, direction: Facing) -> Idle:
        """For how long the player has stood still, looking one way.

        Frames in which the game's work was not done count for nothing: it has looked at no key. A
        wild mon that a turn in place meets takes several to be made up.
        """
        if is_at_work(self.driver.ram, self.driver.profile):
            return idle
        if not seen.settled or seen.facing is not idle.facing:
            idle, self.obstructed = Idle(seen.facing, 0), False
        if not seen.settled:
            return idle
        ahead = seen.tile[0] + direction.dx, seen.tile[1] + direction.dy
        self.obstructed = self.obstructed or is_occupied(self.driver, ahead)
        return Idle(seen.facing, idle.frames + 1)

    def _who_moved_us(self) -> End:
        end = self.resolve_lock()
        return End.ELSEWHERE if end is End.DONE else end

    def _let_bump_end(self) -> None:
        for _ in range(SETTLE_FRAMES):
            if input_is_back(self.driver) or self.driver.frames_left <= 0:
                return
            self.driver.tick()

    def _is_between(self, start: Tile, now: Tile, step: Step | None) -> bool:
        """Whether a jump is over its ledge, or a slide under way."""
        if step is None or step.tiles == 1:
            return False
        if step.path:
            return now in step.path
        return now == (start[0] + step.direction.dx, start[1] + step.direction.dy)

    def _map_changed(self, seen: Glimpse) -> End:
        """An edge is crossed in one frame, without a pause; anything else is a warp.

        In that frame the object event still has the old map's coordinates.
        """
        if mode_now(self.driver) is not Mode.OVERWORLD or is_locked(self.driver) or seen.settled:
            return self._wait_for_screen()
        if self.driver.frames_left <= 0:
            return End.FRAMES
        self.driver.tick()
        after = glimpse(self.driver)
        if after is None or not same_map(after.map, seen.map):
            return self._wait_for_screen()
        self.tile, self.map = after.tile, after.map
        return End.EDGE

    def _why_idle(self) -> End:
        mode = mode_now(self.driver)
        if mode in BATTLE_MODES:
            return End.BATTLE
        if mode is Mode.TRANSITION:
            return End.TRANSITION
        return End.SCRIPT if mode in TEXT_MODES else End.REFUSED

    def press_into(self, direction: Facing) -> End:
        """Press a direction that is to set off a warp or cross an edge, not to end on a tile."""
        self.driver.presses += 1
        end = self._set_out(direction, None)
        self.driver.release()
        if end is End.REFUSED:
            self._let_bump_end()
        return self.settle() if end is End.ELSEWHERE else end

    def turn(self, direction: Facing) -> End:
        """Turn in place: the key is let go as soon as the facing has changed, before a step."""
        driver = self.driver
        driver.presses += 1
        driver.hold(BUTTON_OF[direction])
        for _ in range(REFUSED_AFTER_FRAMES):
            if driver.frames_left <= 0:
                driver.release()
                return End.FRAMES
            driver.tick()
            seen = glimpse(driver)
            if seen is None or seen.facing is direction:
                break
        driver.release()
        return self.settle()

    def come_to_rest(self) -> End:
        """Let go of everything and see the step that runs to its end."""
        self.driver.release()
        return self.settle()

    def settle(self) -> End:
        """With nothing held, wait until the step has ended, and see what it set off."""
        driver = self.driver
        for _ in range(SETTLE_FRAMES):
            seen = glimpse(driver)
            if seen is None or not same_map(seen.map, self.map):
                return self._wait_for_screen()
            if is_locked(driver):
                return self.resolve_lock()
            if seen.settled:
                scene = scene_now(driver)
                if scene.input_ready:
                    return End.DONE if seen.tile == self.tile else End.ELSEWHERE
                if scene.mode in {*BATTLE_MODES, Mode.TRANSITION}:
                    return self.resolve_lock()
            if driver.frames_left <= 0:
                return End.FRAMES
            driver.tick()
        seen = glimpse(driver)
        if seen is not None and seen.settled and seen.tile == self.tile:
            return End.SCRIPT if mode_now(driver) is not Mode.OVERWORLD else End.DONE
        return End.ELSEWHERE

    def resolve_lock(self) -> End:
        """The controls are gone: release the keys, and find out what took them, within a bound."""
        driver = self.driver
        driver.release()
        for _ in range(LOCK_FRAMES):
            end = self._what_holds()
            if end is not None:
                return end
            if driver.frames_left <= 0:
                return End.FRAMES
            driver.tick()
        return End.SCRIPT

    def _what_holds(self) -> End | None:
        driver = self.driver
        scene, seen = scene_now(driver), glimpse(driver)
        mode = scene.mode
        if mode in BATTLE_MODES:
            return End.BATTLE
        if seen is None or mode is Mode.TRANSITION or not same_map(seen.map, self.map):
            return self._wait_for_screen()
        if not seen.settled:
            return None
        script = decode_script(driver.ram, driver.profile)
        if mode in TEXT_MODES or (script is not None and script.running):
            return End.SCRIPT
        if scene.input_ready:
            return End.DONE if seen.tile == self.tile else End.ELSEWHERE
        return None

    def _wait_for_screen(self) -> End:
        """The map seems to go: is it a battle's curtain, another map, or a screen above this one?

        As a battle begins the save blocks move, and for a frame or two they say anything.
        """
        driver = self.driver
        start, gone = self.map, 0
        for _ in range(TRANSITION_FRAMES):
            scene, seen = scene_now(driver), glimpse(driver)
            if scene.mode in BATTLE_MODES:
                return End.BATTLE
            gone = gone + 1 if seen is None or not same_map(seen.map, start) else 0
            if gone >= GONE_FRAMES or scene.input_ready:
                return End.TRANSITION
            if driver.frames_left <= 0:
                return End.FRAMES
            driver.tick()
        return End.SCRIPT if mode_now(driver) in TEXT_MODES else End.NOTHING

    def await_arrival(self) -> End:
        """Wait until a new map has loaded and the player takes input again.

        The map's own script, where it has one to run now, takes the controls in the first frame in
        which they are back: so what follows is looked at, on a branch.
        """
        driver = self.driver
        for _ in range(TRANSITION_FRAMES):
            scene = scene_now(driver)
            if scene.input_ready and self._keeps_controls():
                seen = glimpse(driver)
                if seen is not None:
                    self.tile, self.map = seen.tile, seen.map
                    return End.DONE
            if scene.mode in BATTLE_MODES:
                return End.BATTLE
            if scene.mode in TEXT_MODES and _has_box(driver):
                return End.SCRIPT
            if driver.frames_left <= 0:
                return End.FRAMES
            driver.tick()
        return End.NOTHING

    def _keeps_controls(self) -> bool:
        """Whether the player still takes input some frames later."""
        with branch(self.driver.emulator) as ahead:
            for _ in range(SCRIPT_BEGINS_FRAMES):
                ahead.run(1)
                if not scene_now(self.driver).input_ready:
                    return False
        return True


def _has_box(driver: InputDriver) -> bool:
    try:
        return decode_dialog(driver.ram, driver.profile) is not None
    except (DecodeError, UnprovenSymbolError):
        return False
