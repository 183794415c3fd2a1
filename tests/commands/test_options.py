"""Groups of options become options of the command, and arrive whole."""

from __future__ import annotations

import inspect
from pathlib import Path

import typer
from typer.testing import CliRunner

from gbatool.commands import options


def test_a_group_arrives_whole_in_the_command() -> None:
    seen: list[options.GameOptions] = []
    app = typer.Typer()

    @app.command()
    @options.grouped
    def look(game: options.GameOptions, *, as_json: options.Json = False) -> None:
        seen.append(game)
        assert as_json

    result = CliRunner().invoke(app, ["--rom", "a.gba", "--trust-imported", "--json"])
    assert result.exit_code == 0, result.output
    assert seen == [options.GameOptions(rom=Path("a.gba"), trust_imported=True)]


def test_the_environment_stands_in_for_options_that_are_not_given() -> None:
    seen: list[options.GameOptions] = []
    app = typer.Typer()

    @app.command()
    @options.grouped
    def look(game: options.GameOptions) -> None:
        seen.append(game)

    env = {
        "GBATOOL_ROM": "a.gba",
        "GBATOOL_PATCH": "a.ips",
        "GBATOOL_SAVE": "a.sav",
        "GBATOOL_PROFILE": "b",
        "GBATOOL_STATE": "c.ss0",
        "GBATOOL_SESSION": "d",
    }
    CliRunner().invoke(app, ["--state", "given.ss0"], env=env)
    assert seen == [
        options.GameOptions(
            rom=Path("a.gba"),
            patch=Path("a.ips"),
            profile="b",
            state="given.ss0",
            session=Path("d"),
            save=Path("a.sav"),
        )
    ]


def test_a_grouped_command_shows_its_fields_as_parameters() -> None:
    @options.grouped
    def look(game: options.GameOptions, acting: options.ActionOptions) -> None:
        del game, acting

    names = list(inspect.signature(look).parameters)
    assert names == [
        *("rom", "patch", "profile", "state", "session", "save", "trust_imported"),
        *("max_inputs", "max_frames", "save_state", "evidence"),
    ]


def test_several_examples_stand_on_lines_of_their_own() -> None:
    assert options.examples("gbatool a", "gbatool b") == "Examples:\n$ gbatool a\n$ gbatool b"
