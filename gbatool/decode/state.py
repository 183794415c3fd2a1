"""Decode everything that is known into one document.

A part that can't be read does not spoil the others: it is null, and ``unavailable`` says whether the
game allows that (no map is loaded) or the profile lacks a symbol. Damage is not swallowed: a value
that the game can't have is an error of its part, under ``errors``, with field, address and value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gbatool.decode.bag import decode_bag
from gbatool.decode.battle_state import decode_battle
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.documents import (
    BagDocument,
    BattleDocument,
    Bounds,
    DialogDocument,
    ExitsDocument,
    MapData,
    MapDocument,
    MenuDocument,
    ObjectsDocument,
    PartError,
    PartyDocument,
    PlayerDocument,
    Rows,
    SceneDocument,
    Size,
    StateDocument,
    TrainerDocument,
)
from gbatool.decode.exits import Exits, decode_exits
from gbatool.decode.map import UNKNOWN_BEHAVIOR, MapGrid, decode_map_grid
from gbatool.decode.menu import decode_menu
from gbatool.decode.minimap import draw_minimap
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.party import decode_party
from gbatool.decode.player import Player, decode_player
from gbatool.decode.scene import decode_scene
from gbatool.decode.surroundings import Surroundings, decode_surroundings, surroundings_of
from gbatool.decode.trainer import decode_trainer
from gbatool.engine import layouts
from gbatool.errors import FailedClosedError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile
from gbatool.profile.reference import rom_ref

Part = TypeVar("Part")


class _Parts:
    """Decodes part by part and keeps the reasons of those that can't be read."""

    def __init__(self, ram: Snapshot, profile: Profile) -> None:
        self.ram, self.profile = ram, profile
        self.unavailable: dict[str, str] = {}
        self.errors: dict[str, PartError] = {}

    def attempt(self, name: str, decode: Callable[[Snapshot, Profile], Part]) -> Part | None:
        """One part, or None with its reason or its damage kept."""
        try:
            return self.take(name, decode)
        except FailedClosedError as error:
            detail = {key: str(value) for key, value in error.detail.items()}
            self.errors[name] = PartError(error.code, error.message, detail)
            return None

    def take(self, name: str, decode: Callable[[Snapshot, Profile], Part]) -> Part | None:
        """One part, or None with its reason kept; damage is raised."""
        try:
            return decode(self.ram, self.profile)
        except (NotLoadedError, UnprovenSymbolError) as error:
            self.unavailable[name] = error.message
            return None


def decode_state(ram: Snapshot, profile: Profile) -> StateDocument:
    """Everything that can be read of a snapshot; damage stands under ``errors``."""
    parts = _Parts(ram, profile)
    player = parts.attempt("player", decode_player)
    grid = parts.attempt("map", decode_map_grid)
    objects = parts.attempt("objects", decode_objects)
    exits = parts.attempt("exits", decode_exits)

    def draw(_ram: Snapshot, _profile: Profile) -> MapData | None:
        return None if grid is None else map_data(grid, profile, player, objects or (), exits)

    def look_around(_ram: Snapshot, _profile: Profile) -> Surroundings | None:
        if grid is None or player is None or objects is None:
            return None
        return surroundings_of(grid, player, objects, profile.structures)

    shown = parts.attempt("map", draw)
    surroundings = parts.attempt("surroundings", look_around)
    if surroundings is None and "surroundings" not in parts.errors:
        missing = next(
            n for n, p in (("map", grid), ("player", player), ("objects", objects)) if p is None
        )
        parts.unavailable["surroundings"] = (
            parts.unavailable.get(missing)
            or f"{missing} is damaged: {parts.errors[missing].message}"
        )
    return StateDocument(
        rom=rom_ref(profile),
        frame=ram.frame,
        scene=parts.attempt("scene", decode_scene),
        player=player,
        map=shown,
        surroundings=surroundings,
        exits=exits,
        objects=objects,
        dialog=parts.attempt("dialog", decode_dialog),
        menu=parts.attempt("menu", decode_menu),
        party=parts.attempt("party", decode_party),
        bag=parts.attempt("bag", decode_bag),
        trainer=parts.attempt("trainer", decode_trainer),
        battle=parts.attempt("battle", decode_battle),
        unavailable=parts.unavailable,
        errors=parts.errors,
    )


