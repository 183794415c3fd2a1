"""The script engine of a double: messages, choices, fanfares, walks; one instruction at a time."""

from __future__ import annotations

from collections.abc import Callable

from gbatool.core.protocol import Buttons
from gbatool.engine import layouts
from gbatool.engine.menus import YES_NO_DELAY, YES_NO_TIMER
from tests.double.maps import Maps
from tests.double.movement import STILL, Movement
from tests.double.places import UNNAMED_FUNCTION
from tests.double.printer import ACCEPT, Printer
from tests.double.rom_image import RomImage
from tests.double.state import PLAYER, State
from tests.double.world import (
    LETTERS,
    OPPOSITE,
    Battle,
    Fanfare,
    Naming,
    Op,
    Say,
    Special,
    Walk,
    WarpTo,
    World,
    YesNo,
)

NO_SCRIPT = -1
MENU_NONE, MENU_YES_NO, MENU_UNLISTED, MENU_START = range(4)
BEGIN, RUNNING, PROMPT, PRESSED = range(4)


class Scripts:
    """Runs at most one script; its state lives in RAM."""

    def __init__(
        self, state: State, world: World, image: RomImage, maps: Maps, movement: Movement
    ) -> None:
        self.state, self.world, self.image = state, world, image
        self.maps, self.movement, self.printer = maps, movement, Printer(state)
        self.program: list[Op | None] = []
        self.entries: dict[str, int] = {}
        for name, ops in world.scripts.items():
            self.entries[name] = len(self.program)
            self.program += [*ops, None]
        self.on_battle: Callable[[], None] = lambda: None
        self.on_naming: Callable[[], None] = lambda: None
        self.on_warp: Callable[[int], None] = lambda _: None

    @property
    def running(self) -> bool:
        """Whether a script runs."""
        return int(self.state.own["script_at"]) != NO_SCRIPT

    @property
    def instruction(self) -> Op | None:
        """The instruction that runs now."""
        return self.program[int(self.state.own["script_at"])] if self.running else None

    def start(self, name: str, speaker: int = PLAYER) -> None:
        """Begin a script; an NPC that is spoken to turns to the player."""
        state = self.state
        state.lock(locked=True)
        state.own["speaker"] = speaker
        if speaker != PLAYER:
            self.movement.face(speaker, OPPOSITE[state.facing])
            local_id = int(state.objects[speaker]["local_id"])
            state.put("gSpecialVar_LastTalked", local_id, "<u2")
        state.put("gSpecialVar_Facing", state.facing, "<u2")
        state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_RUNNING)
        state.script["script"] = self.image.scripts + self.entries[name] + 1
        state.set_native("IsFreezeSelectedObjectAndPlayerFinished")
        self._jump(self.entries[name])

    def start_silently(self, name: str) -> None:
        """Begin a script without the script context, as the engine begins an encounter."""
        self.state.lock(locked=True)
        self.state.script["mode"] = layouts.SCRIPT_STOPPED
        self._jump(self.entries[name])

    @property
    def _silent(self) -> bool:
        return self.state.get("sGlobalScriptContextStatus") == layouts.SCRIPT_STATUS_SHUT_DOWN

    def _wait_for_resume(self) -> None:
        if not self._silent:
            self.state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_WAITING)

    def _jump(self, at: int) -> None:
        own = self.state.own
        own["script_at"], own["script_phase"], own["script_timer"] = at, BEGIN, 0

    def next(self) -> None:
        """Go on with the following instruction."""
        if not self._silent:
            self.state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_RUNNING)
            self.state.set_native(None)
        self._jump(int(self.state.own["script_at"]) + 1)

    def stop(self) -> None:
        """End the script and give the controls back."""
        state = self.state
        self.printer.clear_box()
        state.own["script_at"] = NO_SCRIPT
        state.script["mode"], state.script["script"] = layouts.SCRIPT_STOPPED, 0
        state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_SHUT_DOWN)
        state.lock(locked=False)

    def run(self, held: int, new: int) -> None:
        """Run the script for one frame, then the printer and menus."""
        if self.running:
            if self.state.waits_in("IsFreezeSelectedObjectAndPlayerFinished"):
                if self.state.own["motion"] == STILL:
                    self.state.set_native(None)
            else:
                self._instruction(new)
        self.printer.run(held, new)
        self._menu(new)

    def _instruction(self, new: int) -> None:
        op = self.instruction
        if op is None:
            self.stop()
        elif isinstance(op, Say):
            self._say(op, new)
        elif isinstance(op, YesNo):
            self._choice(op)
        elif isinstance(op, Fanfare):
            self._fanfare(op)
        elif isinstance(op, Special):
            self._special(op)
        elif isinstance(op, Walk):
            self._walk(op)
        elif int(self.state.own["script_phase"]) == BEGIN:
            self.state.own["script_phase"] = RUNNING
            self._leave(op)

    def _leave(self, op: Battle | Naming | WarpTo) -> None:
        self.printer.clear_box()
        if isinstance(op, Battle):
            self._wait_for_resume()
            self.on_battle()
        elif isinstance(op, Naming):
            self._wait_for_resume()
            self.on_naming()
        else:
            self.stop()
            self.on_warp(op.warp)

    def _say(self, op: Say, new: int) -> None:
        own, state = self.state.own, self.state
        phase = int(own["script_phase"])
        if phase == BEGIN:
            self.printer.start(op.text)
            state.set_native("IsFieldMessageBoxHidden")
            own["script_phase"] = RUNNING
        elif phase == RUNNING and not self.printer.active:
            if not op.wait:
                self.next()
                return
            state.set_native("WaitForAorBPress" if op.parks else UNNAMED_FUNCTION)
            own["script_phase"] = PROMPT
            own["box_wants_press"] = 1
        elif phase == PROMPT and new & ACCEPT:
            own["box_wants_press"] = 0
            self.next()

    def _fanfare(self, op: Fanfare) -> None:
        own = self.state.own
        if int(own["script_phase"]) == BEGIN:
            self.state.set_native("WaitForFanfareFinish")
            own["script_phase"], own["script_timer"] = RUNNING, op.frames
        elif own["script_timer"]:
            own["script_timer"] -= 1
        else:
            self.next()

    def _special(self, op: Special) -> None:
        own = self.state.own
        if int(own["script_phase"]) == BEGIN:
            self.printer.clear_box()
            self._wait_for_resume()
            own["script_phase"], own["script_timer"] = RUNNING, op.frames
        elif own["script_timer"]:
            own["script_timer"] -= 1
        else:
            self.next()

    def _walk(self, op: Walk) -> None:
        own = self.state.own
        slot = self.maps.slot_of(op.local_id)
        if int(own["script_phase"]) == BEGIN:
            self.printer.clear_box()
            self.state.set_native("WaitForMovementFinish")
            own["script_phase"] = RUNNING
            own["script_walk"] = 0
        if slot is None:
            self.next()
        elif not self.movement.is_walking(slot):
            at = int(own["script_walk"])
            if at == len(op.path):
                self.next()
            elif self.movement.start_walk(slot, LETTERS[op.path[at]]):
                own["script_walk"] = at + 1

    def _choice(self, op: YesNo) -> None:
        state, own = self.state, self.state.own
        if int(own["script_phase"]) != BEGIN:
            return
        own["script_phase"], own["menu_age"] = RUNNING, 0
        state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_WAITING)
        state.set_native(None)
        own["menu"] = MENU_YES_NO if op.listed else MENU_UNLISTED
        if op.listed:
            state.task("Task_YesNoMenu_HandleInput")
            state.tasks[0]["data"][YES_NO_TIMER] = 0
            state.menu["min_cursor_pos"], state.menu["max_cursor_pos"] = 0, 1
            state.menu["columns"], state.menu["rows"] = 1, 2
        state.menu["cursor_pos"] = 0

    def _menu(self, new: int) -> None:
        state, own = self.state, self.state.own
        op = self.instruction
        if int(own["menu"]) not in {MENU_YES_NO, MENU_UNLISTED} or not isinstance(op, YesNo):
            return
        if int(own["menu_age"]) < YES_NO_DELAY:
            own["menu_age"] += 1
            if op.listed:
                state.tasks[0]["data"][YES_NO_TIMER] = own["menu_age"]
            return
        if new & (Buttons.UP | Buttons.DOWN):
            state.menu["cursor_pos"] = 1 if new & Buttons.DOWN else 0
        if new & ACCEPT:
            yes = bool(new & Buttons.A) and int(state.menu["cursor_pos"]) == 0
            state.put("gSpecialVar_Result", int(yes), "<u2")
            state.task(None)
            own["menu"] = MENU_NONE
            state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_RUNNING)
            self._jump(self.entries[op.yes if yes else op.no])
