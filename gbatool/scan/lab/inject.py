"""Run injected scripts in the game's script engine, on a branch.

Once the script context is proven, its pointer can be turned to byte code that was written into
unused RAM. Then every command of the engine can be run (:mod:`gbatool.scan.lab.byte_code`).
"""

from __future__ import annotations

from gbatool.core import Buttons, Emulator
from gbatool.engine import layouts
from gbatool.engine.layouts import offset_of
from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, Address, Snapshot
from gbatool.scan.lab.byte_code import END, MESSAGE, RELEASE_ALL, WAIT_BUTTON, WAIT_MESSAGE
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration, measurement
from gbatool.scan.lab.pokes import Write, write32
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.sign import EVENTS
from gbatool.scan.lab.talk import WAITING, find_talk

MODE, SCRIPT = (offset_of(layouts.SCRIPT_CONTEXT, name) for name in ("mode", "script"))
SCRIPT_ROOM = 0x100
SCRIPT_FRAMES = 12


def with_message(lab: Lab, code: bytes, text: bytes, *, wait: bool = False) -> bytes:
    """Byte code: ``code``, then a message with an injected text, which the engine expands.

    Args:
        lab: The laboratory.
        code: Byte code that runs before it.
        text: In the game's encoding, with its terminator.
        wait: Let it be printed to the end, and wait for a press; else its box is closed at once.
    """
    find_talk(lab)
    end = bytes((WAIT_MESSAGE, WAIT_BUTTON)) if wait else b""
    end += bytes((RELEASE_ALL, END))
    at = _script_room(lab) + len(code) + 5 + len(end)
    return code + bytes((MESSAGE, *int(at).to_bytes(4, "little"))) + end + text


def inject(lab: Lab, code: bytes, *, empty_party: bool = False) -> Script:
    """Prepare byte code to be run from the state in which a finished text waits.

    Args:
        lab: The laboratory; ``sGlobalScriptContext`` must be proven.
        code: Commands; the release of the player and the end are appended.
        empty_party: Before it runs, empty the player's party, so that the mons that the code gives
            come first. It stays as it is while ``gPlayerParty`` is not proven.

    Raises:
        ProbeError: The context is not proven, or there is no unused RAM.
    """
    find_talk(lab)
    context = lab.address("sGlobalScriptContext")
    whole = code + bytes((RELEASE_ALL, END))
    if len(whole) > SCRIPT_ROOM:
        raise ProbeError(f"a script of {len(whole)} bytes has no room in {SCRIPT_ROOM}")
    before = (*_events_back(lab), *(_emptied(lab) if empty_party else ()))
    return Script(context, _script_room(lab), whole, before)


@measurement
def _events_back(lab: Lab) -> tuple[Write, ...]:
    """What gives the map its own events back, if the conversation is with an injected sign."""
    if "gMapHeader" not in lab.known:
        return ()
    events = lab.address("gMapHeader") + EVENTS
    own, now = (lab.snapshot(label).u32(events) for label in (OVERWORLD, WAITING))
    return (write32(events, own),) if EWRAM.holds(now) else ()


def _emptied(lab: Lab) -> tuple[Write, ...]:
    """What empties the player's party, as far as its symbols are proven."""
    sizes = {"gPlayerParty": PARTY_SIZE * lab.structures.mon.itemsize, "gPlayerPartyCount": 1}
    return tuple(
        Write(lab.address(symbol), bytes(size))
        for symbol, size in sizes.items()
        if symbol in lab.known
    )


@exploration
def _script_room(lab: Lab) -> Address:
    snapshots = [lab.snapshot(OVERWORLD), lab.snapshot(WAITING)]
    return unused_ewram(snapshots, SCRIPT_ROOM)


class Script:
    """A poke that makes the engine run a script next."""

    def __init__(
        self, context: Address, room: Address, code: bytes, before: tuple[Write, ...] = ()
    ) -> None:
        self.context, self.room, self.code = context, room, code
        self.before = before

    def __call__(self, emulator: Emulator) -> None:
        """Write what comes before, and the code, and turn the context to it."""
        for write in self.before:
            write(emulator)
        emulator.write(self.room, self.code)
        emulator.write(self.context + SCRIPT, int(self.room).to_bytes(4, "little"))
        emulator.write(self.context + MODE, bytes((layouts.SCRIPT_BYTECODE,)))


def after_script(
    lab: Lab, code: bytes, frames: int = SCRIPT_FRAMES, *, empty_party: bool = False
) -> Snapshot:
    """RAM some frames after a script was started."""
    script = inject(lab, code, empty_party=empty_party)
    return lab.run_after(WAITING, [(Buttons.NONE, frames)], script)
