"""The start menu's cursor, count and order.

The start menu has a cursor of its own, the number of its entries and the order of their ids; it is
drawn through the menu structure that others share (:mod:`gbatool.scan.menus.shared_menu`). Both
cursors follow the arrow keys. The probes tell them apart by what each one decides: the shared
cursor where the next key leads, the menu's own cursor what A does, the order which entry is at a
position, the count where the cursor wraps.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gbatool.core import Buttons, press
from gbatool.engine.layouts import field_address
from gbatool.engine.menus import MENU
from gbatool.memory import RAM_REGIONS, Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.explore import MENU_FRAMES, START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, pressed
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.lab.start_menu import (
    MAX_ENTRIES,
    ON_CLOSING,
    ON_OTHER,
    closes,
    closing_entry,
    cursor_walk,
    follows,
)
from gbatool.scan.locator import Locator, LocatorDoc, Probe

NEAR = 32  # bytes: every family keeps cursor, count and order together


class PokeChoice(Probe):
    """Written as the closing entry, A closes the menu; written as another, it does not."""

    name = "poke-choice"
    stage = stages.START_MENU
    predicted = "A chooses the entry that was written, not the one that the arrow shows"
    observed = "{} of {} choices did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """On another entry, write the closing one; on the closing one, write the other."""
        closing = closing_entry(lab)
        held = int(closes(lab, ON_OTHER, write8(candidate.address, closing.entry)))
        held += int(not closes(lab, ON_CLOSING, write8(candidate.address, closing.other)))
        return self.tally(held, 2)


class StartMenuCursor(Locator):
    """The start menu's own cursor, which decides what A does."""

    symbol = "sStartMenuCursorPos"
    anywhere = True
    size = 1
    requires = ("sLockFieldControls",)
    probes = (PokeChoice(),)
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="Index of the start menu's chosen entry.",
        rivals={
            "the shared menu cursor, which only draws": "poke-choice",
            "a byte that follows the cursor": "poke-choice",
        },
        references=("pret/pokefirered: src/start_menu.c",),
        limitations=("One entry must close the menu.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is the entry's index on each entry."""
        reason = "the entry's index on each entry of the start menu"
        return [Candidate(address, reason) for address in follows(lab)]


def written_on_opening(lab: Lab, runs: Mapping[Address, bytes]) -> list[Address]:
    """Which runs of bytes the game writes as the menu opens: changed before, they are back after.

    Many are tried at once; where a change keeps the menu from opening, each half is tried alone.

    Args:
        lab: The laboratory; ``sLockFieldControls`` must be proven.
        runs: Address -> what stands there in the overworld and in the menu.
    """
    if not runs:
        return []
    changed = {at + i: byte ^ 1 for at, run in runs.items() for i, byte in enumerate(run)}
    with lab.at(OVERWORLD) as emulator:
        for at, byte in changed.items():
            emulator.write(at, bytes((byte,)))
        press(emulator, Buttons.START, 2, MENU_FRAMES)
        opened = emulator.live.u8(lab.address("sLockFieldControls")) != 0
        back = [at for at, run in runs.items() if emulator.live.read(at, len(run)).tobytes() == run]
    if opened:
        return back
    if len(runs) == 1:
        return []
    whole = list(runs.items())
    middle = len(whole) // 2
    halves = dict(whole[:middle]), dict(whole[middle:])
    return [at for half in halves for at in written_on_opening(lab, half)]


def _swapped(order: bytes, one: int, other: int) -> bytes:
    changed = bytearray(order)
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


class SwapEntries(Probe):
    """With two entries swapped, A on the first one closes the menu and on the other it does not."""

    name = "poke-swap"
    stage = stages.START_MENU
    predicted = "with two entries' ids swapped, A does what the swapped ids say"
    observed = "{} of {} choices did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Swap the closing entry's id with another's."""
        count = len(cursor_walk(lab))
        closing = closing_entry(lab)
        order = lab.snapshot(START_MENU).read(candidate.address, count).tobytes()
        poke = Write(candidate.address, _swapped(order, closing.entry, closing.other))
        held = int(closes(lab, ON_OTHER, poke))
        held += int(not closes(lab, ON_CLOSING, poke))
        return self.tally(held, 2)


class StartMenuOrder(Locator):
    """The ids of the start menu's entries, in the order shown."""

    symbol = "sStartMenuOrder"
    anywhere = True
    size = 9
    requires = ("sStartMenuCursorPos",)
    probes = (SwapEntries(),)
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="Ids of the start menu's entries, one byte each, in the order shown.",
        rivals={"any other run of small ascending bytes": "poke-swap"},
        references=("pret/pokefirered: src/start_menu.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every run of as many small ascending bytes as the menu has entries, near or new."""
        walk = cursor_walk(lab)
        count, snapshot = len(walk), walk[0]
        own, free = lab.address("sStartMenuCursorPos"), lab.snapshot(OVERWORLD)
        reason = "small ascending bytes, beside the cursor or written as the menu opens"
        found: list[Address] = []
        there_before: dict[Address, bytes] = {}
        for region in RAM_REGIONS:
            data = snapshot.region(region).astype(np.int16)
            rising = np.ones(len(data) - count + 1, np.bool_)
            rising &= data[count - 1 :][: len(rising)] < MAX_ENTRIES
            for i in range(count - 1):
                rising &= data[i:][: len(rising)] < data[i + 1 :][: len(rising)]
            for address in addresses(region, rising, 1):
                here = snapshot.read(address, count).tobytes()
                if abs(address - own) <= NEAR or free.read(address, count).tobytes() != here:
                    found.append(address)
                else:
                    there_before[address] = here
        found += written_on_opening(lab, there_before) if not found else []
        return [Candidate(address, reason) for address in found]


class PokeEntryCount(Probe):
    """With the count kept one smaller while the menu opens, the menu ends one entry sooner."""

    name = "poke-count"
    stage = stages.OVERWORLD

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Open the menu with the count written in every frame, and without."""
        count = len(cursor_walk(lab))
        shorter = _last_entry(lab, write8(candidate.address, count - 1))
        alone = lab.measured(_last_entry)
        held = int((shorter, alone) == (count - 2, count - 1))
        return ProbeFinding(
            "opened with the count kept one smaller, the menu ends one entry sooner",
            f"its last entry was {shorter}, {alone} without",
            held,
            1,
        )


def _last_entry(lab: Lab, poke: Poke | None = None) -> int:
    """The greatest entry of the menu, opened with something written in every frame."""
    greatest = field_address(lab.address("sMenu"), MENU, "max_cursor_pos")
    with lab.at(OVERWORLD) as emulator:
        for _ in pressed(emulator, Buttons.START, 2, MENU_FRAMES):
            if poke is not None:
                poke(emulator)
        return emulator.live.u8(greatest)


class StartMenuCount(Locator):
    """How many entries the start menu has."""

    symbol = "sNumStartMenuItems"
    anywhere = True
    size = 1
    requires = ("sStartMenuCursorPos", "sMenu")
    probes = (PokeEntryCount(),)
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="Number of entries in the start menu.",
        rivals={"another byte of that value beside the cursor": "poke-count"},
        references=("pret/pokefirered: src/start_menu.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte with the number of entries, beside the cursor or new since the overworld."""
        walk = cursor_walk(lab)
        count = len(walk)
        own = lab.address("sStartMenuCursorPos")
        free = lab.snapshot(OVERWORLD)
        hits = where_bytes(walk, [count] * count)
        found = [at for at in hits if abs(at - own) <= NEAR or free.u8(at) != count]
        there_before = {at: bytes((count,)) for at in hits if at not in found}
        if not any(abs(at - own) <= NEAR for at in found):
            found += written_on_opening(lab, there_before)
        reason = "the number of entries, beside the cursor or written as the menu opens"
        return [Candidate(address, reason) for address in found]
