"""Read symbols from JSON documents, Lua tables and C headers, line by line where there are lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gbatool.errors import ProfileError
from gbatool.profile.exports import C_PREFIX, C_SIZE_PREFIX
from gbatool.profile.symfile import BadLine, Row, parse_address
from gbatool.reading import NotJsonError, read_json

_NAME = r"""(?:local\s+)?(?:\[["'])?(?P<name>[A-Za-z_][\w.$]*)(?:["']\])?"""
_LUA = re.compile(
    rf"""^\s*{_NAME}\s*=\s*(?:\{{(?P<table>[^}}]*)\}}|(?P<address>0[xX]\w+))\s*[,;]?\s*(?:--.*)?$"""
)
_LUA_FIELD = re.compile(r"\b(?P<key>address|size)\s*=\s*(?P<value>\w+)")
_DEFINE = re.compile(r"^\s*#\s*define\s+(?P<name>[A-Za-z_]\w*)\s+(?P<value>.*?)\s*(?:/[*/].*)?$")
_C_NUMBER = re.compile(r"\b(0[xX][0-9A-Fa-f]+)[uUlL]*\b")


def lua_rows(text: str) -> Iterator[Row | BadLine]:
    """Entries such as ``gMain = 0x03001000,`` or ``gMain = { address = 0x03001000, size = 4 },``."""
    for number, line in enumerate(text.splitlines(), 1):
        match = _LUA.match(line)
        if match is None:
            continue
        if match["address"]:
            yield _row(number, match["name"], match["address"], "0")
            continue
        values = {field["key"]: field["value"] for field in _LUA_FIELD.finditer(match["table"])}
        if "address" in values:
            yield _row(number, match["name"], values["address"], values.get("size", "0"))


def c_rows(text: str) -> Iterator[Row | BadLine]:
    """``#define NAME 0x03001000`` with or without a cast; ``SIZE_NAME`` is the size of ``NAME``."""
    defines: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _DEFINE.match(line)
        numbers = _C_NUMBER.findall(match["value"]) if match else []
        if match and len(numbers) == 1:
            defines[match["name"]] = (number, numbers[0])
    for name, (number, address) in defines.items():
        if not name.startswith(C_SIZE_PREFIX):
            bare = name.removeprefix(C_PREFIX)
            _, size = defines.get(C_SIZE_PREFIX + bare, (0, "0"))
            yield _row(number, bare, address, size)


def json_rows(text: str, source: str) -> Iterator[Row | BadLine]:
    """``{"symbols": [{"name", "address", "size"}]}`` or a mapping of names to addresses.

    Raises:
        ProfileError: It is not JSON, or has no symbols in a known shape.
    """
    try:
        document = read_json(text.encode())
    except NotJsonError as error:
        raise ProfileError(f"{source}:{error}", file=source) from error
    symbols = document.get("symbols", document) if isinstance(document, dict) else document
    entries: Iterable[object]
    if isinstance(symbols, dict):
        entries = [_entry(name, value) for name, value in symbols.items()]
    elif isinstance(symbols, list):
        entries = symbols
    else:
        raise ProfileError(
            f'{source} has no symbols; expected {{"symbols": {{"gMain": "0x03001000"}}}}',
            file=source,
        )
    for i, entry in enumerate(entries, 1):
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(name, str):
            yield BadLine(i, f"entry {i} has no name")
            continue
        yield _row(i, name, entry.get("address"), entry.get("size") or 0)


def _entry(name: str, value: object) -> dict[str, object]:
    return {**value, "name": name} if isinstance(value, dict) else {"name": name, "address": value}


def _row(line: int, name: str, address: object, size: object) -> Row | BadLine:
    try:
        return Row(
            line, name, _address(address), size if isinstance(size, int) else int(str(size), 0)
        )
    except ValueError as error:
        return BadLine(line, f"{name}: {error}")


def _address(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value)
    if not text.lower().startswith("0x"):
        raise ValueError(f"{text!r} is not an address in hex, such as 0x03001234")
    return parse_address(text)
