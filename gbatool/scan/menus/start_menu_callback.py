"""sStartMenuCallback and StartCB_HandleInput: the start menu's callback, and its input handler.

One pointer holds the function that the menu runs: the input handler, or that of the chosen entry.
With an empty function in its place no key moves the cursor. Once an entry was chosen, the input
handler written back lets the cursor move again.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons, press
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import Lab, Poke, exploration
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.start_menu import KEY_FRAMES, ON_OTHER, closing_entry, cursor_walk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import empty_function

CALLBACK, CURSOR = "sStartMenuCallback", "sStartMenuCursorPos"
CHOSEN, CHOSEN_FRAMES = "start_menu_chosen", 3
"""Frames from A: the pointer holds the entry's function, and the screen does not fade out yet."""


@exploration
def label_chosen(lab: Lab) -> str:
    """Label a state just after A chose an entry that does not close the menu."""
    closing_entry(lab)
    lab.run_after(ON_OTHER, [(Buttons.A, CHOSEN_FRAMES)], None)
    lab.keep(CHOSEN)
    return CHOSEN


def _moves(lab: Lab, label: str, poke: Poke | None) -> bool:
    """Whether DOWN moves the cursor after a poke."""
    cursor = lab.address(CURSOR)
    with lab.at(label) as emulator:
        if poke is not None:
            poke(emulator)
        emulator.run()
        before = emulator.live.u8(cursor)
        press(emulator, Buttons.DOWN, *KEY_FRAMES)
        return emulator.live.u8(cursor) != before


class PokeCallback(Probe):
    """With an empty function the cursor stays; with the input handler back it moves again."""

    name = "poke-callback"
    stage = stages.START_MENU
    predicted = (
        "DOWN moves the cursor; not with an empty function there, nor once an entry was chosen;"
        " and again with the old value back"
    )
    observed = "{} of {} held"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Press DOWN alone, with an empty function, after A, and after A with the old value back."""
        chosen = label_chosen(lab)
        at, handler = candidate.fields["callback"], candidate.fields["handler"]
        empty = write32(at, empty_function(lab.snapshot(START_MENU)))
        seen = (
            _moves(lab, START_MENU, None),
            _moves(lab, START_MENU, empty),
            _moves(lab, chosen, None),
            _moves(lab, chosen, write32(at, handler)),
        )
        held = sum(
            one is wanted for one, wanted in zip(seen, (True, False, False, True), strict=True)
        )
        return self.tally(held, 4)


class StartMenuCallback(Locator):
    """The pointer to the function that the start menu runs."""

    symbol = CALLBACK
    size = 4
    requires = (CURSOR, "sLockFieldControls")
    probes = (PokeCallback(),)
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="Pointer to what the start menu runs: its input handler, or an entry's function.",
        rivals={"another pointer that changes when an entry is chosen": "poke-callback"},
        references=("pret/pokefirered: src/start_menu.c", "pret/pokeemerald: src/start_menu.c"),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every function pointer that stays while the cursor moves and changes with A."""
        walk, chosen = cursor_walk(lab), lab.snapshot(label_chosen(lab))
        end = len(chosen.rom)
        reason = "a function's pointer that stays while the cursor moves and changes with A"
        found = []
        for region in RAM_REGIONS:
            before = np.stack([snapshot.words(region) for snapshot in walk])
            hits = (before == before[0]).all(0) & (before[0] != chosen.words(region))
            hits &= (before[0] >= ROM.base) & (chosen.words(region) >= ROM.base)
            for i in np.flatnonzero(hits).tolist():
                address, handler = Address(region.base + 4 * i), int(before[0][i])
                if is_thumb_pointer(handler, end) and is_thumb_pointer(chosen.u32(address), end):
                    fields = {"callback": int(address), "handler": handler}
                    found.append(Candidate(address, reason, fields))
        return found


class StartMenuHandler(Locator):
    """The start menu's input handler."""

    symbol = "StartCB_HandleInput"
    size = 0
    requires = (CALLBACK,)
    probes = (PokeCallback(),)
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="The start menu's input handler, to which sStartMenuCallback points first.",
        rivals={"the function of an entry": "poke-callback"},
        references=("pret/pokefirered: src/start_menu.c", "pret/pokeemerald: src/start_menu.c"),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The functions that the pointer holds before and after an entry is chosen."""
        at = lab.address(CALLBACK)
        values = dict.fromkeys(
            (lab.snapshot(START_MENU).u32(at), lab.snapshot(label_chosen(lab)).u32(at))
        )
        return [
            Candidate(
                Address(value & ~THUMB_BIT),
                "what the start menu's pointer holds",
                {"callback": int(at), "handler": value},
            )
            for value in values
        ]
