"""Plan a route on the live grid: the shortest one, over steps that the engine would allow.

Pure, and deterministic among equals. The search state is a tile *and* an elevation, since a tile
that is reached over a stair without an elevation of its own can be left other than the same tile
reached from the plain. Walls are collision; what collision does not know is added: ledges are
jumped one way, edges can be closed from one side, water is not walked on, and tiles that carry the
player away, warps that fire by themselves included, are not stepped on; ice and spinners only where
slides are asked for, and then to where they end.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gbatool.actions.route.sliding import SLIDING_KINDS, slide
from gbatool.decode.map import MapGrid, Tile
from gbatool.decode.steps import Footing, elevation_after, judge_step
from gbatool.engine.behaviors import WATER_KINDS, Behavior, Kind
from gbatool.engine.directions import Facing
from gbatool.engine.engine import Structures

DIRECTIONS = (Facing.SOUTH, Facing.NORTH, Facing.WEST, Facing.EAST)

FORCING_KINDS = frozenset(
    {
        Kind.ICE,
        Kind.THIN_ICE,
        Kind.CRACKED_ICE,
        Kind.FORCED_WALK,
        Kind.SLIDE,
        Kind.TRICK_FLOOR,
        Kind.SPINNER,
        Kind.CURRENT,
        Kind.WATERFALL,
    }
)
"""Tiles that move the player on: routes go around them."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a search stands: a tile, and the elevation that the next step is checked with."""

    x: int
    y: int
    elevation: int

    @property
    def tile(self) -> Tile:
        """Buffer coordinates."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Step:
    """One press of a direction.

    Attributes:
        direction: Which way.
        to: Where it ends, buffer coordinates; two tiles away for a ledge.
        tiles: How many tiles it covers.
        path: The tiles that the ground carries one over, the last one included; empty for a step
            that ends where it leads.
    """

    direction: Facing
    to: Tile
    tiles: int = 1
    path: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Terrain:
    """Everything that decides which steps there are.

    Attributes:
        grid: The live grid, its behaviours included where they are known.
        engine: Engine family, for the meaning of the behaviours.
        firing: Tiles whose warp fires when a step ends on them.
        pressed: Tiles whose warp fires when its direction is pressed on them.
        avoided: Tiles not to step on: object events, and what refused a step before.
        surfing: The player is on the water now: it may be crossed, and left for the land, which
            ends surfing.
        diving: The player is under water, where tiles of water are ground like any other.
        slides: Ice and spinners may be stepped onto, which leads to where the slide ends.
    """

    grid: MapGrid
    engine: Structures
    firing: frozenset[Tile] = frozenset()
    pressed: frozenset[tuple[Tile, Facing]] = field(default_factory=frozenset)
    avoided: frozenset[Tile] = frozenset()
    surfing: bool = False
    diving: bool = False
    slides: bool = False

    def behavior(self, tile: Tile) -> Behavior:
        """What a tile does; plain where the behaviours are not known."""
        return self.engine.behavior(self.grid.behavior(*tile) or 0)

    def step(self, spot: Spot, direction: Facing) -> tuple[Step, Spot] | None:
        """The step from a spot in a direction, or None when the engine would refuse it.

        What stands in the way now (``avoided``) is not looked at.
        """
        target = (spot.x + direction.dx, spot.y + direction.dy)
        if (spot.tile, direction) in self.pressed or not self.grid.is_inside(*target):
            return None
        footing = self._footing(spot)
        verdict = judge_step(self.grid, self.engine, footing, direction)
        if verdict.jump:
            return self._jump(spot, target, direction)
        is_water = self.behavior(target).kind in WATER_KINDS
        swims = footing.surfing or self.diving or not is_water
        if verdict.because is not None or not swims:
            return None
        landed = self._moved(spot, target)
        if self.slides and self.behavior(target).kind in SLIDING_KINDS:
            return self._slide(landed, direction)
        return Step(direction, target), landed

    def _slide(self, landed: Spot, direction: Facing) -> tuple[Step, Spot] | None:
        """A slide is planned only where each of its tiles is free and moves the player no other way."""
        ground, spots, clear = replace(self, slides=False), [landed], True

        def enter(facing: Facing) -> Tile | None:
            nonlocal clear
            found = ground.step(spots[-1], facing)
            if found is None:
                return None
            step, spot = found
            kind = self.behavior(step.to).kind
            away = step.to in self.firing or (kind in FORCING_KINDS and kind not in SLIDING_KINDS)
            clear = clear and step.to not in self.avoided and step.tiles == 1 and not away
            spots.append(spot)
            return step.to if clear else None

        path = slide(self.behavior, enter, landed.tile, direction)
        if path is None or not clear or landed.tile in self.avoided:
            return None
        return Step(direction, path[-1], tiles=len(path), path=tuple(path)), spots[-1]

    def _footing(self, spot: Spot) -> Footing:
        """Surfing on water only, and only if the player surfed at the start."""
        afloat = self.surfing and self.behavior(spot.tile).kind in WATER_KINDS
        return Footing(spot.x, spot.y, spot.elevation, surfing=afloat)

    def _moved(self, spot: Spot, tile: Tile) -> Spot:
        return Spot(*tile, elevation_after(self.grid, self._footing(spot), *tile))

    def _jump(self, spot: Spot, ledge: Tile, direction: Facing) -> tuple[Step, Spot] | None:
        """The engine does not check the landing; a route does, for a way back on its feet."""
        landing = (ledge[0] + direction.dx, ledge[1] + direction.dy)
        if not self.grid.is_open(*landing) or self.behavior(landing).kind in WATER_KINDS:
            return None
        landed = self._moved(self._moved(spot, ledge), landing)
        return Step(direction, landing, tiles=2), landed

    def may_rest_on(self, tile: Tile) -> bool:
        """Whether a route may lead over a tile: free, and nothing happens there."""
        return tile not in self.avoided and not self.carries_away(tile)

    def carries_away(self, tile: Tile) -> bool:
        """Whether a step onto the tile does not end there."""
        kind = self.behavior(tile).kind
        lets_go = self.slides and kind in SLIDING_KINDS  # a route only ends there if it does
        return tile in self.firing or (kind in FORCING_KINDS and not lets_go)

    @property
    def has_forcing_tiles(self) -> bool:
        """Whether the map has tiles that routes go around because they move the player on."""
        grid = self.grid
        if grid.behaviors is None:
            return False
        numbers = {int(number) for number in set(grid.inner(grid.behaviors).flat)}
        return any(self.engine.behavior(n).kind in FORCING_KINDS for n in numbers)


@dataclass(frozen=True, slots=True)
class Route:
    """Steps from one tile to another; ``tiles`` is the way's length."""

    steps: tuple[Step, ...]
    start: Tile

    @property
    def end(self) -> Tile:
        """Where it ends."""
        return self.steps[-1].to if self.steps else self.start

    @property
    def tiles(self) -> int:
        """Tiles walked or jumped."""
        return sum(step.tiles for step in self.steps)

    @property
    def slid(self) -> int:
        """Those of them over which the ground carries one, each slide's first tile apart."""
        return sum(max(len(step.path) - 1, 0) for step in self.steps)


