"""Values of a derivation as plain JSON, and back: what a work folder keeps.

Scalars and text stand for themselves; everything else says what it is:
``{"is": "tuple", "of": [...]}``, ``{"is": "gbatool.scan.lab.talk:Talk", "of": {field: value}}``.
Reading makes nothing but values of this package's own types, and calls nothing else.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import FunctionType
from typing import Any

import numpy as np

from gbatool.errors import JsonValue, ProbeError
from gbatool.memory import Address

PACKAGE = "gbatool."
LIST, TUPLE, SET, MAP, ERROR, FUNCTION = "list", "tuple", "set", "map", "error", "function"


def to_plain(value: object) -> JsonValue:
    """A value as JSON.

    Raises:
        TypeError: It is of no kind that can be read back.

    >>> to_plain((1, "two"))
    {'is': 'tuple', 'of': [1, 'two']}
    """
    if value is None or type(value) in (bool, int, str):
        return value  # type: ignore[return-value]  # just looked at
    if isinstance(value, np.integer):
        return int(value)
    kind, of = _kind_and_parts(value)
    return {"is": kind, "of": of}


def _kind_and_parts(value: object) -> tuple[str, JsonValue]:
    if isinstance(value, Enum | Address):
        return _name(type(value)), to_plain(value.value if isinstance(value, Enum) else int(value))
    if isinstance(value, list | tuple):
        return (LIST if isinstance(value, list) else TUPLE), [to_plain(item) for item in value]
    if isinstance(value, frozenset):
        return SET, [to_plain(item) for item in sorted(value)]
    if isinstance(value, Mapping):
        return MAP, [[to_plain(key), to_plain(item)] for key, item in value.items()]
    if isinstance(value, ProbeError):
        return ERROR, [value.message, to_plain(value.detail)]
    if isinstance(value, FunctionType) and "<" not in value.__qualname__:
        return FUNCTION, _name(value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
        return _name(type(value)), parts
    raise TypeError(f"a {type(value).__name__} can't be kept in a work folder")


def from_plain(plain: Any) -> Any:  # noqa: ANN401 - JSON in, whatever it says out
    """The value again.

    Raises:
        ValueError: It is not what ``to_plain`` writes.

    >>> from_plain(to_plain({"here": (Address(0x02000000), frozenset({"a"}))}))
    {'here': (0x02000000, frozenset({'a'}))}
    """
    if plain is None or isinstance(plain, bool | int | str):
        return plain
    try:
        kind, of = plain["is"], plain["of"]
        make = _MAKERS.get(kind)
        return make(of) if make is not None else _of_package(kind, of)
    except (KeyError, TypeError, AttributeError, ImportError) as error:
        raise ValueError(f"this is no value of a derivation: {str(plain)[:80]}") from error


def _items(of: list[Any]) -> list[Any]:
    return [from_plain(item) for item in of]


def _error(of: list[Any]) -> ProbeError:
    message, detail = of
    return ProbeError(message, **from_plain(detail))


def _function(of: str) -> object:
    found = _find(of)
    if not isinstance(found, FunctionType):
        raise TypeError(f"{of} is no function")
    return found


_MAKERS: dict[str, Callable[[Any], object]] = {
    LIST: _items,
    TUPLE: lambda of: tuple(_items(of)),
    SET: lambda of: frozenset(_items(of)),
    MAP: lambda of: {from_plain(key): from_plain(item) for key, item in of},
    ERROR: _error,
    FUNCTION: _function,
}


def _of_package(kind: str, of: Any) -> object:  # noqa: ANN401 - as ``from_plain``
    made = _find(kind)
    if not isinstance(made, type):
        raise TypeError(f"{kind} is no type")
    if issubclass(made, Enum | Address):
        return made(from_plain(of))
    if not is_dataclass(made):
        raise TypeError(f"{kind} is no type of a derivation's values")
    return made(**{name: from_plain(item) for name, item in of.items()})


def _name(thing: type | FunctionType) -> str:
    return f"{thing.__module__}:{thing.__qualname__}"


def _find(name: str) -> object:
    module, _, rest = name.partition(":")
    if not module.startswith(PACKAGE):
        raise TypeError(f"{name} is not of this package")
    found: object = importlib.import_module(module)
    for part in rest.split("."):
        found = getattr(found, part)
    return found
