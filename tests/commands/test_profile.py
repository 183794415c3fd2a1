"""``gbatool profile``: formatted output, JSON, and the status of each refusal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from gbatool.cli import main
from gbatool.commands.profile import FormatName
from gbatool.profile.exports import Format
from gbatool.profile.reader import load_profile
from gbatool.profile.writer import format_profile
from tests.profile.examples import a_profile, a_rom, a_symbol, full_profile

Output = pytest.CaptureFixture[str]
SYM = "03001000 0000043c gMain\n03002000 00000280 gTasks\n08000201 CB2_Overworld\n"


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a ROM, its profile, and that of its next revision."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    Path("test.gba").write_bytes(a_rom().data)
    Path("revised.gba").write_bytes(a_rom(revision=1).data)
    Path("profiles").mkdir()
    Path("profiles/test-game.yaml").write_text(format_profile(full_profile()))
    revised = a_profile(a_symbol("gMain", 0x03001100), rom=a_rom(revision=1))
    Path("profiles/revised.yaml").write_text(format_profile(replace(revised, name="revised")))
    Path("game.sym").write_text(SYM)


def test_shows_a_profile(capsys: Output, snapshot: SnapshotAssertion) -> None:
    assert main(["profile", "show", "test-game"]) == 0
    assert capsys.readouterr().out == snapshot


def test_shows_the_profile_of_a_rom(capsys: Output) -> None:
    assert main(["profile", "show", "--rom", "test.gba"]) == 0
    assert capsys.readouterr().out.startswith("profile test-game\n")


def test_the_environment_names_the_profile(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GBATOOL_PROFILE", "revised")
    assert main(["profile", "show"]) == 0
    assert capsys.readouterr().out.startswith("profile revised\n")


def test_shows_one_document(capsys: Output) -> None:
    assert main(["profile", "show", "test-game", "--json"]) == 0
    output = capsys.readouterr()
    document = json.loads(output.out)
    assert document["schema"] == "gbatool/profile-document/1"
    assert document["rom"] == {"sha1": a_rom().sha1, "profile": "test-game"}
    assert [row["address"] for row in document["symbols"]] == [
        "0x03001000",
        "0x03002000",
        "0x08000200",
    ]
    assert output.err == ""


def test_lists_the_search_path(capsys: Output) -> None:
    Path("profiles/broken.yaml").write_text("nonsense")
    assert main(["profile", "list"]) == 0
    out = capsys.readouterr().out
    assert "test-game" in out
    assert "revised" in out
    assert "not valid: profiles/broken.yaml:1:1:" in out


def test_lists_without_a_path_in_the_document(capsys: Output, tmp_path: Path) -> None:
    Path("profiles/broken.yaml").write_text("nonsense")
    assert main(["profile", "list", "--json"]) == 0
    out = capsys.readouterr().out
    document = json.loads(out)
    assert [item["profile"] for item in document["profiles"]][:2] == ["revised", "test-game"]
    assert document["broken"][0]["file"] == "broken.yaml"
    assert str(tmp_path) not in out
    assert "profiles/" not in out


def test_compares_two_profiles(capsys: Output, snapshot: SnapshotAssertion) -> None:
    assert main(["profile", "diff", "test-game", "profiles/revised.yaml"]) == 0
    assert capsys.readouterr().out == snapshot


def test_compares_as_one_document(capsys: Output, snapshot: SnapshotAssertion) -> None:
    assert main(["profile", "diff", "test-game", "revised", "--json"]) == 0
    assert capsys.readouterr().out == snapshot


def test_says_when_nothing_differs(capsys: Output) -> None:
    assert main(["profile", "diff", "test-game", "test-game"]) == 0
    assert "no difference in 3 symbols" in capsys.readouterr().out


@pytest.mark.parametrize("kind", [kind.value for kind in Format])
def test_exports_to_the_terminal(kind: str, capsys: Output) -> None:
    assert main(["profile", "export", "test-game", "--format", kind]) == 0
    output = capsys.readouterr()
    assert "gTasks" in output.out
    assert "CB2_Overworld" not in output.out
    assert "left out 1 imported symbols; --trust-imported takes them, too" in output.err


def test_exports_to_a_file(capsys: Output) -> None:
    arguments = ["profile", "export", "test-game", "--trust-imported", "--out", "x.sym"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == ""
    assert "08000200 00000000 CB2_Overworld\n" in Path("x.sym").read_text()


def test_the_formats_on_the_command_line_are_those_there_are() -> None:
    assert get_args(FormatName) == tuple(kind.value for kind in Format)


def test_imports_a_symbol_file(capsys: Output, snapshot: SnapshotAssertion) -> None:
    arguments = ["profile", "import", "game.sym", "--rom", "test.gba", "--out", "new/game.yaml"]
    assert main(arguments) == 0
    head, imported, absent, unused = capsys.readouterr().out.splitlines()
    assert head == "game.sym -> profile game"
    assert imported == "3 symbols imported, unproven"
    assert "not in the file: BattleMainCB1, BattleMainCB2," in absent
    assert absent.endswith(" more (--json has them all)")
    assert unused == "0 other symbols of the file were not taken"
    assert Path("new/game.yaml").read_text() == snapshot


def test_imports_as_one_document(capsys: Output) -> None:
    arguments = ["profile", "import", "game.sym", "--rom", "test.gba", "--out", "new.yaml"]
    assert main([*arguments, "--symbol", "gMain", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "gbatool/profile-import/1"
    assert document["imported"] == ["gMain"]
    assert document["unused"] == 2


def test_an_import_adds_to_a_profile_and_says_what_changed(capsys: Output) -> None:
    Path("game.sym").write_text("03001000 gMain\n03003000 gRngValue\n")
    arguments = ["profile", "import", "game.sym", "--rom", "test.gba"]
    assert main([*arguments, "--out", "profiles/test-game.yaml"]) == 0
    assert "gMain stays verified, though it is only imported" in capsys.readouterr().err
    assert sorted(load_profile(Path("profiles/test-game.yaml")).symbols) == [
        "CB2_Overworld",
        "gMain",
        "gRngValue",
        "gTasks",
    ]


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["show", "tset-game"], 2, "there is no profile tset-game (did you mean test-game?)"),
        (["show", "missing.yaml"], 2, "there is no profile at missing.yaml"),
        (["show", "game.sym/x.yaml"], 2, "can't read the profile"),
        (["show", "profiles/bad.yaml"], 3, "profiles/bad.yaml:1:1: is not a profile"),
        (["diff", "test-game"], 2, "see `gbatool profile diff --help`"),
        (["export", "test-game", "--format", "xml"], 2, "xml"),
        (["export", "test-game", "--out", "no/such/x.sym"], 2, "there is no folder no/such"),
        (["import", "game.sym"], 2, "--out"),
        (
            ["import", "game.sym", "--rom", "revised.gba", "--out", "profiles/test-game.yaml"],
            3,
            "profile test-game belongs to the ROM with SHA-1",
        ),
        (
            ["import", "bad.sym", "--rom", "test.gba", "--out", "new.yaml"],
            3,
            "bad.sym:2: VMap is at 0x0, which means that it was not found",
        ),
        (
            ["import", "game.sym", "--rom", "test.gba", "--out", "n.yaml", "--symbol", "VMap"],
            2,
            "no",
        ),
        (["import", "game.bin", "--rom", "test.gba", "--out", "new.yaml"], 2, "--format"),
    ],
)
def test_a_refusal_says_why(arguments: list[str], status: int, says: str, capsys: Output) -> None:
    Path("profiles/bad.yaml").write_text("name: bad\n")
    Path("bad.sym").write_text("03001000 gMain\n0 VMap\n")
    Path("game.bin").write_text(SYM)
    assert main(["profile", *arguments]) == status
    output = capsys.readouterr()
    assert output.out == ""
    assert says in output.err
    assert not Path("new.yaml").exists()


def test_a_contradiction_is_one_document_with_both_addresses(capsys: Output) -> None:
    Path("game.sym").write_text("03002000 gMain\n")
    before = Path("profiles/test-game.yaml").read_text()
    arguments = ["profile", "import", "game.sym", "--rom", "test.gba", "--json"]
    assert main([*arguments, "--out", "profiles/test-game.yaml"]) == 3
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "profile"
    assert error["detail"]["expected"] == "0x03001000"
    assert error["detail"]["observed"] == "0x03002000"
    assert Path("profiles/test-game.yaml").read_text() == before


def test_wrong_lines_are_left_out_on_request(capsys: Output) -> None:
    Path("bad.sym").write_text("03001000 gMain\n0 VMap\n")
    arguments = ["profile", "import", "bad.sym", "--rom", "test.gba", "--out", "new.yaml"]
    assert main([*arguments, "--skip-bad-lines"]) == 0
    assert "1 left out: line 2: VMap is at 0x0" in capsys.readouterr().out


@pytest.mark.usefixtures("demo_folder")
def test_proves_an_address_again_on_the_real_core(capsys: Output) -> None:
    assert main(["profile", "verify", "--symbol", "VMap"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^gBackupMapLayout +0x0\w{7} +verified +holds$", out, re.MULTILINE)
    assert out.endswith("profile demo: 1 hold\n")


def test_an_address_that_no_longer_holds_is_status_3(demo_folder: Path, capsys: Output) -> None:
    path = demo_folder / "profiles/demo.yaml"
    profile = load_profile(path)
    moved = replace(profile.symbols["gMain"], address=profile.address("gMain") + 0x400)
    wrong = replace(profile, symbols={**profile.symbols, "gMain": moved})
    path.write_text(format_profile(wrong))
    before = path.read_bytes()
    assert main(["profile", "verify", "demo", "--symbol", "gMain", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "gbatool/profile-verify/1"
    assert document["sound"] is False
    assert document["symbols"][0]["standing"] in ("refuted", "not_proven")
    assert document["symbols"][0]["address"] == str(moved.address)
    assert path.read_bytes() == before


@pytest.mark.usefixtures("demo_folder")
def test_verifying_a_symbol_that_the_profile_lacks_is_refused(capsys: Output) -> None:
    assert main(["profile", "verify", "--symbol", "gNoSuchThing"]) == 3
    assert "profile demo has no address for gNoSuchThing" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "list", "diff", "export", "import", "verify"])
def test_every_command_shows_an_example(command: str, capsys: Output) -> None:
    assert main(["profile", command, "--help"]) == 0
    assert f"$ gbatool profile {command}" in capsys.readouterr().out
