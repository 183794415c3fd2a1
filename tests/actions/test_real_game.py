"""The actions on a real game. Needs ``GBATOOL_TEST_ROM``; the game must have a profile.

The profile is one of the search path (``profiles/firered-us-1.0.yaml``, say) or the one that
``GBATOOL_TEST_PROFILE`` names. No text of the game is stored: transcripts are compared with the ROM
while the test runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from benchmarks.places.raw_game import BUTTONS
from gbatool.actions.blocked_tiles import BlockedTiles, MapKey
from gbatool.actions.route.field import view_field
from gbatool.actions.route.planner import reachable_tiles
from gbatool.actions.route.targets import EdgeTarget, TileTarget
from gbatool.core import Buttons, branch
from gbatool.decode.exits import Enter, decode_exits
from gbatool.decode.map import Tile
from gbatool.engine.directions import Facing
from tests.actions.real_game import RealGame

pytestmark = pytest.mark.rom

SEED, WALKS_PER_MAP, MOST_MAPS = 20, 6, 14
FIRST_TOWN: dict[str, MapKey] = {"frlg": (3, 0), "emerald": (0, 9), "rs": (0, 9)}
FLOODED_TILES = 90
STEP_FRAMES, IDLE_FRAMES = 20, 300
Record = Callable[[str, object], None]


@pytest.fixture(scope="module")
def game() -> RealGame:
    return RealGame()


def around(game: RealGame) -> list[MapKey]:
    """The first town and the maps around it, nearest first."""
    maps, at = [FIRST_TOWN[game.profile.engine]], 0
    while at < len(maps) and len(maps) < MOST_MAPS:
        if game.go(maps[at]):
            exits = decode_exits(game.emulator.live, game.profile)
            found = [warp.to.map for warp in exits.warps] + [c.map for c in exits.connections]
            for where in found:
                if where is not None and (where.group, where.num) not in maps:
                    maps.append((where.group, where.num))
        at += 1
    return maps[:MOST_MAPS]


def explore(game: RealGame, where: MapKey, chance: Random) -> None:
    """Every object event and sign, every warp and edge, and some random tiles of a map."""
    if not game.go(where):
        game.walks["map not reached"] += 1
        return
    game.talk_to_all()
    exits = decode_exits(game.emulator.live, game.profile)
    for warp in exits.warps:
        if warp.enter is not Enter.NEVER:
            with branch(game.emulator):
                game.take_warp(warp.index)
    for edge in {connection.edge for connection in exits.connections}:
        with branch(game.emulator):
            game.walk(EdgeTarget(edge))
    stand = game.emulator.save_state()
    for _ in range(WALKS_PER_MAP):
        outcome = game.walk(TileTarget(*chance.choice(game.reachable())))
        assert outcome is not None  # whatever can be reached is not refused
        if not outcome.input_ready or outcome.warped is not None:
            game.emulator.load_state(stand)


def test_every_outcome_agrees_with_raw_memory(game: RealGame, record_property: Record) -> None:
    chance = Random(SEED)
    for where in around(game):
        explore(game, where, chance)
    done = {
        "walks": dict(game.walks),
        "maps": sorted(game.maps),
        "talks": dict(game.talks),
        "said by the ROM's texts": game.said,
        "not found in the ROM": len(game.unsaid),
    }
    for name, value in done.items():
        record_property(name, value)
    ended = sum(n for end, n in game.walks.items() if not end.startswith(("refused", "map")))
    assert ended >= 40
    assert len(game.maps) >= 6
    assert game.walks["arrived"] >= 40
    assert game.said >= 5
    assert len(game.unsaid) <= (game.said + len(game.unsaid)) // 10, game.unsaid


def flood(game: RealGame) -> tuple[set[Tile], bool]:
    """Tiles that steps lead to from here, each tried in the running game.

    Returns:
        The tiles, and whether a script took over on some other tile.
    """
    where, start = game.where()
    tiles, open_ends, taken_over = {start}, [game.emulator.save_state()], False
    while open_ends and len(tiles) < FLOODED_TILES:
        state = open_ends.pop(0)
        for facing in Facing:
            game.emulator.load_state(state)
            tile = game.where()[1]
            game.emulator.hold(BUTTONS[facing])
            for _ in range(STEP_FRAMES):
                game.emulator.run(1)
                if game.where() != (where, tile):
                    break
            game.emulator.hold(Buttons.NONE)
            game.emulator.run(STEP_FRAMES)
            there, reached = game.where()
            if there != where:
                continue
            if not game.is_free():
                taken_over = True
            elif reached not in tiles:
                tiles.add(reached)
                open_ends.append(game.emulator.save_state())
    return tiles, taken_over


def stand_still(game: RealGame) -> bool:
    """Whether no object event moves for a while."""
    before = game.npcs()
    with branch(game.emulator):
        game.emulator.run(IDLE_FRAMES)
        return {who: tile for who, (tile, _) in game.npcs().items()} == {
            who: tile for who, (tile, _) in before.items()
        }


def test_what_can_be_reached_is_what_steps_lead_to(game: RealGame, record_property: Record) -> None:
    """In rooms near the first town, every tile is tried by stepping in the running game."""
    contained = equal = 0
    for where in around(game):
        if not game.go(where) or len(game.reachable()) >= FLOODED_TILES:
            continue
        field = view_field(game.emulator.live, game.profile, BlockedTiles())
        free = reachable_tiles(replace(field.terrain, avoided=field.occupied), field.spot)
        anywhere, calm = set(game.reachable()), stand_still(game)
        state = game.emulator.save_state()
        stepped, taken_over = flood(game)
        game.emulator.load_state(state)
        assert stepped <= anywhere
        contained += 1
        if calm and not taken_over:
            assert free <= stepped <= free | field.occupied  # who stands there may walk off later
            equal += 1
    record_property("rooms whose every step was foreseen", contained)
    record_property("rooms in which every tile foreseen was stepped on", equal)
    assert contained


def test_from_the_bedroom_to_the_outside_of_the_house_in_three_commands(game: RealGame) -> None:
    if game.profile.engine != "frlg":
        pytest.skip("Hoenn's bedroom is left by a story")
    game.emulator.load_state(game.start)
    town, seen = FIRST_TOWN["frlg"], {game.where()[0]}
    for _ in range(3):
        if game.where()[0] == town:
            break
        assert game.take_warp(way_on(game, seen))
        seen.add(game.where()[0])
    assert game.where()[0] == town
    assert game.is_free()


def way_on(game: RealGame, seen: set[MapKey]) -> int:
    """A warp that can be taken and leads to a map not seen yet."""
    for warp in decode_exits(game.emulator.live, game.profile).warps:
        there = warp.to.map
        if warp.enter is Enter.NEVER or there is None:
            continue
        if (there.group, there.num) not in seen:
            return warp.index
    raise AssertionError("no way leads on")


def test_the_same_walk_twice_gives_the_same_ram(game: RealGame) -> None:
    digests = set()
    for _ in range(2):
        game.emulator.load_state(game.start)
        chance = Random(1)
        for _ in range(3):
            game.walk(TileTarget(*chance.choice(game.reachable())))
        digests.add(game.emulator.snapshot().ram_sha256())
    assert len(digests) == 1
