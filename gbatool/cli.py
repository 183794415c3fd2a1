"""The command line: registers the commands, and turns what goes wrong into an exit status.

This is the one place where an error becomes a line on standard error (or, with ``--json``, a
document on standard output) and a status; commands raise and never catch.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import traceback
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from gbatool import __version__, interrupts
from gbatool.errors import ActionError, ExitCode, GbatoolError, JsonValue

PANELS = {
    "Derive addresses": ("derive", "scan", "probe", "profile"),
    "Read": ("decode", "screenshot", "diff", "search", "rom"),
    "Act": ("walk_to", "dial", "select", "type", "press", "wait", "run"),
    "States and sessions": ("state", "session"),
    "Help": ("doctor",),
}
"""Modules of ``gbatool.commands`` as the help page groups them; each has an ``app``."""

COMMANDS = tuple(name for names in PANELS.values() for name in names)
GROUPS = ("profile", "rom", "session", "state")
"""Those that hold several commands of their own."""

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


@functools.cache
def command_line(modules: tuple[str, ...] = COMMANDS) -> TyperGroup:
    """The command line with the commands of these modules in it, all of them by default.

    A run needs one command only, and building the others takes longer than most commands do.
    """
    app = typer.Typer(
        name="gbatool",
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=EPILOG,
    )

    @app.callback()
    def gbatool(*, version: Version = False, debug: Debug = False) -> None:
        """Derive, prove and use the RAM addresses of generation-3 Pokémon games."""
        del version, debug  # the one has done its work by now, the other is taken off by ``main``

    for panel, names in PANELS.items():
        for name in names:
            if name in modules:
                _add(app, name, panel)
    group = typer.main.get_command(app)
    if not isinstance(group, TyperGroup):
        raise TypeError("the command line is no group of commands")
    return group


def _add(app: typer.Typer, name: str, panel: str) -> None:
    added: typer.Typer = importlib.import_module(f"gbatool.commands.{name}").app
    if name in GROUPS:
        app.add_typer(added, name=name, rich_help_panel=panel)
        return
    for command in added.registered_commands:
        command.rich_help_panel = panel
    app.add_typer(added)


def main(argv: list[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: The arguments without the program's name; None takes those of the process.

    Returns:
        The exit status, see :class:`gbatool.errors.ExitCode`. Everything that goes wrong has been
        reported by then.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    before_dashes = arguments[: arguments.index("--")] if "--" in arguments else arguments
    debug, as_json = "--debug" in before_dashes, "--json" in before_dashes
    rest = arguments[len(before_dashes) :]
    arguments = [argument for argument in before_dashes if argument != "--debug"] + rest
    try:
        with interrupts.listening():
            status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has seen enough. Python would complain once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.OK
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # rich has noticed it first
            return ExitCode.OK
        raise
    except KeyboardInterrupt:
        status = ExitCode.INTERRUPTED
    except Exception as error:
        if debug:
            traceback.print_exc()
        return _report(error, as_json=as_json)
    if status == ExitCode.INTERRUPTED:
        _say("interrupted; the session and all files are as they were")
    return status


def run() -> None:
    """The ``gbatool`` program."""
    sys.exit(main())


def _run(arguments: list[str]) -> int:
    first = next(iter(arguments), "").replace("-", "_")
    group = command_line((first,)) if first in COMMANDS else command_line()
    result = group.main(arguments, "gbatool", standalone_mode=False)
    return result if isinstance(result, int) else ExitCode.OK


def _report(error: Exception, *, as_json: bool) -> int:
    """Say what went wrong, in one line or one document; return the exit status."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()  # type: ignore[attr-defined]
        return ExitCode.USAGE
    code, message, detail, status = _explain(error)
    if as_json:
        from gbatool.render.output import show_json

        refusal: JsonValue = {"code": code, "message": message, "detail": detail}
        show_json({"schema": "gbatool/error/1", "error": refusal})
    else:
        _say(f"error: {message}")
    return status


def _explain(error: Exception) -> tuple[str, str, dict[str, JsonValue], ExitCode]:
    """The code, message, parts and exit status of an error."""
    if isinstance(error, ActionError):
        return error.refusal, error.message, error.detail, error.exit_code
    if isinstance(error, GbatoolError):
        return error.code, error.message, error.detail, error.exit_code
    if isinstance(error, TyperException):
        return "usage", _usage_message(error), {}, ExitCode.USAGE
    if isinstance(error, typer.Abort):
        return "interrupted", "the input ended", {}, ExitCode.INTERRUPTED
    detail: dict[str, JsonValue] = {"type": type(error).__name__}
    message = (
        f"{type(error).__name__}: {error}; this is a fault of the tool;"
        " run with --debug for a traceback and report it"
    )
    return "fault", message, detail, ExitCode.FAULT


def _usage_message(error: TyperException) -> str:
    """One line, with the command whose help page tells more."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "gbatool"
    return f"{message}; see `{where} --help`"


def _say(line: str) -> None:
    typer.echo(line, err=True)
