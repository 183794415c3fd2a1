"""Differences between two states, and the addresses that a RAM search has left."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.compare.diff import DiffDocument
from gbatool.compare.documents import SearchDocument
from gbatool.render.aligned_table import AlignedTable
from gbatool.render.counted import counted

SHOWN_BYTES = 8


def diff_lines(document: DiffDocument, limit: int) -> RenderableType:
    """One line a difference, with the symbol that it lies in."""
    if not document.differences:
        return Text("nothing differs")
    grid = AlignedTable("address", "bytes", "symbol", "before", "after")
    for difference in document.differences[:limit]:
        grid.add_row(
            difference.address,
            str(difference.size),
            _place(difference.symbol, difference.offset),
            _hex(difference.before),
            _hex(difference.after),
        )
    count, more = len(document.differences), len(document.differences) - limit
    frames = document.frame - document.first_frame
    total = f"{document.bytes_changed} bytes differ in {count} places, {frames} frames apart"
    rest = f"; {more} places are not shown, --limit shows more" if more > 0 else ""
    return Group(grid, Text(total + rest, style="bold"))


def search_lines(document: SearchDocument) -> RenderableType:
    """How many addresses are left, and a line for each of the first."""
    count = f"{counted(document.count, 'address', 'addresses')} left"
    head = Text(f"{count}, values of {document.width} bytes", style="bold")
    if not document.hits:
        return head
    grid = AlignedTable("address", "value", "hex", "symbol")
    digits = 2 * document.width
    for hit in document.hits:
        raw = hit.value & ((1 << (8 * document.width)) - 1)
        symbol = _place(hit.symbol, hit.offset)
        grid.add_row(hit.address, str(hit.value), f"0x{raw:0{digits}X}", symbol)
    more = document.count - len(document.hits)
    return Group(head, grid, *([Text(f"and {more} more; --limit shows more")] if more else []))


def _place(symbol: str | None, offset: int | None) -> Text:
    if symbol is None:
        return Text("")
    return Text(symbol + (f"+0x{offset:X}" if offset else ""), style="cyan")


def _hex(digits: str) -> str:
    shown = digits[: 2 * SHOWN_BYTES]
    spaced = " ".join(shown[i : i + 2] for i in range(0, len(shown), 2))
    return spaced + (" ..." if len(digits) > len(shown) else "")
