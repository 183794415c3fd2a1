"""Tiles that refused a step: stored by map, bounded, and convertible to JSON."""

from __future__ import annotations

import json

import pytest

from gbatool.actions.blocked_tiles import MOST_MAPS, MOST_TILES_PER_MAP, BlockedTiles
from gbatool.errors import JsonValue

TOWN, ROUTE = (3, 0), (3, 19)


def test_tiles_are_remembered_per_map() -> None:
    memory = BlockedTiles().remember(TOWN, (4, 5)).remember(ROUTE, (1, 1))
    assert memory.at(TOWN) == {(4, 5)}
    assert memory.at(ROUTE) == {(1, 1)}
    assert memory.at((0, 0)) == frozenset()


def test_remembering_changes_nothing_that_was_given_away() -> None:
    before = BlockedTiles().remember(TOWN, (4, 5))
    before.remember(TOWN, (6, 6))
    assert before.at(TOWN) == {(4, 5)}


def test_the_oldest_tile_is_dropped_when_a_map_is_full() -> None:
    memory = BlockedTiles()
    for x in range(MOST_TILES_PER_MAP + 1):
        memory = memory.remember(TOWN, (x, 0))
    assert len(memory.at(TOWN)) == MOST_TILES_PER_MAP
    assert (0, 0) not in memory.at(TOWN)


def test_the_map_that_was_not_touched_longest_is_dropped() -> None:
    memory = BlockedTiles()
    for num in range(MOST_MAPS):
        memory = memory.remember((0, num), (1, 1))
    memory = memory.remember((0, 0), (2, 2)).remember((9, 9), (1, 1))
    assert len(memory.tiles) == MOST_MAPS
    assert memory.at((0, 0)) == {(1, 1), (2, 2)}
    assert memory.at((0, 1)) == frozenset()


def test_a_tile_that_was_walked_over_is_forgotten() -> None:
    memory = BlockedTiles().remember(TOWN, (4, 5)).forget(TOWN, (4, 5))
    assert memory == BlockedTiles()
    assert memory.forget(TOWN, (1, 1)) is memory


def test_it_comes_back_from_json_in_the_same_order() -> None:
    memory = BlockedTiles().remember(TOWN, (4, 5)).remember(TOWN, (1, 2)).remember(ROUTE, (0, 0))
    assert BlockedTiles.from_json(json.loads(json.dumps(memory.to_json()))) == memory
    assert BlockedTiles.from_json(None) == BlockedTiles()


@pytest.mark.parametrize("data", [3, [3], [{"group": 1}], [{"group": 1, "num": 2, "tiles": [1]}]])
def test_something_else_is_refused(data: JsonValue) -> None:
    with pytest.raises(ValueError, match="not a memory"):
        BlockedTiles.from_json(data)
