"""The command line: finds the commands, and turns what goes wrong into an exit status.

This is the one place where an error becomes a line on standard error (or, with ``--json``, a
document on standard output) and a status; commands raise and never catch.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Annotated, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from gbatool import __version__, interrupts
from gbatool.errors import ActionError, ExitCode, FileProblemError, GbatoolError, JsonValue

PANELS = {
    "Derive addresses": ("derive", "scan", "probe", "profile"),
    "Read": ("decode", "screenshot", "diff", "search", "rom"),
    "Act": ("walk-to", "dial", "select", "type", "press", "wait", "run"),
    "States and sessions": ("state", "session", "evidence"),
    "Help": ("doctor",),
}
"""The commands as the help page groups them. Each is a module of ``gbatool.commands`` with an
``app``: a single command, or a group of them."""
HELP_NAMES = ["-h", "--help"]
COMMANDS = {name: panel for panel, names in PANELS.items() for name in names}

EPILOG = """\
Without --rom, commands run on the demo cartridge that comes with the tool.

Status: 0 done, 1 a fault of the tool, 2 wrong usage, 3 failed closed, \
4 refused before anything was pressed, 5 ended short, 130 interrupted.

Try it:
$ gbatool decode map
$ gbatool walk-to --warp 0 --through"""

app = typer.Typer(
    name="gbatool",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP_NAMES},
    epilog=EPILOG,
)


def _print_version(value: bool) -> None:  # noqa: FBT001 - Typer calls it so
    if value:
        typer.echo(f"gbatool {__version__}")
        raise typer.Exit


@app.callback()
def gbatool(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show the traceback of an error; works after a command too."),
    ] = False,
) -> None:
    """Derive, prove and use the RAM addresses of generation-3 Pokémon games."""
    del version, debug  # _print_version has acted by now, and ``main`` removes --debug


class LazyCommands(Mapping[str, TyperCommand | TyperGroup]):
    """The commands by name; a command's module is imported when it is looked up."""

    def __getitem__(self, name: str) -> TyperCommand | TyperGroup:
        return _build(name)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@functools.cache
def _build(name: str) -> TyperCommand | TyperGroup:
    """The command of a module.

    Raises:
        KeyError: There is none of that name.
    """
    panel = COMMANDS[name]
    part: typer.Typer = importlib.import_module(f"gbatool.commands.{name.replace('-', '_')}").app
    command = typer.main.get_command(part)
    if not isinstance(command, (TyperCommand, TyperGroup)):
        raise TypeError(f"{name} is no command of Typer's")
    command.name, command.rich_help_panel = name, panel
    _hide_flag_types(command)
    return command


def _hide_flag_types(command: TyperCommand | TyperGroup) -> None:
    """Show flags as taking no value: the help pages of Typer 0.29 give their type, ``<bool>``."""
    for parameter in command.get_params(typer.Context(command, help_option_names=HELP_NAMES)):
        if isinstance(parameter, TyperOption) and parameter.is_flag:
            parameter.metavar = ""
    for part in command.commands.values() if isinstance(command, TyperGroup) else ():
        if isinstance(part, TyperCommand):
            _hide_flag_types(part)


@functools.cache
def command_line() -> TyperGroup:
    """The whole command line."""
    group = typer.main.get_command(app)
    if not isinstance(group, TyperGroup):
        raise TypeError("the command line is no group of commands")
    _hide_flag_types(group)
    group.commands = LazyCommands()  # type: ignore[assignment]  # read only
    return group


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
            result = command_line().main(arguments, "gbatool", standalone_mode=False)
        status = result if isinstance(result, int) else ExitCode.OK
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return ExitCode.OK
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # rich has noticed it first
            return ExitCode.OK
        raise
    except KeyboardInterrupt:
        status = ExitCode.INTERRUPTED
    except Exception as error:
        if debug:
            import traceback

            _say(traceback.format_exc().rstrip())
        return _report(error, as_json=as_json)
    if status == ExitCode.INTERRUPTED:
        _say(interrupts.report("interrupted"))
    return status


def _drop_output() -> None:
    """Print nothing more; what is left of the output, Python would fail to print at its exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepare_streams() -> None:
    """Let the standard streams take every text, in any encoding, also those that are closed."""
    from gbatool.render.output import TO_ENCODING

    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass  # a closed stream's number would be given to the next file that is opened
    os.close(descriptor)
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w"))
        getattr(sys, name).reconfigure(errors=TO_ENCODING)


def run() -> NoReturn:
    """The ``gbatool`` program."""
    _prepare_streams()
    # numpy's library of linear algebra, which nothing here needs, starts a thread for each
    # processor as it is loaded: a third of what loading numpy costs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    status = main()
    # All memory goes with the process; without this Python looks through all objects once more.
    gc.freeze()
    sys.exit(status)


def _report(error: Exception, *, as_json: bool) -> int:
    """Say what went wrong, in one line or one document; return the exit status."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()  # type: ignore[attr-defined]
        return ExitCode.USAGE
    code, message, detail, status = _explain(error)
    if as_json:
        from gbatool.render.output import show_json

        refusal: JsonValue = {"code": code, "message": message, "detail": detail}
        with contextlib.suppress(OSError):
            show_json({"schema": "gbatool/error/1", "error": refusal})
            sys.stdout.flush()
            return status
    _say(message if status == ExitCode.INTERRUPTED else f"error: {message}")
    if isinstance(error, OSError):
        _drop_output()
    return status


def _explain(error: Exception) -> tuple[str, str, dict[str, JsonValue], ExitCode]:
    """The code, message, parts and exit status of an error."""
    if isinstance(error, ActionError):
        return error.refusal, error.message, error.detail, error.exit_code
    if isinstance(error, GbatoolError):
        return error.code, error.message, error.detail, error.exit_code
    complaint = _complaint(error)
    if complaint is not None:
        return "usage", complaint, {}, ExitCode.USAGE
    if isinstance(error, OSError):  # what is not of a file that ``files`` opens is of the output
        where = str(error.filename) if error.filename else "the output"
        message = interrupts.report(f"can't use {where}: {error.strerror or error}")
        return FileProblemError.code, message, {"file": where}, ExitCode.USAGE
    detail: dict[str, JsonValue] = {"type": type(error).__name__}
    message = (
        f"{type(error).__name__}: {error}; this is a fault of the tool;"
        " run with --debug for a traceback and report it"
    )
    return "fault", message, detail, ExitCode.FAULT


def _complaint(error: Exception) -> str | None:
    """Typer's message about a wrong command line, in one line; None if the error is not Typer's.

    The base class of these errors has a public name only from Typer 0.28 on; what all of them have
    is ``format_message``.
    """
    if isinstance(error, typer.Abort):
        return "the input ended"
    format_message = getattr(error, "format_message", None)
    if format_message is None:
        return None
    message = " ".join(format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "gbatool"
    return f"{message}; see `{where} --help`"


def _say(line: str) -> None:
    from gbatool.render.output import printable

    with contextlib.suppress(OSError):
        sys.stderr.write(f"{printable(line)}\n")
