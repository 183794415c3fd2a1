"""gBackupMapLayout: the layout that steps are checked against, told from all that look like it."""

from __future__ import annotations

from typing import Any

import pytest

from gbatool.core import Buttons
from gbatool.scan.derive import open_lab
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write, write16
from gbatool.scan.lab.warp import ARRIVED
from gbatool.scan.locator import Probe
from gbatool.scan.overworld.map_layout import (
    CLOSED,
    BackupMapLayout,
    BumpNeighbours,
    PokeBlocksPointer,
    PokeTiles,
    _cell,
)
from tests.actions.worlds import open_double, room_world
from tests.double.world import Person, WarpAt
from tests.scan.staging import (
    Derived,
    check_told_apart,
    planted,
    proposals,
    starting_at,
    unused,
    words,
)

SYMBOL = "gBackupMapLayout"


def fields(lab: Lab) -> tuple[int, int, int]:
    found = lab.known[SYMBOL].fields
    return found["width"], found["height"], found["map"]


def test_a_map_that_was_left_is_refuted_by_walking(crowded: Derived, crowded_lab: Lab) -> None:
    after_warp = starting_at(crowded_lab, ARRIVED)
    del after_warp.known[SYMBOL]
    assert eliminate(after_warp, BackupMapLayout()).proven
    left = crowded.answers["sDecoyPreviousLayout"]
    check_told_apart(after_warp, SYMBOL, "the layout of a map that was left, still in RAM", left)


def test_a_stale_copy_of_the_buffer_is_refuted_by_closing_tiles(base: Derived, lab: Lab) -> None:
    decoy = base.answers["sDecoyMapLayout"]
    check_told_apart(lab, SYMBOL, "a stale copy of the buffer, with a layout of its own", decoy)


def test_a_copy_that_points_at_the_true_buffer_is_refuted_by_its_pointer(lab: Lab) -> None:
    at = unused(lab, 0xC)
    copied = planted(lab, Write(at, words(*fields(lab))))
    check_told_apart(copied, SYMBOL, "a copy of the three words that points at the true buffer", at)


def test_neither_bumping_nor_closing_tells_a_copy_with_the_same_buffer(lab: Lab) -> None:
    at = unused(lab, 0xC)
    copied = planted(lab, Write(at, words(*fields(lab))))
    story = eliminate(copied, BackupMapLayout())
    left = {trial.probe: {candidate.address for candidate in trial.left} for trial in story.trials}
    assert left["poke-tiles"] == {lab.address(SYMBOL), at} <= left["bump"]
    assert left["poke-pointer"] == {lab.address(SYMBOL)}


def test_a_layout_on_whose_map_the_player_is_not_is_not_proposed(lab: Lab) -> None:
    at = unused(lab, 0xC)
    with lab.at(OVERWORLD):
        x, y = lab.position()
    _, _, buffer = fields(lab)
    too_narrow = words(x + 8, y + 20, buffer)  # the border on the right begins at the player
    wide_enough = words(x + 9, y + 20, buffer)
    locator = BackupMapLayout()
    assert at not in proposals(planted(lab, Write(at, too_narrow)), locator)
    assert at in proposals(planted(lab, Write(at, wide_enough)), locator)


def test_a_player_outside_the_candidates_grid_refutes_it(lab: Lab) -> None:
    candidate = lab.known[SYMBOL]
    tiny = Candidate(candidate.address, "tiny", {**candidate.fields, "width": 2, "height": 2})
    finding = BumpNeighbours().run(lab, tiny)
    assert finding.verdict is ProbeVerdict.REFUTED
    assert "outside" in finding.observed


def test_a_buffer_without_any_wall_leaves_the_pointer_undecided(lab: Lab) -> None:
    width, height, _ = fields(lab)
    size = 2 * width * height
    at = unused(lab, 9 * size)
    candidate = Candidate(at, "flat", {"width": width, "height": height, "map": at + 4 * size})
    assert PokeBlocksPointer().run(lab, candidate).verdict is ProbeVerdict.INCONCLUSIVE


def wall_lab(*rows: str, at: tuple[int, int], **others: Any) -> tuple[Lab, Candidate]:
    """A laboratory in a room of the double, which starts at the wall, and the true candidate."""
    double = open_double(room_world(*rows, at=at, **others))
    lab, _ = open_lab(double)
    lab.states["wall"] = lab.states[OVERWORLD]
    truth = double.profile().address(SYMBOL)
    return lab, proposals(lab, BackupMapLayout())[truth]


