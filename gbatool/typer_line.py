"""The whole command line as Typer sees it: help pages, complaints, completion, unusual spellings."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from gbatool import __version__
from gbatool.declare import App, Argument, Parameter, parameters_of

EPILOG = """\
Without --rom, commands run on the demo cartridge that comes with the tool.

Status: 0 done, 1 a fault of the tool, 2 wrong usage, 3 nothing was guessed, \
4 refused before anything was pressed, 5 ended short, 130 interrupted.

Try it:
$ gbatool decode map
$ gbatool walk-to --warp 0 --through"""


def _print_version(value: bool) -> None:  # noqa: FBT001 - Typer calls it so
    if value:
        typer.echo(f"gbatool {__version__}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
]
Debug = Annotated[
    bool,
    typer.Option("--debug", help="Show the traceback of an error; works after a command too."),
]


def build_group(apps: dict[str, tuple[str, App]]) -> TyperGroup:
    """The command line with these modules' commands in it.

    Args:
        apps: Name of a module -> its panel on the help page, and what it declares.
    """
    whole = typer.Typer(
        name="gbatool",
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=EPILOG,
    )

    @whole.callback()
    def gbatool(*, version: Version = False, debug: Debug = False) -> None:
        """Derive, prove and use the RAM addresses of generation-3 Pokémon games."""
        del version, debug  # the one has done its work by now, the other is taken off by ``main``

    for name, (panel, app) in apps.items():
        part = typer.Typer(**app.settings)
        own: dict[str, Any] = {} if app.is_group else {"rich_help_panel": panel}
        for command in app.commands:
            part.command(command.name, **command.settings, **own)(for_typer(command.function))
        if app.is_group:
            whole.add_typer(part, name=name, rich_help_panel=panel)
        else:
            whole.add_typer(part)
    group = typer.main.get_command(whole)
    if not isinstance(group, TyperGroup):
        raise TypeError("the command line is no group of commands")
    return group


def for_typer(function: Callable[..., None]) -> Callable[..., None]:
    """The same function, its declarations in Typer's own words."""

    @functools.wraps(function)
    def called(**values: Any) -> None:  # noqa: ANN401 - whatever the options hold
        function(**values)

    del called.__wrapped__
    parameters = [_in_typers_words(parameter) for parameter in parameters_of(function)]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def _in_typers_words(parameter: Parameter) -> inspect.Parameter:
    declared = parameter.declared
    word: Callable[..., Any] = typer.Option
    if isinstance(declared, Argument):
        word = typer.Argument
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[parameter.type, word(*declared.names, **declared.settings)],
        default=parameter.default,
    )


def complaint(error: Exception) -> str | None:
    """What Typer has against a command line, in one line; None if the error is not Typer's."""
    if isinstance(error, typer.Abort):
        return "the input ended"
    if not isinstance(error, TyperException):
        return None
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "gbatool"
    return f"{message}; see `{where} --help`"
