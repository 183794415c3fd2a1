"""The deterministic double: an overworld in Python that implements ``Emulator``.

It keeps its state in EWRAM and IWRAM in the layouts of the ``frlg`` family, so the tool's own
decoders read it, and it obeys its RAM: a poked collision bit closes a tile. It is for what is
hard to stage on a real core: a refused step, a console that freezes, a box that never shows that it
waits for a press. It does not model bicycles, surfing, sound or pictures.

State beyond RAM is the frame counter and the misbehaviour that a test asked for.
"""

from __future__ import annotations

import numpy as np

from gbatool.core.protocol import SCREEN_HEIGHT, SCREEN_WIDTH, Buttons, EmulatorState, Pixels
from gbatool.engine import layouts
from gbatool.errors import OutOfRegionError, StateFileError
from gbatool.memory import EWRAM, IWRAM, RAM_REGIONS, Snapshot
from gbatool.profile import Profile, RomIdentity, Status, Symbol
from tests.double.field import Field
from tests.double.maps import Maps
from tests.double.movement import Movement
from tests.double.places import (
    EWRAM_SYMBOLS,
    FUNCTION_PLACES,
    FUNCTION_SIZE,
    FUNCTIONS,
    IWRAM_SYMBOLS,
    PLACES,
)
from tests.double.rom_image import build_rom
from tests.double.screens import Screens
from tests.double.scripts import NO_SCRIPT, Scripts
from tests.double.state import State, function
from tests.double.world import World

__all__ = ["Double"]

FRAME_BYTES = 8
SEED = 0x1234
VIDEO_SIZE = 0x400 + 0x18000 + 0x400


