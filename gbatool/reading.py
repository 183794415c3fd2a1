"""Read YAML and JSON that somebody else may have written; every problem has its line and column.

PyYAML's own types are not used: they read ``01`` as a number, ``no`` as a truth value and drop
one of two equal keys. A :class:`Node` reads the text as it is written in the file instead. Aliases,
which can make a short file endless, are refused, and so is what is nested too deeply.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import yaml

from gbatool.errors import JsonValue

Read = TypeVar("Read")
HEX = re.compile(r"0[xX][0-9A-Fa-f]+")
DECIMAL = re.compile(r"0|[1-9][0-9]*")
MAX_DIGITS = 18
CORE_TAG = "tag:yaml.org,2002:"
TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
MAX_DEPTH, MAX_VALUES = 32, 500_000
"""A plan has five levels, and a profile of all symbols of a game 300,000 values."""
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SEPARATORS = ("\n", ",", ":", "[", "{", "- ", "? ")
"""One of them stands before each value but the first."""
_PAIR = re.compile(rb"\\u[dD][89abAB]")
"""Half of a character, which is text only together with the other half."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file: lines and columns count from 1."""

    line: int
    column: int
    field: str
    message: str

    def shown(self, source: str) -> str:
        """``file:line:column: field: message``."""
        where = f"{source}:{self.line}:{self.column}"
        return (
            f"{where}: {self.field}: {self.message}" if self.field else f"{where}: {self.message}"
        )


