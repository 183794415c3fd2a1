"""Standard output and standard error: JSON documents, or formatted text.

Colour goes to terminals only, and never when ``NO_COLOR`` is set. Progress and notices go to
standard error, so that standard output holds nothing but the result.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def show_json(document: object) -> None:
    """Print one JSON document, indented by two, keys in the order of the fields."""
    from gbatool.documents import to_json

    sys.stdout.write(json.dumps(to_json(document), indent=2, ensure_ascii=False) + "\n")


def console() -> Console:
    """A console on standard output. Lines are never cut: a map may be wider than the terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def show(*parts: RenderableType) -> None:
    """Print formatted parts to standard output."""
    printer = console()
    for part in parts:
        printer.print(part)


def notice(message: str) -> None:
    """Print a notice to standard error, dim where colours are possible."""
    if not (sys.stderr.isatty() or "FORCE_COLOR" in os.environ):
        sys.stderr.write(f"{message}\n")  # the same without loading rich
        return
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, highlight=False, soft_wrap=True).print(Text(message, style="dim"))


def terminal_width() -> int | None:
    """Columns of the terminal; None when standard output is not a terminal."""
    return console().width if sys.stdout.isatty() else None
