"""Compare the outcome of a walk with raw memory: where it says the player is, and why it ended."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.places.raw_game import BUTTONS, FACINGS, RawGame
from gbatool.actions.blocked_tiles import MapKey
from gbatool.actions.route.targets import EdgeTarget, ObjectEventTarget, Target, TileTarget
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.core import branch
from gbatool.decode.map import Tile
from gbatool.decode.player import MapId
from gbatool.engine.directions import Facing

Place = tuple[MapKey, Tile]
"""Map and buffer coordinates."""
MOVED_ON = range(-2, 3)
"""Tiles that an NPC may walk while the player bumps into it: 32 frames and the turn before."""
REFUSED_FRAMES = 24
"""Long enough to turn and to take a step."""


def contradictions(
    game: RawGame, outcome: WalkOutcome, target: Target, before: Place
) -> Iterator[str]:
    """Whatever an outcome says that raw memory contradicts.

    Args:
        game: As the walk left it; comes back unchanged.
        outcome: Of the walk.
        target: What it was aimed at.
        before: Where the player stood.
    """
    here, tile = game.where()
    if outcome.input_ready:
        position = outcome.position
        if position is None or (position.x, position.y) != tile:
            yield f"the player is at {tile}, not at {position}"
        elif position.map is not None and _key(position.map) != here:
            yield f"the player is on {here}, not on {position.map}"
        if not game.is_free():
            yield "the player is not free, and input_ready is set"
    yield from _about_the_end(game, outcome, target, before)


def _about_the_end(
    game: RawGame, outcome: WalkOutcome, target: Target, before: Place
) -> Iterator[str]:
    ended = outcome.ended_because
    if ended == "arrived":
        yield from _about_the_arrival(game, outcome, target, before)
    elif ended == "blocked":
        yield from _about_the_block(game, outcome)
    elif ended in {"warp_on_the_way", "edge_crossed"}:
        yield from _about_the_change_of_maps(game, outcome, before)
    elif not _is_true(game, ended, target, before):
        yield f"ended because of {ended}, and that is not so"


def _is_true(game: RawGame, ended: str, target: Target, before: Place) -> bool:
    """Whether a reason that is one fact holds."""
    if ended == "script_took_over":
        return not game.is_free() and not game.is_in_battle()
    if ended == "battle_started":
        return game.battle_begins()
    if ended == "carried_away":
        there = isinstance(target, TileTarget) and game.where() == (before[0], (target.x, target.y))
        return not there
    if ended == "transition_stuck":
        with branch(game.emulator):
            return not game.is_free() and not game.run_until_free()
    return ended in {"target_moved", "warp_entered"}


def _about_the_change_of_maps(game: RawGame, outcome: WalkOutcome, before: Place) -> Iterator[str]:
    with branch(game.emulator):
        free = game.is_free() or game.run_until_free()
        here, _ = game.where()
        if here == before[0] and (outcome.warped is None or not free):
            yield f"{outcome.ended_because}, and the map is the same"
        elif outcome.ended_because == "edge_crossed" and not free:
            yield "edge_crossed, and the player is never free"


def _about_the_arrival(
    game: RawGame, outcome: WalkOutcome, target: Target, before: Place
) -> Iterator[str]:
    here, tile = game.where()
    if not game.is_free():
        yield "arrived, and the player is not free"
    if isinstance(target, ObjectEventTarget):
        if not stands_before(game, target.local_id, tile):
            yield f"the player does not face object event {target.local_id}"
    elif isinstance(target, EdgeTarget):
        if here == before[0]:
            yield "the map is the same beyond the edge"
    elif outcome.warped is not None:
        if _key(outcome.warped.to_map) != here:
            yield f"the warp led to {here}, not to {outcome.warped.to_map}"
        if (here, tile) == before:
            yield "the warp led nowhere"
    elif isinstance(target, TileTarget) and (here, tile) != (before[0], (target.x, target.y)):
        yield f"arrived at {here} {tile}, not on the target {target}"


def _about_the_block(game: RawGame, outcome: WalkOutcome) -> Iterator[str]:
    """Check that an NPC stands on a tile, or else that the tile refuses a held direction as well."""
    _, tile = game.where()
    at = outcome.blocked_at
    if at is None:
        yield "blocked, and no tile is named"
        return
    if not game.is_free():
        yield "blocked, and something else took over"
        return
    facing = next((f for f in Facing if (tile[0] + f.dx, tile[1] + f.dy) == (at.x, at.y)), None)
    if outcome.blocked_because == "person":
        near = {(at.x + x, at.y + y) for x in MOVED_ON for y in MOVED_ON}
        if not near & game.occupied():
            yield f"no object event is near ({at.x}, {at.y})"
        return
    if (at.x, at.y) == tile:
        return  # a mat that the player stands on, whose warp does not fire
    if facing is None:
        yield f"({at.x}, {at.y}) is said to refuse a step, and is not beside the player at {tile}"
        return
    with branch(game.emulator):
        game.emulator.hold(BUTTONS[facing])
        game.emulator.run(REFUSED_FRAMES)
        if game.where()[1] != tile:
            yield f"({at.x}, {at.y}) is said to refuse a step ({outcome.blocked_because})"


def stands_before(game: RawGame, local_id: int, tile: Tile) -> bool:
    """Whether the player faces an object event, over a counter at most."""
    facing = FACINGS[game.emulator.live.u8(game.profile.address("gObjectEvents") + 0x18) & 0xF]
    (x, y), _ = game.npcs()[local_id]
    return any((tile[0] + n * facing.dx, tile[1] + n * facing.dy) == (x, y) for n in (1, 2))


def _key(where: MapId | None) -> MapKey | None:
    return None if where is None else (where.group, where.num)
