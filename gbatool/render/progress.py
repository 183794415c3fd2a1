"""Progress on standard error: a bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

WORDS = {
    "autopilot": "pressing on until somebody can walk",
    "confirm": "everything once more, on a fresh core",
}
"""Steps that are not symbols, in words."""


@contextmanager
def progress(steps: int) -> Iterator[Callable[[str], None]]:
    """A bar of so many steps; call what it gives with the name of each step as it begins."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (BarColumn(24), TimeElapsedColumn(), TextColumn("{task.description}"))
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("", total=steps)
        begun = 0

        def begin(step: str) -> None:
            nonlocal begun
            bar.update(task, completed=begun, description=WORDS.get(step, step))
            begun += 1

        yield begin
