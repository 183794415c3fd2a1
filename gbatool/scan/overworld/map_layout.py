"""gBackupMapLayout: size of the live map grid, and the pointer to its blocks.

Layout (``struct BackupMapLayout``): s32 width, s32 height, and a pointer to u16 blocks,
one after another. The scan
rests on sizes a map can have (its border included) and on a pointer to that many half-words of
RAM; it holds while a map is loaded. A copy of the three words, or the layout of a map that was
left, looks the same: only the probes tell which one the engine reads.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.memory import Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, StepResult
from gbatool.scan.lab.map_layouts import find_map_layouts, holds_position
from gbatool.scan.lab.pokes import write16, write32
from gbatool.scan.lab.standing import object_records_at
from gbatool.scan.locator import Locator, LocatorDoc, Probe

CLOSED = layouts.COLLISION_MASK & (1 << layouts.COLLISION_SHIFT)


def _cell(candidate: Candidate, x: int, y: int) -> int:
    return candidate.fields["map"] + 2 * (x + y * candidate.fields["width"])


def _inside(candidate: Candidate, x: int, y: int) -> bool:
    return 0 <= x < candidate.fields["width"] and 0 <= y < candidate.fields["height"]


def _target(lab: Lab, label: str, button: Buttons) -> tuple[int, int]:
    with lab.at(label):
        x, y = lab.position()
    dx, dy = STEPS[button]
    return x + dx, y + dy


def _is_closed(snapshot: Snapshot, candidate: Candidate, x: int, y: int) -> bool:
    return bool(snapshot.u16(_cell(candidate, x, y)) & layouts.COLLISION_MASK)


class BumpNeighbours(Probe):
    """Steps happen only where the candidate's collision bits allow them, from two places.

    The bits are only walls: a step onto an open tile may still be refused (an object event there,
    elevation), so that is not counted; a step through a closed tile refutes.
    """

    name = "bump"
    kind = "bump"
    stage = stages.WALL
    predicted = "steps happen only onto tiles whose collision bits are 0"
    observed = "{} of {} neighbours agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Try the four neighbours in both states."""
        held = tried = 0
        for label in (OVERWORLD, lab.label_wall()):
            snapshot = lab.snapshot(label)
            moves = lab.open_directions(label)
            for button in STEPS:
                x, y = _target(lab, label, button)
                if not _inside(candidate, x, y):
                    return ProbeFinding("the player is on the map", f"({x}, {y}) is outside", 0, 1)
                closed, moved = _is_closed(snapshot, candidate, x, y), button in moves
                if moved and closed and lab.outcome(label, button) is not StepResult.MOVED:
                    continue  # a jump from a ledge goes over a closed tile
                if moved or closed:
                    tried += 1
                    held += closed != moved
        return self.tally(held, tried)


class PokeTiles(Probe):
    """Closing an open tile refuses the step; opening a wall lets it happen."""

    name = "poke-tiles"
    stage = stages.WALL
    predicted = "a tile closed in its buffer refuses the step, a wall opened there lets it happen"
    observed = "{} of {} tiles obeyed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Close each open neighbour; copy the player's own block over each solid one.

        A wall does not count where an object event may stand, nor where the key sets off a warp.
        """
        label = lab.label_wall()
        snapshot = lab.snapshot(label)
        with lab.at(label):
            own_x, own_y = lab.position()
        own = snapshot.u16(_cell(candidate, own_x, own_y))
        held = tried = 0
        for button in STEPS:
            x, y = _target(lab, label, button)
            if not _inside(candidate, x, y) or not _on_map(candidate, x, y):
                continue
            cell, block = _cell(candidate, x, y), snapshot.u16(_cell(candidate, x, y))
            closed = bool(block & layouts.COLLISION_MASK)
            if button in lab.open_directions(label):
                if not closed:  # a jump from a ledge goes over a closed tile
                    tried += 1
                    held += not lab.moves(label, button, write16(cell, block | CLOSED))
            elif closed and not object_records_at(snapshot, x, y):
                result = lab.outcome(label, button, write16(cell, own))
                tried += result is not StepResult.OTHER
                held += result is StepResult.MOVED
        return self.tally(held, tried)


class PokeBlocksPointer(Probe):
    """Moving the candidate's pointer shifts the whole map.

    This tells the structure from a copy that points at the same buffer.
    """

    name = "poke-pointer"
    stage = stages.WALL
    predicted = "with its pointer moved so that a wall lies ahead, the step is refused"
    observed = "{} of {} steps were refused"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Shift the pointer so that a solid tile comes to lie where an open one was."""
        label = lab.label_wall()
        snapshot = lab.snapshot(label)
        held = tried = 0
        for button in lab.open_directions(label):
            x, y = _target(lab, label, button)
            shift = self._shift_to_solid(snapshot, candidate, x, y)
            if shift is None or _is_closed(snapshot, candidate, x, y):
                continue
            poke = write32(
                layouts.field_address(candidate.address, layouts.BACKUP_MAP_LAYOUT, "map"),
                candidate.fields["map"] + shift,
            )
            tried += 1
            held += not lab.moves(label, button, poke)
        return self.tally(held, tried)

    @staticmethod
    def _shift_to_solid(snapshot: Snapshot, candidate: Candidate, x: int, y: int) -> int | None:
        """Bytes to the nearest cell with collision set, before or behind the one at (x, y)."""
        at = _cell(candidate, x, y)
        for distance in range(1, 4 * candidate.fields["width"]):
            for shift in (2 * distance, -2 * distance):
                if snapshot.holds(at + shift, 2) and snapshot.u16(at + shift) & CLOSED:
                    return shift
        return None


def _on_map(candidate: Candidate, x: int, y: int) -> bool:
    right = candidate.fields["width"] - (layouts.BORDER_WIDTH - layouts.BORDER)
    bottom = candidate.fields["height"] - (layouts.BORDER_HEIGHT - layouts.BORDER)
    return layouts.BORDER <= x < right and layouts.BORDER <= y < bottom


class BackupMapLayout(Locator):
    """Three words whose blocks are what a step is checked against."""

    symbol = "gBackupMapLayout"
    anywhere = True
    size = layouts.BACKUP_MAP_LAYOUT.itemsize
    probes = (BumpNeighbours(), PokeTiles(), PokeBlocksPointer())
    doc = LocatorDoc(
        summary="The map grid that the engine reads collision from, border included.",
        rivals={
            "the layout of a map that was left, still in RAM": "bump",
            "a stale copy of the buffer, with a layout of its own": "poke-tiles",
            "a copy of the three words that points at the true buffer": "poke-pointer",
        },
        references=("pret/pokefirered: include/fieldmap.h, struct BackupMapLayout",),
        limitations=("The state must have something solid within a straight walk.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every triple with possible sizes, a RAM pointer, and the player on its map."""
        snapshot = lab.snapshot(OVERWORLD)
        with lab.at(OVERWORLD):
            x, y = lab.position()
        return [
            Candidate(
                found.address,
                "sizes a map can have, a pointer to as many blocks in RAM, the player inside",
                {"width": found.width, "height": found.height, "map": int(found.pointer)},
            )
            for found in find_map_layouts(snapshot)
            if holds_position(found, x, y)
        ]
