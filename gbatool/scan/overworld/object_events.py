"""gObjectEvents: the sixteen object events of the map, the player's included.

Layout (``struct ObjectEvent``, 0x24 bytes, 16 slots): flags, ids, then three coordinate pairs
(initial, current, previous) from +0x0C on, and the facing in the low nibble of +0x18. The scan
rests on the player's slot: active, marked as the player, current and previous coordinates equal at
rest. Which slot that is, and so where the array begins, the scan can't tell; nor can it tell the
array from a copy that follows it.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.engine import layouts
from gbatool.engine.layouts import OBJECT_EVENT, OBJECT_EVENT_COUNT
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import OPPOSITE, STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, StepResult, measurement
from gbatool.scan.lab.standing import (
    CURRENT,
    DIRECTIONS,
    FACINGS,
    TAP_FRAMES,
    TURNED_FRAMES,
    find_player_records,
)
from gbatool.scan.locator import Locator, LocatorDoc, Probe

SIZE = OBJECT_EVENT.itemsize
PHANTOM_SLOTS = (0, 15, 1, 7)  # the ends first: they say where the array begins
FAR_FROM_PLAYER = 4  # tiles
IDLE_FRAMES = 3  # enough for whatever follows the records to be written again


def find_player_slots(snapshot: Snapshot, x: int, y: int) -> list[Address]:
    """Where a record could be the player's own: active, marked, at rest on buffer tile (x, y)."""
    coords = (x & 0xFFFF) | (y & 0xFFFF) << 16
    records = find_player_records(snapshot)
    return [record for record in records if snapshot.u32(record + CURRENT) == coords]


def _slots_plausible(snapshot: Snapshot, base: int) -> bool:
    if not _in_one_region(base):
        return False
    slots = snapshot.array(base, OBJECT_EVENT, OBJECT_EVENT_COUNT)
    active = slots[slots["flags"] & layouts.OBJECT_ACTIVE != 0]
    players = np.count_nonzero(active["flags"] & layouts.OBJECT_IS_PLAYER)
    facing = active["directions"] & 0xF
    return bool(
        players == 1
        and ((facing >= 1) & (facing <= 4)).all()
        and (active["flags"] & layouts.OBJECT_UNUSED_FLAGS == 0).all()
    )


def _in_one_region(base: int) -> bool:
    return any(region.holds(base, SIZE * OBJECT_EVENT_COUNT) for region in RAM_REGIONS)


class WatchTurn(Probe):
    """A tap turns the player: the low nibble of +0x18 is the new facing from the turn's start on.

    previousMovementDirection keeps the old facing until the turn is over.
    """

    name = "watch-turn"
    kind = "key"
    stage = stages.OVERWORLD
    predicted = "a tap in each direction sets the player's facing, while it turns and afterwards"
    observed = "{} of {} taps did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Tap all four directions, each from the same state."""
        address = candidate.address + SIZE * candidate.fields["player_slot"]
        held = 0
        for facing, snapshots in _taps(lab).items():
            seen = {taken.u8(address + DIRECTIONS) & 0xF for taken in snapshots}
            held += seen == {facing}
        return self.tally(held, 4)


@measurement
def _taps(lab: Lab) -> dict[int, tuple[Snapshot, Snapshot]]:
    """For each facing, RAM while a tap turns the player that way and after it."""
    taken = {}
    for button, facing in FACINGS.items():
        trace = lab.trace(OVERWORLD, [(button, TAP_FRAMES), (Buttons.NONE, TURNED_FRAMES)])
        taken[facing] = trace[TAP_FRAMES - 1], trace[-1]
    return taken


class PokePhantom(Probe):
    """An object event written into a slot blocks the step onto its tile, and no other step.

    Only the array that the engine checks blocks it. Both the first and the last slot must do so,
    which tells where the array begins.
    """

    name = "poke-phantom"
    stage = stages.OVERWORLD
    predicted = (
        "an object event written into a slot blocks the step onto its tile, and does not where it"
        " stands on another tile"
    )
    observed = "{} of {} did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write one onto an open neighbour, into the first, a middle and the last slot."""
        ways = lab.open_directions(OVERWORLD)
        if not ways:
            raise ProbeError("the state has no open direction", state=OVERWORLD)
        slots = [s for s in PHANTOM_SLOTS if s != candidate.fields["player_slot"]]
        held = tried = 0
        while slots and held == tried:
            slot = slots.pop(0)
            ahead, elsewhere = (
                _Phantom(candidate, slot, ways[0], lab, distance)
                for distance in (1, FAR_FROM_PLAYER)
            )
            tried += 1
            refused = lab.outcome(OVERWORLD, ways[0], ahead) is StepResult.REFUSED
            held += refused and lab.moves(OVERWORLD, ways[0], elsewhere)
        return self.tally(held, tried)


