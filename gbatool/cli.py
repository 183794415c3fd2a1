"""The command line: registers the commands, and turns what goes wrong into an exit status.

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
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from gbatool import interrupts, plain_line
from gbatool.declare import App, Exit
from gbatool.errors import ActionError, ExitCode, GbatoolError, JsonValue

if TYPE_CHECKING:
    from typer.core import TyperGroup

PANELS = {
    "Derive addresses": ("derive", "scan", "probe", "profile"),
    "Read": ("decode", "screenshot", "diff", "search", "rom"),
    "Act": ("walk_to", "dial", "select", "type", "press", "wait", "run"),
    "States and sessions": ("state", "session"),
    "Help": ("doctor",),
}
"""Modules of ``gbatool.commands`` as the help page groups them; each has an ``app``."""

GARBAGE_THRESHOLD = 100_000
"""New objects after which Python looks for garbage; 700 if nothing is said."""
COMMANDS = tuple(name for names in PANELS.values() for name in names)


def declared_by(module: str) -> App:
    """What a module of ``gbatool.commands`` declares."""
    app: App = importlib.import_module(f"gbatool.commands.{module}").app
    return app


@functools.cache
def command_line(modules: tuple[str, ...] = COMMANDS) -> TyperGroup:
    """The command line with the commands of these modules in it, all of them by default.

    A run needs one command only, and building the others takes longer than most commands do.
    """
    from gbatool.typer_line import build_group

    return build_group(
        {
            name.replace("_", "-"): (panel, declared_by(name))
            for panel, names in PANELS.items()
            for name in names
            if name in modules
        }
    )


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
            import traceback

            traceback.print_exc()
        return _report(error, as_json=as_json)
    if status == ExitCode.INTERRUPTED:
        _say("interrupted; the session and all files are as they were")
    return status


def run() -> NoReturn:
    """The ``gbatool`` program: everything that it wrote is closed when a command ends."""
    # numpy's library of linear algebra, which nothing here needs, starts a thread for each
    # processor as it is loaded: a third of what loading numpy costs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Loading modules makes many objects and no garbage; looking for it each time costs as much as
    # a dozen modules.
    gc.set_threshold(GARBAGE_THRESHOLD, 10, 10)
    status = main()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    # What is still to be done is to give back, piece by piece, what goes with the process anyway;
    # with numpy and a core in it that takes longer than many a command.
    os._exit(status)


def _run(arguments: list[str]) -> int:
    """Run what is asked for; plain command lines never see Typer."""
    first = next(iter(arguments), "").replace("-", "_")
    known = first in COMMANDS
    if known:
        call = _read_plainly(declared_by(first), arguments)
        if call is not None:
            return _status_of(call.run)
    group = command_line((first,)) if known else command_line()
    return _status_of(lambda: group.main(arguments, "gbatool", standalone_mode=False))


def _read_plainly(app: App, arguments: list[str]) -> plain_line.Call | None:
    name, words = arguments[0], arguments[1:]
    if app.is_group:
        name, words = next(iter(words), ""), words[1:]
    command = next((one for one in app.commands if one.name == name), None)
    return None if command is None else plain_line.read_line(command, words)


def _status_of(run: Callable[[], object]) -> int:
    try:
        result = run()
    except Exit as ended:
        return ended.code
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
        _say(message if status == ExitCode.INTERRUPTED else f"error: {message}")
    return status


def _explain(error: Exception) -> tuple[str, str, dict[str, JsonValue], ExitCode]:
    """The code, message, parts and exit status of an error."""
    if isinstance(error, ActionError):
        return error.refusal, error.message, error.detail, error.exit_code
    if isinstance(error, GbatoolError):
        return error.code, error.message, error.detail, error.exit_code
    if "typer" in sys.modules:
        from gbatool.typer_line import complaint

        against = complaint(error)
        if against is not None:
            return "usage", against, {}, ExitCode.USAGE
    detail: dict[str, JsonValue] = {"type": type(error).__name__}
    message = (
        f"{type(error).__name__}: {error}; this is a fault of the tool;"
        " run with --debug for a traceback and report it"
    )
    return "fault", message, detail, ExitCode.FAULT


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
