"""``docs/errors.md``: the error tree, and what each exit status means."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping

from gbatool.actions.dial import dial
from gbatool.actions.press import press
from gbatool.actions.select import select
from gbatool.actions.type_text import type_text
from gbatool.actions.wait import wait
from gbatool.actions.walk_to import walk_to
from gbatool.errors import ExitCode, GbatoolError

HEAD = """\
# Errors

Generated from `gbatool/errors.py` by `./run docs`; don't edit it by hand.

Every refusal is one line on standard error, or with `--json` a document on standard output:

```json
{"schema": "gbatool/error/1", "error": {"code": "wrong_rom", "message": "...", "detail": {}}}
```

`code` is stable, `message` is for people, and `detail` holds the parts of the message.

## Exit status

| status | means |
| --- | --- |
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
Status 4: before anything was pressed. The refusal's own name is the `code`; the message says what
would have to be different."""

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
    lines = [f"| {int(status)} | {STATUS[status]} |" for status in ExitCode]
    lines += ["", "## Codes", "", "| code | status | means |", "| --- | --- | --- |"]
    for error in _tree(GbatoolError):
        summary = (error.__doc__ or "").strip().splitlines()[0]
        lines.append(f"| `{error.code}` | {int(error.exit_code)} | {summary} |")
    lines += [
        "",
        "## Refusals of actions",
        "",
        REFUSALS,
        "",
        "| code | refused by |",
        "| --- | --- |",
    ]
    for code, names in sorted(refusals().items()):
        lines.append(f"| `{code}` | {', '.join(f'`{name}`' for name in names)} |")
    return HEAD + "\n".join(lines) + "\n"


def refusals() -> dict[str, list[str]]:
    """The codes that actions refuse with, as their docstrings promise -> the actions."""
    found: dict[str, list[str]] = {}
    for name, action in ACTIONS.items():
        raises = (inspect.getdoc(action) or "").partition("ActionError:")[2]
        promised = re.split(r"\n    \w+:", raises)[0]
        for code in re.findall(r"``(\w+)``", promised):
            found.setdefault(code, []).append(name)
    return found


def _tree(error: type[GbatoolError]) -> Iterator[type[GbatoolError]]:
    """An error and everything below it, the way it stands in the file."""
    if error.__module__ == "gbatool.errors" and error is not GbatoolError:
        yield error
    for child in error.__subclasses__():
        yield from _tree(child)