def map_data(
    grid: MapGrid,
    profile: Profile,
    player: Player | None,
    objects: tuple[ObjectEvent, ...],
    exits: Exits | None,
) -> MapData:
    """The loaded map as a document shows it."""
    inner = grid.inner(grid.blocks)
    undefined = inner == layouts.UNDEFINED_BLOCK
    collision = (inner & layouts.COLLISION_MASK) >> layouts.COLLISION_SHIFT
    elevation = inner >> layouts.ELEVATION_SHIFT
    behavior = None
    if grid.behaviors is not None:
        known = grid.inner(grid.behaviors).astype(np.int32)
        behavior = _rows(np.where(known == UNKNOWN_BEHAVIOR, -1, known))
    rows, columns = grid.blocks.shape
    return MapData(
        width=grid.width,
        height=grid.height,
        buffer=Size(width=int(columns), height=int(rows)),
        bounds=Bounds(grid.left, grid.top, grid.right, grid.bottom),
        collision=_rows(np.where(undefined, 1, collision)),
        elevation=_rows(elevation),
        metatile=_rows(inner & layouts.METATILE_MASK),
        behavior=behavior,
        minimap=draw_minimap(grid, profile.structures, player=player, objects=objects, exits=exits),
    )


def _rows(cells: npt.NDArray[Any]) -> Rows:
    return tuple(tuple(row) for row in cells.tolist())


def map_document(ram: Snapshot, profile: Profile) -> MapDocument:
    """The loaded map; who stands on it and its exits are drawn where they can be read.

    Raises:
        NotLoadedError: No map is loaded, or one is being loaded.
        DecodeError: A structure holds something that the game can't have.
        UnprovenSymbolError: The map layout is not proven in the profile.
    """
    grid = decode_map_grid(ram, profile)
    parts = _Parts(ram, profile)
    player = parts.take("player", decode_player)
    objects = parts.take("objects", decode_objects) or ()
    exits = parts.take("exits", decode_exits)
    data = map_data(grid, profile, player, objects, exits)
    return MapDocument(rom=rom_ref(profile), frame=ram.frame, map=data)


def player_document(ram: Snapshot, profile: Profile) -> PlayerDocument:
    """The player, and what is around where that can be read.

    Raises:
        NotLoadedError: The player can't walk now.
        DecodeError: A structure holds something that the game can't have.
        UnprovenSymbolError: The object events are not proven in the profile.
    """
    player = decode_player(ram, profile)
    parts = _Parts(ram, profile)
    return PlayerDocument(
        rom=rom_ref(profile),
        frame=ram.frame,
        player=player,
        surroundings=parts.take("surroundings", decode_surroundings),
        unavailable=parts.unavailable,
    )


def scene_document(ram: Snapshot, profile: Profile) -> SceneDocument:
    """The scene. Raises as :func:`decode_scene` does."""
    return SceneDocument(rom=rom_ref(profile), frame=ram.frame, scene=decode_scene(ram, profile))


def dialog_document(ram: Snapshot, profile: Profile) -> DialogDocument:
    """The message box. Raises as :func:`decode_dialog` does."""
    return DialogDocument(rom=rom_ref(profile), frame=ram.frame, dialog=decode_dialog(ram, profile))


def menu_document(ram: Snapshot, profile: Profile) -> MenuDocument:
    """The open menu. Raises as :func:`decode_menu` does."""
    return MenuDocument(rom=rom_ref(profile), frame=ram.frame, menu=decode_menu(ram, profile))


def exits_document(ram: Snapshot, profile: Profile) -> ExitsDocument:
    """The ways out. Raises as :func:`decode_exits` does."""
    return ExitsDocument(rom=rom_ref(profile), frame=ram.frame, exits=decode_exits(ram, profile))


def objects_document(ram: Snapshot, profile: Profile) -> ObjectsDocument:
    """The objects. Raises as :func:`decode_objects` does."""
    return ObjectsDocument(
        rom=rom_ref(profile), frame=ram.frame, objects=decode_objects(ram, profile)
    )


def party_document(ram: Snapshot, profile: Profile) -> PartyDocument:
    """The player's party. Raises as :func:`decode_party` does."""
    return PartyDocument(rom=rom_ref(profile), frame=ram.frame, party=decode_party(ram, profile))


def bag_document(ram: Snapshot, profile: Profile) -> BagDocument:
    """The bag. Raises as :func:`decode_bag` does."""
    return BagDocument(rom=rom_ref(profile), frame=ram.frame, bag=decode_bag(ram, profile))


def trainer_document(ram: Snapshot, profile: Profile) -> TrainerDocument:
    """Who plays. Raises as :func:`decode_trainer` does."""
    return TrainerDocument(
        rom=rom_ref(profile), frame=ram.frame, trainer=decode_trainer(ram, profile)
    )


def battle_document(ram: Snapshot, profile: Profile) -> BattleDocument:
    """The battle; null when none is on. Raises as :func:`decode_battle` does."""
    return BattleDocument(rom=rom_ref(profile), frame=ram.frame, battle=decode_battle(ram, profile))
