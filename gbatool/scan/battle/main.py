"""BattleMainCB2, gBattlerControllerFuncs and gBattlersCount: what runs a battle frame by frame.

callback2 draws and prints. callback1 calls the battle's main function and then, for each battler that
is counted, the controller function that waits for its command or its key. With the player's
controller or the count taken away the menu goes deaf; with callback2 taken away texts stop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_BEGINS,
    BATTLE_MOVE,
    BATTLE_TEXT,
    CALLBACK2,
    FIGHT,
    HOME,
    NEEDED,
    TEXT_SAMPLES,
    TEXT_STEP,
    find_text,
    label_action,
    label_move,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import nothing

BATTLERS = 4
COUNTS = (2, 4)
PRINT_FRAMES = TEXT_SAMPLES * TEXT_STEP // 2


def _modes(lab: Lab) -> tuple[Snapshot, Snapshot, Snapshot]:
    """RAM while an action is chosen, while a move is, and while a text prints."""
    find_text(lab)
    label_move(lab)
    return lab.snapshot(label_action(lab)), lab.snapshot(BATTLE_MOVE), lab.snapshot(BATTLE_TEXT)


@dataclass(frozen=True, slots=True)
class StopText:
    """With callback2 taken away, the text stands still."""

    name: str = "poke-callback2"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While a text of the battle prints."""
        find_text(lab)
        return BATTLE_TEXT

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Zero it, and compare with a run in which the same value was written back."""
        at, reader = candidate.fields["main"] + CALLBACK2, find_text(lab).reader
        before = lab.snapshot(BATTLE_TEXT)
        wait = [(Buttons.NONE, PRINT_FRAMES)]
        stopped = lab.run_after(BATTLE_TEXT, wait, write32(at, 0))
        going = lab.run_after(BATTLE_TEXT, wait, write32(at, int(candidate.address) | THUMB_BIT))
        held = int(reader.progress(stopped) == reader.progress(before))
        held += int(reader.progress(going) > reader.progress(before))
        return Finding(
            "with the callback zeroed the battle's text stands still, with it back it goes on",
            f"{held} of 2 runs agreed",
            held,
            2,
        )


class BattleCallback2(Locator):
    """What draws a battle and prints its texts."""

    symbol = "BattleMainCB2"
    size = 0
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "CB2_Overworld")
    probes: ClassVar[tuple[Probe, ...]] = (StopText(),)
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="callback2 in a battle.",
        rivals={"a callback that has nothing to do with the battle": "poke-callback2"},
        references=("pret/pokefirered: src/battle_main.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """GMain's callback2 in each of the battle's states, if it is the same one."""
        main = lab.address("gMain")
        values = {snapshot.u32(main + CALLBACK2) for snapshot in _modes(lab)}
        functions = {value & ~THUMB_BIT for value in values} - {lab.address("CB2_Overworld")}
        if len(values) != 1:
            return []
        reason = "gMain's callback2 in every state of the battle, not the overworld's"
        return [Candidate(Address(at), reason, {"main": int(main)}) for at in functions]


def _right_leads_on(lab: Lab, label: str, poke: Poke) -> bool:
    """Whether, after a poke, RIGHT takes the action cursor from the first entry to the second."""
    cursor = lab.address("gActionSelectionCursor")
    with lab.at(label) as emulator:
        tap(lab, *HOME)
        write8(cursor, FIGHT)(emulator)
        poke(emulator)
        tap(lab, Buttons.RIGHT)
        return emulator.live.u8(cursor) == FIGHT + 1


def _deaf_until(lab: Lab, poke: Poke, back: Poke) -> bool:
    """Whether RIGHT does nothing after a poke, and again what it should after another one.

    A game that a write brought to a stop would be deaf as well.
    """
    cursor = lab.address("gActionSelectionCursor")
    with lab.at(BATTLE_ACTION) as emulator:
        tap(lab, *HOME)
        write8(cursor, FIGHT)(emulator)
        poke(emulator)
        tap(lab, Buttons.RIGHT)
        deaf = emulator.live.u8(cursor) == FIGHT
        back(emulator)
        tap(lab, Buttons.RIGHT)
        return deaf and emulator.live.u8(cursor) == FIGHT + 1


@dataclass(frozen=True, slots=True)
class PokeController:
    """Replaced by nothing, it makes the menu deaf; put into the move menu, it is the action menu."""

    name: str = "poke-controller"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While an action is chosen."""
        label_move(lab)
        return label_action(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Press RIGHT in both menus, with each function in its place and out of it."""
        at, snapshot = candidate.address, lab.snapshot(BATTLE_ACTION)
        action, move = snapshot.u32(at), lab.snapshot(BATTLE_MOVE).u32(at)
        held = int(_deaf_until(lab, write32(at, nothing(snapshot)), write32(at, action)))
        held += int(_right_leads_on(lab, BATTLE_ACTION, write32(at, action)))
        held += int(_right_leads_on(lab, BATTLE_MOVE, write32(at, action)))
        held += int(not _right_leads_on(lab, BATTLE_MOVE, write32(at, move)))
        return Finding(
            "RIGHT moves the action cursor just where the function of the action menu was written",
            f"{held} of 4 presses agreed",
            held,
            4,
        )


class BattlerControllerFuncs(Locator):
    """Each battler's controller function."""

    symbol = "gBattlerControllerFuncs"
    size = 4 * BATTLERS
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gActionSelectionCursor")
    probes: ClassVar[tuple[Probe, ...]] = (PokeController(),)
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="Four Thumb pointers: what each battler's controller does in every frame.",
        rivals={"a function pointer that changes with the menus": "poke-controller"},
        references=("pret/pokefirered: src/battle_controllers.c",),
        limitations=("The player is taken to be the first battler, as in a battle of two.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every Thumb pointer that differs from menu to menu and text, another one behind it."""
        action, move, text = _modes(lab)
        end = ROM.base + len(action.rom)
        found = []
        for region in RAM_REGIONS:
            first, second, third = (snapshot.words(region) for snapshot in (action, move, text))
            hits = (first != second) & (first != third) & (second != third)
            for words in (first, second, third):
                hits &= (words >= ROM.base) & (words < end) & (words & THUMB_BIT == 1)
            for i in np.flatnonzero(hits).tolist():
                at = Address(region.base + 4 * i)
                if action.holds(at, self.size) and is_thumb_pointer(action.u32(at + 4), end):
                    reason = "a Thumb pointer that differs from menu to menu and in a text"
                    found.append(Candidate(at, reason))
        return found


@dataclass(frozen=True, slots=True)
class PokeCount:
    """With nobody counted the menu is deaf; with one battler, the player's, it is not."""

    name: str = "poke-count"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While an action is chosen."""
        return label_action(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write numbers and press RIGHT."""
        at = candidate.address
        held = int(_deaf_until(lab, write8(at, 0), write8(at, COUNTS[0])))
        if held:
            held += int(_right_leads_on(lab, BATTLE_ACTION, write8(at, 1)))
            held += int(_right_leads_on(lab, BATTLE_ACTION, write8(at, 2)))
        return Finding(
            "RIGHT moves the action cursor where one or two are counted, and not where none is",
            f"{held} of 3 numbers agreed",
            held,
            3,
        )


class BattlersCount(Locator):
    """How many creatures fight."""

    symbol = "gBattlersCount"
    size = 1
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gActionSelectionCursor")
    probes: ClassVar[tuple[Probe, ...]] = (PokeCount(),)
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="Number of battlers: 2, or 4 in a double battle.",
        rivals={"another byte of that value": "poke-count"},
        references=("pret/pokefirered: src/battle_main.c",),
        limitations=("It is looked for at addresses that the ROM names.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is 2 or 4 through the battle and was not before, if the ROM names it."""
        modes = _modes(lab)
        before = lab.snapshot(BATTLE_BEGINS) if BATTLE_BEGINS in lab.states else None
        found = []
        for count in COUNTS:
            places = named_by_rom(modes[0], where_bytes(modes, [count] * len(modes)))
            reason = f"{count} through the battle, not before it, and named by the ROM"
            found += [
                Candidate(at, reason) for at in places if before is None or before.u8(at) != count
            ]
        return found
