"""The laboratory: experiments leave nothing behind, and say what they can't bring about."""

from __future__ import annotations

import pytest

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.scan.derive import open_lab
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, measurement
from gbatool.scan.lab.pokes import write8
from tests.actions.worlds import open_double, room_world
from tests.scan.staging import Derived

HALL = ("#" * 60, *["#" + "." * 58 + "#"] * 58, "#" * 60)
"""A hall in whose middle no wall is within a straight walk."""


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
