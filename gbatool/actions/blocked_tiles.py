"""Which tiles refused a step, per map: what a route is planned around next time.

Collision does not hold object events, so the shortest route leads into an NPC in a corridor again
and again. A tile that refused a step is remembered and avoided while there is another way. The
memory is bounded, and it never makes a tile unreachable: the NPC may have moved on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from gbatool.errors import JsonValue

MOST_TILES_PER_MAP = 32
MOST_MAPS = 64

MapKey = tuple[int, int]
"""Group and number of a map."""
LocalTile = tuple[int, int]
"""Map-local coordinates: they stay true when the map is seen from across an edge."""


@dataclass(frozen=True, slots=True)
class BlockedTiles:
    """Tiles that refused a step, oldest first.

    Attributes:
        tiles: Map -> tiles, map-local coordinates.
    """

    tiles: Mapping[MapKey, tuple[LocalTile, ...]] = field(default_factory=dict)

    def at(self, where: MapKey) -> frozenset[LocalTile]:
        """The tiles remembered of a map."""
        return frozenset(self.tiles.get(where, ()))

    def remember(self, where: MapKey, tile: LocalTile) -> BlockedTiles:
        """The memory with one more tile; the oldest are dropped when it is full.

        >>> BlockedTiles().remember((3, 0), (4, 5)).at((3, 0))
        frozenset({(4, 5)})
        """
        known = tuple(other for other in self.tiles.get(where, ()) if other != tile)
        rest = {key: tiles for key, tiles in self.tiles.items() if key != where}
        rest[where] = (*known, tile)[-MOST_TILES_PER_MAP:]
        for key in list(rest)[: max(len(rest) - MOST_MAPS, 0)]:
            del rest[key]
        return BlockedTiles(rest)

    def forget(self, where: MapKey, tile: LocalTile) -> BlockedTiles:
        """The memory without a tile: the player has just walked over it."""
        if tile not in self.tiles.get(where, ()):
            return self
        rest = dict(self.tiles)
        left = tuple(other for other in rest.pop(where) if other != tile)
        if left:
            rest[where] = left
        return BlockedTiles(rest)

    def to_json(self) -> JsonValue:
        """Plain data for a session's record.

        >>> BlockedTiles().remember((3, 0), (4, 5)).to_json()
        [{'group': 3, 'num': 0, 'tiles': [[4, 5]]}]
        """
        return [
            {"group": group, "num": num, "tiles": [[x, y] for x, y in tiles]}
            for (group, num), tiles in self.tiles.items()
        ]

    @classmethod
    def from_json(cls, data: JsonValue) -> BlockedTiles:
        """Read what :meth:`to_json` gave; None is an empty memory.

        Raises:
            ValueError: It is something else.
        """
        if data is None:
            return cls()
        entries = cast("list[dict[str, Any]]", data)
        try:
            return cls(
                {
                    (int(entry["group"]), int(entry["num"])): tuple(
                        (int(x), int(y)) for x, y in entry["tiles"]
                    )
                    for entry in entries
                }
            )
        except (TypeError, KeyError, ValueError) as error:
            raise ValueError(f"not a memory of blocked tiles: {error}") from error
