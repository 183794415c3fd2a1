"""gBattle_BG0_Y: how far the layer of a battle's texts and menus is scrolled.

One tall layer holds the message, the action menu and the move menu below each other; only this
half-word (0, 160, 320) says which of them is in view, whichever controller runs. With some lines
added the lower part of the picture moves up by as many.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.core.protocol import Pixels
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    NEEDED,
    battle_modes,
    label_action,
)
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write16
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MESSAGE_Y, ACTION_Y, MOVE_Y = 0, 160, 320
SHIFTS = (8, 3)
TOP, BOTTOM = 120, 150
"""Lines of the texts, without battlers, HP bars and the edges of the text's frame."""
MOST = 0.9
"""Share of the changed pixels that must move: a frame around the entry may be on another layer."""
DRAW_FRAMES = 3


class PokeScroll(Probe):
    """With some lines added the lower part of the picture moves up by as many."""

    name = "poke-scroll"
    stage = stages.BATTLE_ACTION
    predicted = "with some lines added the lower part of the picture moves up by as many"
    observed = "it did {} of {} times"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Add two numbers of lines, and compare pictures."""
        alone = lab.measured(_picture)
        held = 0
        for shift in SHIFTS:
            poked = _picture(lab, write16(candidate.address, ACTION_Y + shift))
            held += _moved_up(alone, poked, shift) >= MOST
        return self.tally(held, len(SHIFTS))


def _moved_up(before: Pixels, after: Pixels, shift: int) -> float:
    """Share of the changed pixels that are now what was ``shift`` lines below."""
    changed = (after != before).any(2)[TOP:BOTTOM]
    moved = (after[TOP:BOTTOM] == before[TOP + shift : BOTTOM + shift]).all(2)
    return float(moved[changed].mean()) if changed.any() else 0.0


def _picture(lab: Lab, poke: Poke | None = None) -> Pixels:
    """The screen some frames after a poke in the action menu."""
    with lab.at(label_action(lab)) as emulator:
        emulator.draw(enabled=True)
        try:
            if poke is not None:
                poke(emulator)
            emulator.hold(Buttons.NONE)
            emulator.run(DRAW_FRAMES)
            return emulator.framebuffer()
        finally:
            emulator.draw(enabled=False)


class BattleTextScroll(Locator):
    """The vertical scroll of a battle's texts and menus."""

    symbol = "gBattle_BG0_Y"
    size = 2
    requires = NEEDED
    probes = (PokeScroll(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Scroll of the layer that holds a battle's message, action menu and move menu.",
        rivals={"another half-word with the same values": "poke-scroll"},
        references=("pret/pokefirered: src/battle_main.c, src/battle_controller_player.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that is 160 in the action menu, 320 in the move menu and 0 in a text."""
        reason = "160, 320 and 0 in the action menu, in the move menu and while a text is shown"
        found = where_halfwords(battle_modes(lab), [ACTION_Y, MOVE_Y, MESSAGE_Y])
        return [Candidate(address, reason) for address in found]
