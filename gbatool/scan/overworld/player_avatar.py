"""gPlayerAvatar: how the player moves: on foot or not, at rest or in a step, free to step or not.

Layout (``struct PlayerAvatar``): flags, transition flags, runningState, tileTransitionState,
spriteId, objectEventId, preventStep, gender. The scan rests on the two state bytes: (0, 0) at rest,
(2, 1) in the middle of a step, and on an objectEventId that names the player's slot. Where an engine
keeps a state in place of the flags (``cawtds/pokefirered-expansion``: playerState, transitionState, a
byte of flags), all but the first follows a byte later; which of the two it is, is told by the address
that code names, and by what the flags say of a player on foot.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.engine import SHARED
from gbatool.engine.layouts import OBJECT_EVENT_COUNT, PLAYER_AVATAR, Dtype, has_field, offset_of
from gbatool.engine.traits import trait_value, with_traits
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import FINISH_FRAMES, HOLD_FRAMES
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.locator import Locator, LocatorDoc, Probe

REST, MID_STEP = (0, 0), (2, 1)  # runningState, tileTransitionState
ON_FOOT_FLAGS = (1, 0x21)  # on foot; with the "controllable" bit after a load
RUNNING_STATE, PREVENT_STEP = (
    offset_of(PLAYER_AVATAR, name) for name in ("running_state", "prevent_step")
)
WITH_STATE = {
    "player_avatar.size": "0x24",
    "player_avatar.flags": "none",
    "player_avatar.transition_flags": "none",
    "player_avatar.state": "u8@0x0",
    "player_avatar.forced": "u8@0x2[0..0]",
    "player_avatar.running_state": "u8@0x3[0..6]",
    "player_avatar.tile_transition_state": "u8@0x4",
    "player_avatar.sprite_id": "u8@0x5",
    "player_avatar.object_event_id": "u8@0x6",
    "player_avatar.prevent_step": "u8@0x7",
    "player_avatar.gender": "u8@0x8",
}
"""Traits of an avatar that keeps a state in place of flags."""
WITH_FLAGS = {name: trait_value(SHARED, name) for name in WITH_STATE}
FORMS = (WITH_FLAGS, WITH_STATE)


class PreventStep(Probe):
    """With preventStep set, the player ignores input."""

    name = "poke-prevent-step"
    stage = stages.OVERWORLD
    predicted = "with preventStep set no direction is obeyed"
    observed = "{} of {} steps were refused"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Set it and try every open direction."""
        ways = lab.open_directions(OVERWORLD)
        poke = write8(candidate.fields["prevent_step"], 1)
        held = sum(not lab.moves(OVERWORLD, way, poke) for way in ways)
        return self.tally(held, len(ways))


class PlayerAvatar(Locator):
    """The player's movement state."""

    symbol = "gPlayerAvatar"
    anywhere = True
    start_is_inferred = True
    size = PLAYER_AVATAR.itemsize
    requires = ("gObjectEvents",)
    teaches = tuple(WITH_STATE)
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
        reason = "state bytes 0 0 at rest and 2 1 within a step, the player's object event id"
        found = []
        for address in where_state_bytes(snapshots):
            for traits in FORMS:
                layout = with_traits(lab.structures, traits).player_avatar
                base = address + -offset_of(layout, "running_state")
                if _ids_possible(snapshots[0], base, layout, slot):
                    at = base + offset_of(layout, "prevent_step")
                    size = layout.itemsize
                    fields = {"object_event_id": slot, "prevent_step": at, "size": size}
                    found.append(Candidate(base, reason, fields, traits))
        return found


def where_state_bytes(snapshots: list[Snapshot]) -> list[Address]:
    """Every address of two bytes, at any alignment, that are 0 0, then 2 1, then 0 0."""
    running, transition = zip(REST, MID_STEP, REST, strict=True)
    after = set(where_bytes(snapshots, transition))
    return [at for at in where_bytes(snapshots, running) if at + 1 in after]


def _ids_possible(snapshot: Snapshot, address: int, layout: Dtype, slot: int) -> bool:
    if not snapshot.holds(address, layout.itemsize) or address % 4:
        return False
    avatar = snapshot.record(address, layout)
    if has_field(layout, "state"):
        on_foot = avatar["state"] == 0
    else:
        on_foot = avatar["flags"] in ON_FOOT_FLAGS
    return bool(
        on_foot
        and avatar["object_event_id"] == slot < OBJECT_EVENT_COUNT
        and avatar["prevent_step"] == 0
        and avatar["gender"] <= 1
    )
