"""Convert results to JSON documents."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum

import numpy as np

from gbatool.errors import JsonValue
from gbatool.memory import Address


@dataclasses.dataclass(frozen=True, slots=True)
class RomRef:
    """The ROM of a document: its ``rom`` field.

    Attributes:
        sha1: SHA-1 of the whole image.
        profile: Name of the profile used; None if there was none.
    """

    sha1: str
    profile: str | None = None


_PLAIN = frozenset({bool, int, float, str, type(None)})
"""Types that are JSON already. A map has thousands of such values, so lists are checked at once."""


def to_json(value: object) -> JsonValue:
    """Plain JSON data of a result: dataclasses by field, addresses as hex strings.

    Raises:
        TypeError: The value has no JSON form.
    """
    if type(value) in _PLAIN:
        return value  # type: ignore[return-value]
    if isinstance(value, Address):
        return str(value)
    if isinstance(value, Enum):
        return to_json(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.ndarray):
        return to_json(value.tolist())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(to_json(key)): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return _to_list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _to_list(values: list[object] | tuple[object, ...]) -> JsonValue:
    """A list, copied at once if all its items are plain, else converted item by item."""
    if _PLAIN.issuperset(map(type, values)):
        return list(values)  # type: ignore[arg-type]
    return [to_json(value) for value in values]
