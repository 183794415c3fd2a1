"""Decode the live map grid: what a step is checked against, border clamped."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.decode.fields import read_array, read_symbol
from gbatool.decode.header import MapHeader, decode_map_header
from gbatool.decode.main import is_on_field
from gbatool.engine import layouts
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import RAM_REGIONS, Snapshot
from gbatool.profile import Profile

Grid = npt.NDArray[np.uint16]
Tile = tuple[int, int]
"""Column and row in buffer coordinates."""

UNKNOWN_BEHAVIOR = 0xFFFF
"""Stands in ``MapGrid.behaviors`` for cells that have none: the border and undefined cells."""


@dataclass(frozen=True, slots=True)
class MapGrid:
    """The map buffer. ``blocks`` is indexed ``[y, x]`` in buffer coordinates.

    The border is there, since the engine keeps it too, but every query is clamped to the real map:
    border cells hold filler whose collision bits are 0.

    Attributes:
        blocks: All cells of the buffer, border included, ``uint16``.
        behaviors: Metatile behaviour of each cell of the buffer, ``uint16``, with
            ``UNKNOWN_BEHAVIOR`` outside the real map; None when the profile has no
            ``gMapHeader``.
    """

    blocks: Grid
    behaviors: Grid | None = None

    @property
    def width(self) -> int:
        """Columns of the real map, without border."""
        return int(self.blocks.shape[1]) - layouts.BORDER_WIDTH

    @property
    def height(self) -> int:
        """Rows of the real map, without border."""
        return int(self.blocks.shape[0]) - layouts.BORDER_HEIGHT

    @property
    def left(self) -> int:
        """First column of the real map, buffer coordinates."""
        return layouts.BORDER

    @property
    def top(self) -> int:
        """First row of the real map, buffer coordinates."""
        return layouts.BORDER

    @property
    def right(self) -> int:
        """Last column of the real map, buffer coordinates."""
        return layouts.BORDER + self.width - 1

    @property
    def bottom(self) -> int:
        """Last row of the real map, buffer coordinates."""
        return layouts.BORDER + self.height - 1

    def is_inside(self, x: int, y: int) -> bool:
        """Whether buffer cell (x, y) belongs to the real map."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def is_in_buffer(self, x: int, y: int) -> bool:
        """Whether (x, y) is a cell of the buffer, border included."""
        rows, columns = (int(size) for size in self.blocks.shape)
        return 0 <= x < columns and 0 <= y < rows

    def is_open(self, x: int, y: int) -> bool:
        """Whether no collision bit is set; False outside the real map.

        "Not a wall" is not "reachable": ledges, water, elevation and object events are not collision.
        """
        return self.is_inside(x, y) and self.is_passable_block(x, y)

    def is_passable_block(self, x: int, y: int) -> bool:
        """What the block itself says, the border's blocks included; False outside the buffer.

        Beside a joined map the border holds the neighbour's real blocks: this is what a step over
        the edge is checked against.
        """
        if not self.is_in_buffer(x, y):
            return False
        block = int(self.blocks[y, x])
        return bool(block != layouts.UNDEFINED_BLOCK and block & layouts.COLLISION_MASK == 0)

    def elevation(self, x: int, y: int) -> int:
        """Elevation of a cell of the buffer, 0 to 15; 0 where nothing is defined."""
        if not self.is_in_buffer(x, y):
            return 0
        block = int(self.blocks[y, x])
        if block == layouts.UNDEFINED_BLOCK:
            return 0
        return block >> layouts.ELEVATION_SHIFT

    def metatile(self, x: int, y: int) -> int:
        """Metatile id of a cell of the buffer, 0 to 1023."""
        return int(self.blocks[y, x]) & layouts.METATILE_MASK

    def behavior(self, x: int, y: int) -> int | None:
        """Metatile behaviour of a cell of the real map; None when not known."""
        if self.behaviors is None or not self.is_inside(x, y):
            return None
        found = int(self.behaviors[y, x])
        return None if found == UNKNOWN_BEHAVIOR else found

    def inner(self, cells: Grid) -> Grid:
        """The part of a buffer-sized array that belongs to the real map."""
        return cells[self.top : self.bottom + 1, self.left : self.right + 1]


