"""What every action tells: its JSON names are those that scripts rely on.

What an action adds stands beside the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from gbatool.decode.dialog import Dialog
from gbatool.decode.menu_model import Menu
from gbatool.decode.player import MapId, Player
from gbatool.decode.scene import Expects, Mode, Scene
from gbatool.decode.surroundings import Surroundings
from gbatool.engine.directions import Facing
from gbatool.errors import ExitCode


@dataclass(frozen=True, slots=True)
class View:
    """The game before or after an action; ``player`` is None when there is no player on a map."""

    player: Player | None
    scene: Scene | None


@dataclass(frozen=True, slots=True)
class Position:
    """Where the player stands: buffer coordinates, map-local ones, and the map."""

    x: int
    y: int
    local_x: int
    local_y: int
    map: MapId | None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What every action tells.

    Attributes:
        action: ``press``, ``wait``, ``walk_to``, ``dial``.
        ended_because: Why it ended; each action lists its own.
        presses: Inputs given.
        frames: Frames that passed.
        before: The game when it began.
        after: The game when it ended.
        moved: Position or map changed.
        turned: The facing changed.
        position: Where the player stands; None when there is no player on a map.
        facing: Which way the player looks.
        surroundings: The four tiles around the player.
        mode: What the game is doing.
        input_ready: A direction pressed now would be taken.
        expects: What decides next; None when that can't be told.
        dialog: The open message box, if there is one.
        menu: The open menu, if there is one.
        unavailable: Part that can't be read now -> why.
    """

    SHORT: ClassVar[frozenset[str]] = frozenset(
        {"input_bound_reached", "frame_bound_reached", "text_stalled", "game_stuck"}
    )

    action: str
    ended_because: str
    presses: int
    frames: int
    before: View
    after: View
    moved: bool
    turned: bool
    position: Position | None
    facing: Facing | None
    surroundings: Surroundings | None
    mode: Mode | None
    input_ready: bool
    expects: Expects | None
    dialog: Dialog | None
    menu: Menu | None
    unavailable: Mapping[str, str] = field(default_factory=dict)

    @property
    def exit_code(self) -> ExitCode:
        """0 when it did what was asked, 5 when it ended short."""
        return ExitCode.ENDED_SHORT if self.ended_because in self.SHORT else ExitCode.OK
