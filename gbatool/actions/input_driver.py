"""What every action shares: button input within a budget, and the fields of its outcome."""

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

Decoded = TypeVar("Decoded")


@dataclass(frozen=True, slots=True)
class Observation:
    """What an outcome reports of one frame; a part that can't be decoded is None.

    Attributes:
        unavailable: Part -> why it can't be decoded.
    """

    player: Player | None
    scene: Scene | None
    dialog: Dialog | None
    menu: Menu | None
    surroundings: Surroundings | None
    unavailable: dict[str, str]


def _decode_menu(ram: Snapshot, profile: Profile) -> Menu | None:
    from gbatool.decode.menu import decode_menu  # knows every screen there is

    return decode_menu(ram, profile)


def observe(ram: Snapshot, profile: Profile) -> Observation:
    """Decode what an outcome reports; a part that can't be decoded goes under ``unavailable``.

    While the game accepts a direction no message box and no menu is open, so those two are
    decoded only while it does not.
    """
    unavailable: dict[str, str] = {}

    def part(name: str, decode: Callable[[Snapshot, Profile], Decoded]) -> Decoded | None:
        try:
            return decode(ram, profile)
        except FailedClosedError as error:
            unavailable[name] = error.message
            return None

    scene = part("scene", decode_scene)
    covered = scene is None or not scene.input_ready
    return Observation(
        player=part("player", decode_player),
        scene=scene,
        dialog=part("dialog", decode_dialog) if covered else None,
        menu=part("menu", _decode_menu) if covered else None,
        surroundings=part("surroundings", decode_surroundings),
        unavailable=unavailable,
    )


class InputDriver:
    """Presses buttons for one action and counts inputs and frames against its budget.

    Args:
        emulator: The console; buttons that are held are released first.
        profile: Of its ROM.
        budget: The inputs and frames that the action may use.
    """

    def __init__(self, emulator: Emulator, profile: Profile, budget: Budget) -> None:
        self.emulator, self.profile, self.budget = emulator, profile, budget
        self.presses = 0
        self._began = emulator.frame
        self._before = observe(emulator.live, profile)
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

        Releases all buttons: an action never leaves one held.
        """
        self.release()
        before, after = self._before, observe(self.ram, self.profile)
        was, now = before.player, after.player
        both = was is not None and now is not None
        return {
            "presses": self.presses,
            "frames": self.frames,
            "before": View(was, before.scene),
            "after": View(now, after.scene),
            "moved": both and _tile_of(was) != _tile_of(now),
            "turned": both and was.facing != now.facing,  # type: ignore[union-attr]
            "position": position_of(now),
            "facing": None if now is None else now.facing,
            "surroundings": after.surroundings,
            "mode": None if after.scene is None else after.scene.mode,
            "input_ready": after.scene is not None and after.scene.input_ready,
            "expects": None if after.scene is None else after.scene.expects,
            "dialog": after.dialog,
            "menu": after.menu,
            "unavailable": after.unavailable,
        }


def _tile_of(player: Player | None) -> object:
    return None if player is None else (player.x, player.y, player.map)


def position_of(player: Player | None) -> Position | None:
    """The player's position, buffer and map-local; None where the player can't be decoded."""
    if player is None:
        return None
    return Position(player.x, player.y, player.local_x, player.local_y, player.map)
