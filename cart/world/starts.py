"""Where a new game begins: in the bedroom, or at a poor place that a variant has for tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from cart.world import places
from cart.world.maps import CAVERN, OUTDOOR, UNDERGROUND, Map, Person
from cart.world.places import GIRL, WANDER


@dataclass(frozen=True)
class Start:
    """A place to begin at, and the world around it.

    Attributes:
        name: As the generated source is called.
        map: The map's name.
        x: Map-local cell, as ``y``; the player faces south.
        y: The same.
        maps: All maps of the world.
    """

    name: str
    map: str
    x: int
    y: int
    maps: tuple[Map, ...] = places.MAPS

    @property
    def macros(self) -> dict[str, int]:
        """What the source is compiled with that begins a new game."""
        there = next(m for m in self.maps if m.name == self.map)
        return {
            "START_GROUP": there.group,
            "START_NUM": there.num,
            "START_X": self.x,
            "START_Y": self.y,
        }

    @property
    def tilesets(self) -> set[str]:
        """The secondary tilesets that its maps need."""
        return {m.secondary for m in self.maps}


def _with(changed: Map) -> tuple[Map, ...]:
    """The base's maps, the one of this name changed."""
    return tuple(changed if m.name == changed.name else m for m in places.MAPS)


def _with_row(m: Map, y: int, row: str) -> Map:
    return replace(m, rows=(*m.rows[:y], row, *m.rows[y + 1 :]))


def _garden() -> Map:
    """The town, its garden a corridor around a bed, in which the wanderer walks."""
    town = _with_row(places.TOWN, 13, "TTFFFF.FFFFF..PP..F.FFF.F...TT")
    gatekeeper, _, questioner, gardener, *others = town.people
    wanderer = Person(19, 12, GIRL, WANDER, "gScript_Wanderer", 1, 2)
    people = (gatekeeper, wanderer, questioner, replace(gardener, x=26), *others)
    return replace(town, people=people)


def _grassy() -> Map:
    """The route, its tall grass reaching down to the ledge."""
    return _with_row(places.ROUTE, 20, "TT..tttt..PPPP........TT")


_CAVE = Map(
    "Cave", 3, 2, 106, UNDERGROUND, "Cave",
    tuple((Path(__file__).parent / "cave.txt").read_text().split()),
    "rock0", 0x07,
    warps=((119, 1, "Town", 0),),
    legend=CAVERN,
)  # fmt: skip

_LAKE = Map(
    "Lake", 3, 2, 115, 3, "Town",
    (
        "TTTTTTTTTTTTTTTTTTTTTT",
        "TT.....B............TT",
        "TT..................TT",
        "TT..................TT",
        "TT..................TT",
        "TT.,..............,.TT",
        "T~~~~..........~~~~~~T",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~.~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~",
    ),
    "water0", 0x07,
    warps=((8, 4, "Town", 0),),
    legend=OUTDOOR,
)  # fmt: skip

BEDROOM = Start("bedroom", "Bedroom", 3, 5)
TOWN = Start("town", "Town", 14, 14)
ROUTE = Start("route", "Route", 6, 20, _with(_grassy()))
CAVE = Start("cave", "Cave", 10, 15, (*places.MAPS, _CAVE))
ISLET = Start("islet", "Lake", 11, 11, (*places.MAPS, _LAKE))
BESIDE_WALKER = Start("beside-walker", "Town", 19, 13, _with(_garden()))
