"""Aligned columns that are never cut, however narrow the terminal: output is made to be piped."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions
from rich.text import Text

GAP = 2


class AlignedTable:
    """A table without a frame, one line a row.

    Args:
        columns: Their headings.
    """

    def __init__(self, *columns: str) -> None:
        self._rows: list[list[Text]] = [[Text(name, style="bold") for name in columns]]

    def add_row(self, *cells: str | Text) -> None:
        """Add a row; a cell may have a style of its own."""
        self._rows.append([Text(cell) if isinstance(cell, str) else cell for cell in cells])

    def lines(self) -> Iterator[Text]:
        """The rows, aligned; no line ends in spaces."""
        widths = [max(cell.cell_len for cell in column) for column in zip(*self._rows, strict=True)]
        for row in self._rows:
            line = Text()
            for cell, width in zip(row, widths, strict=True):
                line.append_text(cell)
                line.append(" " * (width - cell.cell_len + GAP))
            line.rstrip()
            yield line

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """What rich draws."""
        yield from self.lines()
