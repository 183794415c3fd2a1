"""``docs/errors.md``: every error code of the package, and what each exit status means."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping

import gbatool
from gbatool.actions.dial import dial
from gbatool.actions.press import press
from gbatool.actions.select import select
from gbatool.actions.type_text import type_text
from gbatool.actions.wait import wait
from gbatool.actions.walk_to import walk_to
from gbatool.docgen.tables import table
from gbatool.errors import ExitCode, GbatoolError

ERRORS = GbatoolError.__module__

HEAD = """\
# Errors

Generated from the subclasses of `GbatoolError` by `./run docs`; don't edit it by hand.

Every refusal is one line on standard error, or with `--json` a document on standard output:

```json
{"schema": "gbatool/error/1", "error": {"code": "wrong_rom", "message": "...", "detail": {}}}
```

`code` is stable, `message` is for people, and `detail` holds the parts of the message.

## Exit status

"""

ACTIONS: Mapping[str, Callable[..., object]] = {
    "press": press,
    "wait": wait,
    "walk-to": walk_to,
    "dial": dial,
    "select": select,
    "type": type_text,
}

REFUSALS = """\
Status 4: before anything was pressed. In place of `action_refused` the `code` is the refusal's own
name; the message says what would have to be different."""

STATUS = {
    ExitCode.OK: "done",
    ExitCode.FAULT: "a fault of the tool; `--debug` shows the traceback",
    ExitCode.USAGE: "wrong usage",
    ExitCode.FAILED_CLOSED: "failed closed: identity, digest, undecodable state, unproven symbol",
    ExitCode.REFUSED: "the action was refused before anything was pressed",
    ExitCode.ENDED_SHORT: "the action began and ended short",
    ExitCode.INTERRUPTED: "interrupted: session and files are as they were, or the message says what is kept",
}


def errors_page() -> str:
    """The page."""
    statuses = [(int(status), STATUS[status]) for status in ExitCode]
    fault = ("`fault`", int(ExitCode.FAULT), "any other exception", STATUS[ExitCode.FAULT])
    refused_by = [
        (f"`{code}`", ", ".join(f"`{name}`" for name in names))
        for code, names in sorted(refusals().items())
    ]
    lines = [*table(("status", "means"), statuses), "", "## Codes", ""]
    lines += table(("code", "status", "class", "means"), [fault, *map(_row, error_classes())])
    lines += ["", "## Refusals of actions", "", REFUSALS, ""]
    lines += table(("code", "refused by"), refused_by)
    return HEAD + "\n".join(lines) + "\n"


def _row(error: type[GbatoolError]) -> tuple[object, ...]:
    summary = (error.__doc__ or "").strip().splitlines()[0].replace("``", "`")
    where = f"`{error.__module__}.{error.__name__}`"
    return f"`{error.code}`", int(error.exit_code), where, summary


def refusals() -> dict[str, list[str]]:
    """The codes that actions refuse with, as their docstrings promise -> the actions."""
    found: dict[str, list[str]] = {}
    for name, action in ACTIONS.items():
        raises = (inspect.getdoc(action) or "").partition("ActionError:")[2]
        promised = re.split(r"\n    \w+:", raises)[0]
        for code in re.findall(r"``(\w+)``", promised):
            found.setdefault(code, []).append(name)
    return found


def error_classes() -> list[type[GbatoolError]]:
    """Every error class of the package, by module: those of ``gbatool.errors`` first, in its order."""
    for module in pkgutil.walk_packages(gbatool.__path__, f"{gbatool.__name__}."):
        if not module.name.endswith(".__main__"):  # not to be imported: they are programs
            importlib.import_module(module.name)
    classes = [error for error in _below(GbatoolError) if error.__module__.startswith("gbatool.")]
    return sorted(classes, key=lambda error: (error.__module__ != ERRORS, error.__module__))


def _below(error: type[GbatoolError]) -> Iterator[type[GbatoolError]]:
    for child in error.__subclasses__():
        yield child
        yield from _below(child)
