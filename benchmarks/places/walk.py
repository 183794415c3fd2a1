"""Random walks from every place, each outcome compared with raw memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from benchmarks.places.outcomes import contradictions
from benchmarks.places.raw_game import RawGame
from benchmarks.places.store import Place, Places
from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.actions.route.field import view_field
from gbatool.actions.route.planner import reachable_tiles
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.walk_to import walk_to
from gbatool.core import Emulator
from gbatool.decode.map import Tile
from gbatool.errors import ActionError, GbatoolError
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class Walked:
    """One walk.

    Attributes:
        place: Group and number of the map.
        target: Buffer coordinates; None where nothing can be reached.
        ended: Why it ended.
        steps: Steps that were taken.
        faults: What raw memory contradicts.
    """

    place: str
    target: Tile | None
    ended: str
    steps: int = 0
    faults: tuple[str, ...] = field(default=())


def reachable(game: RawGame) -> list[Tile]:
    """Tiles that can be walked to, by the planner."""
    view = view_field(game.emulator.live, game.profile, BlockedTiles())
    return sorted(reachable_tiles(view.terrain, view.spot))


def walk_places(
    places: Places, profile: Profile, emulator: Emulator, *, count: int, walks: int, seed: int
) -> Iterator[Walked]:
    """So many random walks on each of so many places, chosen by seed.

    Args:
        places: Where to begin.
        profile: Of the ROM.
        emulator: A core with the ROM in it.
        count: How many places.
        walks: How many on each; one begins where the one before ended if the player is free there.
        seed: Chooses the places and the tiles.
    """
    game = RawGame(emulator, profile)
    for place in places.choose(count, seed):
        emulator.load_state(places.state(place).emulator_state())
        yield from _walk_here(game, place, walks, Random(f"{seed} {place.name}"))


def _walk_here(game: RawGame, place: Place, walks: int, chance: Random) -> Iterator[Walked]:
    start = game.emulator.save_state()
    for _ in range(walks):
        here, tile = game.where()
        try:
            others = [other for other in reachable(game) if other != tile]
        except GbatoolError as error:
            yield Walked(place.name, None, f"error: {error.code}", faults=(error.message,))
            return
        if not others:
            yield Walked(place.name, None, "nothing can be reached", faults=_missed(game))
            return
        walked = _walk(game, place, chance.choice(others))
        yield walked
        if walked.ended != "arrived" or not game.is_free() or game.where()[0] != here:
            game.emulator.load_state(start)


def _missed(game: RawGame) -> tuple[str, ...]:
    """A fault if a step is taken where nothing can be reached, and nothing moves the player on."""
    view = view_field(game.emulator.live, game.profile, BlockedTiles())
    steps = game.takes_a_step(game.emulator.save_state())
    missed = steps and not view.terrain.has_forcing_tiles
    return ("a direction key moves the player",) if missed else ()


def _walk(game: RawGame, place: Place, target: Tile) -> Walked:
    """Walk to a tile that the planner calls reachable: a refusal is a fault."""
    before, goal = game.where(), TileTarget(*target)
    try:
        outcome, _ = walk_to(game.emulator, game.profile, goal, through=True)
    except ActionError as error:
        moved = ("the player has moved",) if game.where() != before else ()
        ended = f"refused: {error.refusal}"
        return Walked(place.name, target, ended, faults=(error.message, *moved))
    except GbatoolError as error:
        return Walked(place.name, target, f"error: {error.code}", faults=(error.message,))
    faults = tuple(contradictions(game, outcome, goal, before))
    why = f": {outcome.blocked_because}" if outcome.blocked_because is not None else ""
    return Walked(place.name, target, outcome.ended_because + why, outcome.steps, faults)
