"""What differs between two states, and what a RAM search has left."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.compare import DiffDocument, Difference
from gbatool.render.grid import Grid

SHOWN_BYTES = 8


def diff_lines(document: DiffDocument, limit: int) -> RenderableType:
    """One line a stretch; what lies in a symbol has its name beside it."""
    if not document.differences:
        return Text("nothing differs")
    grid = Grid("address", "bytes", "symbol", "before", "after")
    for difference in document.differences[:limit]:
        grid.add_row(
            str(difference.address),
            str(difference.size),
            _symbol(difference),
            _hex(difference.before),
            _hex(difference.after),
        )
    count, more = len(document.differences), len(document.differences) - limit
    frames = document.frame - document.first_frame
    total = f"{document.bytes_changed} bytes differ in {count} places, {frames} frames apart"
    rest = f"; {more} places are not shown, --limit shows more" if more > 0 else ""
    return Group(grid, Text(total + rest, style="bold"))


def _symbol(difference: Difference) -> Text:
    if difference.symbol is None:
        return Text("")
    offset = f"+0x{difference.offset:X}" if difference.offset else ""
    return Text(f"{difference.symbol}{offset}", style="cyan")


def _hex(digits: str) -> str:
    shown = digits[: 2 * SHOWN_BYTES]
    spaced = " ".join(shown[i : i + 2] for i in range(0, len(shown), 2))
    return spaced + (" ..." if len(digits) > len(shown) else "")
