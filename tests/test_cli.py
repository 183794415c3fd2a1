"""An error becomes one line or one document, and an exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from syrupy.assertion import SnapshotAssertion
from typer.core import TyperCommand, TyperGroup, TyperOption

from gbatool import __version__, cli, health
from gbatool.errors import (
    ActionError,
    DecodeError,
    ExitCode,
    GbatoolError,
    JsonValue,
    UsageError,
)
from gbatool.memory import Address


def fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def examine() -> health.HealthReport:
        raise error

    monkeypatch.setattr(health, "examine", examine)


def error_document(text: str) -> dict[str, JsonValue]:
    document: dict[str, JsonValue] = json.loads(text)
    assert document["schema"] == "gbatool/error/1"
    error = document["error"]
    assert isinstance(error, dict)
    return error


ERRORS = [
    (UsageError("no such thing"), 2, "usage"),
    (DecodeError("gMain", Address(0x03003000), observed="9", expected="0 to 4"), 3, "undecodable"),
    (ActionError("walk_target_impassable", "that is a wall"), 4, "walk_target_impassable"),
    (RuntimeError("a surprise"), 1, "fault"),
]


@pytest.mark.parametrize(("error", "status"), [(error, status) for error, status, _ in ERRORS])
def test_an_error_is_one_line_and_its_status(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    status: int,
) -> None:
    fail_with(monkeypatch, error)
    assert cli.main(["doctor"]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(error) in err


@pytest.mark.parametrize(("error", "status", "code"), ERRORS)
def test_with_json_an_error_is_exactly_one_document(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    status: int,
    code: str,
) -> None:
    fail_with(monkeypatch, error)
    assert cli.main(["doctor", "--json"]) == status
    out, err = capsys.readouterr()
    refusal = error_document(out)
    assert err == ""
    assert refusal["code"] == code
    if isinstance(error, GbatoolError):
        assert refusal["message"] == error.message
        assert refusal["detail"] == error.detail


def test_a_surprise_is_called_a_fault_of_the_tool(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(monkeypatch, RuntimeError("a surprise"))
    assert cli.main(["doctor"]) == ExitCode.FAULT
    assert "this is a fault of the tool; run with --debug" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["doctor", "--debug"], ["--debug", "doctor"]])
def test_debug_shows_the_traceback_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    fail_with(monkeypatch, RuntimeError("a surprise"))
    assert cli.main(arguments) == ExitCode.FAULT
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_without_debug_there_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(monkeypatch, RuntimeError("a surprise"))
    cli.main(["doctor"])
    assert "Traceback" not in capsys.readouterr().err


def test_an_interruption_has_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(monkeypatch, KeyboardInterrupt())
    assert cli.main(["doctor"]) == ExitCode.INTERRUPTED
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dokter"], "No such command 'dokter'. Did you mean 'doctor'?; see `gbatool --help`"),
        (["decode", "mpa"], "'mpa' is not one of"),
        (["doctor", "--jsn"], "No such option: --jsn"),
        (["decode", "--state"], "requires an argument"),
        (["session", "undo", "0", "--session", "x"], "Invalid value"),
        (["session", "undo"], "Missing option '--session'"),
        (["walk-to", "1"], "a tile has a column and a row"),
        (["walk-to"], "say where to, once"),
        (["walk-to", "1", "2", "--warp", "3"], "say where to, once"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert cli.main(arguments) == ExitCode.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_wrong_usage_with_json_is_a_document_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["dokter", "--json"]) == ExitCode.USAGE
    assert error_document(capsys.readouterr().out)["code"] == "usage"


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == ExitCode.USAGE
    out, err = capsys.readouterr()
    assert "Usage: gbatool" in out + err


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == ExitCode.OK
    assert capsys.readouterr().out == f"gbatool {__version__}\n"


def test_a_missing_rom_is_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["decode", "--rom", str(tmp_path / "no.gba")]) == ExitCode.USAGE
    assert "there is no ROM at" in capsys.readouterr().err


def test_a_rom_that_is_a_picture_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "picture.gba"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(400))
    assert cli.main(["decode", "--rom", str(picture)]) == ExitCode.FAILED_CLOSED
    err = capsys.readouterr().err
    assert "picture.gba is a PNG image, not a Game Boy Advance ROM" in err
    assert err.count("\n") == 1


def test_the_help_page_names_every_command(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert cli.main(["--help"]) == ExitCode.OK
    panels, _, epilog = capsys.readouterr().out.rpartition("╯")
    assert all(f"│ {name} " in panels for name in cli.COMMANDS)
    assert "\n".join(line.rstrip() for line in panels.splitlines()) == snapshot
    # Some versions of Typer join the lines of an epilog, others keep them.
    assert epilog.split() == cli.EPILOG.split()


HEAVY = ("mgba", "numpy", "PIL", "yaml", "gbatool.scan", "gbatool.core")


@pytest.mark.parametrize("arguments", [["--help"], ["walk-to", "--help"], ["--version"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys; from gbatool.cli import main;"
        f" main({arguments!r}); print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    program = "from gbatool.cli import main; import sys; sys.exit(main(['--help']))"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


def commands() -> list[tuple[str, TyperCommand]]:
    """Every command with its path, such as ``state mint``."""
    found: list[tuple[str, TyperCommand]] = []

    def walk(group: TyperGroup, path: str) -> None:
        for name, command in group.commands.items():
            if isinstance(command, TyperGroup):
                walk(command, f"{path} {name}")
            elif isinstance(command, TyperCommand):
                found.append((f"{path} {name}".strip(), command))

    walk(cli.command_line(), "")
    return found


def test_flags_are_shown_as_taking_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    flags = {
        (path, max(option.opts, key=len)): option.metavar
        for path, command in commands()
        for option in command.get_params(typer.Context(command))
        if isinstance(option, TyperOption) and option.is_flag
    }
    assert ("walk-to", "--json") in flags
    assert ("state mint", "--help") in flags
    assert set(flags.values()) == {""}
    for arguments in (["-h"], ["state", "-h"], ["state", "mint", "-h"]):
        assert cli.main(arguments) == ExitCode.OK
        out = capsys.readouterr().out
        assert " --help " in out
        assert "bool" not in out


@pytest.mark.parametrize(("path", "command"), commands(), ids=[path for path, _ in commands()])
def test_every_command_says_what_it_does_and_gives_an_example(
    path: str, command: TyperCommand
) -> None:
    assert command.help
    assert command.epilog
    assert f"$ gbatool {path}" in command.epilog
