"""The JSON documents of ``gbatool decode``: one class a document, by the names scripts rely on.

Every document carries ``schema``, ``rom`` and ``frame``. A part that can't be read now is null and
has its reason under ``unavailable``; a part that was read and is not there (no box open, no menu)
is null without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gbatool.decode.bag import Bag
from gbatool.decode.battle_state import Battle
from gbatool.decode.dialog import Dialog
from gbatool.decode.exits import Exits
from gbatool.decode.menu import Menu
from gbatool.decode.minimap import Minimap
from gbatool.decode.mon import Mon
from gbatool.decode.objects import ObjectEvent
from gbatool.decode.player import Player
from gbatool.decode.scene import Scene
from gbatool.decode.surroundings import Surroundings
from gbatool.decode.trainer import Trainer
from gbatool.documents import RomRef

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Size:
    """Columns and rows."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """First and last column and row of the real map, buffer coordinates, all included."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class MapData:
    """The loaded map. Rows run from north to south and hold the real map only, no border.

    Attributes:
        width: Columns of the real map.
        height: Rows of the real map.
        buffer: Size of the buffer, border included.
        bounds: Where in the buffer the real map lies.
        collision: Collision bits, 0 to 3; 0 is "not a wall". Undefined cells, which the engine
            blocks, are 1.
        elevation: 0 to 15.
        metatile: Metatile ids, 0 to 1023.
        behavior: Metatile behaviours; -1 where there is none. Null when they can't be read.
        minimap: The same as text, for readers.
    """

    width: int
    height: int
    buffer: Size
    bounds: Bounds
    collision: Rows
    elevation: Rows
    metatile: Rows
    behavior: Rows | None
    minimap: Minimap


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDocument:
    """``decode player``."""

    schema: Literal["gbatool/player/1"] = "gbatool/player/1"
    rom: RomRef
    frame: int
    player: Player
    surroundings: Surroundings | None
    unavailable: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDocument:
    """``decode map``."""

    schema: Literal["gbatool/map/1"] = "gbatool/map/1"
    rom: RomRef
    frame: int
    map: MapData


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneDocument:
    """``decode scene``."""

    schema: Literal["gbatool/scene/1"] = "gbatool/scene/1"
    rom: RomRef
    frame: int
    scene: Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogDocument:
    """``decode dialog``; ``dialog`` is null when no box is open."""

    schema: Literal["gbatool/dialog/1"] = "gbatool/dialog/1"
    rom: RomRef
    frame: int
    dialog: Dialog | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuDocument:
    """``decode menu``; ``menu`` is null when none is open."""

    schema: Literal["gbatool/menu/1"] = "gbatool/menu/1"
    rom: RomRef
    frame: int
    menu: Menu | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExitsDocument:
    """``decode exits``."""

    schema: Literal["gbatool/exits/1"] = "gbatool/exits/1"
    rom: RomRef
    frame: int
    exits: Exits


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectsDocument:
    """``decode objects``."""

    schema: Literal["gbatool/objects/1"] = "gbatool/objects/1"
    rom: RomRef
    frame: int
    objects: tuple[ObjectEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyDocument:
    """``decode party``."""

    schema: Literal["gbatool/party/1"] = "gbatool/party/1"
    rom: RomRef
    frame: int
    party: tuple[Mon, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BagDocument:
    """``decode bag``."""

    schema: Literal["gbatool/bag/1"] = "gbatool/bag/1"
    rom: RomRef
    frame: int
    bag: Bag


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerDocument:
    """``decode trainer``."""

    schema: Literal["gbatool/trainer/1"] = "gbatool/trainer/1"
    rom: RomRef
    frame: int
    trainer: Trainer


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleDocument:
    """``decode battle``; ``battle`` is null when none is on."""

    schema: Literal["gbatool/battle/1"] = "gbatool/battle/1"
    rom: RomRef
    frame: int
    battle: Battle | None


@dataclass(frozen=True, slots=True)
class PartError:
    """Damage in one part: memory holds what the game can't have.

    Attributes:
        code: As ``error.code`` of a command that fails.
        message: The same in words.
        detail: Field, address, observed and expected value.
    """

    code: str
    message: str
    detail: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateDocument:
    """``decode state``: all of it. A part is there, or null for one of three reasons.

    Attributes:
        unavailable: Part -> why it can't be read now: the game allows that, or the profile lacks a
            symbol.
        errors: Part -> what is wrong with it. A part in neither is null because there is none: no
            box, no menu, no battle.
    """

    schema: Literal["gbatool/state/1"] = "gbatool/state/1"
    rom: RomRef
    frame: int
    scene: Scene | None
    player: Player | None
    map: MapData | None
    surroundings: Surroundings | None
    exits: Exits | None
    objects: tuple[ObjectEvent, ...] | None
    dialog: Dialog | None
    menu: Menu | None
    party: tuple[Mon, ...] | None
    bag: Bag | None
    trainer: Trainer | None
    battle: Battle | None
    unavailable: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, PartError] = field(default_factory=dict)


DECODE_DOCUMENTS = (
    StateDocument,
    PlayerDocument,
    MapDocument,
    SceneDocument,
    DialogDocument,
    MenuDocument,
    ExitsDocument,
    ObjectsDocument,
    PartyDocument,
    BagDocument,
    TrainerDocument,
    BattleDocument,
)
"""Every document of this module, for whatever publishes their schemas."""
