"""gPartyMenu and CB2_UpdatePartyMenu: the party menu's cursor, and its callback.

Layout (``struct PartyMenu``, 0x14 bytes): an exit callback at +0, a task's function at +4, the
chosen slot at +9 (0 to 5, then 7 for the button below).
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.layouts import offset_of
from gbatool.engine.menus import PARTY_MENU
from gbatool.memory import is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.screens_explore import down_moves, find_party, keys
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.menus.screen_callback import DOWN_STOPS, ClearScreenCallback, ScreenCallback

SLOT = offset_of(PARTY_MENU, "slot_id")


class PokeSlot(Probe):
    """The next DOWN moves on from the slot that was written."""

    name = "poke-slot"
    stage = stages.PARTY
    predicted = "DOWN leads on from the slot that was written"
    observed = "{} of {} slots did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write each slot and press DOWN."""
        party, at = find_party(lab), candidate.address + SLOT
        places = party.places
        held = 0
        for i, place in enumerate(places):
            after = lab.run_after(party.label, keys(Buttons.DOWN), write8(at, place))
            held += after.u8(at) == places[(i + 1) % len(places)]
        return self.tally(held, len(places))


class PartyMenu(Locator):
    """The party menu's state."""

    symbol = "gPartyMenu"
    start_is_inferred = True
    size = PARTY_MENU.itemsize
    requires = ("gMain", "sGlobalScriptContext")
    probes = (PokeSlot(),)
    stage = stages.PARTY
    doc = LocatorDoc(
        summary="The party menu's exit callback, kind and chosen slot.",
        rivals={"a byte that follows the chosen slot": "poke-slot"},
        references=("pret/pokefirered: include/party_menu.h, struct PartyMenu",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that takes the party's slots, with a callback 9 bytes before it."""
        party = find_party(lab)
        snapshot = lab.snapshot(party.label)
        reason = f"takes the party's slots with DOWN, a callback {SLOT} bytes before it"
        return [
            Candidate(cursor + -SLOT, reason)
            for cursor in party.cursors
            if snapshot.holds(cursor - SLOT, self.size)
            and is_thumb_pointer(snapshot.u32(cursor - SLOT), len(snapshot.rom))
        ]


def _down_moves(lab: Lab, poke: Poke) -> bool:
    return down_moves(lab, find_party(lab), poke)


class PartyCallback(ScreenCallback):
    """The callback2 of the party menu."""

    symbol = "CB2_UpdatePartyMenu"
    stage = stages.PARTY
    probes = (ClearScreenCallback(stages.PARTY, DOWN_STOPS, _down_moves),)
    doc = LocatorDoc(
        summary="callback2 in the party menu.",
        rivals={"a callback that has nothing to do with the party menu": "poke-callback2"},
        references=("pret/pokefirered: src/party_menu.c",),
        limitations=("Ruby's and Sapphire's party menu has no callback of that name.",),
    )
