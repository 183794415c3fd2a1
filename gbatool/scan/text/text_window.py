"""The windows that Ruby and Sapphire read texts in: those of the field, and those of battles.

Layout (``struct Window``, 0x30 bytes): the state at +0x16 (0 when the text is over), the index of
the next character at +0x1E, the text at +0x20. The scan rests on the index that advances. The true
window ends when its index is set to the end of the text.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.core import Buttons
from gbatool.engine.engine import WINDOWS
from gbatool.engine.layouts import TEXT_WINDOW, offset_of
from gbatool.engine.traits import STORAGE
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import BATTLE_TEXT, NEEDED, find_text
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write16
from gbatool.scan.lab.stages import Stage
from gbatool.scan.lab.talk import PRINTING, WAITING, WAYS, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.text.text_printers import END_FRAMES, find_terminator

WINDOW_SIZE = TEXT_WINDOW.itemsize
STATE, INDEX, TEXT = (offset_of(TEXT_WINDOW, name) for name in ("state", "index", "text"))


@dataclass(frozen=True, slots=True)
class PokeTextIndex(Probe):
    """Set to the end of its text, the window is done."""

    stage: Stage
    name = "poke-index"
    predicted = "set to the end of its text, the window is done, and not otherwise"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Set the index to the text's terminator, and compare with a run without a write."""
        label = self.stage.label
        snapshot = lab.snapshot(label)
        text = snapshot.u32(candidate.address + TEXT)
        end = find_terminator(snapshot, text + snapshot.u16(candidate.address + INDEX)) - text
        wait = [(Buttons.NONE, END_FRAMES)]
        if lab.run_after(label, wait, None).u16(candidate.address + STATE) == 0:
            raise ProbeError("the text ends too soon to compare")
        ended = lab.run_after(label, wait, write16(candidate.address + INDEX, end))
        return self.single(
            held=ended.u16(candidate.address + STATE) == 0, yes="it was", no="it went on"
        )


class FieldMessageBoxWindow(Locator):
    """The window of field messages."""

    symbol = "gFieldMessageBoxWindow"
    anywhere = True
    size = WINDOW_SIZE
    prefers = WAYS
    teaches = (STORAGE,)
    probes = (PokeTextIndex(stages.PRINTING),)
    stage = stages.PRINTING
    doc = LocatorDoc(
        summary="The window in which field messages are read: state, index and text.",
        rivals={"a copy of the window that follows it": "poke-index"},
        references=("pret/pokeruby: include/text.h, struct Window",),
        limitations=("The other families have text printers instead.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every advancing index with a state that is 0 once the text is over."""
        talk = find_talk(lab)
        printing, waiting = lab.snapshot(PRINTING), lab.snapshot(WAITING)
        found = []
        for index in talk.indices:
            base = Address(index - INDEX)
            if not printing.holds(base, WINDOW_SIZE):
                continue
            if printing.u16(base + STATE) and not waiting.u16(base + STATE):
                reason = "an index that advances with the text, a state that is 0 afterwards"
                found.append(Candidate(base, reason, traits={STORAGE: WINDOWS}))
        return found


class BattleTextWindow(Locator):
    """The window of a battle's messages."""

    symbol = "gWindowTemplate_Contest_MoveDescription"
    size = WINDOW_SIZE
    requires = NEEDED
    probes = (PokeTextIndex(stages.BATTLE_TEXT),)
    stage = stages.BATTLE_TEXT
    doc = LocatorDoc(
        summary="The window in which a battle's messages are read; contests share it.",
        rivals={"a copy of the window that follows it": "poke-index"},
        references=("pret/pokeruby: include/text.h, struct Window",),
        limitations=("The other families have text printers instead.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The window whose index advances with a text of the battle."""
        position = find_text(lab).position
        base = Address(position.address - INDEX)
        snapshot = lab.snapshot(BATTLE_TEXT)
        if not (
            position.indexed and snapshot.holds(base, WINDOW_SIZE) and snapshot.u16(base + STATE)
        ):
            return []
        return [
            Candidate(
                base, "an index that advances with a text of the battle, a state that is not 0"
            )
        ]
