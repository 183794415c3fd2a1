"""Run injected scripts in the game's script engine, on a branch.

Once the script context is proven, its pointer can be turned to byte code that was written into
unused RAM. Then every command of the engine can be run: set a variable, give a mon, begin a battle.
Command numbers are the same in every generation-3 engine (``pret/pokefirered``
``asm/macros/event.inc``).
"""

from __future__ import annotations

from gbatool.core import Buttons, Emulator
from gbatool.engine import layouts
from gbatool.engine.layouts import offset_of
from gbatool.errors import ProbeError
from gbatool.memory import THUMB_BIT, Address, Snapshot
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.talk import WAITING, find_talk

END, SET_VAR, MESSAGE, RELEASE_ALL, GIVE_MON, SET_MON_MOVE = 0x02, 0x16, 0x67, 0x6B, 0x79, 0x7B
CALL_NATIVE, SPECIAL, WAIT_STATE, SET_FLAG, ADD_ITEM = 0x23, 0x25, 0x27, 0x29, 0x44
YES_NO, MULTIPLE_CHOICE = 0x6E, 0x6F
SET_WILD_BATTLE, DO_WILD_BATTLE = 0xB6, 0xB7
MODE, SCRIPT = (offset_of(layouts.SCRIPT_CONTEXT, name) for name in ("mode", "script"))
BOX_PLACE = (20, 8)
"""Tiles: the engine's own scripts use the same."""
SCRIPT_ROOM = 0x100
SCRIPT_FRAMES = 12


def set_var(variable: int, value: int) -> bytes:
    """Byte code: set a variable."""
    return bytes((SET_VAR, *variable.to_bytes(2, "little"), *value.to_bytes(2, "little")))


def give_mon(species: int, level: int) -> bytes:
    """Byte code: give a mon without an item."""
    return bytes((GIVE_MON, *species.to_bytes(2, "little"), level, *bytes(2 + 4 + 4 + 1)))


def set_mon_move(member: int, slot: int, move: int) -> bytes:
    """Byte code: teach a move to a member of the party, with the move's full PP."""
    return bytes((SET_MON_MOVE, member, slot, *move.to_bytes(2, "little")))


def with_message(lab: Lab, code: bytes, text: bytes) -> bytes:
    """Byte code: ``code``, then a message with an injected text, which the engine expands.

    Args:
        lab: The laboratory.
        code: Byte code that runs before it.
        text: In the game's encoding, with its terminator.
    """
    find_talk(lab)
    end = bytes((RELEASE_ALL, END))
    at = _script_room(lab) + len(code) + 5 + len(end)
    return code + bytes((MESSAGE, *int(at).to_bytes(4, "little"))) + end + text


def set_flag(flag: int) -> bytes:
    """Byte code: set a flag."""
    return bytes((SET_FLAG, *flag.to_bytes(2, "little")))


def add_item(item: int, quantity: int = 1) -> bytes:
    """Byte code: put an item into the bag."""
    return bytes((ADD_ITEM, *item.to_bytes(2, "little"), *quantity.to_bytes(2, "little")))


def call_special(number: int) -> bytes:
    """Byte code: call one of the engine's routines for scripts, and wait until it is done."""
    return bytes((SPECIAL, *number.to_bytes(2, "little"), WAIT_STATE))


def call_native(routine: Address) -> bytes:
    """Byte code: call a Thumb routine of the engine that takes no argument.

    Args:
        routine: Its address without the Thumb bit.
    """
    return bytes((CALL_NATIVE, *(routine | THUMB_BIT).to_bytes(4, "little")))


def yes_no() -> bytes:
    """Byte code: ask yes or no, in a box at the right."""
    return bytes((YES_NO, *BOX_PLACE))


def multiple_choice() -> bytes:
    """Byte code: ask to choose from the first of the engine's lists; B cancels."""
    return bytes((MULTIPLE_CHOICE, 0, 0, 0, 0))


def wild_battle(species: int, level: int) -> bytes:
    """Byte code: begin a battle against a wild mon without an item."""
    head = (SET_WILD_BATTLE, *species.to_bytes(2, "little"), level, *bytes(2))
    return bytes((*head, DO_WILD_BATTLE))


def inject(lab: Lab, code: bytes) -> Script:
    """Prepare byte code to be run from the state in which a finished text waits.

    Args:
        lab: The laboratory; ``sGlobalScriptContext`` must be proven.
        code: Commands; the release of the player and the end are appended.

    Raises:
        ProbeError: The context is not proven, or there is no unused RAM.
    """
    find_talk(lab)
    context = lab.address("sGlobalScriptContext")
    whole = code + bytes((RELEASE_ALL, END))
    if len(whole) > SCRIPT_ROOM:
        raise ProbeError(f"a script of {len(whole)} bytes has no room in {SCRIPT_ROOM}")
    return Script(context, _script_room(lab), whole)


@exploration
def _script_room(lab: Lab) -> Address:
    snapshots = [lab.snapshot(OVERWORLD), lab.snapshot(WAITING)]
    return unused_ewram(snapshots, SCRIPT_ROOM)


class Script:
    """A poke that makes the engine run a script next."""

    def __init__(self, context: Address, room: Address, code: bytes) -> None:
        self.context, self.room, self.code = context, room, code

    def __call__(self, emulator: Emulator) -> None:
        """Write the code and turn the context to it."""
        emulator.write(self.room, self.code)
        emulator.write(self.context + SCRIPT, int(self.room).to_bytes(4, "little"))
        emulator.write(self.context + MODE, bytes((layouts.SCRIPT_BYTECODE,)))


def after_script(lab: Lab, code: bytes, frames: int = SCRIPT_FRAMES) -> Snapshot:
    """RAM some frames after a script was started."""
    return lab.run_after(WAITING, [(Buttons.NONE, frames)], inject(lab, code))
