"""Make a state on every map: warp there by an injected script, and keep it if the player walks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.places.derive import derive_overworld_part
from benchmarks.places.raw_game import GREATEST_COORDINATE, RawGame, why_held
from benchmarks.places.rom_maps import RomMap, landing_tiles, map_keys, read_map
from benchmarks.places.store import Place, Places, keep_state
from gbatool.actions.blocked_tiles import LocalTile, MapKey
from gbatool.actions.route.planner import Spot, Terrain, reachable_tiles
from gbatool.core import open_emulator
from gbatool.decode.map import UNKNOWN_BEHAVIOR, MapGrid, Tile
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.engine.engine import Structures
from gbatool.errors import NoProfileError
from gbatool.profile import Profile
from gbatool.profile.search import find_profile
from gbatool.rom import Rom
from gbatool.scan.lab.autopilot import mint as mint_overworld
from gbatool.scan.lab.byte_code import give_mon
from gbatool.states.load import capture

SPECIES, LEVEL, FULL_PARTY = 1, 30, 6
TRIES = 3
"""Tiles that are tried on a map: a script may take over on one and not on another."""
SETTLE_FRAMES = 60
"""A map's own script may begin some frames after the player was free."""
BORDER = layouts.BORDER


def profile_of(rom: Rom, name: Path | None) -> Profile:
    """The given profile, the one that belongs to the ROM, or else one derived from power-on."""
    try:
        return find_profile(rom, name)
    except NoProfileError:
        return derive_overworld_part(rom).profile


def mint(
    rom: Rom,
    profile: Profile,
    folder: Path,
    *,
    seed: int,
    party: int = 1,
    only: Callable[[MapKey], bool] = lambda _: True,
) -> Places:
    """Make the states and write them.

    Args:
        rom: The game.
        profile: Its addresses.
        folder: Where the states are written to; made if it isn't there.
        seed: Chooses the tiles.
        party: How many mons the party has at least, 1 to 6.
        only: Which maps to try.
    """
    folder.mkdir(parents=True, exist_ok=True)
    game = RawGame(open_emulator(rom), profile)
    mint_overworld(game.emulator)
    game.emulator.draw(enabled=False)
    _fill_party(game, party)
    minting = _Minting(game, folder, seed)
    keys = [key for key in map_keys(game.emulator.live, profile) if only(key)]
    places = Places(folder, rom, seed, party, tuple(minting.place(key) for key in keys))
    places.save()
    return places


def _fill_party(game: RawGame, party: int) -> None:
    """Give mons until the party has so many."""
    while game.emulator.live.u8(game.profile.address("gPlayerPartyCount")) < party:
        game.run_script(give_mon(SPECIES, LEVEL))
        game.run_until_free()


class _Minting:
    """Goes from one and the same state to every map."""

    def __init__(self, game: RawGame, folder: Path, seed: int) -> None:
        self.game, self.folder, self.seed = game, folder, seed
        self.start = game.emulator.save_state()

    def place(self, key: MapKey) -> Place:
        """The place on a map, its state written; without one, why not."""
        game = self.game
        rom_map = read_map(game.emulator.live, game.profile, key)
        tiles = reachable_landings(rom_map, game.profile.structures)
        chance = Random(f"{self.seed} {key}")
        place = Place(key, why="no open tile on dry land with a way on")
        for tile in chance.sample(tiles, min(TRIES, len(tiles))):
            place = Place(key, tile, self._go(key, tile))
            if place.why is None:
                game.emulator.draw(enabled=True)
                keep_state(self.folder, place, capture(game.emulator))
                game.emulator.draw(enabled=False)
                return place
        return replace(place, tile=None)

    def _go(self, key: MapKey, tile: LocalTile) -> str | None:
        """Warp, and say why the player can't walk there; None where a step is taken."""
        game = self.game
        game.emulator.load_state(self.start)
        game.warp(key, tile)
        for _ in range(2):  # the second time after what may have begun meanwhile
            if not game.is_free() and not game.run_until_free():
                return why_held(game.emulator.live, game.profile)
            game.emulator.run(SETTLE_FRAMES)
        arrived, _ = game.where()
        if arrived != key:
            return f"a script leads on to {arrived[0]}.{arrived[1]}"
        held = why_held(game.emulator.live, game.profile)
        if held is not None or game.takes_a_step(game.emulator.save_state()):
            return held
        return "no direction key moves the player"


def reachable_landings(rom_map: RomMap, engine: Structures) -> list[LocalTile]:
    """Landing tiles with a way on that lead from a warp or a joined edge; any where none does."""
    terrain = Terrain(_grid(rom_map), engine)
    tiles = [
        tile
        for tile in landing_tiles(rom_map)
        if max(tile) <= GREATEST_COORDINATE
        and any(terrain.step(_spot(rom_map, tile), facing) for facing in Facing)
    ]
    seen: set[Tile] = set()
    for tile in _entrances(rom_map):
        spot = _spot(rom_map, tile)
        if spot.tile not in seen:
            seen |= reachable_tiles(terrain, spot) | {spot.tile}
    return [(x, y) for x, y in tiles if (x + BORDER, y + BORDER) in seen] or tiles


def _spot(rom_map: RomMap, tile: LocalTile) -> Spot:
    """Where a search begins for a player on a tile's own level."""
    x, y = tile
    return Spot(x + BORDER, y + BORDER, int(rom_map.blocks[y, x]) >> layouts.ELEVATION_SHIFT)


def _entrances(rom_map: RomMap) -> list[LocalTile]:
    """Walkable tiles on which one arrives: beside or on a warp, and at a joined edge."""
    height, width = rom_map.blocks.shape
    around = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    found = [(warp.x + dx, warp.y + dy) for warp in rom_map.warps for dx, dy in around]
    rows, columns = range(height), range(width)
    for direction, _, _ in rom_map.connections:
        found += {
            1: [(x, height - 1) for x in columns],
            2: [(x, 0) for x in columns],
            3: [(0, y) for y in rows],
            4: [(width - 1, y) for y in rows],
        }[direction]
    walkable = rom_map.walkable
    return [(x, y) for x, y in found if 0 <= x < width and 0 <= y < height and walkable[y, x]]


def _grid(rom_map: RomMap) -> MapGrid:
    """The map as the engine lays it into its buffer, nothing joined."""
    height, width = rom_map.blocks.shape
    shape = height + layouts.BORDER_HEIGHT, width + layouts.BORDER_WIDTH
    blocks = np.full(shape, layouts.UNDEFINED_BLOCK, np.uint16)
    behaviors = np.full(shape, UNKNOWN_BEHAVIOR, np.uint16)
    grid = MapGrid(blocks, behaviors)
    grid.inner(blocks)[:] = rom_map.blocks
    grid.inner(behaviors)[:] = rom_map.behaviors
    return grid
