"""The laboratory: experiments leave nothing behind, and say what they can't bring about."""

from __future__ import annotations

from typing import Any

import pytest

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.scan.derive import open_lab
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, StepResult, measurement
from gbatool.scan.lab.pokes import write8
from tests.actions.worlds import open_double, room_world
from tests.double.world import NORTH, Sign, Trigger, WarpAt
from tests.scan.staging import Derived

HALL = ("#" * 60, *["#" + "." * 58 + "#"] * 58, "#" * 60)
"""A hall in whose middle no wall is within a straight walk."""
CROSS = ("#####", "##.##", "#...#", "##.##", "#####")
ENDS = {Buttons.DOWN: (2, 3), Buttons.UP: (2, 1), Buttons.LEFT: (1, 2), Buttons.RIGHT: (3, 2)}
"""From the middle of the cross, where a step in each direction leads."""


def test_an_unknown_symbol_is_refused_by_name(base: Derived) -> None:
    with pytest.raises(ProbeError, match="needs gMain, which is not proven") as raised:
        base.bare_lab().address("gMain")
    assert raised.value.detail == {"needs": ["gMain"]}


def test_an_unknown_state_is_refused_by_label(lab: Lab) -> None:
    with pytest.raises(ProbeError, match="no state labelled unknown") as raised:
        lab.snapshot("unknown")
    assert raised.value.detail == {"state": "unknown"}


def test_a_measurement_that_lacked_a_symbol_runs_again_once_it_is_proven(base: Derived) -> None:
    lab = base.bare_lab()
    with pytest.raises(ProbeError, match="needs gMapHeader"):
        find_family(lab)
    lab.known["gMapHeader"] = base.solved.known["gMapHeader"]
    assert find_family(lab).name == "frlg"


def test_a_measurement_that_failed_otherwise_fails_again_without_running(lab: Lab) -> None:
    runs: list[int] = []

    @measurement
    def fails(_: Lab) -> None:
        runs.append(1)
        raise ProbeError("nothing moves")

    for _ in range(2):
        with pytest.raises(ProbeError, match="nothing moves"):
            fails(lab)
    assert len(runs) == 1


def test_every_experiment_begins_with_nothing_held(lab: Lab) -> None:
    lab.emulator.hold(Buttons.B)
    with lab.at(OVERWORLD) as emulator:
        assert emulator.held is Buttons.NONE


def test_aside_comes_back_whatever_happens(lab: Lab) -> None:
    with lab.at(OVERWORLD) as emulator:
        before = emulator.snapshot().ram_sha256()
        with lab.aside():
            lab.step(Buttons.LEFT)
        assert emulator.snapshot().ram_sha256() == before
        with pytest.raises(ProbeError, match="needs gUnknown"):
            _step_and_fail(lab)
        assert emulator.snapshot().ram_sha256() == before


def _step_and_fail(lab: Lab) -> None:
    with lab.aside():
        lab.step(Buttons.LEFT)
        lab.address("gUnknown")


def test_a_label_is_the_same_after_any_number_of_experiments(lab: Lab) -> None:
    before = lab.snapshot(OVERWORLD).ram_sha256()
    assert lab.moves(OVERWORLD, lab.open_directions(OVERWORLD)[0])
    lab.moves(OVERWORLD, Buttons.UP, write8(lab.address("gPlayerAvatar") + 6, 1))
    assert lab.snapshot(OVERWORLD).ram_sha256() == before


def test_a_finished_step_is_at_rest_on_the_next_tile(lab: Lab) -> None:
    with lab.at(OVERWORLD):
        x, y = lab.position()
        assert lab.step(Buttons.LEFT, finish=True)
        assert lab.position() == (x - 1, y)
        resting = lab.emulator.live.u16(lab.address("gPlayerAvatar") + 2)
    assert resting == 0


def test_a_trace_is_one_snapshot_a_frame(lab: Lab) -> None:
    trace = lab.trace(OVERWORLD, [(Buttons.NONE, 3), (Buttons.B, 2)])
    frames = [snapshot.frame for snapshot in trace]
    assert frames == list(range(frames[0], frames[0] + 5))
    held = lab.address("gMain") + 0x28
    assert [snapshot.u16(held) for snapshot in trace] == [0, 0, 0, 2, 2]


def test_a_wall_is_solid_on_one_side_and_open_on_another(variant: Derived) -> None:
    lab = variant.lab()
    assert lab.label_wall() == "wall"
    open_ways = lab.open_directions("wall")
    assert 0 < len(open_ways) < 4


def test_in_a_hall_without_walls_none_is_found() -> None:
    lab, _ = open_lab(open_double(room_world(*HALL, at=(29, 29))))
    with pytest.raises(ProbeError, match="no solid tile was met"):
        lab.label_wall()
    assert "wall" not in lab.states


def lab_in(*rows: str, **others: Any) -> Lab:
    """A laboratory in a room of the double."""
    lab, _ = open_lab(open_double(room_world(*rows, **others)))
    return lab


def hall_with(tile: str, x: int, y: int) -> tuple[str, ...]:
    """The hall with another tile at (x, y)."""
    row = HALL[y]
    return (*HALL[:y], f"{row[:x]}{tile}{row[x + 1 :]}", *HALL[y + 1 :])


def test_an_overworld_state_beside_the_only_wall_is_the_wall() -> None:
    lab = lab_in(*hall_with("#", 30, 29), at=(29, 29))
    assert lab.label_wall() == "wall"
    assert lab.states["wall"] is lab.states[OVERWORLD]
    assert set(STEPS) - set(lab.open_directions("wall")) == {Buttons.RIGHT}


def test_a_wall_at_the_end_of_a_walk_is_preferred_to_the_overworld_state() -> None:
    lab = lab_in("######", "#....#", "#....#", "######")
    lab.label_wall()
    assert lab.states["wall"] is not lab.states[OVERWORLD]


