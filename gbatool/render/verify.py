"""The result of proving a profile's symbols again."""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.render.aligned_table import AlignedTable
from gbatool.scan.documents import VerifyDocument
from gbatool.scan.verify import ReproofResult

WORDS = {
    ReproofResult.HOLDS: ("hold", "green"),
    ReproofResult.REFUTED: ("refuted", "bold red"),
    ReproofResult.NOT_PROVEN: ("not proven", "yellow"),
    ReproofResult.NO_LOCATOR: ("not tried", "dim"),
}


def verify_view(document: VerifyDocument) -> RenderableType:
    """One line a symbol, then how many hold."""
    grid = AlignedTable("symbol or trait", "address or value", "profile says", "now", "why")
    for row in document.symbols:
        words, style = WORDS[row.standing]
        now = Text("holds" if row.standing is ReproofResult.HOLDS else words, style=style)
        grid.add_row(
            row.symbol, row.address or row.value or "", row.status.value, now, row.why or ""
        )
    counts = Counter(row.standing for row in document.symbols)
    counted = [f"{counts[kind]} {words}" for kind, (words, _) in WORDS.items() if counts[kind]]
    summary = f"profile {document.rom.profile}: {', '.join(counted) or 'no symbols'}"
    end = Text(summary, style="bold green" if document.sound else "bold red")
    return Group(grid, Text(), end) if document.symbols else Group(end)
