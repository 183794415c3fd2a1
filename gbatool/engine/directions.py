"""The four directions, by the compass; south is down the screen, and y grows downwards."""

from __future__ import annotations

from enum import Enum


class Facing(str, Enum):
    """A direction, by the compass; south is down the screen.

    >>> Facing.WEST.dx, Facing.WEST.dy, Facing.WEST.opposite.value
    (-1, 0, 'east')
    """

    SOUTH = "south"
    NORTH = "north"
    WEST = "west"
    EAST = "east"

    @property
    def dx(self) -> int:
        """Columns that one step changes."""
        return {Facing.WEST: -1, Facing.EAST: 1}.get(self, 0)

    @property
    def dy(self) -> int:
        """Rows that one step changes."""
        return {Facing.NORTH: -1, Facing.SOUTH: 1}.get(self, 0)

    @property
    def opposite(self) -> Facing:
        """The direction that undoes it."""
        return _OPPOSITE[self]


_OPPOSITE = {
    Facing.SOUTH: Facing.NORTH,
    Facing.NORTH: Facing.SOUTH,
    Facing.WEST: Facing.EAST,
    Facing.EAST: Facing.WEST,
}

DIRECTION_NUMBERS = {1: Facing.SOUTH, 2: Facing.NORTH, 3: Facing.WEST, 4: Facing.EAST}
"""The engine's DIR_ numbers; 0 is none and 5 to 8 are diagonals that nothing faces."""
