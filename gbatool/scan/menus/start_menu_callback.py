"""sStartMenuCallback and StartCB_HandleInput: what the start menu does now, and what looks at its keys.

One pointer holds what the menu does: look at keys, or carry out the entry that was chosen. With
nothing in its place no key moves the cursor. Once an entry was chosen, the function that looked at
keys, written back, lets the cursor move again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, press
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, is_thumb_pointer
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.explore import START_MENU, label_start_menu
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.menus.start_menu import KEY_FRAMES, ON_OTHER, closing_entry, cursor_walk
from gbatool.scan.overworld.tasks import nothing

CALLBACK, CURSOR = "sStartMenuCallback", "sStartMenuCursorPos"
CHOSEN, CHOSEN_FRAMES = "start_menu_chosen", 3
"""From A on: the entry's own function has the pointer, and the screen does not yet fade out."""


def _label_chosen(lab: Lab) -> str:
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


@dataclass(frozen=True, slots=True)
class PokeCallback:
    """With nothing in its place the cursor stays; with what was there before A, it moves again."""

    name: str = "poke-callback"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the start menu."""
        lab.explored(_label_chosen)
        return START_MENU

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Four times DOWN: alone, with nothing there, after A, and after A with the old value."""
        at, handler = candidate.fields["callback"], candidate.fields["handler"]
        deaf = write32(at, nothing(lab.snapshot(START_MENU)))
        seen = (
            _moves(lab, START_MENU, None),
            _moves(lab, START_MENU, deaf),
            _moves(lab, CHOSEN, None),
            _moves(lab, CHOSEN, write32(at, handler)),
        )
        held = sum(
            one is wanted for one, wanted in zip(seen, (True, False, False, True), strict=True)
        )
        return Finding(
            "DOWN moves the cursor, not with nothing in its place, not once an entry was chosen, and"
            " then again with the old value",
            f"{held} of 4 held",
            held,
            4,
        )


class StartMenuCallback(Locator):
    """What the start menu does now."""

    symbol = CALLBACK
    size = 4
    requires: ClassVar[tuple[str, ...]] = (CURSOR, "sLockFieldControls")
    probes: ClassVar[tuple[Probe, ...]] = (PokeCallback(),)
    scan_state = START_MENU
    doc = LocatorDoc(
        summary="Pointer to what the start menu does now: look at keys, or what was chosen.",
        rivals={"another pointer that changes when an entry is chosen": "poke-callback"},
        references=("pret/pokefirered: src/start_menu.c", "pret/pokeemerald: src/start_menu.c"),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every function pointer that stays while the cursor moves and changes with A."""
        label_start_menu(lab)
        walk, chosen = cursor_walk(lab), lab.snapshot(lab.explored(_label_chosen))
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
    """What looks at the start menu's keys."""

    symbol = "StartCB_HandleInput"
    size = 0
    requires: ClassVar[tuple[str, ...]] = (CALLBACK,)
    probes: ClassVar[tuple[Probe, ...]] = (PokeCallback(),)
    scan_state = START_MENU
    doc = LocatorDoc(
        summary="What sStartMenuCallback points at while the start menu looks at keys.",
        rivals={"what carries out an entry": "poke-callback"},
        references=("pret/pokefirered: src/start_menu.c", "pret/pokeemerald: src/start_menu.c"),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """What the pointer holds before and after an entry is chosen."""
        at = lab.address(CALLBACK)
        values = dict.fromkeys(
            (lab.snapshot(START_MENU).u32(at), lab.snapshot(lab.explored(_label_chosen)).u32(at))
        )
        return [
            Candidate(
                Address(value & ~THUMB_BIT),
                "what the start menu's pointer holds",
                {"callback": int(at), "handler": value},
            )
            for value in values
        ]
