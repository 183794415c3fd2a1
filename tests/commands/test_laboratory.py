"""``derive``, ``scan`` and ``probe`` on the demo cartridge, from the shell's point of view."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.profile import Status
from gbatool.profile.reader import load_profile
from tests.cartridges import cartridge
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
MAP = "gBackupMapLayout"
TRUE = f"0x{cartridge().key[MAP]:08X}"
FROM_BEDROOM = ("--state", "game.ss1")


def test_scan_lists_the_true_one_among_its_rivals(capsys: Output) -> None:
    document = run_json(capsys, "scan", MAP, *FROM_BEDROOM)
    addresses = [row["address"] for row in document["candidates"]]
    assert TRUE in addresses
    assert len(addresses) > 1
    assert all(row["reason"] for row in document["candidates"])


def test_scan_knows_synonyms(capsys: Output) -> None:
    assert run_json(capsys, "scan", "VMap", *FROM_BEDROOM)["symbol"] == MAP


def test_probe_proves_the_true_address_and_refutes_a_rival(capsys: Output) -> None:
    true = run_json(capsys, "probe", MAP, TRUE, *FROM_BEDROOM)
    assert true["proven"] is True
    candidates = run_json(capsys, "scan", MAP, *FROM_BEDROOM)["candidates"]
    [rival, *_] = [row["address"] for row in candidates if row["address"] != TRUE]
    refuted = run_json(capsys, "probe", MAP, rival, *FROM_BEDROOM, status=ExitCode.FAILED_CLOSED)
    assert refuted["proven"] is False
    assert "refuted" in {row["verdict"] for row in refuted["findings"]}


def test_probe_without_an_address_tries_the_one_of_the_profile(capsys: Output) -> None:
    assert run_json(capsys, "probe", MAP, *FROM_BEDROOM)["address"] == TRUE


def test_probe_tells_people_prediction_and_outcome(capsys: Output) -> None:
    assert main(["probe", MAP, TRUE, *FROM_BEDROOM]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "predicted: steps happen only onto tiles whose collision bits are 0" in out
    assert "proven: every rival is ruled out" in out


def test_derive_writes_what_it_proved_and_pins_the_states_it_saved(capsys: Output) -> None:
    asked = ["derive", "--symbols", MAP, "--explain", MAP, "--out", "out/new.yaml"]
    assert main([*asked, *FROM_BEDROOM, "--save-states", "savestates"]) == ExitCode.OK
    output = capsys.readouterr()
    assert "alone is left, and every rival is ruled out" in output.out
    assert "wrote out/new.yaml" in output.err
    profile = load_profile(Path("out/new.yaml"))
    assert profile.name == "new"
    assert profile.symbols[MAP].status is Status.VERIFIED
    assert f"0x{profile.symbols[MAP].address:08X}" == TRUE
    pin = profile.savestates["overworld"]
    assert pin.file_sha256 is not None
    use = ["decode", "map", "--profile", "out/new.yaml", "--rom", "game.gba"]
    assert main([*use, "--state", "overworld"]) == ExitCode.OK


def test_derive_without_a_file_writes_nothing(capsys: Output, demo_folder: Path) -> None:
    before = sorted(demo_folder.rglob("*"))
    document = run_json(capsys, "derive", "--symbols", MAP, *FROM_BEDROOM)
    assert {row["name"]: row["address"] for row in document["symbols"]}[MAP] == TRUE
    assert sorted(demo_folder.rglob("*")) == before


def test_derive_goes_on_from_its_work_folder(capsys: Output) -> None:
    asked = ["derive", "--symbols", MAP, "--work", "out/work"]
    first = run_json(capsys, *asked)
    assert any(Path("out/work").iterdir())
    assert run_json(capsys, *asked) == first


@pytest.mark.parametrize("command", ["derive --symbols", "scan", "probe", "derive --explain"])
def test_a_symbol_without_a_locator_is_wrong_usage(command: str, capsys: Output) -> None:
    assert main([*command.split(), "gNonsense"]) == ExitCode.USAGE
    assert "there is no locator for gNonsense" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("probe", MAP, "zzz"), ExitCode.USAGE, "'zzz'"),
        (("probe", MAP, "0x02000000", *FROM_BEDROOM), ExitCode.FAILED_CLOSED, "can't be"),
        (("scan", MAP, "--state", "no.ss0"), ExitCode.USAGE, "there is no savestate at no.ss0"),
        (("scan", MAP, *FROM_BEDROOM, *FROM_BEDROOM), ExitCode.USAGE, "given twice"),
        (
            ("scan", MAP, "--state", "talking.ss0"),
            ExitCode.FAILED_CLOSED,
            "moves or turns the player",
        ),
    ],
)
def test_what_can_not_be_worked_with_is_told_in_one_line(
    arguments: tuple[str, ...], status: ExitCode, message: str, capsys: Output
) -> None:
    assert main([*arguments]) == status
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("error: ")
    assert message in last
