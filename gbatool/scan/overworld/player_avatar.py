"""gPlayerAvatar: how the player moves: on foot or not, at rest or in a step, free to step or not.

Layout (``struct PlayerAvatar``): flags, transition flags, runningState, tileTransitionState,
spriteId, objectEventId, preventStep, gender. The scan rests on the two state bytes: (0, 0) at rest,
(2, 1) in the middle of a step, and on an objectEventId that names the player's slot.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.layouts import OBJECT_EVENT_COUNT, PLAYER_AVATAR, field_address, offset_of
from gbatool.memory import Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import FINISH_FRAMES, HOLD_FRAMES
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.locator import Locator, LocatorDoc, Probe

REST, MID_STEP = 0x0000, 0x0102  # runningState, tileTransitionState as one half-word
ON_FOOT_FLAGS = (1, 0x21)  # on foot; with the "controllable" bit after a load
RUNNING_STATE = offset_of(PLAYER_AVATAR, "running_state")


class PreventStep(Probe):
    """With preventStep set, the player ignores input."""

    name = "poke-prevent-step"
    stage = stages.OVERWORLD
    predicted = "with preventStep set no direction is obeyed"
    observed = "{} of {} steps were refused"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Set it and try every open direction."""
        ways = lab.open_directions(OVERWORLD)
        poke = write8(field_address(candidate.address, PLAYER_AVATAR, "prevent_step"), 1)
        held = sum(not lab.moves(OVERWORLD, way, poke) for way in ways)
        return self.tally(held, len(ways))


class PlayerAvatar(Locator):
    """The player's movement state."""

    symbol = "gPlayerAvatar"
    anywhere = True
    start_is_inferred = True
    size = PLAYER_AVATAR.itemsize
    requires = ("gObjectEvents",)
    probes = (PreventStep(),)
    doc = LocatorDoc(
        summary="How the player moves, and which object event is the player's.",
        rivals={"a copy of the structure that follows it": "poke-prevent-step"},
        references=("pret/pokefirered: include/global.fieldmap.h, struct PlayerAvatar",),
        limitations=("The player must be on foot.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address whose state bytes follow a step, and whose ids are possible."""
        way = lab.calm_directions(OVERWORLD)[0]
        inputs = [(way, HOLD_FRAMES), (Buttons.NONE, FINISH_FRAMES)]
        trace = lab.trace(OVERWORLD, inputs)
        snapshots = [lab.snapshot(OVERWORLD), trace[HOLD_FRAMES], trace[-1]]
        slot = lab.known["gObjectEvents"].fields["player_slot"]
        return [
            Candidate(
                address + -RUNNING_STATE,
                "state bytes 0 0 at rest and 2 1 within a step, the player's object event id",
                {"object_event_id": slot},
            )
            for address in where_halfwords(snapshots, (REST, MID_STEP, REST))
            if _ids_possible(snapshots[0], address - RUNNING_STATE, slot)
        ]


def _ids_possible(snapshot: Snapshot, address: int, slot: int) -> bool:
    if not snapshot.holds(address, PLAYER_AVATAR.itemsize):
        return False
    avatar = snapshot.record(address, PLAYER_AVATAR)
    return bool(
        avatar["flags"] in ON_FOOT_FLAGS
        and avatar["object_event_id"] == slot < OBJECT_EVENT_COUNT
        and avatar["prevent_step"] == 0
        and avatar["gender"] <= 1
    )
