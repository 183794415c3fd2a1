"""A recipe gives its inputs for the stated frames, and an invalid one is reported with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gbatool.core.protocol import Buttons
from gbatool.errors import ExitCode, FileProblemError
from gbatool.states import recipe as recipe_module
from gbatool.states.recipe import Hold, Press, Recipe, RecipeStep, Repeat, Wait, run_recipe
from gbatool.states.recipe_file import RecipeError, parse_recipe, read_recipe
from tests.states import tiny
from tests.states.tiny import running

HEAD = "schema: gbatool/recipe/1\nname: room\nsteps:\n"


def steps_of(text: str) -> tuple[RecipeStep, ...]:
    return parse_recipe(HEAD + text, "room.yaml").steps


def problems_of(text: str) -> list[str]:
    with pytest.raises(RecipeError) as caught:
        parse_recipe(text, "room.yaml")
    problems = caught.value.detail["problems"]
    assert isinstance(problems, tuple)
    return [str(problem) for problem in problems]


class Recorder:
    """Replaces a core, and records the buttons held in each frame."""

    def __init__(self) -> None:
        self.frame = 0
        self.held = Buttons.NONE
        self.frames: list[Buttons] = []

    def hold(self, buttons: Buttons) -> None:
        self.held = buttons

    def run(self, frames: int = 1) -> None:
        self.frame += frames
        self.frames += [self.held] * frames


def played(*steps: RecipeStep) -> list[Buttons]:
    recorder = Recorder()
    run_recipe(recorder, Recipe("room", steps))  # type: ignore[arg-type]
    assert recorder.held is Buttons.NONE
    return recorder.frames


def test_reads_every_kind_of_step() -> None:
    text = """\
  - wait: 120
  - press: START
  - {press: A, hold: 4, release: 0}
  - {hold: [B, RIGHT], frames: 48}
  - repeat: 3
    steps:
      - press: A
      - repeat: 2
        steps: [{wait: 1}]
"""
    assert steps_of(text) == (
        Wait(120),
        Press(Buttons.START, 2, 2),
        Press(Buttons.A, 4, 0),
        Hold(Buttons.B | Buttons.RIGHT, 48),
        Repeat(3, (Press(Buttons.A), Repeat(2, (Wait(1),)))),
    )


def test_counts_its_frames() -> None:
    steps = (Wait(10), Repeat(3, (Press(Buttons.A, 4, 6), Hold(Buttons.B, 5))))
    assert Recipe("room", steps).frames == 10 + 3 * 15


def test_holds_what_it_says_and_nothing_afterwards() -> None:
    a, b, none = Buttons.A, Buttons.B, Buttons.NONE
    assert played(Press(a, 2, 1), Hold(b, 2), Hold(a | b, 1), Wait(1)) == [
        *(a, a, none),
        *(b, b),
        a | b,
        none,
    ]


def test_repeats_in_order() -> None:
    a, b = Buttons.A, Buttons.B
    assert played(Repeat(2, (Hold(a, 1), Repeat(2, (Hold(b, 1),))))) == [a, b, b, a, b, b]


def test_tells_the_frames_run_so_far() -> None:
    told: list[int] = []
    recipe = Recipe("room", (Wait(10), Repeat(2, (Press(Buttons.A),))))
    run_recipe(Recorder(), recipe, told.append)  # type: ignore[arg-type]
    assert told == [10, 14, 18]


def test_the_game_sees_the_buttons() -> None:
    core = running(frames=0)
    run_recipe(core, Recipe("room", (Wait(2), Hold(Buttons.A | Buttons.UP, 2))))
    pressed = ~core.live.u16(tiny.KEYS) & 0x3FF
    assert pressed == Buttons.A | Buttons.UP
    assert core.frame == 4


def test_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "room.yaml").write_text(HEAD + "  - wait: 1\nnote: My own room.\n")
    assert read_recipe(tmp_path / "room.yaml") == Recipe("room", (Wait(1),), "My own room.")


def test_names_the_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="there is no recipe at"):
        read_recipe(tmp_path / "room.yaml")


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("press: a", "room.yaml:4:12: steps[0].press: is 'a'; expected one of A B SELECT"),
        ("press: [A, X]", "room.yaml:4:16: steps[0].press[1]: is 'X'; expected one of"),
        ("press: []", "steps[0].press: names no button"),
        ("{press: A, hold: 0}", "steps[0].hold: 0 is out of range; expected 1 to"),
        ("{press: A, frames: 3}", "steps[0].frames: is not a known key"),
        ("wait: soon", "steps[0].wait: 'soon' is not a whole number"),
        ("wait: -1", "steps[0].wait: '-1' is not a whole number"),
        ("{wait: 1, wait: 2}", "steps[0].wait: is repeated"),
        ("hold: A", "steps[0]: lacks frames"),
        ("repeat: 3", "steps[0]: lacks steps"),
        ("{repeat: 3, steps: []}", "steps[0].steps: has no step"),
        ("jump: 3", "steps[0]: is no step; it needs one of press, hold, wait, repeat"),
        ("A", "steps[0]: must be a mapping"),
    ],
)
def test_says_where_a_step_is_wrong(step: str, problem: str) -> None:
    (found,) = problems_of(f"{HEAD}  - {step}\n")
    assert problem in found
    assert found.startswith("room.yaml:4:")


def test_names_everything_that_is_wrong_at_once() -> None:
    assert len(problems_of(HEAD + "  - press: X\n  - wait: 0\n  - wait: 1\n")) == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "room.yaml:1:1: is empty"),
        ("steps: [", "room.yaml:2:1: is not YAML"),
        ("name: room\n", "lacks schema, steps"),
        (HEAD.replace("/1", "/9") + "  - wait: 1\n", "schema: is 'gbatool/recipe/9'; expected"),
        (HEAD + "  - {repeat: 1000000, steps: [{wait: 2}]}\n", "take 2000000 frames; at most"),
        ("name: a\nsteps: &s [{repeat: 1, steps: *s}]\nschema: gbatool/recipe/1\n", "by an alias"),
    ],
)
def test_says_what_is_wrong_with_the_file(text: str, problem: str) -> None:
    assert problem in problems_of(text)[0]


def test_text_that_is_no_text_is_refused() -> None:
    with pytest.raises(RecipeError, match="is not UTF-8 text"):
        parse_recipe(b"\xff\xfe", "room.yaml")


def test_a_wrong_recipe_is_wrong_usage() -> None:
    assert RecipeError.exit_code is ExitCode.USAGE


def test_the_guides_examples_are_recipes() -> None:
    guide = Path(__file__).parents[2] / "savestates" / "README.md"
    texts = [guide.read_text(), recipe_module.__doc__ or ""]
    for text in texts:
        (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
        assert parse_recipe(example, "example").name == "bedroom"
