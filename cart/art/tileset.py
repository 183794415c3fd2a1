"""Metatiles: a name, two layers of 16x16 pixels, and what the engine is to think of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cart.art.canvas import Canvas, TileBank

NORMAL, COVERED, SPLIT = 0, 1, 2
PRIMARY_METATILES = 640
Layer = tuple[Canvas, int]


@dataclass(frozen=True)
class Metatile:
    name: str
    bottom: Layer
    top: Layer | None
    layer_type: int
    behavior: int
    terrain: int
    encounter: int

    @property
    def attributes(self) -> str:
        """The attribute word of the frlg family, in C: a variant may renumber behaviours."""
        rest = self.terrain << 9 | self.encounter << 24 | self.layer_type << 29
        return f"BEHAVIOR({self.behavior:#x}) | {rest:#x}"


@dataclass
class Tileset:
    """Collects metatiles in order; the id of each is its place plus the tileset's first id."""

    name: str
    palettes: dict[int, list[int]]
    secondary: bool
    metatiles: list[Metatile] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)

    @property
    def first_id(self) -> int:
        return PRIMARY_METATILES if self.secondary else 0

    def add(
        self,
        name: str,
        bottom: Layer,
        top: Layer | None = None,
        *,
        over: bool = False,
        behavior: int = 0,
        terrain: int = 0,
        encounter: int = 0,
    ) -> None:
        """``over``: the top layer hides people who stand there; else they stand on it."""
        layer_type = NORMAL if over or top is None else COVERED
        self.ids[name] = self.first_id + len(self.metatiles)
        self.metatiles.append(Metatile(name, bottom, top, layer_type, behavior, terrain, encounter))

    def build(self) -> tuple[TileBank, list[int]]:
        """The tiles, and eight entries a metatile."""
        bank = TileBank(first=PRIMARY_METATILES if self.secondary else 0)
        entries: list[int] = []
        for metatile in self.metatiles:
            for layer in (metatile.bottom, metatile.top):
                for ty in range(2):
                    for tx in range(2):
                        if layer is None:
                            entries.append(bank.entry(bytes(32), 0))
                        else:
                            entries.append(bank.entry(layer[0].tile(tx, ty), layer[1]))
        return bank, entries
