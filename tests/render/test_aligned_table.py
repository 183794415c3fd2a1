"""Columns are aligned by their displayed width, and never cut."""

from __future__ import annotations

from rich.text import Text

from gbatool.render.aligned_table import AlignedTable


def test_columns_are_aligned_and_lines_end_without_spaces() -> None:
    grid = AlignedTable("a", "long heading")
    grid.add_row("a long cell", "x")
    grid.add_row(Text("b", style="red"), "")
    assert [line.plain for line in grid.lines()] == [
        "a            long heading",
        "a long cell  x",
        "b",
    ]


def test_wide_characters_take_two_columns() -> None:
    grid = AlignedTable("a", "b")
    grid.add_row("フィールド", "x")
    heading, row = grid.lines()
    assert heading.plain.index("b") == 12
    assert row.cell_len == 13