def test_a_warp_that_a_key_sets_off_is_no_wall() -> None:
    warps = (WarpAt(29, 29, "other", 0),)
    lab = lab_in(*hall_with("s", 29, 29), at=(29, 29), warps=warps)
    assert set(STEPS) - set(lab.open_directions(OVERWORLD)) == {Buttons.DOWN}
    with pytest.raises(ProbeError, match="no solid tile was met"):
        lab.label_wall()


def test_a_step_onto_an_open_tile_moves_and_a_wall_refuses() -> None:
    lab = lab_in("####", "#..#", "####")
    assert lab.open_directions(OVERWORLD) == (Buttons.RIGHT,)
    assert lab.outcome(OVERWORLD, Buttons.RIGHT) is StepResult.MOVED
    assert lab.outcome(OVERWORLD, Buttons.UP) is StepResult.REFUSED


def test_a_poke_comes_before_the_step(lab: Lab) -> None:
    way = lab.open_directions(OVERWORLD)[0]
    prevent_step = write8(lab.address("gPlayerAvatar") + 6, 1)
    assert lab.outcome(OVERWORLD, way) is StepResult.MOVED
    assert lab.outcome(OVERWORLD, way, prevent_step) is StepResult.OTHER  # no direction is obeyed


def test_a_jump_from_a_ledge_is_no_refused_step() -> None:
    lab = lab_in("####", "#..#", "#v.#", "#..#", "####")
    assert lab.outcome(OVERWORLD, Buttons.DOWN) is StepResult.OTHER


MAT_ROOM = ("######", "#....#", "#....#", "#...s#", "######")


@pytest.mark.parametrize(
    ("warps", "expected"),
    [((), StepResult.REFUSED), ((WarpAt(4, 3, "other", 0),), StepResult.OTHER)],
    ids=["wall", "warp"],
)
def test_a_key_that_sets_off_a_warp_is_no_refused_step(
    warps: tuple[WarpAt, ...], expected: StepResult
) -> None:
    lab = lab_in(*MAT_ROOM, at=(4, 3), warps=warps)
    assert set(lab.open_directions(OVERWORLD)) == {Buttons.UP, Buttons.LEFT}
    assert lab.outcome(OVERWORLD, Buttons.DOWN) is expected
    assert lab.outcome(OVERWORLD, Buttons.RIGHT) is StepResult.REFUSED


def test_a_door_that_a_key_opens_is_no_refused_step() -> None:
    shut, door = (
        lab_in("#D#", "#.#", "#.#", "###", facing=NORTH, warps=warps)
        for warps in ((), (WarpAt(1, 0, "other", 0),))
    )
    assert shut.outcome(OVERWORLD, Buttons.UP) is StepResult.REFUSED
    assert door.outcome(OVERWORLD, Buttons.UP) is not StepResult.REFUSED


def test_a_key_that_sets_off_a_script_is_no_refused_step() -> None:
    lab = lab_in("#!#", "#.#", "#.#", "###", facing=NORTH, signs=(Sign(1, 0, "sign"),))
    assert lab.open_directions(OVERWORLD) == (Buttons.DOWN,)
    assert lab.outcome(OVERWORLD, Buttons.UP) is StepResult.OTHER
    assert lab.outcome(OVERWORLD, Buttons.LEFT) is StepResult.REFUSED


def in_cross(*set_off: Buttons) -> Lab:
    """In the middle of the cross; steps in these directions each set off a script."""
    triggers = tuple(Trigger(*ENDS[way], "hello") for way in set_off)
    return lab_in(*CROSS, at=(2, 2), triggers=triggers)


@pytest.mark.parametrize("set_off", [(), (Buttons.UP,), (Buttons.DOWN, Buttons.RIGHT)])
def test_a_step_that_sets_off_a_script_is_not_calm(set_off: tuple[Buttons, ...]) -> None:
    lab = in_cross(*set_off)
    assert set(lab.open_directions(OVERWORLD)) == set(STEPS)
    assert set(lab.calm_directions(OVERWORLD)) == set(STEPS) - set(set_off)


def test_where_every_step_sets_something_off_none_is_calm() -> None:
    lab = in_cross(*STEPS)
    with pytest.raises(ProbeError, match="no step from here leaves the player free") as raised:
        lab.calm_directions(OVERWORLD)
    assert raised.value.detail == {"state": OVERWORLD}


def test_another_core_has_the_knowledge_and_makes_its_own_measurements(base: Derived) -> None:
    lab = base.lab()
    lab.open_directions(OVERWORLD)
    other = lab.on(base.power_on())
    assert other.known == lab.known
    assert other.states == lab.states
    assert other.open == {}
    del other.known["gMain"]
    other.keep("elsewhere")
    assert "gMain" in lab.known
    assert "elsewhere" not in lab.states


def test_an_exploration_runs_once_and_its_failure_is_remembered(lab: Lab) -> None:
    runs = []

    def explore(_: Lab) -> str:
        runs.append("run")
        raise ProbeError("it is too dark", light=0)

    for _ in range(2):
        with pytest.raises(ProbeError, match="too dark") as raised:
            lab.explored(explore)
        assert raised.value.detail == {"light": 0}
    assert runs == ["run"]


def test_a_measurement_is_made_anew_on_another_core(lab: Lab) -> None:
    runs = []

    def measure(_: Lab) -> int:
        runs.append("run")
        return len(runs)

    assert (lab.measured(measure), lab.measured(measure)) == (1, 1)
    assert (lab.explored(measure), lab.explored(measure)) == (2, 2)
    other = lab.on(lab.emulator)
    assert other.measured(measure) == 3
    assert other.explored(measure) == 2
