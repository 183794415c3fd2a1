"""The loaded map as pixels: layers, flips, palettes, two tilesets, and every refusal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cart.art.canvas import lz77
from gbatool.decode.player import decode_player
from gbatool.decode.tileset import Pixels, decode_map_pixels
from gbatool.engine import layouts
from gbatool.engine.families import FRLG
from gbatool.engine.layouts import BORDER
from gbatool.errors import DecodeError, GbatoolError, NotLoadedError, UnprovenSymbolError
from gbatool.game import Request, open_game
from tests.decode.world import (
    ATTRIBUTES,
    LAYOUT,
    PRIMARY,
    PROFILE,
    SECONDARY,
    World,
    profile_without,
)

TILES, PALETTES, METATILES = 0x08006000, 0x08006800, 0x08006C00
SECOND = 0x1000
"""What the secondary tileset's tables lie further on."""
RED, GREEN, BLUE, WHITE = 0x001F, 0x03E0, 0x7C00, 0x7FFF
RGB = {RED: (255, 0, 0), GREEN: (0, 255, 0), BLUE: (0, 0, 255), WHITE: (255, 255, 255)}
SPLIT, FIRST_SECONDARY_PALETTE = 640, 7

CORNER = bytes([0x01]) + bytes(31)
"""A tile with one pixel of colour 1, in its north-western corner."""
FULL, EMPTY = bytes([0x22]) * 32, bytes(32)
FLOOR, WATER, WALL = 1, 2, 3
"""The metatiles of the world's room."""


def entry(tile: int, palette: int = 0, *, flip_x: bool = False, flip_y: bool = False) -> int:
    return tile | flip_x << 10 | flip_y << 11 | palette << 12


class Drawn:
    """The room with graphics: tile 0 is empty, tile 1 has one pixel in a corner, tile 2 is all colour 2."""

    def __init__(self, *, packed: bool = False) -> None:
        self.world = World()
        tiles = EMPTY + CORNER + FULL
        for tileset, further in ((PRIMARY, 0), (SECONDARY, SECOND)):
            self.world.ram.write(TILES + further, lz77(tiles) if packed else tiles)
            self.tileset(
                tileset,
                is_compressed=int(packed),
                tiles=TILES + further,
                palettes=PALETTES + further,
                metatiles=METATILES + further,
            )
        self.colours(0, WHITE, RED, GREEN)
        self.colours(1, WHITE, BLUE, BLUE)
        self.colours(FIRST_SECONDARY_PALETTE, WHITE, GREEN, RED, further=SECOND)

    def tileset(self, at: int, **fields: int) -> Drawn:
        old = self.world.ram.build().record(at, FRLG.tileset)
        kept = {name: int(old[name]) for name in old.dtype.names or ()}
        self.world.ram.record(at, FRLG.tileset, **(kept | fields))
        return self

    def colours(self, palette: int, *colours: int, further: int = 0) -> Drawn:
        at = PALETTES + further + 32 * palette
        self.world.ram.put(at, f"{len(colours)}H", *colours)
        return self

    def metatile(self, number: int, bottom: list[int], top: list[int], further: int = 0) -> Drawn:
        self.world.ram.put(METATILES + further + 16 * number, "8H", *bottom, *top)
        return self

    def pixels(self) -> Pixels:
        return decode_map_pixels(self.world.build(), PROFILE)

    def cell(self) -> Pixels:
        """The first floor tile of the room, which is its cell (1, 1)."""
        return self.pixels()[16:32, 16:32]


NONE = [0, 0, 0, 0]


def lit(cell: Pixels) -> dict[tuple[int, int], tuple[int, ...]]:
    """Where a cell is not black, as (x, y) -> RGB."""
    return {(int(x), int(y)): tuple(cell[y, x].tolist()) for y, x in np.argwhere(cell.any(axis=2))}


def test_the_four_tiles_lie_row_by_row_and_are_turned_over_as_they_say() -> None:
    four = [entry(1), entry(1, flip_x=True), entry(1, flip_y=True), entry(1, 1)]
    cell = Drawn().metatile(FLOOR, four, NONE).cell()
    red, blue = RGB[RED], RGB[BLUE]
    assert lit(cell) == {(0, 0): red, (15, 0): red, (0, 15): red, (8, 8): blue}


def test_both_turns_together() -> None:
    turned = [entry(1, flip_x=True, flip_y=True), 0, 0, 0]
    assert lit(Drawn().metatile(FLOOR, turned, NONE).cell()) == {(7, 7): RGB[RED]}


def test_the_top_layer_covers_the_bottom_one_where_it_is_not_transparent() -> None:
    cell = Drawn().metatile(FLOOR, [entry(2)] * 4, [entry(1, 1), 0, 0, 0]).cell()
    assert tuple(cell[0, 0]) == RGB[BLUE]
    others = cell.reshape(-1, 3)[1:]
    assert (others == RGB[GREEN]).all()


def test_what_is_transparent_in_both_layers_is_black_whatever_the_palette_says() -> None:
    assert lit(Drawn().metatile(FLOOR, [entry(0, 1)] * 4, NONE).cell()) == {}


def test_the_secondary_tileset_has_tiles_palettes_and_metatiles_of_its_own() -> None:
    drawn = Drawn()
    drawn.world.tile(BORDER + 1, BORDER + 1, 0x3000 | SPLIT + 5)
    second = entry(SPLIT + 1, FIRST_SECONDARY_PALETTE)
    drawn.metatile(5, [entry(1), second, 0, 0], NONE, further=SECOND)
    assert lit(drawn.cell()) == {(0, 0): RGB[RED], (8, 0): RGB[GREEN]}


