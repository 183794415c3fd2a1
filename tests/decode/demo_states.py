"""Play the demo cartridge once, and take a snapshot of each situation for the decoders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from gbatool.core import Buttons, Emulator, open_emulator, press
from gbatool.decode.battle_choice import decode_battle_choice
from gbatool.decode.menu import decode_menu
from gbatool.decode.player import Facing, decode_player
from gbatool.decode.scene import Mode, Scene, decode_scene
from gbatool.decode.script import decode_script, waits_in
from gbatool.errors import DecodeError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile
from tests.cartridges import answer_profile, cartridge

BUTTON = {
    Facing.NORTH: Buttons.UP,
    Facing.SOUTH: Buttons.DOWN,
    Facing.WEST: Buttons.LEFT,
    Facing.EAST: Buttons.RIGHT,
}
PATIENCE = 2000
"""Frames to wait for anything at most."""


class Game:
    """The demo cartridge with methods that lead to each situation.

    Args:
        variant: Of the cartridge.
        profile: What it is decoded with; its answer key by default.
    """

    def __init__(self, variant: str = "base", profile: Profile | None = None) -> None:
        self.profile: Profile = profile or answer_profile(variant)
        self.emulator: Emulator = open_emulator(cartridge(variant).load())
        for _ in range(80):
            press(self.emulator, Buttons.A, 2, 12)
        self.settle()

    @property
    def scene(self) -> Scene:
        return decode_scene(self.emulator.live, self.profile)

    def wait(self, *modes: Mode, advance: bool = False) -> None:
        """Wait for a mode (and for a prompt, with ``advance``)."""
        for _ in range(PATIENCE):
            scene = self.scene
            if scene.mode in modes and bool(scene.waiting_for_advance) >= advance:
                return
            self.emulator.run(1)
        raise AssertionError(f"waited for {modes}, got {self.scene}")

    def settle(self) -> None:
        """Wait until a direction is accepted."""
        for _ in range(PATIENCE):
            if self.scene.input_ready:
                return
            self.emulator.run(1)
        raise AssertionError(f"never free: {self.scene}")

    def tap(self, buttons: Buttons) -> None:
        """Press and release a button."""
        press(self.emulator, buttons, 2, 2)

    def face(self, facing: Facing) -> None:
        """Turn without walking."""
        if decode_player(self.emulator.live, self.profile).facing is not facing:
            press(self.emulator, BUTTON[facing], 4, 16)
        self.settle()

    def go(self, *corners: tuple[int, int]) -> None:
        """Walk straight from corner to corner, buffer coordinates."""
        for corner in corners:
            for _ in range(60):
                self.settle()
                player = decode_player(self.emulator.live, self.profile)
                if (player.x, player.y) == corner:
                    break
                if player.x != corner[0]:
                    way = Facing.WEST if player.x > corner[0] else Facing.EAST
                else:
                    way = Facing.NORTH if player.y > corner[1] else Facing.SOUTH
                press(self.emulator, BUTTON[way], 10, 0)
            else:
                raise AssertionError(f"never came to {corner}")

    def through(self, facing: Facing) -> None:
        """Hold a direction until the map has changed and the player has control."""
        self.emulator.hold(BUTTON[facing])
        self.wait(Mode.TRANSITION)
        self.emulator.hold(Buttons.NONE)
        self.settle()

    def hears_fanfare(self) -> bool:
        """Whether a fanfare holds the script."""
        script = decode_script(self.emulator.live, self.profile)
        return waits_in(script, self.profile, "WaitForFanfareFinish")

    def answer_until(self, done: Callable[[], bool]) -> None:
        """Press A at every prompt and question until a condition holds."""
        for _ in range(PATIENCE):
            if done():
                return
            if self.scene.waiting_for_advance or self.scene.mode is Mode.MENU:
                self.emulator.run(8)
                self.tap(Buttons.A)
            self.emulator.run(1)
        raise AssertionError(f"it never came to that: {self.scene}")

    def battle_asks(self, choice: str) -> bool:
        """Whether a battle asks the player for that choice."""
        return decode_battle_choice(self.emulator.live, self.profile) == choice

    def advance_until(self, done: Callable[[], bool]) -> None:
        """Press A at every prompt, but at no question, until a condition holds."""
        for _ in range(PATIENCE):
            if done():
                return
            if self.scene.waiting_for_advance:
                self.tap(Buttons.A)
            self.emulator.run(1)
        raise AssertionError(f"it never came to that: {self.scene}")

    def wait_menu(self, name: str) -> None:
        """Wait until a menu is open and accepts input."""
        for _ in range(PATIENCE):
            try:
                menu = decode_menu(self.emulator.live, self.profile)
            except (DecodeError, UnprovenSymbolError):
                menu = None
            if menu is not None and (menu.id, menu.takes_input) == (name, True):
                return
            self.emulator.run(1)
        raise AssertionError(f"the menu {name} never opened")

    def finish_talk(self) -> None:
        """Press A until the dialog is over and the player has control."""
        for _ in range(40):
            if self.scene.input_ready:
                return
            self.tap(Buttons.B)
            self.emulator.run(60)
        raise AssertionError(f"the talk never ended: {self.scene}")


def play_through(game: Game) -> Iterator[str]:
    """Play through the game; yields a name at each situation."""
    yield "bedroom"
    game.tap(Buttons.START)
    game.wait(Mode.MENU)
    yield "start menu"
    game.tap(Buttons.A)
    game.wait_menu("party")
    yield "party"
    game.tap(Buttons.A)
    game.wait_menu("party_actions")
    game.tap(Buttons.DOWN)
    yield "member's actions"
    game.tap(Buttons.B)
    game.wait_menu("party")
    game.tap(Buttons.B)
    game.settle()
    game.tap(Buttons.START)
    game.wait_menu("start_menu")
    game.tap(Buttons.DOWN)
    game.tap(Buttons.A)
    game.wait_menu("bag")
    yield "bag"
    game.tap(Buttons.B)
    game.settle()
    game.go((17, 9))
    game.emulator.hold(Buttons.RIGHT)
    game.wait(Mode.TRANSITION)
    yield "stairs fade"
    game.emulator.run(30)
    game.emulator.hold(Buttons.NONE)
    game.settle()
    game.go((14, 9), (14, 12))
    game.face(Facing.EAST)
    yield "house"
    game.tap(Buttons.A)
    game.wait(Mode.DIALOG)
    game.emulator.run(30)
    yield "mother prints"
    game.wait(Mode.DIALOG, advance=True)
    yield "mother waits"
    game.finish_talk()
    game.go((14, 14), (11, 14), (11, 16))
    game.through(Facing.SOUTH)
    yield "town"
    game.go((24, 15), (24, 14))
    game.face(Facing.NORTH)
    game.tap(Buttons.A)
    game.wait(Mode.MENU)
    game.emulator.run(10)
    yield "question"
    game.finish_talk()
    game.go((24, 15), (18, 15), (18, 13))
    game.face(Facing.NORTH)
    game.tap(Buttons.A)
    game.answer_until(lambda: game.scene.mode is Mode.MENU)
    game.emulator.run(10)
    game.tap(Buttons.DOWN)
    yield "list of choices"
    game.finish_talk()
    game.go((18, 15), (28, 15), (28, 19))
    game.face(Facing.SOUTH)
    game.tap(Buttons.A)
    game.answer_until(game.hears_fanfare)
    yield "fanfare"
    game.finish_talk()
    game.go((28, 15), (22, 15), (22, 23), (25, 23))
    game.face(Facing.EAST)
    game.tap(Buttons.A)
    game.answer_until(lambda: game.scene.mode is Mode.NAMING)
    game.emulator.run(60)
    yield "naming"
    game.tap(Buttons.START)
    game.emulator.run(20)
    game.tap(Buttons.A)
    game.wait(Mode.DIALOG, Mode.OVERWORLD)
    game.finish_talk()
    game.go((22, 23), (22, 15), (22, 7))
    game.emulator.hold(Buttons.UP)
    game.emulator.run(20)
    game.emulator.hold(Buttons.NONE)
    game.settle()
    yield "route"
    game.go((18, 31), (20, 31))
    game.tap(Buttons.A)
    game.answer_until(lambda: game.scene.mode is Mode.BATTLE)
    yield "battle begins"
    game.wait(Mode.BATTLE, advance=True)
    yield "battle text"
    game.advance_until(lambda: game.battle_asks("action"))
    yield "battle asks"
    game.tap(Buttons.A)
    game.advance_until(lambda: game.battle_asks("move"))
    yield "battle move"


@cache
def demo_states() -> dict[str, Snapshot]:
    """Situation -> memory at that frame, all of one play-through of the base cartridge."""
    game = Game()
    return {name: game.emulator.snapshot() for name in play_through(game)}
