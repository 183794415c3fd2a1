"""Markdown tables of the generated pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a table; whole numbers get separators between their thousands."""
    yield _row(columns)
    yield _row(["---"] * len(columns))
    yield from (_row(row) for row in rows)


def _row(cells: Sequence[object]) -> str:
    shown = (f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells)
    return f"| {' | '.join(shown)} |"
