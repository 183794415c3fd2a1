"""Run injected scripts in the game's script engine, on a branch.

Once the script context is proven, its pointer can be turned to byte code that was written into
unused RAM. Then every command of the engine can be run (:mod:`gbatool.scan.lab.byte_code`).
"""

from __future__ import annotations

from gbatool.core import Buttons, Emulator
from gbatool.engine import layouts
from gbatool.engine.layouts import offset_of
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.lab.byte_code import END, MESSAGE, RELEASE_ALL
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.talk import WAITING, find_talk

MODE, SCRIPT = (offset_of(layouts.SCRIPT_CONTEXT, name) for name in ("mode", "script"))
SCRIPT_ROOM = 0x100
SCRIPT_FRAMES = 12


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
