"""sMenu: the cursor that the start menu, yes/no boxes and lists share.

The cursor stands at +2, the least and the greatest value behind it. It follows the arrow keys as the
start menu's own cursor does; but it is what the next key leads on from, and the menu's edges before
it are where the arrow is drawn.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.layouts import field_address, offset_of
from gbatool.engine.menus import MENU
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.start_menu import cursor_walk, follows, keys
from gbatool.scan.locator import Locator, LocatorDoc, Probe

CURSOR = offset_of(MENU, "cursor_pos")
"""The least and the greatest entry are the two bytes behind it."""
EDGES = ("left", "top")


class PokeMenuCursor(Probe):
    """The next arrow key moves on from the entry that was written."""

    name = "poke-arrow"
    stage = stages.START_MENU
    predicted = "DOWN leads on from the entry that was written"
    observed = "{} of {} entries did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write each entry and press DOWN: the menu's own cursor must be one further."""
        walk = cursor_walk(lab)
        own = lab.address("sStartMenuCursorPos")
        held = 0
        for entry in range(len(walk)):
            after = lab.run_after(
                START_MENU,
                keys(Buttons.DOWN),
                write8(candidate.address + CURSOR, entry),
            )
            held += after.u8(own) == (entry + 1) % len(walk)
        return self.tally(held, len(walk))


class PokeMenuCorner(Probe):
    """With the structure's first fields changed, the arrow is drawn elsewhere.

    It tells where the structure begins: an engine may name it by a word that is the address of what
    lies before it.
    """

    name = "poke-corner"
    stage = stages.START_MENU
    predicted = "with the menu's left or top edge written, DOWN draws the arrow elsewhere"
    observed = "{} of {} edges moved it"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Move each edge by one, press DOWN, and compare what is shown."""
        alone, held = _shown_after_down(lab, None), 0
        for edge in EDGES:
            at = field_address(candidate.address, MENU, edge)
            moved = write8(at, lab.snapshot(START_MENU).u8(at) + 1 & 0xFF)
            held += _shown_after_down(lab, moved) != alone
        return self.tally(held, len(EDGES))


def _shown_after_down(lab: Lab, poke: Poke | None) -> bytes:
    lab.run_after(START_MENU, keys(Buttons.DOWN), poke)
    return lab.emulator.video_memory()


class MenuCursor(Locator):
    """The cursor that yes/no boxes, lists and the start menu share."""

    symbol = "sMenu"
    anywhere = True
    size = MENU.itemsize
    requires = ("sStartMenuCursorPos",)
    probes = (PokeMenuCursor(), PokeMenuCorner())
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="The shared menu cursor: position, cursor, least and greatest entry.",
        rivals={
            "the start menu's own cursor, which follows it": "poke-arrow",
            "a copy of the structure": "poke-arrow",
            "the structure begun at another byte": "poke-corner",
        },
        references=("pret/pokefirered: src/menu.c, struct Menu",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every following byte that has the least and the greatest entry behind it."""
        walk = cursor_walk(lab)
        bounds = bytes((0, len(walk) - 1))
        reason = "follows the cursor, the first and the last entry behind it"
        return [
            Candidate(cursor + -CURSOR, reason)
            for cursor in follows(lab)
            if walk[0].holds(cursor - CURSOR, self.size)
            and all(snapshot.read(cursor + 1, 2).tobytes() == bounds for snapshot in walk)
        ]