Parents = dict[Spot, tuple[Spot, Step]]


def _search(
    terrain: Terrain, start: Spot, goals: frozenset[Tile], parents: Parents
) -> Iterator[Spot]:
    """Every spot that can be reached, nearest first; fills ``parents`` on the way.

    A tile that a route may not rest on is yielded only as a goal, at which callers stop.
    """
    order = 0
    queue: list[tuple[int, int, Spot]] = [(0, order, start)]
    lengths = {start: 0}
    done: set[Spot] = set()
    while queue:
        length, _, spot = heapq.heappop(queue)
        if spot in done:
            continue
        done.add(spot)
        yield spot
        for direction in DIRECTIONS:
            found = terrain.step(spot, direction)
            if found is None:
                continue
            step, landing = found
            reached = length + step.tiles
            if landing in lengths and lengths[landing] <= reached:
                continue
            if step.to in goals or terrain.may_rest_on(step.to):
                order += 1
                lengths[landing] = reached
                parents[landing] = (spot, step)
                heapq.heappush(queue, (reached, order, landing))


def _route(start: Spot, end: Spot, parents: Parents) -> Route:
    steps: list[Step] = []
    spot = end
    while spot != start:
        spot, step = parents[spot]
        steps.append(step)
    return Route(tuple(reversed(steps)), start.tile)


def plan_route(terrain: Terrain, start: Spot, goals: frozenset[Tile]) -> Route | None:
    """A shortest route to the nearest goal; None when there is none.

    A goal may be a tile that carries away or that an object event is on: a route to it is planned
    when asked for.
    """
    parents: Parents = {}
    for spot in _search(terrain, start, goals, parents):
        if spot.tile in goals:
            return _route(start, spot, parents)
    return None


def reachable_tiles(terrain: Terrain, start: Spot) -> set[Tile]:
    """Every tile on which a route from ``start`` may end."""
    return {spot.tile for spot in _search(terrain, start, frozenset(), {})}


def nearest_reachable(terrain: Terrain, start: Spot, wanted: Tile) -> Tile:
    """The reachable tile nearest to ``wanted``, by columns plus rows; then the topmost, leftmost."""

    def far(tile: Tile) -> tuple[int, int, int]:
        return abs(tile[0] - wanted[0]) + abs(tile[1] - wanted[1]), tile[1], tile[0]

    return min(reachable_tiles(terrain, start), key=far)
