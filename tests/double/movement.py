"""Movement in a double: steps of 16 frames, turns in place, bumps, ledges, blocking NPCs.

A step is checked against the blocks and object events that are in RAM at that moment, so a write
there changes what the double does.
"""

from __future__ import annotations

from gbatool.core.protocol import Buttons
from gbatool.engine import layouts
from tests.double.maps import Maps
from tests.double.state import PLAYER, State
from tests.double.world import DELTAS, EAST, LETTERS, NORTH, OPPOSITE, SOUTH, WEST

STEP_FRAMES, TURN_FRAMES, BUMP_FRAMES, JUMP_FRAMES = 16, 8, 32, 32
JUMP_LANDS_AT = 16
STILL, TURN, STEP, BUMP, JUMP = range(5)
NOT_MOVING, TURNING, MOVING = range(3)
AT_REST, BETWEEN_TILES, TILE_CENTER = range(3)
LEDGES = {0x38: EAST, 0x39: WEST, 0x3A: NORTH, 0x3B: SOUTH}
CLOSED_EDGES = {0x30: EAST, 0x31: WEST, 0x32: NORTH, 0x33: SOUTH}
ICE, STOP_SPINNING = 0x23, 0x58
SPINNERS = {0x54: EAST, 0x55: WEST, 0x56: NORTH, 0x57: SOUTH}
SLIDE_FRAMES = 8
BRIDGE = 15
ANY_ELEVATION = (0, BRIDGE)
KEYS = (
    (Buttons.UP, NORTH),
    (Buttons.DOWN, SOUTH),
    (Buttons.LEFT, WEST),
    (Buttons.RIGHT, EAST),
)


def pressed_direction(keys: int) -> int:
    """Direction of the held keys, 0 for none."""
    return next((direction for button, direction in KEYS if keys & button), 0)


