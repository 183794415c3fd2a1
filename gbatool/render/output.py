"""Standard output and standard error: JSON documents, or formatted text.

Colour goes to terminals only, and never when ``NO_COLOR`` is set. Progress and notices go to
standard error, so that standard output holds nothing but the result.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


HIDDEN = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: 0x2421,
    **dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
}
"""Characters that would command the terminal or turn the line around -> what is shown for them."""
ESCAPED = {code: f"\\u{code:04x}" for code in HIDDEN}


IN_ASCII = str.maketrans("█·▐▌▲↑▼↓◀←▶→◇…é", "#.[]^^vv<<>>o~e")
"""What maps and tables are drawn with -> what an output without such characters gets."""
TO_ENCODING = "gbatool"
"""Name of the error handler for text that the output's encoding has no characters for."""


def _to_encoding(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(IN_ASCII)
    return "".join(letter if letter.isascii() else "?" for letter in plain), error.end


codecs.register_error(TO_ENCODING, _to_encoding)


def printable(text: str) -> str:
    r"""A text without characters that command a terminal, such as a file's name may have.

    >>> printable("a\x1b[2Jb")
    'a␛[2Jb'
    """
    return text if text.isprintable() else text.translate(HIDDEN)


def show_json(document: object) -> None:
    """Print one JSON document, indented by two, keys in the order of the fields."""
    from gbatool.documents import to_json

    plain = to_json(document)
    text = json.dumps(plain, indent=2, ensure_ascii=False)
    if not text.isascii():
        try:
            text.encode(sys.stdout.encoding)
            text = text.translate(ESCAPED)
        except UnicodeEncodeError:
            text = json.dumps(plain, indent=2)
    sys.stdout.write(f"{text}\n")


def console() -> Console:
    """A console on standard output. Lines are never cut: a map may be wider than the terminal."""
    from rich.console import Console, ConsoleOptions
    from rich.segment import Segment

    class PrintableConsole(Console):
        """Shows what it is given and takes no commands from it."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterator[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else printable(text), style, control)

    return PrintableConsole(highlight=False, soft_wrap=True)


def show(*parts: RenderableType) -> None:
    """Print formatted parts to standard output."""
    printer = console()
    for part in parts:
        printer.print(part)


def notice(message: str) -> None:
    """Print a notice to standard error, dim where colours are possible."""
    message = printable(message)
    if not (sys.stderr.isatty() or "FORCE_COLOR" in os.environ):
        sys.stderr.write(f"{message}\n")  # the same without loading rich
        return
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, highlight=False, soft_wrap=True).print(Text(message, style="dim"))


def terminal_width() -> int | None:
    """Columns of the terminal; None when standard output is not a terminal."""
    return console().width if sys.stdout.isatty() else None