class RefusedNodeError(Exception):
    """Internal: one node is not valid; :meth:`Report.attempt` records it and continues."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass
class Report:
    """Collects problems, so that one run reports all of them."""

    problems: list[Problem] = field(default_factory=list)

    def attempt(self, read: Callable[[], Read]) -> Read | None:
        """The result of ``read``, or None after recording its refusal."""
        try:
            return read()
        except RefusedNodeError as refusal:
            self.problems.append(refusal.problem)
            return None


@dataclass(frozen=True)
class Node:
    """One node and the path of keys that leads to it, such as ``symbols.gMain.address``."""

    raw: yaml.Node
    path: str

    def refusal(self, message: str) -> RefusedNodeError:
        """An error at this node."""
        column = self.raw.start_mark.column + 1
        return RefusedNodeError(Problem(self.line, column, self.path, message))

    @property
    def line(self) -> int:
        """The line on which it begins, counted from 1."""
        return int(self.raw.start_mark.line) + 1

    @property
    def is_null(self) -> bool:
        """Whether nothing was written (or ``null``)."""
        return bool(self.raw.tag == f"{CORE_TAG}null")

    def text(self) -> str:
        """A scalar's text as written, quotes resolved."""
        if self.is_null:
            raise self.refusal("is empty; write a text, or remove the line")
        if not isinstance(self.raw, yaml.ScalarNode):
            raise self.refusal("must be one value, not a list or a mapping")
        if not self.raw.tag.startswith(CORE_TAG):
            raise self.refusal(f"has the tag {self.raw.tag}; only plain values are read")
        text = str(self.raw.value)
        if not text.isascii() and re.search("[\ud800-\udfff]", text):
            raise self.refusal("has half of a character in an escape")
        return text

    def plain(self, depth: int = 0) -> JsonValue:
        """The value as lists, dicts, texts, whole numbers, truth values and None."""
        if depth > MAX_DEPTH:
            raise self.refusal(f"is nested too deeply; at most {MAX_DEPTH} levels are read")
        if self.is_null:
            return None
        if isinstance(self.raw, yaml.SequenceNode):
            return [node.plain(depth + 1) for node in self.items()]
        if isinstance(self.raw, yaml.MappingNode):
            report = Report()
            entries = {key: value.plain(depth + 1) for _, key, value in self.pairs(report)}
            if report.problems:
                raise RefusedNodeError(report.problems[0])
            return entries
        text, kind = self.text(), self.raw.tag.removeprefix(CORE_TAG)
        if kind == "bool" and text.lower() in TRUTHS:
            return TRUTHS[text.lower()]
        if kind == "int":
            negative = text.startswith("-")
            number = Node(
                yaml.ScalarNode(self.raw.tag, text[negative:], self.raw.start_mark), self.path
            )
            return -number.whole() if negative else number.whole()
        return text

    def whole(self, low: int = 0, high: int | None = None) -> int:
        """A whole number, decimal or hex, between ``low`` and ``high``."""
        text = self.text()
        if not (DECIMAL.fullmatch(text) or HEX.fullmatch(text)):
            raise self.refusal(f"{_short(text)} is not a whole number, such as 60 or 0x3C")
        if len(text) > MAX_DIGITS:
            raise self.refusal(f"{_short(text)} has {len(text)} digits; that is out of range")
        number = int(text, 0)
        if number < low or (high is not None and number > high):
            limit = f"at least {low}" if high is None else f"{low} to {high}"
            raise self.refusal(f"{number} is out of range; expected {limit}")
        return number

    def hexadecimal(self) -> int:
        """A number in hex with up to eight digits, as addresses are written."""
        text = self.text()
        if not HEX.fullmatch(text):
            short = DECIMAL.fullmatch(text) and len(text) <= MAX_DIGITS
            hint = f"; write 0x{int(text):08X} if that is meant" if short else ""
            raise self.refusal(f"{_short(text)} is not an address in hex, such as 0x03001234{hint}")
        if len(text) > 10:
            raise self.refusal(
                f"{text[:40]} has {len(text) - 2} hex digits; a bus address has eight, such as 0x03001234"
            )
        return int(text, 16)

    def items(self) -> list[Node]:
        """The entries of a list; none when nothing was written."""
        if self.is_null:
            return []
        if not isinstance(self.raw, yaml.SequenceNode):
            raise self.refusal("must be a list")
        return [Node(raw, f"{self.path}[{i}]") for i, raw in enumerate(self.raw.value)]

    def pairs(self, report: Report) -> Iterator[tuple[Node, str, Node]]:
        """Key node, key and value of each pair of a mapping; a repeated key is a problem."""
        if self.is_null:
            return
        if not isinstance(self.raw, yaml.MappingNode):
            raise self.refusal("must be a mapping of keys to values")
        lines: dict[str, int] = {}
        for raw_key, raw_value in self.raw.value:
            key = report.attempt(Node(raw_key, self.path).text)
            if key is None:
                continue
            path = f"{self.path}.{key}" if self.path else key
            key_node = Node(raw_key, path)
            if key in lines:
                refusal = key_node.refusal(f"is repeated; first on line {lines[key]}")
                report.problems.append(refusal.problem)
                continue
            lines[key] = key_node.line
            yield key_node, key, Node(raw_value, path)

    def fields(
        self, report: Report, required: Iterable[str], optional: Iterable[str] = ()
    ) -> dict[str, Node]:
        """The values of a mapping with a fixed set of keys.

        Unknown and repeated keys are recorded in ``report``.

        Raises:
            RefusedNodeError: A required key is missing.
        """
        wanted, allowed = tuple(required), (*required, *optional)
        found: dict[str, Node] = {}
        for key_node, key, value in self.pairs(report):
            if key in allowed:
                found[key] = value
                continue
            near = get_close_matches(key, allowed, 1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(allowed)}"
            report.problems.append(key_node.refusal(f"is not a known key; {hint}").problem)
        missing = [key for key in wanted if key not in found]
        if missing:
            raise self.refusal(f"lacks {', '.join(missing)}")
        return found


def read_document(data: bytes | str, expected: str) -> Node:
    """The root node of a YAML document.

    Args:
        data: The file's content.
        expected: What the file should have held, for the message when it is empty.

    Raises:
        RefusedNodeError: It is empty, not UTF-8 text, or not YAML.
    """
    try:
        text = data.decode() if isinstance(data, bytes) else data
        raw = _compose(text)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"is not UTF-8 text (byte 0x{error.object[error.start]:02X})"
        raise RefusedNodeError(Problem(line, 1, "", message)) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = f"is not YAML: {error.problem or error.context}"
        raise RefusedNodeError(Problem(line, column, "", message)) from error
    except (
        yaml.YAMLError,
        ValueError,
        OverflowError,
        RecursionError,
    ) as error:  # of an escape: "\UFFFFFFFF"
        message = f"is not YAML: {str(error).splitlines()[0]}"
        raise RefusedNodeError(Problem(1, 1, "", message)) from error
    if raw is None:
        raise RefusedNodeError(Problem(1, 1, "", f"is empty; {expected}"))
    return Node(raw, "")


