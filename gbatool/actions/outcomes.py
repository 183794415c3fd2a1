"""What an action did: its JSON names are those that scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from gbatool.actions.budgets import BoundReached
from gbatool.decode.dialog import Dialog
from gbatool.decode.menu import Menu, MenuEntry
from gbatool.decode.player import MapId, Player
from gbatool.decode.scene import Mode, Scene
from gbatool.decode.surroundings import Surroundings
from gbatool.engine.directions import Facing
from gbatool.errors import ExitCode


@dataclass(frozen=True, slots=True)
class View:
    """The game before or after an action; ``player`` is None when nobody can walk."""

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


@dataclass(frozen=True, slots=True)
class TilePlace:
    """A tile of the loaded map in both coordinate spaces."""

    x: int
    y: int
    local_x: int
    local_y: int


@dataclass(frozen=True, slots=True)
class Warped:
    """The map changed: from which to which, and through which warp when that is known."""

    from_map: MapId | None
    to_map: MapId | None
    warp: int | None = None


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
        position: Where the player stands; None when nobody can walk.
        facing: Which way the player looks.
        surroundings: The four tiles around the player.
        mode: What the game is doing.
        input_ready: A direction pressed now would be taken.
        dialog: The open message box, if there is one.
        menu: The open menu, if there is one.
        unavailable: Part that can't be read now -> why.
    """

    SHORT: ClassVar[frozenset[str]] = frozenset({"input_bound_reached", "frame_bound_reached"})

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
    dialog: Dialog | None
    menu: Menu | None
    unavailable: Mapping[str, str] = field(default_factory=dict)

    @property
    def exit_code(self) -> ExitCode:
        """0 when it did what was asked, 5 when it ended short."""
        return ExitCode.ENDED_SHORT if self.ended_because in self.SHORT else ExitCode.OK


PressEnd = Literal["pressed", "condition_met"] | BoundReached
WaitEnd = Literal["waited", "condition_met"] | BoundReached
WalkEnd = (
    Literal[
        "arrived",
        "warp_entered",
        "blocked",
        "target_moved",
        "warp_on_the_way",
        "edge_crossed",
        "carried_away",
        "battle_started",
        "script_took_over",
        "transition_stuck",
    ]
    | BoundReached
)
DialEnd = (
    Literal[
        "dialog_closed",
        "choice_open",
        "choice_unlisted",
        "battle_started",
        "battle_ended",
        "script_released",
        "script_holding",
        "naming_open",
    ]
    | BoundReached
)
SelectEnd = (
    Literal["selected", "cursor_moved", "cursor_stalled", "menu_changed", "not_accepted"]
    | BoundReached
)
TypeEnd = Literal["typed", "accepted", "key_stalled", "screen_closed"] | BoundReached
BlockedBecause = Literal["person", "wall", "door_stays_closed", "warp_does_not_fire", "refused"]


@dataclass(frozen=True, kw_only=True)
class PressOutcome(Outcome):
    """What ``press`` did. ``pressed`` lists the buttons, in order."""

    ended_because: PressEnd
    pressed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class WaitOutcome(Outcome):
    """What ``wait`` saw. ``condition`` is the one that was waited for, None for plain frames."""

    ended_because: WaitEnd
    condition: str | None


@dataclass(frozen=True, kw_only=True)
class WalkOutcome(Outcome):
    """What ``walk-to`` did.

    Attributes:
        steps: Steps that were taken and seen to end where they should.
        planned_steps: Steps of the route as it was planned first.
        replanned: How often somebody came in the way and another route was taken.
        target: The tile that the route led to, in the coordinates of the map it began on.
        blocked_at: The tile that refused a step.
        blocked_because: What stands there, as far as memory tells: ``refused`` means that nothing
            seen explains it.
        warped: The map changed.
        forced_movement: ``avoided`` when the map has tiles that move the player on; routes go
            around them.
    """

    SHORT: ClassVar[frozenset[str]] = Outcome.SHORT | {
        "blocked",
        "target_moved",
        "warp_on_the_way",
        "edge_crossed",
        "carried_away",
        "battle_started",
        "script_took_over",
        "transition_stuck",
    }

    ended_because: WalkEnd
    steps: int
    planned_steps: int
    replanned: int
    target: TilePlace
    blocked_at: TilePlace | None = None
    blocked_because: BlockedBecause | None = None
    warped: Warped | None = None
    forced_movement: Literal["none", "avoided"] = "none"


@dataclass(frozen=True, kw_only=True)
class SelectOutcome(Outcome):
    """What ``select`` did.

    Attributes:
        selected_from: Id of the menu.
        chosen: The entry that was meant.
    """

    SHORT: ClassVar[frozenset[str]] = Outcome.SHORT | {
        "cursor_stalled",
        "menu_changed",
        "not_accepted",
    }

    ended_because: SelectEnd
    selected_from: str
    chosen: MenuEntry


@dataclass(frozen=True, kw_only=True)
class TypeOutcome(Outcome):
    """What ``type`` did. ``typed`` is what stood there last."""

    SHORT: ClassVar[frozenset[str]] = Outcome.SHORT | {"key_stalled", "screen_closed"}

    ended_because: TypeEnd
    typed: str


@dataclass(frozen=True, kw_only=True)
class DialOutcome(Outcome):
    """What ``dial`` read.

    Attributes:
        transcript: Every box once, in order, as lines. Text that scrolled inside one box is one
            entry; a box that was not printed to a stop is left out.
        stalled_presses: Presses given to a box that never said that it wanted one.
    """

    SHORT: ClassVar[frozenset[str]] = Outcome.SHORT | {"script_holding"}

    ended_because: DialEnd
    transcript: tuple[tuple[str, ...], ...]
    stalled_presses: int = 0