def decode_map_grid(ram: Snapshot, profile: Profile) -> MapGrid:
    """Read the grid, and the behaviours when the profile knows ``gMapHeader``.

    Raises:
        NotLoadedError: No map is loaded (sizes are 0), or one is being loaded: the header
            already names another map than the buffer holds. A map of another size is one that the
            game has assembled in the buffer, as on a Battle Pyramid floor, if the overworld runs
            and its border has no block: then its size is right.
        DecodeError: Size or pointer can't be those of a map.
        UnprovenSymbolError: ``gBackupMapLayout`` is not proven in the profile.
    """
    blocks = _decode_blocks(ram, profile)
    if not profile.has("gMapHeader"):
        return MapGrid(blocks)
    header = decode_map_header(ram, profile)
    grid = MapGrid(blocks)
    differs = (header.width, header.height) != (grid.width, grid.height)
    if differs and not (is_on_field(ram, profile) and _is_framed(grid)):
        raise NotLoadedError(
            "gBackupMapLayout",
            profile.address("gBackupMapLayout"),
            observed=f"a map of {grid.width}x{grid.height}",
            expected=f"the {header.width}x{header.height} of gMapHeader; one is being loaded",
        )
    return MapGrid(blocks, _decode_behaviors(ram, profile, header, grid))


def _is_framed(grid: MapGrid) -> bool:
    """Whether no cell of the border holds a block, as around a map without connections."""
    border = np.ones(grid.blocks.shape, np.bool_)
    border[grid.top : grid.bottom + 1, grid.left : grid.right + 1] = False
    return bool((grid.blocks[border] == layouts.UNDEFINED_BLOCK).all())


def _decode_blocks(ram: Snapshot, profile: Profile) -> Grid:
    record = read_symbol(ram, profile, "gBackupMapLayout", profile.structures.backup_map_layout)
    width, height, most = record["width"], record["height"], layouts.MAX_BLOCKS
    if width == 0 and height == 0:
        raise NotLoadedError(record.name, record.address, observed="0x0", expected="a loaded map")
    record.check("width", layouts.BORDER_WIDTH + 1, most, called="Xsize")
    record.check("height", layouts.BORDER_HEIGHT + 1, most, called="Ysize")
    if width * height > most:
        raise DecodeError(
            record.name,
            record.address,
            observed=f"{width}x{height} blocks",
            expected=f"at most {most}",
        )
    size = layouts.MAP_BLOCK.itemsize
    pointer = record.pointer(
        ram, "map", size=width * height * size, regions=RAM_REGIONS, align=size
    )
    if profile.has("gBackupMapData") and pointer != profile.address("gBackupMapData"):
        expected = f"gBackupMapData at {profile.address('gBackupMapData')}"
        raise record.error("map", pointer, expected)
    blocks: Grid = read_array(
        ram, record.called("map"), pointer, layouts.MAP_BLOCK, width * height
    ).reshape(height, width)
    return blocks


def _decode_behaviors(ram: Snapshot, profile: Profile, header: MapHeader, grid: MapGrid) -> Grid:
    engine = profile.family
    inside = grid.inner(grid.blocks)
    defined = inside != layouts.UNDEFINED_BLOCK
    metatiles = inside & layouts.METATILE_MASK
    primary = defined & (metatiles < engine.primary_metatiles)
    behaviors = np.full(grid.blocks.shape, UNKNOWN_BEHAVIOR, np.uint16)
    target = grid.inner(behaviors)
    for chosen, first, base in (
        (primary, 0, header.primary_attributes),
        (defined & ~primary, engine.primary_metatiles, header.secondary_attributes),
    ):
        ids = metatiles[chosen] - first
        if ids.size:
            table = read_array(
                ram, "metatileAttributes", base, engine.attribute, int(ids.max()) + 1
            )
            target[chosen] = table[ids] & engine.behavior_mask
    return behaviors
