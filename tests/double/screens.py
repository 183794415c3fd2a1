"""The screens of a double besides the field: warps, battles and the naming screen."""

from __future__ import annotations

from gbatool.core.protocol import Buttons
from gbatool.engine import layouts
from gbatool.memory import ROM
from tests.double.maps import Maps
from tests.double.movement import STEP, Movement
from tests.double.places import PLACES
from tests.double.scripts import Scripts
from tests.double.state import PLAYER, State
from tests.double.world import NORTH, SOUTH, Battle, WarpAt, World

BORDER = layouts.BORDER
DOOR = 0x69

DOOR_FRAMES = 16
FADED_OUT, LOCATION_SET, MAP_LOADED, LOCK_GAP, LOCKED_AGAIN, FADING_IN, DONE = (
    20,
    35,
    40,
    45,
    60,
    65,
    94,
)
"""Frames since a warp began at which one part after the other has changed."""

BATTLE_FADE, BATTLE_DATA = 30, 20
INTRO, OPENING, AFTERMATH, LEAVING = range(4)
NAMING_STATE, NAMING_TEMPLATE, NAMING_TAKES_INPUT = 0x1E10, 0x1E28, 2


class Screens:
    """Runs warps, battles and the naming screen, frame by frame."""

    def __init__(
        self, state: State, world: World, maps: Maps, movement: Movement, scripts: Scripts
    ) -> None:
        self.state, self.world, self.maps = state, world, maps
        self.movement, self.scripts = movement, scripts
        scripts.on_battle = self.start_battle
        scripts.on_naming = self.start_naming
        scripts.on_warp = lambda number: self.start_warp(self.maps.room.warps[number])

    @property
    def warping(self) -> bool:
        """Whether a warp is under way."""
        return bool(self.state.own["warp_timer"])

    def start_warp(self, warp: WarpAt, *, door: bool = False) -> None:
        """Begin to go through a warp."""
        state, own = self.state, self.state.own
        own["warp_room"] = self.world.room_number(warp.room)
        own["warp_index"], own["warp_door"] = warp.warp, int(door)
        own["warp_timer"] = 1
        state.lock(locked=True)
        state.fade(active=not door)

    def run_warp(self) -> None:
        """One frame of a warp."""
        own, state = self.state.own, self.state
        delay = DOOR_FRAMES if own["warp_door"] else 0
        at = int(own["warp_timer"]) - delay
        own["warp_timer"] += 1
        if at == 0 and delay:
            state.fade(active=True)
        elif at == FADED_OUT:
            state.set_callback("CB2_LoadMap")
            state.objects["flags"] = 0
            state.avatar["running_state"] = state.avatar["tile_transition_state"] = 0
            own["motion"] = own["motion_ended"] = 0
        elif at == LOCATION_SET:
            own["room"] = own["warp_room"]
            self.maps.move_save_blocks()
        elif at == MAP_LOADED:
            self.maps.load(int(own["warp_room"]))
            self.maps.write_templates()
        elif at == LOCK_GAP:
            self._arrive()
        elif at == LOCKED_AGAIN:
            state.lock(locked=True)
        elif at == FADING_IN:
            state.set_callback("CB2_Overworld")
        elif at >= DONE:
            self._finish()

    def _arrive(self) -> None:
        target = self.maps.room.warps[int(self.state.own["warp_index"])]
        x, y = target.x + BORDER, target.y + BORDER
        out = self.maps.behavior_at(x, y) == DOOR
        facing = int(self.state.objects[PLAYER]["directions"]) & 0xF or SOUTH
        self.maps.place_player(x, y, SOUTH if out else facing)
        self.maps.spawn()
        self.state.own["walk_out"] = int(out)
        self.state.lock(locked=False)

    def _finish(self) -> None:
        own, state = self.state.own, self.state
        state.fade(active=False)
        if own["walk_out"]:
            self.movement.force(SOUTH)
            own["walk_out"] = 0
        elif own["motion"] != STEP:
            own["warp_timer"], own["arrived"] = 0, 1
            state.lock(locked=False)

    def enter_door(self) -> None:
        """Let the player walk onto the door's tile."""
        self.movement.force(NORTH)

    def start_battle(self) -> None:
        """Begin the battle of the script's instruction."""
        state = self.state
        state.own["battle_phase"], state.own["battle_timer"] = INTRO, BATTLE_FADE
        state.put("gBattleOutcome", 0)
        state.put("gBattleTypeFlags", 1 << 2, "<u4")
        state.fade(active=True)

    def run_battle(self, held: int, new: int) -> None:
        """One frame of a battle."""
        state, own, printer = self.state, self.state.own, self.scripts.printer
        op = self.scripts.instruction
        if not isinstance(op, Battle):
            return
        printer.run(held, new)
        phase = int(own["battle_phase"])
        if own["battle_timer"]:
            own["battle_timer"] -= 1
            if phase == INTRO and int(own["battle_timer"]) == BATTLE_DATA + 2:
                self.maps.lose_location()
            if phase == INTRO and int(own["battle_timer"]) == BATTLE_DATA + 1:
                self.maps.find_location()
            if phase == INTRO and int(own["battle_timer"]) == BATTLE_DATA:
                state.set_callback("BattleMainCB2")
                state.main["flags"] = layouts.MAIN_IN_BATTLE
            return
        if phase == INTRO:
            state.fade(active=False)
            state.put("gBattlersCount", 2)
            printer.start(op.opening, battle=True)
            own["battle_phase"] = OPENING
        elif phase == OPENING and not printer.active:
            state.put("gBattleOutcome", op.outcome)
            printer.start(op.aftermath, battle=True)
            own["battle_phase"] = AFTERMATH
        elif phase == AFTERMATH and not printer.active:
            state.fade(active=True)
            own["battle_phase"], own["battle_timer"] = LEAVING, BATTLE_FADE
        elif phase == LEAVING:
            state.main["flags"] = 0
            state.put("gBattlersCount", 0)
            state.set_callback("CB2_Overworld")
            state.fade(active=False)
            printer.clear_box()
            self.scripts.next()

    @property
    def in_battle(self) -> bool:
        """Whether the script's battle is under way."""
        return isinstance(self.scripts.instruction, Battle) and bool(self.state.own["script_phase"])

    def start_naming(self) -> None:
        """Open the naming screen; the field lock is 0 there."""
        state = self.state
        state.put("sNamingScreen", PLACES["naming_screen"], "<u4")
        state.bytes_at(PLACES["naming_screen"] + NAMING_STATE, 1)[0] = NAMING_TAKES_INPUT
        template = state.bytes_at(PLACES["naming_screen"] + NAMING_TEMPLATE, 4).view("<u4")
        template[0] = ROM.base
        state.bytes_at(PLACES["naming_screen"] + 0x1800, 1)[0] = 0xFF
        state.set_callback("CB2_NamingScreen")
        state.lock(locked=False)

    def run_naming(self, new: int) -> None:
        """One frame of the naming screen: START accepts."""
        state = self.state
        if new & Buttons.START:
            state.put("sNamingScreen", 0, "<u4")
            state.set_callback("CB2_Overworld")
            state.lock(locked=True)
            self.scripts.next()
