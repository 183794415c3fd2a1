"""``gbatool search`` finds the player's column by walking."""

from __future__ import annotations

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
SESSION = ("--session", "out/new")
WALK = ("--session", "out/walk")


def test_walking_and_searching_ends_at_the_players_column(capsys: Output) -> None:
    player = run_json(capsys, "decode", "player")["player"]
    assert main(["session", "start", *SESSION]) == ExitCode.OK
    begun = run_json(capsys, "search", "exact", str(player["x"]), *SESSION)
    assert main(["walk-to", str(player["x"] + 1), str(player["y"]), *SESSION]) == ExitCode.OK
    east = run_json(capsys, "search", "increased", "1", *SESSION)
    assert main(["press", "b", *SESSION]) == ExitCode.OK
    still = run_json(capsys, "search", "unchanged", *SESSION)
    assert begun["count"] > east["count"] >= still["count"] > 0
    assert "gObjectEvents" in {hit["symbol"] for hit in still["hits"]}
    assert {hit["value"] for hit in still["hits"]} == {player["x"] + 1}


def test_a_search_starts_over_when_it_is_asked_to(capsys: Output) -> None:
    assert main(["session", "start", *SESSION]) == ExitCode.OK
    run_json(capsys, "search", "exact", "1", *SESSION)
    again = run_json(capsys, "search", "any", "--new", "--width", "4", *SESSION)
    assert (again["width"], again["count"]) == (4, (0x40000 + 0x8000) // 4)
    assert len(again["hits"]) == 20


def test_people_see_value_and_symbol(capsys: Output) -> None:
    assert main(["session", "start", *SESSION]) == ExitCode.OK
    capsys.readouterr()
    assert main(["search", "greater", "0", "--limit", "3", *SESSION]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("addresses left, values of 2 bytes")
    assert lines[1].split() == ["address", "value", "hex", "symbol"]
    assert len(lines) == 6
    assert lines[-1].startswith("and ")


def test_undo_does_not_forget_the_search(capsys: Output) -> None:
    assert main(["press", "up", *SESSION]) == ExitCode.OK
    first = run_json(capsys, "search", "any", *SESSION)
    assert main(["session", "undo", *SESSION]) == ExitCode.OK
    assert run_json(capsys, "search", "changed", *SESSION)["count"] < first["count"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search", "any", *SESSION), "there is no session in out/new"),
        (("search", "any"), "name it with --session DIR"),
        (("search", "exact", *WALK), "needs a value"),
        (("search", "changed", "3", *WALK), "takes no value"),
        (("search", "any", "--width", "3", *WALK), "widths are 1, 2 and 4"),
        (("search", "exact", "many", *WALK), "'many'"),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], message: str, capsys: Output) -> None:
    assert main([*arguments]) == ExitCode.USAGE
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [("--width", "4"), ("--align", "1"), ("--region", "iwram"), ("--signed",)]
)
def test_what_says_how_a_search_begins_is_not_ignored_by_one_that_goes_on(
    capsys: Output, option: tuple[str, ...]
) -> None:
    assert main(["search", "any", *WALK]) == ExitCode.OK
    assert main(["search", "unchanged", *option, *WALK]) == ExitCode.USAGE
    assert f"{option[0]} only says how one begins" in capsys.readouterr().err
    assert main(["search", "any", "--new", *option, *WALK]) == ExitCode.OK


def test_numbers_that_no_memory_holds_are_no_fault() -> None:
    assert main(["search", "exact", "9" * 30, *WALK]) == ExitCode.OK
    assert main(["search", "increased", "-" + "9" * 30, "--new", *WALK]) in (0, ExitCode.USAGE)