def _compose(text: str) -> yaml.Node | None:
    """The nodes of the only document; None when there is none.

    Raises:
        RefusedNodeError: It has more values than any file of the tool, or an alias.
        yaml.YAMLError: It is not YAML.
    """
    if sum(map(text.count, SEPARATORS)) > MAX_VALUES:
        raise RefusedNodeError(
            Problem(1, 1, "", f"is too much: at most {MAX_VALUES} values are read")
        )
    raw = yaml.compose(text, Loader=LOADER)
    if raw is not None and "*" in text:
        _refuse_aliases(raw)
    return raw


def _refuse_aliases(root: yaml.Node) -> None:
    """Refuse a node that is there twice: with aliases, a short text has values without end."""
    seen: set[int] = set()
    left = [root]
    while left:
        node = left.pop()
        if id(node) in seen:
            raise Node(node, "").refusal("is used again by an alias; write the value out instead")
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            left += node.value
        elif isinstance(node, yaml.MappingNode):
            left += (part for pair in node.value for part in pair)


def _short(text: str) -> str:
    """A text in a message, cut if it is long."""
    return repr(text) if len(text) <= 40 else f"{text[:40]!r}..."


class NotJsonError(ValueError):
    """A text is not JSON; the message says where and why."""


def read_json(data: bytes) -> Any:  # noqa: ANN401 - JSON in, whatever it says out
    """The value of a JSON document.

    Raises:
        NotJsonError: It is not UTF-8 text or not JSON, repeats a key, or is nested too deeply.
    """
    try:
        value = json.loads(data.decode(), object_pairs_hook=_unique, parse_constant=_no_constant)
        if _PAIR.search(data):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise NotJsonError(f"{error.lineno}:{error.colno}: is not JSON: {error.msg}") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        byte = f"byte 0x{data[error.start]:02X}"
        raise NotJsonError(f"{line}:1: is not UTF-8 text ({byte})") from error
    except RecursionError as error:
        raise NotJsonError("1:1: is nested too deeply") from error
    except ValueError as error:
        raise NotJsonError(f"1:1: is not JSON: {error}") from error
    return value


def checked(value: Any, hint: Any, where: str) -> Any:  # noqa: ANN401 - JSON in, of the hint's type out
    """JSON data as what a type hint says: a dataclass of such, a tuple, or a plain value.

    Raises:
        ValueError: It is something else; names the field.

    >>> checked([1, 2], tuple[int, ...], "tile")
    (1, 2)
    """
    if is_dataclass(hint):
        return _checked_fields(value, hint, where)
    kind, of = get_origin(hint) or hint, get_args(hint)
    if kind is tuple and isinstance(value, list):
        return tuple(checked(item, of[0], f"{where}[{i}]") for i, item in enumerate(value))
    allowed = [get_origin(part) or part for part in of] if kind is UnionType else [kind]
    if type(value) not in allowed:
        expected = " or ".join(part.__name__ for part in allowed)
        raise ValueError(f"{where} is {repr(value)[:40]}; expected {expected}")
    return value


def _checked_fields(value: Any, kind: Any, where: str) -> Any:  # noqa: ANN401 - as ``checked``
    hints = get_type_hints(kind)
    names = {field.name for field in fields(kind) if field.default is MISSING}
    if not isinstance(value, dict) or not names <= value.keys() <= hints.keys():
        raise ValueError(f"{where or 'it'} lacks a field, or has one too many")
    prefix = f"{where}." if where else ""
    return kind(**{name: checked(item, hints[name], prefix + name) for name, item in value.items()})


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ValueError(f"a key is repeated, of {_short(', '.join(key for key, _ in pairs))}")
    return entries


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def inflate(stream: bytes, limit: int) -> bytes:
    """Decompress a whole zlib stream.

    Args:
        stream: The stream.
        limit: Bytes that it holds at most.

    Raises:
        ValueError: It is broken, cut off, or holds more.
    """
    inflater = zlib.decompressobj()
    try:
        # one byte more than expected: enough to see that the stream goes on
        data = inflater.decompress(stream, limit + 1)
    except zlib.error as error:
        raise ValueError("a broken zlib stream") from error
    if len(data) > limit:
        raise ValueError(f"a zlib stream of more than {limit} bytes")
    if not inflater.eof:
        raise ValueError("a zlib stream that is cut off")
    return data
