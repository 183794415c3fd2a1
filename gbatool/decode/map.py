"""Decode the live map grid: what a step is checked against, border clamped."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.memory import Snapshot
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class MapGrid:
    """The map buffer. ``blocks`` is indexed ``[y, x]`` in buffer coordinates.

    Attributes:
        blocks: All cells of the buffer, border included, ``uint16``.
        behaviors: Metatile behaviour of each cell of the buffer, ``uint16``, or None where the
            tilesets could not be read.
    """

    blocks: npt.NDArray[np.uint16]
    behaviors: npt.NDArray[np.uint16] | None = None

    @property
    def width(self) -> int:
        """Columns of the real map, without border."""
        raise NotImplementedError

    @property
    def height(self) -> int:
        """Rows of the real map, without border."""
        raise NotImplementedError

    def is_inside(self, x: int, y: int) -> bool:
        """Whether buffer cell (x, y) belongs to the real map."""
        raise NotImplementedError

    def is_open(self, x: int, y: int) -> bool:
        """Whether no collision bit is set; False outside the real map.

        "Not a wall" is not "reachable": ledges, water, elevation and people are not collision.
        """
        raise NotImplementedError

    def elevation(self, x: int, y: int) -> int:
        """Elevation of a cell of the real map."""
        raise NotImplementedError

    def behavior(self, x: int, y: int) -> int | None:
        """Metatile behaviour of a cell of the real map; None when not known."""
        raise NotImplementedError


def decode_map_grid(ram: Snapshot, profile: Profile) -> MapGrid:
    """Read the grid.

    Raises:
        NotLoadedError: No map is loaded (sizes are 0).
        DecodeError: Size or pointer can't be those of a map.
    """
    raise NotImplementedError
