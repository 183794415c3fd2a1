"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

WORDS = {
    "autopilot": "pressing buttons until the player can walk",
    "confirm": "repeating every probe on a fresh core",
}
"""Steps of a derivation that are not symbols -> what is shown for them."""


@contextmanager
def progress(steps: int) -> Iterator[Callable[[str], None]]:
    """A bar of so many steps; yields a function to call with each step's name as it begins."""
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
