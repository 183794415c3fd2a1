"""Read a plain command line: one in which everything is spelled out and nothing is wrong.

What it reads, it reads as Typer would. Whatever it does not know (a help page, a short option, a
value that must be refused, a parser of its own) it leaves to Typer by answering None, so that there
is one set of messages and one help page.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from inspect import Parameter as Signature
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from gbatool.declare import Argument, Command, Option, Parameter, parameters_of

KNOWN_SETTINGS = frozenset(
    {"envvar", "help", "max", "metavar", "min", "rich_help_panel", "show_default"}
)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Call:
    """A command and what it is called with."""

    function: Callable[..., None]
    values: dict[str, Any]

    def run(self) -> None:
        """Do it."""
        self.function(**self.values)


class _NotPlainError(Exception):
    """This is Typer's."""


def read_line(command: Command, words: Sequence[str]) -> Call | None:
    """What a command would be called with; None if Typer has to read this.

    Args:
        command: The command.
        words: What stands behind its name.
    """
    try:
        return Call(command.function, _Reader(command).read(words))
    except _NotPlainError:
        return None


class _Reader:
    """Reads one command line."""

    def __init__(self, command: Command) -> None:
        self.given: dict[str, Any] = {}
        self.flags: dict[str, tuple[Parameter, bool]] = {}
        self.options: dict[str, Parameter] = {}
        self.positions: list[Parameter] = []
        self.parameters = parameters_of(command.function)
        for parameter in self.parameters:
            _check(parameter)
            if isinstance(parameter.declared, Argument):
                self.positions.append(parameter)
            elif isinstance(parameter.declared, Option):
                self._add(parameter)

    def _add(self, parameter: Parameter) -> None:
        (names,) = parameter.declared.names
        if parameter.type is bool:
            yes, _, no = names.partition("/")
            self.flags[yes] = parameter, True
            if no:
                self.flags[no] = parameter, False
        else:
            self.options[names] = parameter

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """Values by keyword."""
        rest, loose = list(words), []
        while rest:
            word = rest.pop(0)
            if not word.startswith("-"):
                loose.append(word)
            elif word in self.flags:
                self._give(*self.flags[word])
            else:
                name, equals, value = word.partition("=")
                if name not in self.options or not (equals or rest):
                    raise _NotPlainError
                parameter = self.options[name]
                self._give(parameter, _convert(parameter, value if equals else rest.pop(0)))
        self._place(loose)
        return {parameter.name: self._value(parameter) for parameter in self.parameters}

    def _give(self, parameter: Parameter, value: object) -> None:
        if parameter.name in self.given:
            raise _NotPlainError
        self.given[parameter.name] = value

    def _place(self, words: list[str]) -> None:
        """Give the words that are no options to the arguments, in order."""
        for parameter in self.positions:
            if parameter.type == list[str]:
                if parameter is not self.positions[-1] or not words:
                    raise _NotPlainError
                self._give(parameter, [_plain(word) for word in words])
                words = []
            elif words:
                self._give(parameter, _convert(parameter, words.pop(0)))
        if words:
            raise _NotPlainError

    def _value(self, parameter: Parameter) -> object:
        if parameter.name in self.given:
            return self.given[parameter.name]
        variable = parameter.declared.settings.get("envvar")
        text = os.environ.get(variable, "") if variable is not None else ""
        if text:
            return _convert(parameter, text)
        if parameter.default is Signature.empty:
            raise _NotPlainError
        return parameter.default


def _check(parameter: Parameter) -> None:
    """Leave to Typer what only Typer knows how to read."""
    kind = _without_none(parameter.type)
    positional = isinstance(parameter.declared, Argument)
    plain = kind in {bool, int, str, Path} or (isinstance(kind, type) and issubclass(kind, Enum))
    if not (plain or (positional and parameter.type == list[str])):
        raise _NotPlainError
    if not parameter.declared.settings.keys() <= KNOWN_SETTINGS:
        raise _NotPlainError


def _plain(text: str) -> str:
    if not text or text.startswith("-"):
        raise _NotPlainError
    return text


def _convert(parameter: Parameter, text: str) -> object:
    """The value that a text stands for."""
    kind = _without_none(parameter.type)
    text = _plain(text)
    if kind is str:
        return text
    if kind is Path:
        return Path(text)
    if kind is int:
        return _number(text, parameter.declared.settings)
    if isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            if member.value == text:
                return member
    raise _NotPlainError


def _number(text: str, settings: dict[str, Any]) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise _NotPlainError
    number = int(text)
    if not settings.get("min", number) <= number <= settings.get("max", number):
        raise _NotPlainError
    return number


def _without_none(kind: Any) -> Any:  # noqa: ANN401 - types are looked at here
    if get_origin(kind) in {UnionType, Union}:
        kinds = [one for one in get_args(kind) if one is not type(None)]
        return kinds[0] if len(kinds) == 1 else None
    return kind
