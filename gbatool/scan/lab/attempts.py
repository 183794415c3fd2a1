"""When the autopilot tests whether the player can walk, which costs more than many presses."""

from __future__ import annotations

from gbatool.memory import Snapshot
from gbatool.scan.kernel.memory_scan import SizedPointer
from gbatool.scan.lab.map_layouts import find_map_layouts, has_a_border

PRESSES_A_TEST = 4
FIRST_GAP, LONGEST_GAP, MAP_GAP = 16, 128, 12
"""Presses until the next attempt while RAM has a possible layout: few if it has the border of a map,
or else (stale words on the stack look like one, too) twice as many each time."""


class Attempts:
    """When to test whether the player can walk: at once after a new map, else ever more seldom.

    Attributes:
        thorough: Whether menus and texts are closed with B before the attempt that is due.
        on_the_map: How many attempts were due on the map that is loaded, this one included.
    """

    def __init__(self) -> None:
        self.thorough = False
        self.on_the_map = 0
        self._maps: list[SizedPointer] = []
        self._gap, self._due = FIRST_GAP, 0

    def is_due(self, presses: int, snapshot: Snapshot) -> bool:
        """Whether an attempt is due after so many presses; if so, the call counts as the attempt."""
        if presses % PRESSES_A_TEST:
            return False
        found = find_map_layouts(snapshot)
        maps = [layout for layout in found if has_a_border(layout, snapshot)]
        new = [layout for layout in maps if layout not in self._maps]
        if not found or (not new and presses < self._due):
            return False
        self.on_the_map = self.on_the_map + 1 if maps and maps == self._maps else len(maps[:1])
        self._maps = maps
        self.thorough = bool(maps) or self._gap == LONGEST_GAP
        self._due = presses + (MAP_GAP if maps else self._gap)
        self._gap = min(2 * self._gap, LONGEST_GAP)
        return True
