"""Write what was decoded in a form that a person can review: the map drawn, keys sorted.

It is YAML. A row of numbers stands on one line, the map's drawing is one character a tile, and
what says *which build, when* rather than *what* is left out: ``rom`` and ``frame``. So the same
room of two builds of one game looks the same, and a difference is one that somebody can see.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import yaml

from gbatool.documents import to_json
from gbatool.errors import JsonValue, UsageError
from gbatool.memory import Snapshot

LEFT_OUT = ("rom", "frame")
"""Top-level keys that say which build and when."""
DRAWING = {"origin", "rows"}
"""The keys of a drawn map, whose rows become one block of text."""
SHORT = 76
"""Characters of a part that stands on one line."""
WIDEST = 1 << 16  # lines are never folded: a row of the map is one line


def review(value: object) -> str:
    """The text of a decoded value; the same value always gives the same text.

    Args:
        value: A document of ``gbatool.decode.documents``, or anything else that has a JSON form:
            a decoder's result, an action's outcome, a number.

    >>> print(review({"frame": 7, "b": [1, 2], "a": "x"}))
    a: x
    b: [1, 2]

    Raises:
        UsageError: It is memory itself: RAM, ROMs and savestates don't belong into snapshots.
        TypeError: It has no JSON form.
    """
    check_no_memory(value)
    plain = _drawn(to_json(value))
    if isinstance(plain, str) and "\n" in plain:
        return plain
    if not isinstance(plain, dict | list):
        return json.dumps(plain, ensure_ascii=False)
    if isinstance(plain, dict):
        plain = _Document({key: part for key, part in plain.items() if key not in LEFT_OUT})
    text: str = yaml.dump(
        plain,
        Dumper=_Dumper,
        allow_unicode=True,
        sort_keys=True,
        width=WIDEST,
    )
    return text.rstrip("\n")


def check_no_memory(value: object) -> None:
    """Refuse RAM, ROMs and savestates: they are a game's own and don't belong into a repository.

    Raises:
        UsageError: Says what to compare in their stead.
    """
    if isinstance(value, Snapshot | bytes | bytearray):
        raise UsageError(
            f"{type(value).__name__} is memory, which must not be kept in a snapshot file; decode"
            " what you want to compare, for example with gba.read(map_document)"
        )


def _drawn(value: JsonValue) -> JsonValue:
    """The value with every drawn map as one text."""
    if isinstance(value, dict):
        rows = value.get("rows")
        if value.keys() == DRAWING and isinstance(rows, list):
            return "\n".join(str(row) for row in rows)
        return {key: _drawn(part) for key, part in value.items()}
    return [_drawn(part) for part in value] if isinstance(value, list) else value


class _Document(dict[str, JsonValue]):
    """The outermost keys, each of which has its own line, however short they are."""


class _Dumper(yaml.SafeDumper):
    """Texts of several lines stand as such, and what is short or a row of numbers on one line."""


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _mapping(dumper: _Dumper, value: dict[str, JsonValue]) -> yaml.MappingNode:
    flow = not isinstance(value, _Document) and _is_short(value, value.values())
    return dumper.represent_mapping("tag:yaml.org,2002:map", value, flow_style=flow)


def _list(dumper: _Dumper, value: list[JsonValue]) -> yaml.SequenceNode:
    flow = all(isinstance(item, int) for item in value) or _is_short(value, value)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=flow)


def _is_short(value: object, parts: Iterable[JsonValue]) -> bool:
    nested = any(
        (isinstance(part, dict | list) and part) or (isinstance(part, str) and "\n" in part)
        for part in parts
    )
    return not nested and len(json.dumps(value, ensure_ascii=False)) <= SHORT


_Dumper.add_representer(str, _text)
_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(_Document, _mapping)
_Dumper.add_representer(list, _list)
