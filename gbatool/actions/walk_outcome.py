"""What ``walk-to`` tells besides what every action tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from gbatool.actions.budgets import BoundReached
from gbatool.actions.outcomes import Outcome
from gbatool.decode.player import MapId

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
ForcedMovement = Literal["none", "avoided", "planned_through"]
BlockedBecause = Literal["person", "wall", "door_stays_closed", "warp_does_not_fire", "refused"]


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
class WalkOutcome(Outcome):
    """What ``walk-to`` did.

    Attributes:
        steps: Steps that were taken and seen to end where they should.
        planned_steps: Steps of the route as it was planned first.
        replanned: How often an object event came in the way and another route was taken.
        target: The tile that the route led to, in the coordinates of the map it began on.
        blocked_at: The tile that refused a step.
        blocked_because: What stands there, as far as memory tells: ``refused`` means that nothing
            seen explains it.
        warped: The map changed.
        forced_movement: ``avoided`` when the map has tiles that move the player on and the route
            went around them; ``planned_through`` when ice or spinners were stepped onto, to
            slide to where they end.
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
    forced_movement: ForcedMovement = "none"