def tally(probe: Probe, lab: Lab, candidate: Candidate) -> tuple[int, int]:
    """In how many of how many trials a probe's prediction held."""
    finding = probe.run(lab, candidate)
    return finding.held, finding.tried


MAT = ("######", "#....#", "#....#", "#...s#", "######")
CORNER = (4, 3)


@pytest.mark.parametrize(
    ("warps", "tried"), [((), 4), ((WarpAt(*CORNER, "other", 0),), 3)], ids=["wall", "warp"]
)
def test_a_wall_at_which_the_key_sets_off_a_warp_is_not_counted(
    warps: tuple[WarpAt, ...], tried: int
) -> None:
    lab, truth = wall_lab(*MAT, at=CORNER, warps=warps)
    assert set(lab.open_directions("wall")) == {Buttons.UP, Buttons.LEFT}
    assert tally(PokeTiles(), lab, truth) == (tried, tried)


@pytest.mark.parametrize("warps", [(), (WarpAt(2, 1, "other", 0),)], ids=["ladder", "warp"])
def test_a_wall_that_warps_once_it_is_open_refutes_nothing(warps: tuple[WarpAt, ...]) -> None:
    """The player stands on a ladder; its block, copied over the wall, is another one."""
    lab, truth = wall_lab("####", "#L##", "#..#", "####", at=(1, 1), warps=warps)
    assert lab.open_directions("wall") == (Buttons.DOWN,)
    assert PokeTiles().run(lab, truth).verdict is ProbeVerdict.HELD


@pytest.mark.parametrize(
    ("people", "tried"), [((), 4), ((Person(3, 2),), 3)], ids=["wall", "object event"]
)
def test_a_wall_under_an_object_event_is_not_counted(
    people: tuple[Person, ...], tried: int
) -> None:
    lab, truth = wall_lab("####", "#..#", "#..#", "####", at=(2, 2), people=people)
    assert tally(PokeTiles(), lab, truth) == (tried, tried)


def test_the_border_around_the_map_is_not_counted() -> None:
    """No key leads over the map's edge, and opening a solid block there changes nothing."""
    lab, truth = wall_lab("...", "...", "..#", at=(0, 0))
    with lab.at("wall") as emulator:
        x, y = lab.position()
        for beside in ((x - 1, y), (x, y - 1)):
            write16(_cell(truth, *beside), CLOSED)(emulator)
        lab.keep("wall")
    assert set(lab.open_directions("wall")) == {Buttons.DOWN, Buttons.RIGHT}
    assert tally(PokeTiles(), lab, truth) == (2, 2)


def test_a_wall_that_stays_closed_when_it_is_opened_refutes() -> None:
    """A dead copy: the walls are not opened, and the open ways not closed."""
    lab, truth = wall_lab("####", "#..#", "#..#", "####", at=(1, 1))
    width, height = truth.fields["width"], truth.fields["height"]
    copied = unused(lab, 2 * width * height)
    blocks = lab.snapshot("wall").read(truth.fields["map"], 2 * width * height).tobytes()
    with lab.at("wall") as emulator:
        emulator.write(copied, blocks)
        lab.keep("wall")
    dead = Candidate(truth.address, "dead", {**truth.fields, "map": copied})
    assert tally(PokeTiles(), lab, dead) == (0, 4)


def test_a_jump_from_a_ledge_says_nothing_against_the_layout() -> None:
    lab, truth = wall_lab("####", "#..#", "#v.#", "#..#", "####", at=(1, 1))
    assert Buttons.DOWN in lab.open_directions(OVERWORLD)
    # RIGHT is open, UP and LEFT are closed, in both states; DOWN is a ledge
    assert tally(BumpNeighbours(), lab, truth) == (6, 6)


def test_the_evidence_names_all_three_probes(base: Derived) -> None:
    evidence = base.derivation.profile.symbols[SYMBOL].evidence
    assert [piece.kind for piece in evidence] == ["scan", "bump", "poke", "poke"]
    assert [piece.savestate for piece in evidence] == ["overworld", "wall", "wall", "wall"]
    held = [tuple(map(int, piece.held.split("/"))) for piece in evidence]
    assert all(good == tried > 0 for good, tried in held)
