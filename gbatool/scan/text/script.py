"""The script context, its status, the native that waits for A or B, and the message box state.

Layout (``struct ScriptContext``, 0x74 bytes): mode at +1 (0 stopped, 1 byte code, 2 in a native),
nativePtr at +4, scriptPtr at +8, the command table's start and end at +0x5C. While a finished text
waits for a press the context is in a native; the scan rests on that. Copies look the same; the true
context, set back to byte code, goes on without a press.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.engine.layouts import SCRIPT_CONTEXT, offset_of
from gbatool.memory import EWRAM, RAM_REGIONS, ROM, THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Inputs, Lab, Poke
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.talk import PRINTING, WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.text.mode_byte import ModeByte, mode_snapshots
from gbatool.scan.text.text_printers import find_terminator

MODE, NATIVE = (offset_of(SCRIPT_CONTEXT, name) for name in ("mode", "native"))
POINTERS = ("native", "script", "commands", "commands_end")
COMMANDS = range(0x10, 0x200)
MIN_HANDLERS = 0x10  # a small game leaves entries of its command table empty
ROM_IMAGES = 3
"""The cartridge is in memory three times, with other wait states. Expansions mark the commands that
change something of the game by an entry in the second image."""
PATIENCE_FRAMES = 60
PRESS = [(Buttons.A, 2), (Buttons.NONE, PATIENCE_FRAMES)]
NO_PRESS = [(Buttons.NONE, PATIENCE_FRAMES)]
RELEASE_FRAMES = 12


def _locked_after(lab: Lab, inputs: Inputs, poke: Poke | None) -> bool:
    """Whether field controls are still locked at the end, begun from the waiting box."""
    after = lab.run_after(WAITING, inputs, poke)
    return after.u8(lab.address("sLockFieldControls")) != 0


class PokeMode(Probe):
    """Set back to byte code, the script goes on without a press."""

    name = "poke-mode"
    stage = stages.WAITING
    predicted = "set back to byte code, the script ends the conversation without a press"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write the mode and wait, and compare with a run that only waits."""
        poke = write8(candidate.address + MODE, layouts.SCRIPT_BYTECODE)
        waited = _locked_after(lab, NO_PRESS, None)
        went_on = not _locked_after(lab, NO_PRESS, poke)
        return self.single(
            held=waited and went_on, yes="it did", no="the conversation stayed as it was"
        )