class Double:
    """A world that can be walked; implements ``Emulator``.

    Args:
        world: What there is.
        leave_out: Symbols that its profile shall not have.
    """

    def __init__(self, world: World, *, leave_out: tuple[str, ...] = ()) -> None:
        self.world, self._leave_out = world, leave_out
        self._image = build_rom(world)
        self.rom = self._image.rom
        self._rom_view = np.frombuffer(self._image.data, np.uint8)
        self._state = State()
        self._maps = Maps(self._state, world, self._image)
        self._movement = Movement(self._state, self._maps)
        self._scripts = Scripts(self._state, world, self._image, self._maps, self._movement)
        self._screens = Screens(self._state, world, self._maps, self._movement, self._scripts)
        self._field = Field(self._state, self._maps, self._movement, self._scripts, self._screens)
        self._held = Buttons.NONE
        self._frame = 0
        self._frozen = False
        self._long_work = self._work_left = 0
        self.edges = 0
        """How many buttons have gone down since the double was made: what a test counts."""
        self._power_on()

    def _power_on(self) -> None:
        state = self._state
        room, x, y, facing = self.world.start
        state.put("gRngValue", SEED, "<u4")
        state.own["script_at"] = NO_SCRIPT
        state.put("sGlobalScriptContextStatus", layouts.SCRIPT_STATUS_SHUT_DOWN)
        state.own["room"] = self.world.room_number(room)
        self._maps.move_save_blocks()
        self._maps.load(self.world.room_number(room))
        self._maps.write_templates()
        self._maps.place_player(x + layouts.BORDER, y + layouts.BORDER, facing)
        self._maps.spawn()
        self._scripts.printer.clear_box()
        state.main["callback1"] = function("CB1_Overworld")
        state.set_callback("CB2_Overworld")

    def profile(self) -> Profile:
        """The profile of this double: every symbol verified."""
        sizes = {**IWRAM_SYMBOLS, **EWRAM_SYMBOLS}
        places = {name: (PLACES[name], sizes[name]) for name in sizes}
        places |= {name: (FUNCTION_PLACES[name], FUNCTION_SIZE) for name in FUNCTIONS}
        places["gMapGroups"] = (self._image.map_groups, 4)
        symbols = {
            name: Symbol(name, address, size, Status.VERIFIED)
            for name, (address, size) in places.items()
            if name not in self._leave_out
        }
        return Profile("double", RomIdentity.of(self.rom), "frlg", symbols=symbols)

    def refuse_steps(self, count: int) -> None:
        """Fault: the next ``count`` steps bump, whatever the collision bits are."""
        self._state.own["refusals"] = count

    def lock_doors(self) -> None:
        """Fault: doors stay closed, although they have warps."""
        self._state.own["doors_locked"] = 1

    def lock_after_step(self, frames: int) -> None:
        """Fault: lock the controls for some frames after the next step, with no script."""
        self._state.own["hiccup"] = frames

    def work_long_after_press(self, frames: int) -> None:
        """Fault: after the next press the main loop is at work for some frames, as if frozen."""
        self._long_work = frames

    def freeze(self) -> None:
        """Fault: from now on frames pass and nothing happens."""
        self._frozen = True

    @property
    def frame(self) -> int:
        """Frames since power-on."""
        return self._frame

    @property
    def held(self) -> Buttons:
        """The buttons held down now."""
        return self._held

    @property
    def live(self) -> Snapshot:
        """RAM and ROM without a copy."""
        return Snapshot(self._state.ewram, self._state.iwram, self._rom_view, self._frame)

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        self._held = buttons

    def run(self, frames: int = 1) -> None:
        """Run whole frames."""
        for _ in range(frames):
            self._frame += 1
            if self._work_left:
                self._work_left -= 1
                self._state.main["intr_check"] = bool(self._work_left)
            elif not self._frozen:
                self._run_frame()

    def _run_frame(self) -> None:
        state, screens, scripts = self._state, self._screens, self._scripts
        held = int(self._held)
        new = held & ~int(state.own["keys"])
        self.edges += new.bit_count()
        if new and self._long_work:
            self._work_left, self._long_work = self._long_work, 0
            state.main["intr_check"] = layouts.MAIN_VBLANK_CAME
        state.own["keys"] = held
        for name in ("held_keys_raw", "held_keys"):
            state.main[name] = held
        for name in ("new_keys_raw", "new_keys"):
            state.main[name] = new
        state.random()
        if screens.warping:
            self._movement.begin_frame()
            screens.run_warp()
            self._movement.end_frame()
        elif screens.in_battle:
            screens.run_battle(held, new)
        elif state.callback == function("CB2_NamingScreen"):
            screens.run_naming(new)
        else:
            self._field.start_menu(new)
            self._field.controls(held, new)
            scripts.run(held, new)
            self._field.hiccup()
            if self._movement.end_frame():
                self._field.step_ended()

    def write(self, address: int, data: bytes) -> None:
        """Write bytes to EWRAM or IWRAM."""
        if not any(region.holds(address, len(data)) for region in RAM_REGIONS):
            raise OutOfRegionError(
                f"0x{address:08X} (+{len(data)} bytes) lies outside EWRAM and IWRAM",
                address=f"0x{address:08X}",
                size=len(data),
            )
        self._state.bytes_at(address, len(data))[:] = np.frombuffer(data, np.uint8)

    def snapshot(self) -> Snapshot:
        """A frozen copy of RAM at this frame."""
        ewram, iwram = self._state.ewram.copy(), self._state.iwram.copy()
        return Snapshot(ewram, iwram, self._rom_view, self._frame)

    def save_state(self) -> EmulatorState:
        """Save RAM, frame counter and held buttons."""
        frame = np.frombuffer(self._frame.to_bytes(FRAME_BYTES, "little"), np.uint8)
        data = np.concatenate([frame, self._state.iwram, self._state.ewram])
        data.setflags(write=False)
        return EmulatorState(data, self._held)

    def load_state(self, state: EmulatorState) -> None:
        """Go back to a saved state; a frozen double stays frozen."""
        size = FRAME_BYTES + IWRAM.size + EWRAM.size
        if len(state.data) != size:
            raise StateFileError(
                f"a state of the double has {size} bytes, this one has {len(state.data)}",
                observed=len(state.data),
                expected=size,
            )
        self._frame = int.from_bytes(state.data[:FRAME_BYTES].tobytes(), "little")
        self._state.iwram[:] = state.data[FRAME_BYTES : FRAME_BYTES + IWRAM.size]
        self._state.ewram[:] = state.data[FRAME_BYTES + IWRAM.size :]
        self._held = state.held

    def framebuffer(self) -> Pixels:
        """A black screen: the double draws nothing."""
        return np.zeros((SCREEN_HEIGHT, SCREEN_WIDTH, 3), np.uint8)

    def draw(self, enabled: bool) -> None:
        """Nothing to switch: the double draws nothing."""

    def video_memory(self) -> bytes:
        """All zero: the double draws nothing."""
        return bytes(VIDEO_SIZE)
