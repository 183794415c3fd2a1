"""A decoded map as the terminal and the picture draw it, and the words of their legends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from gbatool.decode.exits import Connection, Enter, Exits, Warp, decode_exits
from gbatool.decode.map import MapGrid, decode_map_grid
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.player import MapId, Player, decode_player
from gbatool.engine.behaviors import WATER_KINDS, Kind, behavior_of
from gbatool.engine.directions import Facing
from gbatool.engine.layouts import BORDER
from gbatool.errors import NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

Decoded = TypeVar("Decoded")


class TerrainKind(str, Enum):
    """How a tile is drawn."""

    WALL = "wall"
    FLOOR = "floor"
    GRASS = "grass"
    WATER = "water"
    LEDGE = "ledge"
    SIGN = "sign"


ENTER_FACING = {
    Enter.PRESS_NORTH: Facing.NORTH,
    Enter.PRESS_SOUTH: Facing.SOUTH,
    Enter.PRESS_WEST: Facing.WEST,
    Enter.PRESS_EAST: Facing.EAST,
}
"""The ways to enter a warp that are a direction."""


@dataclass(frozen=True, slots=True)
class MapView:
    """A map and what is on it, in buffer coordinates.

    Attributes:
        title: The map's number, name and size.
        engine: The engine family, which decides what a tile's behaviour means.
        grid: The tiles.
        player: None when the player can't be decoded.
        objects: The object events, the player's own left out; empty too when they can't be decoded.
        exits: None when they can't be decoded.
        local: Label tiles with map-local coordinates.
        missing: One sentence for each part that could not be decoded.
    """

    title: str
    engine: str
    grid: MapGrid
    player: Player | None = None
    objects: tuple[ObjectEvent, ...] = ()
    exits: Exits | None = None
    local: bool = False
    missing: tuple[str, ...] = ()

    @property
    def columns(self) -> range:
        """The columns of the real map, without the border."""
        return range(BORDER, BORDER + self.grid.width)

    @property
    def rows(self) -> range:
        """The rows of the real map, without the border."""
        return range(BORDER, BORDER + self.grid.height)

    def label(self, coordinate: int) -> int:
        """The number written for a buffer column or row."""
        return coordinate - BORDER if self.local else coordinate

    def place(self, x: int, y: int) -> str:
        """A tile's coordinates, buffer or map-local as ``local`` says: ``(10, 12)``."""
        return f"({self.label(x)}, {self.label(y)})"

    def terrain(self, x: int, y: int) -> TerrainKind:
        """How a tile of the real map is drawn."""
        kind = self._kind(x, y)
        if kind in WATER_KINDS:
            return TerrainKind.WATER
        if kind is Kind.LEDGE:
            return TerrainKind.LEDGE
        if kind is Kind.SIGN:
            return TerrainKind.SIGN
        if not self.grid.is_open(x, y):
            return TerrainKind.WALL
        return TerrainKind.GRASS if kind is Kind.TALL_GRASS else TerrainKind.FLOOR

    def _kind(self, x: int, y: int) -> Kind:
        number = self.grid.behavior(x, y)
        return Kind.PLAIN if number is None else behavior_of(self.engine, number).kind

    def ledge(self, x: int, y: int) -> Facing:
        """The direction in which a ledge tile is jumped."""
        number = self.grid.behavior(x, y)
        directions = behavior_of(self.engine, number).directions if number is not None else ()
        return directions[0] if directions else Facing.SOUTH

    def visible_objects(self) -> list[ObjectEvent]:
        """The object events on the real map that are not invisible."""
        return [
            event
            for event in self.objects
            if not event.invisible and event.x in self.columns and event.y in self.rows
        ]

    def warps(self) -> tuple[Warp, ...]:
        """The map's warps, by index; none when the exits can't be decoded."""
        return self.exits.warps if self.exits is not None else ()

    def connections(self) -> tuple[Connection, ...]:
        """The maps joined to an edge; none when the exits can't be decoded."""
        return self.exits.connections if self.exits is not None else ()

    def player_words(self, player: Player) -> str:
        """The legend's line for the player."""
        return f"the player, {self.place(player.x, player.y)}, facing {player.facing.value}"

    def object_words(self, event: ObjectEvent) -> str:
        """The legend's line for an object event."""
        walking = ", walking" if event.moving else ""
        where = self.place(event.x, event.y)
        return f"object {event.local_id}, {where}, facing {event.facing.value}{walking}"

    def exit_words(self, warp: Warp) -> str:
        """The legend's line for a warp."""
        where = self.place(warp.x, warp.y)
        return f"exit {warp.index}, {where}, {warp_words(warp)}, to {destination_words(warp)}"


def warp_words(warp: Warp) -> str:
    """How a warp is entered."""
    facing = ENTER_FACING.get(warp.enter)
    if facing is None:
        return "step on it" if warp.enter is Enter.STEP_ON else "landing place only"
    if warp.door:
        return f"door: walk in to the {facing.value}"
    return f"stand on it and go {facing.value}"


def connection_words(connection: Connection) -> str:
    """The edge to walk over, and the map joined to it."""
    return f"over the {connection.edge.value} edge to {map_words(connection.map)}"


def destination_words(warp: Warp) -> str:
    """The map that a warp leads to."""
    return map_words(warp.to.map) if warp.to.map is not None else "where it was entered from"


def map_words(map_id: MapId) -> str:
    """A map's group and number, and its name where it has one."""
    return f"map {map_id.group}.{map_id.num}" + (f" {map_id.name}" if map_id.name else "")


def view_map(ram: Snapshot, profile: Profile, *, local: bool = False) -> MapView:
    """Decode what a drawing shows; what can't be decoded besides the map goes under ``missing``.

    Args:
        ram: The frame to draw.
        profile: The ROM's profile.
        local: Label tiles with map-local coordinates.

    Raises:
        NotLoadedError: No map is loaded.
        DecodeError: A structure holds something that the game can't have.
        UnprovenSymbolError: The map layout is not proven in the profile.
    """
    grid = decode_map_grid(ram, profile)
    missing: list[str] = []

    def take(name: str, decode: Callable[[Snapshot, Profile], Decoded]) -> Decoded | None:
        try:
            return decode(ram, profile)
        except (NotLoadedError, UnprovenSymbolError) as error:
            missing.append(f"{name} not drawn: {error.message}")
            return None

    player = take("player", decode_player)
    where = map_words(player.map) if player is not None and player.map is not None else "the map"
    return MapView(
        title=f"{where}, {grid.width} x {grid.height} tiles",
        engine=profile.engine,
        grid=grid,
        player=player,
        objects=take("object events", decode_objects) or (),
        exits=take("exits", decode_exits),
        local=local,
        missing=tuple(missing),
    )
