"""Field controls of a double: talk, read signs, open the menu, take warps."""

from __future__ import annotations

import numpy as np

from gbatool.core.protocol import Buttons
from gbatool.engine import layouts
from tests.double.maps import Maps
from tests.double.movement import BETWEEN_TILES, Movement, pressed_direction
from tests.double.screens import DOOR, Screens
from tests.double.scripts import MENU_NONE, MENU_START, Scripts
from tests.double.state import PLAYER, State
from tests.double.world import DELTAS, EAST, NORTH, SOUTH, WEST, WarpAt

BORDER = layouts.BORDER
COUNTER, CONTACT_SIGN, TALL_GRASS = 0x80, 0x84, 0x02
PRESSED_WARPS = {
    0x62: EAST,
    0x63: WEST,
    0x64: NORTH,
    0x65: SOUTH,
    0x6C: EAST,
    0x6D: WEST,
    0x6E: EAST,
    0x6F: WEST,
}
STAIRS = range(0x6C, 0x70)
STEP_WARPS = (0x60, 0x61, 0x66, 0x67, 0x68, 0x6A, 0x6B, 0x71)
STEPS_TO_ENCOUNTER = 4
START_MENU_ITEMS = (1, 2, 3, 4, 5, 6)
EXIT_ITEM = 6


class Field:
    """Field controls of a double."""

    def __init__(
        self, state: State, maps: Maps, movement: Movement, scripts: Scripts, screens: Screens
    ) -> None:
        self.state, self.maps, self.movement = state, maps, movement
        self.scripts, self.screens = scripts, screens

    def controls(self, held: int, new: int) -> None:
        """Obey the keys of one frame, when the controls are free."""
        self.movement.begin_frame()
        if self.state.locked or self._map_script():
            return
        if self.state.avatar["tile_transition_state"] != BETWEEN_TILES and (
            self._contact(held) or self._buttons(new)
        ):
            self.state.avatar["running_state"] = 0
            return
        self.movement.player(held)

    def _map_script(self) -> bool:
        """Start the map's own script in the first frame of control, whatever is pressed."""
        own, script = self.state.own, self.maps.room.arrival
        arrived, own["arrived"] = bool(own["arrived"]), 0
        if arrived and script is not None:
            self.scripts.start(script)
        return arrived and script is not None

    def _ahead(self, distance: int = 1) -> tuple[int, int]:
        x, y = self.state.position
        dx, dy = DELTAS[self.state.facing]
        return x + dx * distance, y + dy * distance

    def _warp_at(self, x: int, y: int) -> WarpAt | None:
        return next(
            (w for w in self.maps.room.warps if (w.x + BORDER, w.y + BORDER) == (x, y)), None
        )

    def _contact(self, held: int) -> bool:
        direction = pressed_direction(held)
        if not direction:
            return False
        here = self.state.position
        behavior = self.maps.behavior_at(*here)
        facing = self.state.facing == direction
        warp = self._warp_at(*here)
        fires = PRESSED_WARPS.get(behavior) == direction and (facing or behavior in STAIRS)
        if warp is not None and fires:
            self.movement.face(PLAYER, direction)
            self.screens.start_warp(warp)
            return True
        if direction != NORTH or not facing:
            return False
        ahead = self._ahead()
        if self.maps.behavior_at(*ahead) == CONTACT_SIGN:
            return self._read_sign(*ahead)
        warp = self._warp_at(*ahead)
        opens = self.maps.behavior_at(*ahead) == DOOR and not self.state.own["doors_locked"]
        if warp is not None and opens:
            self.screens.start_warp(warp, door=True)
            self.screens.enter_door()
            return True
        return False

    def _read_sign(self, x: int, y: int) -> bool:
        for sign in self.maps.room.signs:
            if (sign.x + BORDER, sign.y + BORDER) == (x, y):
                self.scripts.start(sign.script)
                return True
        return False

    def _buttons(self, new: int) -> bool:
        if new & Buttons.A:
            return self._talk() or self._read_sign(*self._ahead())
        if new & Buttons.START:
            self._open_start_menu()
            return True
        return False

    def _talk(self) -> bool:
        level = int(self.state.objects[PLAYER]["elevation"]) & 0xF
        distance = 2 if self.maps.behavior_at(*self._ahead()) == COUNTER else 1
        slot = self.movement.object_at(*self._ahead(distance), level)
        if slot is None:
            return False
        number = int(self.state.objects[slot]["local_id"]) - 1
        people = self.maps.room.people
        script = people[number].script if number < len(people) else None
        if script is None:
            return False
        self.scripts.start(script, slot)
        return True

    def _open_start_menu(self) -> None:
        state = self.state
        state.lock(locked=True)
        state.own["menu"] = MENU_START
        state.task("Task_StartMenuHandleInput")
        state.put("sNumStartMenuItems", len(START_MENU_ITEMS))
        state.put("sStartMenuCursorPos", 0)
        order = state.records("sStartMenuOrder", np.dtype("u1"), len(START_MENU_ITEMS))
        order[:] = START_MENU_ITEMS
        state.menu["cursor_pos"], state.menu["min_cursor_pos"] = 0, 0
        state.menu["max_cursor_pos"] = len(START_MENU_ITEMS) - 1
        state.menu["columns"], state.menu["rows"] = 1, len(START_MENU_ITEMS)

    def start_menu(self, new: int) -> None:
        """One frame of the start menu."""
        state, count = self.state, len(START_MENU_ITEMS)
        if state.own["menu"] != MENU_START:
            return
        cursor = state.get("sStartMenuCursorPos")
        if new & Buttons.DOWN:
            cursor = (cursor + 1) % count
        elif new & Buttons.UP:
            cursor = (cursor - 1) % count
        state.put("sStartMenuCursorPos", cursor)
        state.menu["cursor_pos"] = cursor
        chosen_exit = new & Buttons.A and START_MENU_ITEMS[cursor] == EXIT_ITEM
        if new & (Buttons.B | Buttons.START) or chosen_exit:
            state.own["menu"] = MENU_NONE
            state.task(None)
            state.lock(locked=False)

    def hiccup(self) -> None:
        """One frame of a lock of unknown cause."""
        own = self.state.own
        if own["hiccup"] and self.state.locked:
            own["hiccup"] -= 1
            if not own["hiccup"]:
                self.state.lock(locked=False)

    def step_ended(self) -> None:
        """The effects of a completed step: warps, triggers, encounters."""
        x, y = self.state.position
        warp = self._warp_at(x, y)
        if self.state.locked:
            return
        if self.state.own["hiccup"]:
            self.state.lock(locked=True)
        if warp is not None and self.maps.behavior_at(x, y) in STEP_WARPS:
            self.screens.start_warp(warp)
            return
        room, own = self.maps.room, self.state.own
        for number, trigger in enumerate(room.triggers):
            fired = int(own["triggers_fired"]) >> number & 1
            if not fired and (trigger.x + BORDER, trigger.y + BORDER) == (x, y):
                own["triggers_fired"] |= 1 << number
                self.scripts.start(trigger.script)
                return
        if room.encounter is not None and self.maps.behavior_at(x, y) == TALL_GRASS:
            own["steps_in_grass"] += 1
            if not int(own["steps_in_grass"]) % STEPS_TO_ENCOUNTER:
                self.scripts.start_silently(room.encounter)
