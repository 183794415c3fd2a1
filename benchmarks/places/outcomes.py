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
    here, tile = game.where()
    ended = outcome.ended_because
    if ended == "arrived":
        if not game.is_free():
            yield "arrived, and the player is not free"
        yield from _about_the_arrival(game, outcome, target, before)
    elif ended == "blocked":
        yield from _about_the_block(game, outcome, tile)
    elif ended == "script_took_over":
        if game.is_free():
            yield "a script is said to have taken over, and the player is free"
        if game.is_in_battle():
            yield "a script is said to have taken over, and it is a battle"
    elif ended == "battle_started":
        if not game.battle_begins():
            yield "no battle begins"
    elif ended in {"warp_on_the_way", "edge_crossed"}:
        with branch(game.emulator):
            if not game.is_free() and not game.run_until_free():
                yield f"{ended}, and the player is never free"
            if game.where()[0] == before[0] and outcome.warped is None:
                yield f"{ended}, and the map is the same"
    elif ended == "carried_away":
        if isinstance(target, TileTarget) and (here, tile) == (before[0], (target.x, target.y)):
            yield "carried away, and on the target"
    elif ended not in {"target_moved", "warp_entered"}:
        yield f"ended because of {ended}"


def _about_the_arrival(
    game: RawGame, outcome: WalkOutcome, target: Target, before: Place
) -> Iterator[str]:
    here, tile = game.where()
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


def _about_the_block(game: RawGame, outcome: WalkOutcome, tile: Tile) -> Iterator[str]:
    """Check that an NPC stands on a tile, or else that the tile refuses a held direction as well."""
    at = outcome.blocked_at
    if at is None:
        yield "blocked, and no tile is named"
        return
    if not game.is_free():
        yield "blocked, and something else took over"
        return
    facing = next((f for f in Facing if (tile[0] + f.dx, tile[1] + f.dy) == (at.x, at.y)), None)
    if outcome.blocked_because == "person":
        if (at.x, at.y) not in game.occupied():
            yield f"no object event is at ({at.x}, {at.y})"
        return
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
