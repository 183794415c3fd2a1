"""Typed access to the nodes of a YAML document, with line and column of every problem.

PyYAML's own types are not used: they read ``01`` as a number, ``no`` as a truth value and drop
one of two equal keys. A :class:`Node` reads the text as it is written in the file instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeVar

import yaml

Read = TypeVar("Read")
HEX = re.compile(r"0[xX][0-9A-Fa-f]+")
DECIMAL = re.compile(r"0|[1-9][0-9]*")
CORE_TAG = "tag:yaml.org,2002:"
FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""For large files; the place of a mistake at the end of a file is less exact."""


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
            raise self.refusal(f"has the tag {self.raw.tag}; profiles use plain values only")
        return str(self.raw.value)

    def whole(self, low: int = 0, high: int | None = None) -> int:
        """A whole number, decimal or hex, between ``low`` and ``high``."""
        text = self.text()
        if not (DECIMAL.fullmatch(text) or HEX.fullmatch(text)):
            raise self.refusal(f"{text!r} is not a whole number, such as 60 or 0x3C")
        number = int(text, 0)
        if number < low or (high is not None and number > high):
            limit = f"at least {low}" if high is None else f"{low} to {high}"
            raise self.refusal(f"{number} is out of range; expected {limit}")
        return number

    def hexadecimal(self) -> int:
        """A number in hex with up to eight digits, as addresses are written."""
        text = self.text()
        if not HEX.fullmatch(text):
            hint = f"; write 0x{int(text):08X} if that is meant" if DECIMAL.fullmatch(text) else ""
            raise self.refusal(f"{text!r} is not an address in hex, such as 0x03001234{hint}")
        if len(text) > 10:
            raise self.refusal(
                f"{text} has {len(text) - 2} hex digits; a bus address has eight, such as 0x03001234"
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


def read_document(data: bytes | str, expected: str, *, loader: Any = yaml.SafeLoader) -> Node:  # noqa: ANN401 - PyYAML's loaders share no type
    """The root node of a YAML document.

    Args:
        data: The file's content.
        expected: What the file should have held, for the message when it is empty.
        loader: The PyYAML loader class.

    Raises:
        RefusedNodeError: It is empty, not UTF-8 text, or not YAML.
    """
    try:
        text = data.decode() if isinstance(data, bytes) else data
        raw = yaml.compose(text, Loader=loader)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"is not UTF-8 text (byte 0x{error.object[error.start]:02X})"
        raise RefusedNodeError(Problem(line, 1, "", message)) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = f"is not YAML: {error.problem or error.context}"
        raise RefusedNodeError(Problem(line, column, "", message)) from error
    except (yaml.YAMLError, RecursionError) as error:
        message = f"is not YAML: {str(error).splitlines()[0]}"
        raise RefusedNodeError(Problem(1, 1, "", message)) from error
    if raw is None:
        raise RefusedNodeError(Problem(1, 1, "", f"is empty; {expected}"))
    return Node(raw, "")
