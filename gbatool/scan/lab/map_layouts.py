"""What could be the layout of a loaded map, by its sizes and the blocks it points to."""

from __future__ import annotations

from gbatool.engine import layouts
from gbatool.memory import Snapshot
from gbatool.scan.kernel.memory_scan import SizedPointer, sized_pointers


def find_map_layouts(snapshot: Snapshot) -> list[SizedPointer]:
    """Possible map layouts: sizes of a map with its border, and a pointer to its blocks."""
    return sized_pointers(
        snapshot, layouts.BORDER_WIDTH + 1, layouts.BORDER_HEIGHT + 1, layouts.MAX_BLOCKS
    )


def holds_position(layout: SizedPointer, x: int, y: int) -> bool:
    """Whether buffer coordinates are on the real map of a layout, its border left out."""
    return layouts.BORDER <= x < layout.width - (
        layouts.BORDER_WIDTH - layouts.BORDER
    ) and layouts.BORDER <= y < layout.height - (layouts.BORDER_HEIGHT - layouts.BORDER)


def has_a_border(layout: SizedPointer, snapshot: Snapshot) -> bool:
    """Whether a side of the buffer has undefined blocks: most maps have one without a connection."""
    blocks = snapshot.array(layout.pointer, layouts.MAP_BLOCK, (layout.height, layout.width))
    sides = blocks[0], blocks[-1], blocks[:, 0], blocks[:, -1]
    return any(bool((side == layouts.UNDEFINED_BLOCK).all()) for side in sides)