class _Phantom:
    """Writes an object event, copied from the player's, onto a tile ahead."""

    def __init__(
        self, candidate: Candidate, slot: int, way: Buttons, lab: Lab, distance: int
    ) -> None:
        self.source = candidate.address + SIZE * candidate.fields["player_slot"]
        self.target = candidate.address + SIZE * slot
        dx, dy = STEPS[way]
        with lab.at(OVERWORLD):
            x, y = lab.position()
        self.x, self.y = x + distance * dx, y + distance * dy

    def __call__(self, emulator: Emulator) -> None:
        record = emulator.live.record(self.source, OBJECT_EVENT).copy()
        record["flags"] = int(record["flags"]) & ~layouts.OBJECT_IS_PLAYER
        record["local_id"] = layouts.CAMERA_LOCAL_ID - 1
        for pair in ("initial", "current", "previous"):
            record[f"{pair}_x"], record[f"{pair}_y"] = self.x, self.y
        emulator.write(self.target, record.tobytes())


class MovePlayer(Probe):
    """The player, moved to a neighbouring tile in its record, walks on from there.

    The other probes write into other slots than the player's. This one excludes an array that
    begins so much too late that its player's slot is in a copy behind the true array.
    """

    name = "poke-place"
    stage = stages.OVERWORLD
    predicted = (
        "put on a neighbouring tile, the player's record stays there and walks on from there"
    )
    observed = "it did from {} of {} tiles"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Move the player to each calm neighbour, wait a little, and walk on in some direction.

        Not in each: a tile of the map may forbid a direction, and an object event may stand there.
        """
        ways = lab.calm_directions(OVERWORLD)
        held = sum(self._walks_on(lab, candidate, way) for way in ways)
        return self.tally(held, len(ways))

    @staticmethod
    def _walks_on(lab: Lab, candidate: Candidate, way: Buttons) -> bool:
        record = candidate.address + SIZE * candidate.fields["player_slot"]
        dx, dy = STEPS[way]
        with lab.at(OVERWORLD) as emulator:
            x, y = lab.position()
            neighbour = np.array([x + dx, y + dy] * 2, "<i2").tobytes()
            emulator.write(record + CURRENT, neighbour)
            emulator.run(IDLE_FRAMES)
            if emulator.live.read(record + CURRENT, len(neighbour)).tobytes() != neighbour:
                return False
            return any(_follows(lab, record, button) for button in (OPPOSITE[way], *STEPS))


def _follows(lab: Lab, record: Address, button: Buttons) -> bool:
    """On a branch: whether the record's coordinates follow a step in that direction."""
    with lab.aside() as emulator:
        x, y = emulator.live.s16(record + CURRENT), emulator.live.s16(record + CURRENT + 2)
        lab.step(button)
        here = emulator.live.s16(record + CURRENT), emulator.live.s16(record + CURRENT + 2)
    return here == (x + STEPS[button][0], y + STEPS[button][1])


class ObjectEvents(Locator):
    """The array of object events that steps are checked against."""

    symbol = "gObjectEvents"
    anywhere = True
    size = SIZE * OBJECT_EVENT_COUNT
    probes = (WatchTurn(), PokePhantom(), MovePlayer())
    doc = LocatorDoc(
        summary="Sixteen records of the map's object events, the player's included.",
        rivals={
            "previousMovementDirection at +0x20, which agrees with the facing at rest": "watch-turn",
            "a copy of the array that follows it by a frame": "poke-phantom",
            "the array begun some slots too early or too late": "poke-phantom",
            "the array begun late, with the player's slot in a copy behind it": "poke-place",
        },
        references=("pret/pokefirered: include/global.fieldmap.h, struct ObjectEvent",),
        limitations=("One of the four directions must be open in the state.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every array that has one plausible player in one of its slots."""
        snapshot = lab.snapshot(OVERWORLD)
        with lab.at(OVERWORLD):
            x, y = lab.position()
        found: dict[int, Candidate] = {}
        for player in find_player_slots(snapshot, x, y):
            for slot in range(OBJECT_EVENT_COUNT):
                base = Address(player - SIZE * slot)
                if base in found or not _slots_plausible(snapshot, base):
                    continue
                found[base] = Candidate(
                    base,
                    "16 plausible records, the player's among them at the player's position",
                    {"player_slot": slot},
                )
        return list(found.values())
