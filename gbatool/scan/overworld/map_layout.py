"""gBackupMapLayout: size of the live map grid, and the pointer to its blocks.

Layout (``struct BackupMapLayout``): s32 width, s32 height, and a pointer to u16 blocks,
one after another. The scan
rests on sizes a map can have (its border included) and on a pointer to that many half-words of
RAM; it holds while a map is loaded. A copy of the three words, or the layout of a map that was
left, looks the same: only the probes tell which one the engine reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.memory import Snapshot
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.autopilot import STEPS, find_map_layouts, holds_position
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write16, write32
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


@dataclass(frozen=True, slots=True)
class BumpNeighbours:
    """Steps happen only where the candidate's collision bits allow them, from two places.

    The bits are only walls: a step onto an open tile may still be refused (somebody stands there,
    elevation), so that is not counted; a step through a closed tile refutes.
    """

    name: str = "bump"
    kind: str = "bump"

    def state(self, lab: Lab) -> str:
        """Beside something solid."""
        return lab.label_wall()

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Try the four neighbours in both states."""
        held = tried = 0
        for label in (OVERWORLD, lab.label_wall()):
            snapshot = lab.snapshot(label)
            moves = lab.open_directions(label)
            for button in STEPS:
                x, y = _target(lab, label, button)
                if not _inside(candidate, x, y):
                    return Finding("the player stands on the map", f"({x}, {y}) is outside", 0, 1)
                closed = _is_closed(snapshot, candidate, x, y)
                if button in moves or closed:
                    tried += 1
                    held += closed != (button in moves)
        return Finding(
            "steps happen only onto tiles whose collision bits are 0",
            f"{held} of {tried} neighbours agreed",
            held,
            tried,
        )


@dataclass(frozen=True, slots=True)
class PokeTiles:
    """Closing an open tile refuses the step; opening a wall lets it happen."""

    name: str = "poke-tiles"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """Beside something solid."""
        return lab.label_wall()

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Close each open neighbour; copy the player's own block over each solid one."""
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
            if button in lab.open_directions(label):
                tried += 1
                held += not lab.moves(label, button, write16(cell, block | CLOSED))
            elif block & layouts.COLLISION_MASK:
                tried += 1
                held += lab.moves(label, button, write16(cell, own))
        return Finding(
            "a tile closed in its buffer refuses the step, a wall opened there lets it happen",
            f"{held} of {tried} tiles obeyed",
            held,
            tried,
        )


@dataclass(frozen=True, slots=True)
class PokePointer:
    """Moving the candidate's pointer moves the whole map under the player's feet.

    This tells the structure from a copy that points at the same buffer.
    """

    name: str = "poke-pointer"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """Beside something solid."""
        return lab.label_wall()

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Shift the pointer so that a solid tile comes to lie where an open one was."""
        label = lab.label_wall()
        snapshot = lab.snapshot(label)
        held = tried = 0
        for button in lab.open_directions(label):
            x, y = _target(lab, label, button)
            shift = self._shift_to_solid(snapshot, candidate, x, y)
            if shift is None:
                continue
            poke = write32(candidate.address + 8, candidate.fields["map"] + shift)
            tried += 1
            held += not lab.moves(label, button, poke)
        return Finding(
            "with its pointer moved so that a wall lies ahead, the step is refused",
            f"{held} of {tried} steps were refused",
            held,
            tried,
        )

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
    size = layouts.BACKUP_MAP_LAYOUT.itemsize
    probes: ClassVar[tuple[Probe, ...]] = (BumpNeighbours(), PokeTiles(), PokePointer())
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
