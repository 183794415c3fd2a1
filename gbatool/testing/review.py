"""Decoded values as text for review: YAML, a field a line, grids as rows, the minimap drawn.

Keys are sorted. The form of a value depends on its type and never on its length, so that a change
of one field is a change of one line. ``rom`` and ``frame`` of a document are left out: they differ
from build to build although what was decoded is the same.
"""

from __future__ import annotations

import json

import yaml

from gbatool.documents import to_json
from gbatool.errors import JsonValue, UsageError
from gbatool.memory import Snapshot

LEFT_OUT = ("rom", "frame")
"""Top-level keys that tell the build and the frame."""
DRAWING = {"origin", "rows"}
"""The keys of a minimap, whose rows become one block of text."""
WIDEST = 1 << 16  # lines are never folded: a row of the map is one line


def review(value: object) -> str:
    """The text of a decoded value; the same value always gives the same text.

    Args:
        value: A document of ``gbatool.decode.documents``, or anything else that has a JSON form:
            a decoder's result, an action's outcome, a number.

    >>> print(review({"frame": 7, "tile": {"x": 1, "y": 2}, "grid": [[0, 1], [1, 0]]}))
    grid:
    - [0, 1]
    - [1, 0]
    tile:
      x: 1
      y: 2

    Raises:
        UsageError: It is memory: RAM, ROMs and savestates don't belong in snapshots.
        TypeError: It has no JSON form.
    """
    check_no_memory(value)
    plain = _drawn(to_json(value))
    if isinstance(plain, str) and "\n" in plain:
        return plain
    if not isinstance(plain, dict | list):
        return json.dumps(plain, ensure_ascii=False)
    if isinstance(plain, dict):
        plain = {key: part for key, part in plain.items() if key not in LEFT_OUT}
    text: str = yaml.dump(
        plain,
        Dumper=_Dumper,
        allow_unicode=True,
        default_flow_style=False,
        sort_keys=True,
        width=WIDEST,
    )
    return text.rstrip("\n")


def check_no_memory(value: object) -> None:
    """Refuse RAM, ROMs and savestates: they are a game's own and don't belong in a repository.

    Raises:
        UsageError: It is memory; says what to compare instead.
    """
    if isinstance(value, Snapshot | bytes | bytearray):
        raise UsageError(
            f"{type(value).__name__} is memory, which must not be kept in a snapshot file; decode"
            " what you want to compare, for example with gba.read(map_document)"
        )


def _drawn(value: JsonValue) -> JsonValue:
    """The value with every minimap as one text."""
    if isinstance(value, dict):
        rows = value.get("rows")
        if value.keys() == DRAWING and isinstance(rows, list):
            return "\n".join(str(row) for row in rows)
        return {key: _drawn(part) for key, part in value.items()}
    return [_drawn(part) for part in value] if isinstance(value, list) else value


class _Dumper(yaml.SafeDumper):
    """A field or an item a line; a list of numbers on one line; multi-line texts as blocks."""


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _list(dumper: _Dumper, value: list[JsonValue]) -> yaml.SequenceNode:
    flow = all(isinstance(item, int) for item in value)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=flow)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
