"""What ``derive`` shows of proven and unresolved symbols, and how it ends where none is proven."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.profile.reader import load_profile
from tests.cartridges import cartridge
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
RESHAPED = ("--rom", str(cartridge("hacks/reshaped").rom_path))
"""Its object events have another size, so that they and what rests on them stay unresolved."""
ISLET = ("--rom", str(cartridge("places/islet").rom_path))
"""It begins where no NPC and no sign is."""
ALL = ("derive", "--symbols", "gMain,gMapHeader", "--state", "game.ss1")
SOME = ("derive", *RESHAPED, "--symbols", "gPlayerAvatar,gSprites,gMain")
NONE = ("derive", *RESHAPED, "--symbols", "gPlayerAvatar,gSprites")


@pytest.mark.parametrize(
    ("asked", "status"),
    [(ALL, ExitCode.OK), (SOME, ExitCode.OK), (NONE, ExitCode.FAILED_CLOSED)],
    ids=["all", "some", "none"],
)
def test_shows_what_is_proven_and_the_root_causes(
    asked: tuple[str, ...], status: ExitCode, capsys: Output, snapshot: SnapshotAssertion
) -> None:
    assert main([*asked]) == status
    output = capsys.readouterr()
    assert output.out == snapshot(name="shown")
    assert output.err == snapshot(name="told")


def test_shows_the_largest_root_cause_first(capsys: Output, snapshot: SnapshotAssertion) -> None:
    assert main(["derive"]) == ExitCode.OK
    _, causes = capsys.readouterr().out.split("root causes")
    assert causes == snapshot


def test_nothing_proven_is_one_document(capsys: Output, snapshot: SnapshotAssertion) -> None:
    assert run_json(capsys, *NONE, status=ExitCode.FAILED_CLOSED) == snapshot


def test_nothing_proven_writes_nothing(capsys: Output) -> None:
    written = ["--out", "out/new/game.yaml", "--save-states", "out/states"]
    assert main([*NONE, *written]) == ExitCode.FAILED_CLOSED
    assert "error: nothing was proven of gPlayerAvatar, gSprites" in capsys.readouterr().err
    assert not Path("out/new").exists()
    assert not Path("out/states").exists()


@pytest.fixture
def no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be derived: what is refused is refused before."""

    def start(_: object) -> None:
        pytest.fail("the derivation began")

    monkeypatch.setattr("gbatool.core.open_emulator", start)


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--out", "game.gba/x.yaml"], ExitCode.USAGE, "game.gba is no folder"),
        (["--out", "out"], ExitCode.USAGE, "it is a folder"),
        (["--out", "a b.yaml"], ExitCode.USAGE, "'a b' is no name of a profile"),
        (["--name", "../x"], ExitCode.USAGE, "is no name of a profile"),
        (["--out", "plan.yaml"], ExitCode.FAILED_CLOSED, "plan.yaml:1:1"),
        (["--out", "profiles/demo.yaml", *RESHAPED], ExitCode.FAILED_CLOSED, "belongs to the ROM"),
        (["--work", "game.gba"], ExitCode.USAGE, "game.gba is no folder"),
        (["--save-states", "game.gba"], ExitCode.USAGE, "game.gba is no folder"),
        (["--save-states", "."], ExitCode.FAILED_CLOSED, "savestates of another ROM"),
    ],
)
def test_what_could_not_be_kept_is_refused_before_anything_is_derived(
    arguments: list[str], status: ExitCode, says: str, capsys: Output
) -> None:
    rom = [] if "--rom" in arguments else ["--rom", "game.gba"]
    if "." in arguments:
        rom = [*RESHAPED]
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    assert main(["derive", *rom, *arguments]) == status
    assert says in capsys.readouterr().err
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_states_of_another_rom_are_replaced_only_by_force(capsys: Output) -> None:
    derive = ["derive", *RESHAPED, "--symbols", "gMain", "--save-states", "."]
    Path("overworld.ss0").write_bytes(Path("menu.ss0").read_bytes())
    assert main(derive) == ExitCode.FAILED_CLOSED
    assert "name a folder of its own for each ROM" in capsys.readouterr().err
    assert Path("overworld.ss0").read_bytes() == Path("menu.ss0").read_bytes()
    assert main([*derive, "--force"]) == ExitCode.OK
    assert Path("overworld.ss0").read_bytes() != Path("menu.ss0").read_bytes()


def test_nothing_proven_leaves_the_profile_alone() -> None:
    out = ["--out", "out/game.yaml"]
    assert main([*SOME, *out]) == ExitCode.OK
    before = Path("out/game.yaml").read_bytes()
    assert main([*NONE, *out]) == ExitCode.FAILED_CLOSED
    assert Path("out/game.yaml").read_bytes() == before


def test_nothing_proven_can_be_explained(capsys: Output) -> None:
    assert main([*NONE, "--explain", "gObjectEvents"]) == ExitCode.FAILED_CLOSED
    assert "Not proven: 0 candidates left" in capsys.readouterr().out


def test_the_profile_says_what_a_symbol_waits_for(capsys: Output) -> None:
    assert main([*SOME, "--out", "out/game.yaml"]) == ExitCode.OK
    unresolved = load_profile(Path("out/game.yaml")).unresolved
    assert unresolved["gSprites"].needs == ("gObjectEvents",)
    assert unresolved["gObjectEvents"].needs == ()
    rows = run_json(capsys, *SOME)["unresolved"]
    assert {row["name"]: row["needs"] for row in rows} == {
        "gObjectEvents": [],
        "gPlayerAvatar": ["gObjectEvents"],
        "gSprites": ["gObjectEvents"],
    }


def test_goes_on_from_the_next_overworld_state_and_says_so(capsys: Output) -> None:
    asked = ["derive", *ISLET, "--symbols", "sLockFieldControls"]
    assert main([*asked, "--save-states", "out/states"]) == ExitCode.OK
    poor, better = "out/states/overworld.ss0", "out/states/place2_overworld.ss0"
    given = ["--state", f"overworld={poor}", "--state", f"overworld={better}"]
    document = run_json(capsys, *asked, *given)
    made = {pin["label"]: pin["made"] for pin in document["savestates"]}
    assert made["overworld"] == made["place2_overworld"] == "file"
    assert "sLockFieldControls" in {row["name"] for row in document["symbols"]}


@pytest.mark.parametrize(
    ("command", "states", "status", "message"),
    [
        ("derive", ["game.ss1", "talking.ss0"], 3, "in talking.ss0, the state labelled overworld"),
        ("derive", ["talking.ss0", "game.ss1"], 3, "in talking.ss0, the state labelled overworld"),
        ("derive", ["game.ss1", "game.ss1"], 2, "game.ss1 is given twice as overworld"),
        ("derive", ["dialog=talking.ss0"] * 2, 2, "two savestates are labelled dialog"),
        ("profile verify", ["game.ss1", "savestates/game.ss1"], 2, "only `derive` goes on from"),
        ("scan gMain", ["game.ss1", "savestates/game.ss1"], 2, "only `derive` goes on from"),
        ("probe gMain", ["game.ss1", "savestates/game.ss1"], 2, "only `derive` goes on from"),
    ],
)
def test_a_state_that_can_not_be_used_is_named(
    command: str, states: list[str], status: int, message: str, capsys: Output
) -> None:
    options = [option for state in states for option in ("--state", state)]
    assert main([*command.split(), *options]) == status
    assert message in capsys.readouterr().err.splitlines()[-1]
