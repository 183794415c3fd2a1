"""A running game as raw memory tells it, for comparison with what decoders and actions say.

Map and position come from the save block, control of the player from the script context and its
lock, NPCs from the object events. Offsets stand here as plain numbers, so that a wrong layout of
the package can't confirm itself; only addresses come from the profile. Sources:
``include/global.h``, ``include/main.h`` and ``include/global.fieldmap.h`` of ``pret/pokefirered``.
"""

from __future__ import annotations

from gbatool.actions.blocked_tiles import LocalTile, MapKey
from gbatool.core import Buttons, Emulator, EmulatorState, branch
from gbatool.decode.map import Tile
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.memory import Snapshot
from gbatool.profile import Profile
from gbatool.scan.lab.autopilot import FINISH_FRAMES, HOLD_FRAMES, STEPS
from gbatool.scan.lab.byte_code import END, RELEASE_ALL, WAIT_STATE, WARP
from gbatool.scan.lab.inject import Script
from gbatool.scan.lab.scratch import unused_ewram

NO_WARP, SCRIPT_ROOM, LOADS_WITHIN, LEAVES_WITHIN = 0xFF, 0x40, 1200, 60
BATTLE_BEGINS_WITHIN = 300
GREATEST_COORDINATE = 0x7F
"""A script's warp passes coordinates on as signed bytes."""
BORDER = 7
OBJECT_EVENTS, OBJECT_SIZE = 16, 0x24
BUTTONS = {
    Facing.SOUTH: Buttons.DOWN,
    Facing.NORTH: Buttons.UP,
    Facing.WEST: Buttons.LEFT,
    Facing.EAST: Buttons.RIGHT,
}
FACINGS = {1: Facing.SOUTH, 2: Facing.NORTH, 3: Facing.WEST, 4: Facing.EAST}


def save_block(ram: Snapshot, profile: Profile) -> int:
    """Where SaveBlock1 is at this frame."""
    pointer = "gSaveBlock1Ptr"
    return (
        ram.u32(profile.address(pointer))
        if profile.has(pointer)
        else profile.address("gSaveBlock1")
    )


def where(ram: Snapshot, profile: Profile) -> tuple[MapKey, Tile]:
    """Map and buffer coordinates by the save block alone."""
    block = save_block(ram, profile)
    x, y = ram.s16(block) + BORDER, ram.s16(block + 2) + BORDER
    return (ram.s8(block + 4), ram.s8(block + 5)), (x, y)


def why_held(ram: Snapshot, profile: Profile) -> str | None:
    """What keeps the player from walking; None when nothing does."""
    callback = ram.u32(profile.address("gMain") + 4)
    if not profile.is_function(callback, "CB2_Overworld"):
        return "another screen than the map's runs"
    status = ram.u8(profile.address("sGlobalScriptContextStatus"))
    if status != layouts.SCRIPT_STATUS_SHUT_DOWN:
        return "a script runs"
    return "the field is locked" if ram.u8(profile.address("sLockFieldControls")) else None


class RawGame:
    """A running game that scripts are injected into, and whose memory is read without a decoder."""

    def __init__(self, emulator: Emulator, profile: Profile) -> None:
        self.emulator, self.profile = emulator, profile

    def where(self) -> tuple[MapKey, Tile]:
        """Map and buffer coordinates by the save block alone."""
        return where(self.emulator.live, self.profile)

    def is_free(self) -> bool:
        """Whether the player has control."""
        return why_held(self.emulator.live, self.profile) is None

    def is_in_battle(self) -> bool:
        """The ``inBattle`` bit of gMain."""
        offset = 0x43D if self.profile.engine == "rs" else 0x439
        return bool(self.emulator.live.u8(self.profile.address("gMain") + offset) & 2)

    def battle_begins(self) -> bool:
        """Whether a battle is on, or begins without a further press."""
        with branch(self.emulator):
            for _ in range(BATTLE_BEGINS_WITHIN):
                if self.is_in_battle() or self.is_free():
                    break
                self.emulator.run(1)
            return self.is_in_battle()

    def run_until_free(self) -> bool:
        """Run frames until the player has control; False if that takes too long."""
        for _ in range(LOADS_WITHIN):
            self.emulator.run(1)
            if self.is_free():
                return True
        return False

    def run_script(self, code: bytes) -> None:
        """Make the game's script engine run injected byte code."""
        context = self.profile.address("sGlobalScriptContext")
        room = unused_ewram([self.emulator.snapshot()], SCRIPT_ROOM)
        Script(context, room, code + bytes((RELEASE_ALL, END)))(self.emulator)
        self.emulator.write(context, bytes(1))
        self.emulator.write(self.profile.address("sGlobalScriptContextStatus"), bytes(1))
        self.emulator.write(self.profile.address("sLockFieldControls"), b"\1")

    def warp(self, there: MapKey, tile: LocalTile) -> None:
        """Begin a warp to a map-local tile of a map by an injected script."""
        at = b"".join(coordinate.to_bytes(2, "little") for coordinate in tile)
        self.run_script(bytes((WARP, *there, NO_WARP)) + at + bytes((WAIT_STATE,)))
        self.emulator.run(LEAVES_WITHIN)

    def takes_a_step(self, state: EmulatorState) -> bool:
        """Whether some direction key moves the player by a tile of the same map from a state.

        The emulator is in that state again afterwards.
        """
        self.emulator.load_state(state)
        before, (x, y) = self.where()
        for button, (dx, dy) in STEPS.items():
            self.hold(state, button)
            if self.where() == (before, (x + dx, y + dy)):
                self.emulator.load_state(state)
                return True
        self.emulator.load_state(state)
        return False

    def hold(self, state: EmulatorState, button: Buttons) -> bool:
        """From a state: hold a direction for one step, and let that end.

        Returns:
            Whether the position or the map ever changed: a slope may push the player back.
        """
        self.emulator.load_state(state)
        before, moved = self.where(), False
        for frame in range(HOLD_FRAMES + FINISH_FRAMES):
            self.emulator.hold(button if frame < HOLD_FRAMES else Buttons.NONE)
            self.emulator.run(1)
            moved = moved or self.where() != before
        return moved

    def npcs(self) -> dict[int, tuple[Tile, Facing]]:
        """Local id -> tile and facing of every object event but the player's, by raw records."""
        ram, base = self.emulator.live, self.profile.address("gObjectEvents")
        found = {}
        for slot in range(1, OBJECT_EVENTS):
            at = base + slot * OBJECT_SIZE
            if ram.u8(at) & 1:
                tile = ram.s16(at + 0x10), ram.s16(at + 0x12)
                found[ram.u8(at + 8)] = tile, FACINGS[ram.u8(at + 0x18) & 0xF]
        return found

    def occupied(self) -> set[Tile]:
        """Tiles that object events other than the player stand on or are leaving."""
        ram, base = self.emulator.live, self.profile.address("gObjectEvents")
        slots = [base + slot * OBJECT_SIZE for slot in range(1, OBJECT_EVENTS)]
        return {
            (ram.s16(at + offset), ram.s16(at + offset + 2))
            for at in slots
            if ram.u8(at) & 1
            for offset in (0x10, 0x14)
        }