class GlobalScriptContext(Locator):
    """The context that field scripts run in."""

    symbol = "sGlobalScriptContext"
    anywhere = True
    size = SCRIPT_CONTEXT.itemsize
    requires = ("sLockFieldControls",)
    probes = (PokeMode(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="The context of the field script that runs.",
        rivals={"a copy of the context": "poke-mode"},
        references=("pret/pokefirered: include/script.h, struct ScriptContext",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every context that waits in a native now and is stopped in the overworld."""
        waiting, free = lab.snapshot(WAITING), lab.snapshot(OVERWORLD)
        found = []
        for region in RAM_REGIONS:
            words = waiting.words(region)
            count = len(words) - SCRIPT_CONTEXT.itemsize // 4
            rom_end = ROM.base + len(waiting.rom)
            at = (offset_of(SCRIPT_CONTEXT, name) // 4 for name in POINTERS)
            native, script, start, end = (words[first : first + count] for first in at)
            hits = (words[:count] >> 8 * MODE) & 0xFF == layouts.SCRIPT_NATIVE
            for pointer in (native, start, end):
                hits &= (pointer >= ROM.base) & (pointer < rom_end)
            hits &= (script >= EWRAM.base) & (script < rom_end)
            hits &= (native & THUMB_BIT == 1) & (start % 4 == 0) & (end > start)
            for i in np.flatnonzero(hits).tolist():
                address = Address(region.base + 4 * i)
                stopped = free.u8(address + MODE) == layouts.SCRIPT_STOPPED
                if stopped and _is_command_table(waiting, int(start[i]), int(end[i])):
                    reason = "in a native while a text waits, stopped in the overworld"
                    found.append(Candidate(address, reason, {"native": int(native[i])}))
        return found


def _is_command_table(snapshot: Snapshot, start: int, end: int) -> bool:
    count = (end - start) // 4
    if count not in COMMANDS or not snapshot.holds(start, 4 * count):
        return False
    handlers = [_in_first_image(int(h)) for h in snapshot.array(start, np.uint32, count) if h]
    thumb = (is_thumb_pointer(handler, len(snapshot.rom)) for handler in handlers)
    return len(handlers) >= MIN_HANDLERS and all(thumb)


def _in_first_image(handler: int) -> int:
    """The same address of the cartridge, in the image that begins at 0x08000000."""
    inside = ROM.base <= handler < ROM.base + ROM_IMAGES * ROM.size
    return ROM.base + (handler - ROM.base) % ROM.size if inside else handler


class PokeStatus(Probe):
    """Written as shut down, the script ignores the press that would end it."""

    name = "poke-status"
    stage = stages.WAITING
    predicted = "written as shut down, A no longer ends the conversation"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write it and press A, and compare with a run that only presses A."""
        poke = write8(candidate.address, layouts.SCRIPT_STATUS_SHUT_DOWN)
        ends = not _locked_after(lab, PRESS, None)
        ignores = _locked_after(lab, PRESS, poke)
        return self.single(held=ends and ignores, yes="it did not", no="A ended it all the same")


class GlobalScriptContextStatus(ModeByte):
    """Whether the field script runs, waits or is shut down."""

    symbol = "sGlobalScriptContextStatus"
    anywhere = True
    requires = ("sLockFieldControls",)
    probes = (PokeStatus(),)
    doc = LocatorDoc(
        summary="0 while a field script runs, 1 while it waits for a menu, 2 without one.",
        rivals={"a flag that follows the status": "poke-status"},
        references=("pret/pokefirered: src/script.c",),
    )

    def value_in(self, label: str) -> int | None:
        """0 in a conversation, 2 elsewhere; the start menu is left open."""
        if label == START_MENU:
            return None
        talking = label in (PRINTING, PRINTING + " later", WAITING)
        return layouts.SCRIPT_STATUS_RUNNING if talking else layouts.SCRIPT_STATUS_SHUT_DOWN


class KeyAdvances(Probe):
    """A new press of A or B lets the script go on, and nothing else does."""

    name = "key-advance"
    kind = "key"
    stage = stages.WAITING
    predicted = "the script leaves the native on a press of A, on one of B, and on nothing else"
    observed = "{} of {} trials agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Wait, press A, press B; each time look whether the script is still in the native."""
        trials = {
            "no press": (NO_PRESS, True),
            "A": ([(Buttons.A, 2), (Buttons.NONE, RELEASE_FRAMES)], False),
            "B": ([(Buttons.B, 2), (Buttons.NONE, RELEASE_FRAMES)], False),
        }
        context = lab.address("sGlobalScriptContext")
        held = 0
        for inputs, stays in trials.values():
            after = lab.run_after(WAITING, inputs, None)
            inside = (
                after.u8(context + MODE) == layouts.SCRIPT_NATIVE
                and after.u32(context + NATIVE) == candidate.address | THUMB_BIT
            )
            held += inside == stays
        return self.tally(held, 3)


class WaitForAorBPress(Locator):
    """The native that waits for a button after a finished message."""

    symbol = "WaitForAorBPress"
    anywhere = True
    size = 0
    requires = ("sGlobalScriptContext",)
    probes = (KeyAdvances(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="The native function in which a script waits for A or B.",
        rivals={"a native that waits for something else": "key-advance"},
        references=("pret/pokefirered: src/scrcmd.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The native of the context while a finished text waits."""
        native = lab.snapshot(WAITING).u32(lab.address("sGlobalScriptContext") + NATIVE)
        reason = "the script context's native while a finished text waits"
        return [Candidate(Address(native & ~THUMB_BIT), reason)]


class PokeHidden(Probe):
    """Written as hidden, the script goes on to its wait while the text still prints."""

    name = "poke-hidden"
    stage = stages.PRINTING
    predicted = "written as hidden, the script waits for its press while the text still prints"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write 0 and look at the script's native, and compare with a run without a write."""
        wait = [(Buttons.NONE, RELEASE_FRAMES)]
        poked = lab.run_after(PRINTING, wait, write8(candidate.address, 0))
        alone = lab.run_after(PRINTING, wait, None)
        return self.single(
            held=_waits(lab, poked) and not _waits(lab, alone),
            yes="it did",
            no="the script stayed where it was",
        )


def _waits(lab: Lab, snapshot: Snapshot) -> bool:
    """Whether the script left the native of a printing text while the text is not at its end."""
    context, printing = lab.address("sGlobalScriptContext"), mode_snapshots(lab)[PRINTING]
    talk = find_talk(lab)
    first = talk.next_character(printing)
    still_prints = first <= talk.next_character(snapshot) < find_terminator(printing, first)
    return still_prints and snapshot.u32(context + NATIVE) != printing.u32(context + NATIVE)


class MessageBoxType(ModeByte):
    """The state of the field message box."""

    symbol = "sMessageBoxType"
    anywhere = True
    requires = ("sGlobalScriptContext",)
    probes = (PokeHidden(),)
    doc = LocatorDoc(
        summary="0 without a message that prints, 2 while one does, 3 while one scrolls by itself.",
        rivals={"a flag that follows the box": "poke-hidden"},
        references=("pret/pokefirered: src/field_message_box.c",),
    )

    def value_in(self, label: str) -> int:
        """2 while a text prints, 0 elsewhere: a finished text no longer counts."""
        return 2 if label.startswith(PRINTING) else 0
