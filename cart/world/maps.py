"""The maps as text, and what each character stands for."""

from __future__ import annotations

from dataclasses import dataclass, field

from cart.art.tileset import Tileset

OPEN, SOLID = 0, 1
GROUND = 3
UNDERGROUND, INSIDE = 4, 8  # map types


@dataclass(frozen=True)
class Cell:
    """What a character of a map means; ``auto`` picks among variants by the neighbours."""

    metatile: str
    collision: int = OPEN
    elevation: int = GROUND
    auto: str = ""


OUTDOOR = {
    ".": Cell("grass", auto="grass"),
    ",": Cell("flower"),
    "T": Cell("tree", SOLID, 0, auto="tree"),
    "P": Cell("path", auto="edges"),
    "~": Cell("water", OPEN, 1, auto="edges"),
    "F": Cell("fence", SOLID, 0, auto="fence"),
    "G": Cell("sign", SOLID, 0),
    "N": Cell("board", SOLID, 0),
    "L": Cell("ledge", SOLID, 0, auto="ledge"),
    "t": Cell("tall_grass"),
    "h": Cell("plateau", OPEN, 4, auto="edges"),
    "c": Cell("cliff_top", SOLID, 0),
    "^": Cell("ramp", OPEN, 0),
    "=": Cell("bridge3", OPEN, 15),
    "+": Cell("bridge_path3", OPEN, 15),
    "o": Cell("one_way"),
}
INDOOR = {
    ".": Cell("floor"),
    "#": Cell("wall", SOLID, 0),
    "=": Cell("wall_base", SOLID, 0),
    "W": Cell("window", SOLID, 0),
    "X": Cell("wall_base", SOLID, 0),
    "r": Cell("rug", auto="edges"),
    "M": Cell("mat"),
    ">": Cell("stairs_down_e"),
    "<": Cell("stairs_up_e"),
    "B": Cell("bed_top", SOLID, 0),
    "b": Cell("bed", SOLID, 0),
    "v": Cell("tv", SOLID, 0),
    "p": Cell("pc", SOLID, 0),
    "k": Cell("plant", SOLID, 0),
    "S": Cell("shelf", SOLID, 0),
    "T": Cell("table", SOLID, 0),
}
CAVERN = {
    ".": Cell("cave_floor"),
    ",": Cell("cave_stones"),
    "#": Cell("rock", SOLID, 0, auto="edges"),
    "O": Cell("mouth"),
}
# Neighbours that an edge is not drawn against.
JOINS = {"P": "+o", "h": "=^c", "#": "O"}
HOUSES = {"R": "red", "B": "blue"}


@dataclass(frozen=True)
class Person:
    """An object event; its local id is its place in the list plus 1."""

    x: int
    y: int
    graphics: int
    movement: int
    script: str
    range_x: int = 0
    range_y: int = 0
    flag: int = 0
    elevation: int = GROUND


@dataclass(frozen=True)
class Map:
    """One map: rows of characters and its events, all in map-local cells."""

    name: str
    group: int
    num: int
    section: int
    kind: int
    secondary: str
    rows: tuple[str, ...]
    border: str
    flags: int
    warps: tuple[tuple[int, int, str, int], ...] = ()
    people: tuple[Person, ...] = ()
    signs: tuple[tuple[int, int, int, str], ...] = ()
    triggers: tuple[tuple[int, int, int, int, str], ...] = ()
    connections: tuple[tuple[int, int, str], ...] = ()
    on_load: str = "0"
    battle: int = 0
    legend: dict[str, Cell] = field(default_factory=dict)

    @property
    def outdoors(self) -> bool:
        """Whether the map has weather."""
        return self.kind not in (UNDERGROUND, INSIDE)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def at(self, x: int, y: int) -> str:
        """The character of a cell; beyond the edge, that of the nearest cell."""
        return self.rows[min(max(y, 0), self.height - 1)][min(max(x, 0), self.width - 1)]

    def blocks(self, tilesets: dict[str, Tileset]) -> list[int]:
        """The map's blocks, row by row."""
        ids = tilesets["Outdoor"].ids | tilesets[self.secondary].ids
        out = [self._block(x, y, ids) for y in range(self.height) for x in range(self.width)]
        self._stamp_houses(out, ids)
        return out

    def border_blocks(self, tilesets: dict[str, Tileset]) -> list[int]:
        """The 2x2 pattern shown beyond the map."""
        ids = tilesets["Outdoor"].ids | tilesets[self.secondary].ids
        return [ids[self.border] | SOLID << 10] * 4

    def _block(self, x: int, y: int, ids: dict[str, int]) -> int:
        char = self.at(x, y)
        cell = self.legend.get(char, self.legend["."])
        name = self._variant(x, y, char, cell)
        return ids[name] | cell.collision << 10 | cell.elevation << 12

    def _variant(self, x: int, y: int, char: str, cell: Cell) -> str:
        name = cell.metatile
        if cell.auto == "edges":
            around = ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y))
            mask = sum(
                1 << i
                for i, (a, b) in enumerate(around)
                if self.at(a, b) not in (char, *JOINS.get(char, ""))
            )
            return f"{name}{mask}"
        if cell.auto == "tree":
            return "tree_more" if self.at(x, y + 1) == "T" else "tree"
        if cell.auto == "grass":
            below = self.at(x, y + 1)
            return "grass_tip" if below == "T" else f"grass{(x * 7 + y * 5 + x * y) % 3}"
        if cell.auto == "fence":
            return name if "F" in (self.at(x - 1, y), self.at(x + 1, y)) else "fence_side"
        if cell.auto == "ledge":
            if self.at(x - 1, y) != "L":
                return "ledge_left"
            return "ledge_right" if self.at(x + 1, y) != "L" else "ledge"
        return name

    def _stamp_houses(self, out: list[int], ids: dict[str, int]) -> None:
        if "R" in self.legend or self.secondary != "Town":
            return
        for y in range(self.height):
            for x in range(self.width):
                colour = HOUSES.get(self.at(x, y))
                if colour is None:
                    continue
                for j in range(4):
                    for i in range(5):
                        part = f"{colour}_door" if (j, i) == (3, 1) else f"{colour}{j}{i}"
                        out[(y + j) * self.width + x + i] = ids[part] | SOLID << 10
