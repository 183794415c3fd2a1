"""How commands declare what they take, without a library for command lines being imported.

A declaration is read twice. :mod:`gbatool.plain_line` reads command lines in which nothing is wrong
or unusual; it imports nothing. Everything else (help pages, complaints, completion) is Typer's:
:mod:`gbatool.typer_line` gives it each declaration word for word. Importing Typer and building a
command with it takes longer than most commands do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

Function = TypeVar("Function", bound=Callable[..., None])


class Declared:
    """What ``typer.Option`` or ``typer.Argument`` would be called with."""

    __slots__ = ("names", "settings")

    def __init__(self, *names: str, **settings: Any) -> None:  # noqa: ANN401 - as Typer's
        self.names, self.settings = names, settings


class Option(Declared):
    """An option, by its name or names: ``Option("--json", help="...")``."""

    __slots__ = ()


class Argument(Declared):
    """A positional argument."""

    __slots__ = ()


class Exit(Exception):  # noqa: N818 - it ends a command and is no error
    """Ends a command with a status.

    Args:
        code: The exit status, see :class:`gbatool.errors.ExitCode`.
    """

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = int(code)


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        name: As it is typed.
        function: Does it; takes what is declared by keyword.
        settings: Whatever else Typer is told of it.
    """

    name: str
    function: Callable[..., None]
    settings: dict[str, Any] = field(default_factory=dict)


class App:
    """The command of a module, or several of them as a group.

    Args:
        settings: What Typer is told of the group; a single command has none.
    """

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as Typer's
        self.settings = settings
        self.commands: list[Command] = []

    @property
    def is_group(self) -> bool:
        """Whether its commands are called through its own name, as ``session undo`` is."""
        return bool(self.settings)

    def command(
        self,
        name: str | None = None,
        **settings: Any,  # noqa: ANN401 - as Typer's
    ) -> Callable[[Function], Function]:
        """Add a command; its name is the function's unless one is given."""

        def add(function: Function) -> Function:
            self.commands.append(Command(name or function.__name__, function, settings))
            return function

        return add


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a command.

    Attributes:
        name: Keyword of the function.
        type: What the function gets.
        declared: How it stands on the command line.
        default: What it gets without; ``inspect.Parameter.empty`` if it has to be given.
    """

    name: str
    type: Any
    declared: Declared
    default: Any


def parameters_of(function: Callable[..., None]) -> list[Parameter]:
    """What a command declares, in order; every parameter is ``Annotated[TYPE, DECLARATION]``."""
    found: list[Parameter] = []
    annotations = inspect.get_annotations(function, eval_str=True)
    for parameter in inspect.signature(function).parameters.values():
        kind, declared = get_args(annotations[parameter.name])
        found.append(Parameter(parameter.name, kind, declared, parameter.default))
    return found
