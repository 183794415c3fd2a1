"""What every action shares: pressing within a budget, looking, and telling what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from gbatool.actions.budgets import Budget
from gbatool.actions.outcomes import Position, View
from gbatool.core import Buttons, Emulator
from gbatool.decode.dialog import Dialog, decode_dialog
from gbatool.decode.menu_model import Menu
from gbatool.decode.player import Player, decode_player
from gbatool.decode.scene import Scene, decode_scene
from gbatool.decode.surroundings import Surroundings, decode_surroundings
from gbatool.engine.directions import Facing
from gbatool.errors import FailedClosedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

BUTTON_OF = {
    Facing.SOUTH: Buttons.DOWN,
    Facing.NORTH: Buttons.UP,
    Facing.WEST: Buttons.LEFT,
    Facing.EAST: Buttons.RIGHT,
}

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything that can be told of one frame; a part that can't be read is None."""

    player: Player | None
    scene: Scene | None
    dialog: Dialog | None
    menu: Menu | None
    surroundings: Surroundings | None
    unavailable: dict[str, str]


def _decode_menu(ram: Snapshot, profile: Profile) -> Menu | None:
    from gbatool.decode.menu import decode_menu  # knows every screen there is

    return decode_menu(ram, profile)


def look(ram: Snapshot, profile: Profile) -> Sight:
    """Decode what an outcome tells; never raises for what can't be decoded.

    Whoever takes a direction has no box and no menu open: those are looked for otherwise only.
    """
    unavailable: dict[str, str] = {}

    def part(name: str, decode: Callable[[Snapshot, Profile], Part]) -> Part | None:
        try:
            return decode(ram, profile)
        except FailedClosedError as error:
            unavailable[name] = error.message
            return None

    scene = part("scene", decode_scene)
    covered = scene is None or not scene.input_ready
    return Sight(
        player=part("player", decode_player),
        scene=scene,
        dialog=part("dialog", decode_dialog) if covered else None,
        menu=part("menu", _decode_menu) if covered else None,
        surroundings=part("surroundings", decode_surroundings),
        unavailable=unavailable,
    )


class Hands:
    """Holds buttons and counts what was spent.

    Args:
        emulator: The console; whatever is held is let go first.
        profile: Of its ROM.
        budget: What may be spent.
    """

    def __init__(self, emulator: Emulator, profile: Profile, budget: Budget) -> None:
        self.emulator, self.profile, self.budget = emulator, profile, budget
        self.presses = 0
        self._began = emulator.frame
        self._before = look(emulator.live, profile)
        emulator.hold(Buttons.NONE)

    @property
    def ram(self) -> Snapshot:
        """RAM as it is now, without a copy."""
        return self.emulator.live

    @property
    def frames(self) -> int:
        """Frames since the action began."""
        return self.emulator.frame - self._began

    @property
    def frames_left(self) -> int:
        """Frames that may still pass."""
        return self.budget.max_frames - self.frames

    @property
    def may_press(self) -> bool:
        """Whether another press is within the budget."""
        return self.presses < self.budget.max_inputs

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        self.emulator.hold(buttons)

    def release(self) -> None:
        """Hold nothing."""
        self.emulator.hold(Buttons.NONE)

    def tick(self) -> None:
        """Let one frame pass."""
        self.emulator.run(1)

    def outcome_fields(self) -> dict[str, Any]:
        """The fields that every outcome has, ``action`` and ``ended_because`` excepted.

        Lets go of all buttons: an action never leaves one held.
        """
        self.release()
        before, after = self._before, look(self.ram, self.profile)
        was, now = before.player, after.player
        both = was is not None and now is not None
        return {
            "presses": self.presses,
            "frames": self.frames,
            "before": View(was, before.scene),
            "after": View(now, after.scene),
            "moved": both and _place(was) != _place(now),
            "turned": both and was.facing != now.facing,  # type: ignore[union-attr]
            "position": position_of(now),
            "facing": None if now is None else now.facing,
            "surroundings": after.surroundings,
            "mode": None if after.scene is None else after.scene.mode,
            "input_ready": after.scene is not None and after.scene.input_ready,
            "dialog": after.dialog,
            "menu": after.menu,
            "unavailable": after.unavailable,
        }


def _place(player: Player | None) -> object:
    return None if player is None else (player.x, player.y, player.map)


def position_of(player: Player | None) -> Position | None:
    """Where a player stands."""
    if player is None:
        return None
    return Position(player.x, player.y, player.local_x, player.local_y, player.map)
