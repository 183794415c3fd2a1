"""gBackupMapLayout: the layout that steps are checked against, told from all that look like it."""

from __future__ import annotations

from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.warp import ARRIVED
from gbatool.scan.overworld.map_layout import BackupMapLayout, BumpNeighbours, PokeBlocksPointer
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


def test_the_evidence_names_all_three_probes(base: Derived) -> None:
    evidence = base.derivation.profile.symbols[SYMBOL].evidence
    assert [piece.kind for piece in evidence] == ["scan", "bump", "poke", "poke"]
    assert [piece.savestate for piece in evidence] == ["overworld", "wall", "wall", "wall"]
    held = [tuple(map(int, piece.held.split("/"))) for piece in evidence]
    assert all(good == tried > 0 for good, tried in held)
