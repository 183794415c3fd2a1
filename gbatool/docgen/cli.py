"""``docs/cli.md``: every command with its arguments, options and examples."""

from __future__ import annotations

from collections.abc import Iterator

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from gbatool.cli import command_line

HEAD = """\
# The command line

Generated from the commands by `./run docs`; don't edit it by hand.

`gbatool COMMAND --help` shows the same. `--debug` works everywhere and shows the traceback of an
error; the exit statuses are in [errors.md](errors.md), the JSON documents in [schemas](schemas/).
"""


def cli_page() -> str:
    """The page."""
    commands = _commands(command_line(), "gbatool")
    sections = [_section(path, command) for path, command in commands]
    return HEAD + "".join(sections)


def _commands(group: TyperGroup, path: str) -> Iterator[tuple[str, TyperCommand]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _commands(command, f"{path} {name}")
        elif isinstance(command, TyperCommand) and not command.hidden:
            yield f"{path} {name}", command


def _section(path: str, command: TyperCommand) -> str:
    arguments = [p for p in command.params if isinstance(p, TyperArgument)]
    found = [p for p in command.params if isinstance(p, TyperOption) and not p.hidden]
    usage = " ".join([path, *(_argument_name(argument) for argument in arguments)])
    lines = [
        "",
        f"## {path}",
        "",
        command.help or "",
        "",
        "```console",
        f"$ {usage} [OPTIONS]",
        "```",
    ]
    if arguments or found:
        lines += ["", "| | |", "| --- | --- |"]
    lines += [f"| {_code(_argument_name(a))} | {_cell(a.help)} |" for a in arguments]
    for option in found:
        value = "" if option.is_flag else f" {option.metavar or _type_name(option)}"
        names = ", ".join(option.opts)
        extra = f" Environment: `{option.envvar}`." if option.envvar else ""
        lines.append(f"| {_code(names + value)} | {_cell(option.help)}{extra} |")
    examples = [line[2:] for line in (command.epilog or "").splitlines() if line.startswith("$ ")]
    lines += ["", "```console", *(f"$ {example}" for example in examples), "```"]
    return "\n".join(lines) + "\n"


def _argument_name(argument: TyperArgument) -> str:
    name = argument.metavar or (argument.name or "").upper()
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _type_name(option: TyperOption) -> str:
    return (option.name or "value").rsplit("_", 1)[-1].upper()


def _code(text: str) -> str:
    """Code in a table cell, with escaped bars, which would end the cell."""
    return "`" + text.replace("|", "\\|") + "`"


def _cell(text: str | None) -> str:
    return " ".join((text or "").replace("|", "\\|").split())
