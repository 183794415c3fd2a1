"""Where the autopilot gives up, ``derive`` says what was on the screen, and keeps a picture of it."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from gbatool.cli import main
from gbatool.errors import ExitCode
from gbatool.scan import derive as derivation
from gbatool.scan.lab.autopilot import mint
from tests.commands.demo import run_json

pytestmark = pytest.mark.usefixtures("demo_folder")

Output = pytest.CaptureFixture[str]
PRESSES = 20
"""Enough for a look at the screen, too few for the player to walk."""
FOLDER = Path("out/states")
KEPT = ("--save-states", str(FOLDER), "--out", "out/new.yaml")


@pytest.fixture(autouse=True)
def _short_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derivation, "mint", partial(mint, max_presses=PRESSES))


def test_it_says_what_was_seen_and_how_to_keep_it(capsys: Output) -> None:
    assert main(["derive"]) == ExitCode.FAILED_CLOSED
    said = capsys.readouterr().err
    assert "error: the player could not be made to walk within 20 presses" in said
    assert (
        "different screens: 1, the last one in 1 of 1 looks, and nothing new in the last 0" in said
    )
    assert said.endswith("; --save-states DIR writes a picture of the last screen\n")


def test_it_keeps_a_picture_and_the_state(capsys: Output) -> None:
    assert main(["derive", *KEPT]) == ExitCode.FAILED_CLOSED
    picture, state = FOLDER / "autopilot-gave-up.png", FOLDER / "autopilot-gave-up.ss0"
    said = capsys.readouterr().err
    assert f"a picture of the last screen is {picture}, and {state} is the state" in said
    with Image.open(BytesIO(picture.read_bytes())) as image:
        assert image.size == (240, 160)
        assert len(set(image.convert("L").tobytes())) > 1
    assert sorted(FOLDER.iterdir()) == [picture, state]
    assert not Path("out/new.yaml").exists()


def test_the_state_can_be_played_on_from() -> None:
    assert main(["derive", *KEPT]) == ExitCode.FAILED_CLOSED
    state = str(FOLDER / "autopilot-gave-up.ss0")
    assert main(["screenshot", "out/again.png", "--state", state]) == ExitCode.OK
    again, kept = Path("out/again.png"), FOLDER / "autopilot-gave-up.png"
    with Image.open(again) as first, Image.open(kept) as second:
        assert first.convert("RGB").tobytes() == second.convert("RGB").tobytes()


def test_the_document_has_the_parts(capsys: Output) -> None:
    document = run_json(capsys, "derive", *KEPT, status=ExitCode.FAILED_CLOSED)
    assert document["error"]["code"] == "no_player_control"
    assert document["error"]["detail"] == {
        "presses": PRESSES,
        "screens": 1,
        "last_screen_seen": 1,
        "presses_without_news": 0,
        "picture": str(FOLDER / "autopilot-gave-up.png"),
        "state": str(FOLDER / "autopilot-gave-up.ss0"),
    }


def test_a_given_state_that_does_not_walk_is_no_matter_of_the_autopilot(capsys: Output) -> None:
    asked = ["derive", "--state", "talking.ss0", "--save-states", str(FOLDER)]
    assert main(asked) == ExitCode.FAILED_CLOSED
    assert "gave-up" not in capsys.readouterr().err
    assert not FOLDER.exists()
