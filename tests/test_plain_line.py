"""A plain command line is read as Typer reads it; every other one is left to Typer."""

from __future__ import annotations

import functools
import inspect
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.core import TyperGroup

from gbatool import cli, declare, plain_line
from gbatool.declare import App, Command, Parameter, parameters_of
from gbatool.typer_line import build_group

Values = dict[str, Any]


def every_command() -> list[tuple[str, Command]]:
    found = []
    for module in cli.COMMANDS:
        app = cli.declared_by(module)
        group = f"{module} " if app.is_group else ""
        found += [(f"{group}{command.name}", command) for command in app.commands]
    return found


def recording(command: Command, seen: list[Values]) -> Command:
    """The same command, which only notes what it is called with."""

    @functools.wraps(command.function)
    def note(**values: object) -> None:
        seen.append(values)

    annotations = inspect.get_annotations(command.function, eval_str=True)
    note.__signature__ = inspect.signature(command.function)  # type: ignore[attr-defined]
    note.__annotations__ = annotations
    del note.__wrapped__
    return replace(command, function=note)


def by_typer(command: Command, words: list[str]) -> Values | None:
    """What Typer calls the command with; None when it refuses the line."""
    seen: list[Values] = []
    app = App()
    app.commands.append(recording(command, seen))
    group = build_group({command.name: ("", app)})
    assert isinstance(group, TyperGroup)
    try:
        group.main([command.name, *words], "gbatool", standalone_mode=False)
    except Exception:
        return None
    return seen[0] if seen else None


def plainly(command: Command, words: list[str]) -> Values | None:
    call = plain_line.read_line(command, words)
    return None if call is None else call.values


WORDS = st.sampled_from(
    ["a", "b+up", "12", "0", "007", "-3", "", "x y", "7", "--", "no.ss0", "x=y"]
)


@st.composite
def lines(draw: st.DrawFn, parameters: list[Parameter]) -> list[str]:
    """Words for a command: mostly right, in any order, with a mistake now and then."""
    words: list[str] = []
    for parameter in draw(st.permutations(parameters)):
        if draw(st.integers(0, 3)) == 0 and parameter.default is not inspect.Parameter.empty:
            continue
        kind, value = parameter.type, draw(WORDS)
        members = [m for t in (kind, *getattr(kind, "__args__", ())) for m in _members(t)]
        if members:
            value = draw(st.sampled_from([*members, "nonsense"]))
        elif "int" in str(kind):
            value = draw(st.sampled_from(["0", "1", "3", "12", "007", "many", "-1"]))
        if not parameter.declared.names:
            words.append(value)
        elif kind is bool:
            words.append(draw(st.sampled_from(parameter.declared.names[0].split("/"))))
        elif draw(st.booleans()):
            words += [parameter.declared.names[0], value]
        else:
            words.append(f"{parameter.declared.names[0]}={value}")
    return words + draw(
        st.lists(st.sampled_from(["extra", "--help", "--nonsense", "-x"]), max_size=1)
    )


def _members(kind: object) -> list[str]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    return []


@pytest.mark.parametrize(("path", "command"), every_command(), ids=[p for p, _ in every_command()])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_read_plainly_is_what_typer_reads(
    path: str, command: Command, data: st.DataObject
) -> None:
    del path
    words = data.draw(lines(parameters_of(command.function)))
    read = plainly(command, words)
    if read is not None:
        assert read == by_typer(command, words)


USUAL = [
    ("walk-to", ["12", "12", "--json"], {"x": 12, "y": 12, "as_json": True}),
    ("walk-to", ["--exit", "north", "--through"], {"edge": "north", "through": True}),
    ("walk-to", ["--warp=3", "--session", "out"], {"warp": 3, "session": Path("out")}),
    ("press", ["a", "up", "--hold", "3"], {"buttons": ["a", "up"], "hold": 3}),
    ("select", ["yes", "--no-confirm"], {"entry": "yes", "confirm": False}),
    ("session undo", ["--session", "out", "2"], {"session": Path("out"), "steps": 2}),
    ("decode", ["map", "--local"], {"what": "map", "local": True}),
]


@pytest.mark.parametrize(("path", "words", "expected"), USUAL)
def test_usual_command_lines_are_plain(path: str, words: list[str], expected: Values) -> None:
    read = plainly(dict(every_command())[path], words)
    assert read is not None
    assert {name: read[name] for name in expected} == expected


LEFT = [
    ("walk-to", ["--help"]),
    ("walk-to", ["-h"]),
    ("walk-to", ["1", "2", "3"]),
    ("walk-to", ["one", "2"]),
    ("walk-to", ["--jsn"]),
    ("walk-to", ["--warp"]),
    ("walk-to", ["--warp", "-1"]),
    ("walk-to", ["--exit", "up"]),
    ("walk-to", ["1", "2", "--json", "--json"]),
    ("walk-to", ["--max-frames", "0", "1", "2"]),
    ("press", []),
    ("select", ["--json"]),
    ("session undo", ["--session", "x", "0"]),
    ("type", ["--", "-"]),
]


@pytest.mark.parametrize(("path", "words"), LEFT)
def test_what_needs_a_word_from_typer_is_left_to_it(path: str, words: list[str]) -> None:
    assert plainly(dict(every_command())[path], words) is None


def test_the_environment_stands_in_for_options_that_are_not_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GBATOOL_ROM", "a.gba")
    monkeypatch.setenv("GBATOOL_STATE", "b.ss0")
    monkeypatch.setenv("GBATOOL_SESSION", "")
    command = dict(every_command())["dial"]
    read = plainly(command, ["--state", "c.ss0"])
    assert read is not None
    assert (read["rom"], read["state"], read["session"]) == (Path("a.gba"), "c.ss0", None)
    assert read == by_typer(command, ["--state", "c.ss0"])


def test_a_shell_that_completes_words_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_GBATOOL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "gbatool walk-to --thr")
    monkeypatch.setenv("COMP_CWORD", "2")
    with pytest.raises(SystemExit):
        cli.main([])
    assert "--through" in capsys.readouterr().out


def test_an_exit_carries_its_status() -> None:
    assert declare.Exit(5).code == 5