def test_packed_tiles_look_like_plain_ones() -> None:
    def pixels(*, packed: bool) -> Pixels:
        return Drawn(packed=packed).metatile(WALL, [entry(1)] * 4, [0, entry(2), 0, 0]).pixels()

    assert pixels(packed=True).any()
    assert (pixels(packed=True) == pixels(packed=False)).all()


def test_the_real_map_is_drawn_and_no_border() -> None:
    assert Drawn().pixels().shape == (4 * 16, 5 * 16, 3)


def test_an_undefined_cell_is_black() -> None:
    drawn = Drawn().metatile(FLOOR, [entry(2)] * 4, NONE)
    assert drawn.cell().any()
    drawn.world.tile(BORDER + 1, BORDER + 1, layouts.UNDEFINED_BLOCK)
    assert not drawn.cell().any()


def test_a_tile_that_no_packed_tileset_has_is_empty() -> None:
    assert lit(Drawn(packed=True).metatile(FLOOR, [entry(600, 14)] * 4, NONE).cell()) == {}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"is_compressed": 2}, r"primaryTileset\.tiles\.isCompressed at .* is 2; expected 0 to 1"),
        ({"tiles": 0x02000000}, r"primaryTileset\.tiles at .*; expected a pointer to 32 bytes"),
        ({"is_compressed": 1}, r"primaryTileset\.tiles at .*; expected LZ77 data"),
        ({"palettes": 0x0800FFF0}, r"primaryTileset\.palettes at .* is 0x0800FFF0"),
        ({"metatiles": METATILES + 1}, r"primaryTileset\.metatiles at .*a multiple of 2"),
        ({"metatiles": 0x0800FFF0}, r"Tileset\.metatiles at .* is outside readable memory"),
    ],
    ids=["flag", "tiles in RAM", "not packed", "palettes", "odd metatiles", "cut metatiles"],
)
def test_what_can_not_be_a_tileset_is_refused(fields: dict[str, int], message: str) -> None:
    with pytest.raises(DecodeError, match=message):
        Drawn().tileset(PRIMARY, **fields).pixels()


def test_a_palette_that_belongs_to_menus_is_refused_by_its_entry() -> None:
    drawn = Drawn().metatile(FLOOR, [0, entry(2, 13), 0, 0], NONE)
    with pytest.raises(DecodeError) as caught:
        drawn.pixels()
    assert caught.value.field == "Tileset.metatiles[1][1].palette"
    assert caught.value.address == METATILES + 16 + 2
    assert (caught.value.observed, caught.value.expected) == ("13", "0 to 12")


def test_a_family_with_fewer_palettes_refuses_one_earlier() -> None:
    drawn = Drawn().metatile(FLOOR, [0, entry(2, 12), 0, 0], NONE)
    for tileset in (PRIMARY, SECONDARY):
        # these families keep the attributes where the other one keeps the callback
        drawn.tileset(tileset, callback=ATTRIBUTES)
    drawn.pixels()
    with pytest.raises(DecodeError, match=r"palette at .* is 12; expected 0 to 11"):
        decode_map_pixels(drawn.world.build(), replace(PROFILE, engine="rs"))


def test_without_the_header_there_is_nothing_to_draw() -> None:
    with pytest.raises(UnprovenSymbolError):
        decode_map_pixels(Drawn().world.build(), profile_without("gMapHeader"))


def test_a_map_that_is_being_loaded_is_not_drawn() -> None:
    drawn = Drawn()
    drawn.world.main("CB2_LoadMap").ram.put(LAYOUT, "ii", 9, 9)
    with pytest.raises(NotLoadedError):
        drawn.pixels()


PLACES = [
    *(at + byte for at in (PRIMARY, SECONDARY) for byte in range(FRLG.tileset.itemsize)),
    *(LAYOUT + byte for byte in range(FRLG.map_layout.itemsize)),
    *(TILES + byte for byte in range(24)),
]


@given(st.sampled_from(PLACES), st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_any_damaged_byte_gives_a_picture_or_the_decoders_own_error(at: int, value: int) -> None:
    drawn = Drawn(packed=True).metatile(FLOOR, [entry(2)] * 4, [entry(1)] * 4)
    drawn.world.ram.put(at, "B", value)
    try:
        pixels = drawn.pixels()
    except GbatoolError:
        return
    assert pixels.dtype == np.uint8
    assert pixels.shape == (4 * 16, 5 * 16, 3)


def test_the_demo_cartridge_looks_on_its_screen_as_it_is_drawn() -> None:
    with open_game(Request(), lambda _: None) as game:
        pixels = decode_map_pixels(game.snapshot, game.profile)
        player = decode_player(game.snapshot, game.profile)
        game.emulator.run(1)
        screen = game.emulator.framebuffer()
    # the player's tile is the one at (112, 72) on the screen; their head is in the one above
    left, top = (player.local_x - 7) * 16, player.local_y * 16 - 72
    rows = slice(max(0, -top), min(160, pixels.shape[0] - top))
    columns = slice(max(0, -left), min(240, pixels.shape[1] - left))
    y, x = np.mgrid[rows, columns]
    shown, drawn = screen[rows, columns] >> 3, pixels[y + top, x + left] >> 3
    differs = (shown != drawn).any(axis=2)
    around = (x < 112) | (x >= 128) | (y < 56) | (y >= 88)
    assert differs.size > 15000
    assert not (differs & around).any()
    assert differs[~around].any()
