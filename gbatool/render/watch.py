"""Changes while frames ran: a line a value, the frame beside the first of each frame."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.text import Text

from gbatool.compare.watch import FrameChanges

FRAME_WIDTH = 14
LONGEST = 60
"""Characters of a value; what is longer is cut, and whole with ``--json``."""
BUFFER, LOCAL = ("x", "y"), ("local_x", "local_y")


def change_lines(change: FrameChanges, *, local: bool) -> Iterator[Text]:
    """The lines of one frame's changes, in one coordinate space, surrounding tiles left out.

    Args:
        change: What to show.
        local: Show map-local coordinates, not the buffer's.
    """
    frame = f"frame {change.frame}"
    for difference in change.differences:
        whole, _, name = difference.path.rpartition(".")
        if name in (BUFFER if local else LOCAL):
            continue
        if whole.startswith("surroundings.") and name in (*BUFFER, *LOCAL):
            continue
        yield Text.assemble(
            (f"{frame:<{FRAME_WIDTH}}", "dim"),
            (difference.path, "bold"),
            f"  {_value(difference.before)} -> {_value(difference.after)}",
        )
        frame = ""


def _value(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