class Movement:
    """Moves the player and the NPCs of the loaded room, one frame at a time."""

    def __init__(self, state: State, maps: Maps) -> None:
        self.state, self.maps = state, maps

    def begin_frame(self) -> None:
        """Write the progress of the player's movement, as the engine does first in each frame."""
        own, avatar = self.state.own, self.state.avatar
        self.maps.shift_objects()
        if own["motion"] != STILL:
            avatar["tile_transition_state"] = BETWEEN_TILES
        else:
            avatar["tile_transition_state"] = TILE_CENTER if own["motion_ended"] else AT_REST
        own["motion_ended"] = 0

    def player(self, keys: int) -> None:
        """Obey the direction keys."""
        own, avatar = self.state.own, self.state.avatar
        direction = pressed_direction(keys)
        if not direction:
            avatar["running_state"] = NOT_MOVING
            return
        bumping = own["motion"] == BUMP
        if own["motion"] not in {STILL, BUMP} or (bumping and own["motion_direction"] == direction):
            avatar["running_state"] = MOVING
            return
        moving = avatar["running_state"] == MOVING
        if direction != self.state.facing and not moving:
            self.face(PLAYER, direction)
            avatar["running_state"] = TURNING
            self._start(TURN, direction, TURN_FRAMES)
            return
        avatar["running_state"] = MOVING
        self._step(direction)

    def _start(self, motion: int, direction: int, frames: int) -> None:
        own = self.state.own
        own["motion"], own["motion_direction"], own["motion_left"] = motion, direction, frames
        self._moving_flag(PLAYER, moving=True)

    def _moving_flag(self, slot: int, *, moving: bool) -> None:
        record = self.state.objects[slot]
        flags = int(record["flags"]) & ~layouts.OBJECT_HELD_MOVEMENT
        record["flags"] = flags | (layouts.OBJECT_HELD_MOVEMENT if moving else 0)

    def face(self, slot: int, direction: int) -> None:
        """Turn an object event; the direction of its last movement is kept."""
        record = self.state.objects[slot]
        record["directions"] = direction | direction << 4

    def _step(self, direction: int) -> None:
        state, own = self.state, self.state.own
        self.face(PLAYER, direction)
        x, y = state.position
        dx, dy = DELTAS[direction]
        target = (x + dx, y + dy)
        if own["refusals"]:
            own["refusals"] -= 1
            self._start(BUMP, direction, BUMP_FRAMES)
        elif LEDGES.get(self.maps.behavior_at(*target)) == direction:
            self._go(PLAYER, direction, target)
            self._start(JUMP, direction, JUMP_FRAMES)
        elif self.is_refused(PLAYER, x, y, direction):
            self._start(BUMP, direction, BUMP_FRAMES)
        else:
            self._start(STEP, direction, STEP_FRAMES)
            join = None if self.maps.is_inside(*target) else self.maps.join_at(*target)
            if join is None:
                self._go(PLAYER, direction, target)
                self.maps.spawn()
                return
            self._go(PLAYER, direction, self.maps.cross(join, *target))
            player = state.objects[PLAYER]
            player["current_x"], player["current_y"] = target

    def _go(self, slot: int, direction: int, target: tuple[int, int]) -> None:
        record = self.state.objects[slot]
        record["previous_movement_direction"] = direction
        left = self.maps.elevation_at(int(record["current_x"]), int(record["current_y"]))
        record["current_x"], record["current_y"] = target
        elevation = self.maps.elevation_at(*target)
        if BRIDGE not in {left, elevation}:
            previous = elevation if elevation else int(record["elevation"]) >> 4
            record["elevation"] = elevation | previous << 4
        if slot == PLAYER:
            self.maps.write_position()

    def force(self, direction: int) -> None:
        """Move the player a step whatever is in the way, as doors do."""
        x, y = self.state.position
        dx, dy = DELTAS[direction]
        self.face(PLAYER, direction)
        self._go(PLAYER, direction, (x + dx, y + dy))
        self._start(STEP, direction, STEP_FRAMES)
        self.maps.spawn()

    def is_refused(self, slot: int, x: int, y: int, direction: int) -> bool:
        """Whether a step from (x, y) that way is refused, by what is in RAM."""
        dx, dy = DELTAS[direction]
        to_x, to_y = x + dx, y + dy
        if not self.maps.is_inside(to_x, to_y) and (
            slot != PLAYER or self.maps.join_at(to_x, to_y) is None
        ):
            return True
        block = int(self.state.blocks()[to_y, to_x])
        if block & layouts.COLLISION_MASK or block == layouts.UNDEFINED_BLOCK:
            return True
        if (
            CLOSED_EDGES.get(self.maps.behavior_at(x, y)) == direction
            or CLOSED_EDGES.get(self.maps.behavior_at(to_x, to_y)) == OPPOSITE[direction]
        ):
            return True
        level = int(self.state.objects[slot]["elevation"]) & 0xF
        elevation = block >> layouts.ELEVATION_SHIFT
        if elevation not in ANY_ELEVATION and level and elevation != level:
            return True
        return self.object_at(to_x, to_y, level, but=slot) is not None

    def object_at(self, x: int, y: int, level: int, *, but: int = PLAYER) -> int | None:
        """Slot of the object event on, or leaving, a tile at that elevation."""
        for slot in range(layouts.OBJECT_EVENT_COUNT):
            record = self.state.objects[slot]
            if slot == but or not self.maps.is_active(slot):
                continue
            places = (
                (int(record["current_x"]), int(record["current_y"])),
                (int(record["previous_x"]), int(record["previous_y"])),
            )
            other = int(record["elevation"]) & 0xF
            if (x, y) in places and (not level or not other or level == other):
                return slot
        return None

    def end_frame(self) -> bool:
        """Let movements go on by one frame; True when the player's step ended in this frame."""
        self._walkers()
        own = self.state.own
        if own["motion"] == STILL:
            return False
        own["motion_left"] -= 1
        motion, left = int(own["motion"]), int(own["motion_left"])
        if motion == JUMP and left == JUMP_FRAMES - JUMP_LANDS_AT:
            x, y = self.state.position
            dx, dy = DELTAS[int(own["motion_direction"])]
            self._go(PLAYER, int(own["motion_direction"]), (x + dx, y + dy))
        if left:
            return False
        self._arrive(PLAYER)
        own["motion"], own["motion_ended"] = STILL, 1
        return motion in {STEP, JUMP} and not self._carry_on()

    def _carry_on(self) -> bool:
        """Move the player on over ice and spinners; returns whether it was moved."""
        state, own = self.state, self.state.own
        x, y = state.position
        tile, direction = self.maps.behavior_at(x, y), int(own["motion_direction"])
        if tile in SPINNERS:
            direction = own["spinning"] = SPINNERS[tile]
        elif tile == STOP_SPINNING or (tile != ICE and not own["spinning"]):
            own["spinning"] = 0
        carried = bool(own["spinning"] or tile == ICE) and not self.is_refused(
            PLAYER, x, y, direction
        )
        flags = int(state.avatar["flags"]) & ~layouts.AVATAR_FORCED
        state.avatar["flags"] = flags | (layouts.AVATAR_FORCED if carried else 0)
        if not carried:
            own["spinning"] = 0
            return False
        dx, dy = DELTAS[direction]
        self.face(PLAYER, direction)
        self._go(PLAYER, direction, (x + dx, y + dy))
        self._start(STEP, direction, SLIDE_FRAMES)
        return True

    def _arrive(self, slot: int) -> None:
        record = self.state.objects[slot]
        record["previous_x"], record["previous_y"] = record["current_x"], record["current_y"]
        self._moving_flag(slot, moving=False)

    def start_walk(self, slot: int, direction: int) -> bool:
        """Begin a step of an NPC; False when it is refused."""
        record = self.state.objects[slot]
        x, y = int(record["current_x"]), int(record["current_y"])
        self.face(slot, direction)
        if self.is_refused(slot, x, y, direction):
            return False
        dx, dy = DELTAS[direction]
        self._go(slot, direction, (x + dx, y + dy))
        self._moving_flag(slot, moving=True)
        self.state.own["walkers"][slot]["left"] = STEP_FRAMES
        return True

    def is_walking(self, slot: int) -> bool:
        """Whether an NPC is between two tiles."""
        return bool(self.state.own["walkers"][slot]["left"])

    def _walkers(self) -> None:
        for slot in range(layouts.OBJECT_EVENT_COUNT):
            if slot == PLAYER or not self.maps.is_active(slot):
                continue
            walker = self.state.own["walkers"][slot]
            if walker["left"]:
                walker["left"] -= 1
                if not walker["left"]:
                    self._arrive(slot)
            elif not self.state.locked:
                self._wander(slot)

    def _wander(self, slot: int) -> None:
        record, room = self.state.objects[slot], self.maps.room
        number = int(record["local_id"]) - 1
        if int(record["map_num"]) != int(self.state.own["room"]) or number >= len(room.people):
            return
        person, walker = room.people[number], self.state.own["walkers"][slot]
        if not person.path:
            return
        if walker["timer"]:
            walker["timer"] -= 1
            return
        walker["timer"] = person.pace
        letter = person.path[int(walker["at"]) % len(person.path)]
        if self.start_walk(slot, LETTERS[letter]):
            walker["at"] = (int(walker["at"]) + 1) % len(person.path)
