"""Random walks, and outcomes that memory contradicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.places import walk
from benchmarks.places.outcomes import contradictions
from benchmarks.places.raw_game import RawGame
from benchmarks.places.store import Places
from benchmarks.places.walk import reachable, walk_places
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.walk_outcome import TilePlace, WalkEnd, WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.errors import DecodeError


def test_walks_everywhere_end_as_they_say(places: Places, game: RawGame) -> None:
    walked = list(
        walk_places(places, game.profile, game.emulator, count=len(places.all), walks=2, seed=1)
    )
    assert [walk.place for walk in walked] == [p.name for p in places.all for _ in range(2)]
    assert [walk.faults for walk in walked if walk.faults] == []
    assert sum(walk.steps for walk in walked) > len(walked)


def test_a_map_that_can_not_be_read_is_a_fault(
    places: Places, game: RawGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: RawGame) -> None:
        raise DecodeError("gMain", 0x03000000, observed=1, expected="0")

    monkeypatch.setattr(walk, "reachable", refuse)
    (walked,) = walk_places(places, game.profile, game.emulator, count=1, walks=3, seed=1)
    assert walked.ended == "error: undecodable"
    assert len(walked.faults) == 1


def test_a_step_where_nothing_can_be_reached_is_a_fault(
    places: Places, game: RawGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "reachable", lambda _: [])
    (walked,) = walk_places(places, game.profile, game.emulator, count=1, walks=3, seed=1)
    assert walked.ended == "nothing can be reached"
    assert walked.faults == ("a direction key moves the player",)


def arrived(game: RawGame) -> tuple[WalkOutcome, TileTarget]:
    """An outcome of a walk to the nearest tile, and its target."""
    _, here = game.where()
    others = [tile for tile in reachable(game) if tile != here]
    near = min(others, key=lambda tile: abs(tile[0] - here[0]) + abs(tile[1] - here[1]))
    outcome, _ = walk_to(game.emulator, game.profile, TileTarget(*near))
    assert outcome.ended_because == "arrived"
    return outcome, TileTarget(*near)


def test_a_true_arrival_is_not_contradicted(game: RawGame) -> None:
    before = game.where()
    outcome, target = arrived(game)
    assert list(contradictions(game, outcome, target, before)) == []


def test_an_arrival_elsewhere_is(game: RawGame) -> None:
    before = game.where()
    outcome, target = arrived(game)
    elsewhere = TileTarget(target.x + 1, target.y)
    assert len(list(contradictions(game, outcome, elsewhere, before))) == 1


@pytest.mark.parametrize(
    "ended", ["battle_started", "script_took_over", "carried_away", "transition_stuck"]
)
def test_a_reason_that_is_not_so_is(game: RawGame, ended: WalkEnd) -> None:
    before = game.where()
    outcome, target = arrived(game)
    said = list(contradictions(game, replace(outcome, ended_because=ended), target, before))
    assert said == [f"ended because of {ended}, and that is not so"]


def test_a_block_by_an_open_tile_is(game: RawGame) -> None:
    (_, (x, y)) = before = game.where()
    outcome, target = arrived(game)
    blocked = replace(
        outcome,
        ended_because="blocked",
        blocked_at=TilePlace(x, y, x - 7, y - 7),
        blocked_because="refused",
    )
    said = list(contradictions(game, blocked, target, before))
    assert said == [f"({x}, {y}) is said to refuse a step (refused)"]


def test_a_block_by_an_npc_that_is_not_there_is(game: RawGame) -> None:
    before = game.where()
    outcome, target = arrived(game)
    far = TilePlace(7, 7, 0, 0)
    blocked = replace(outcome, ended_because="blocked", blocked_at=far, blocked_because="person")
    said = list(contradictions(game, blocked, target, before))
    assert said == ["no object event is near (7, 7)"]
