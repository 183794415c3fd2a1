"""The autopilot notices that it goes in circles, and tries another way."""

from __future__ import annotations

import re
from typing import cast

import pytest

from gbatool.core import ALL_BUTTONS, Buttons, Emulator
from gbatool.errors import NoPlayerControlError
from gbatool.memory import Address
from gbatool.scan.lab import autopilot
from gbatool.scan.lab.autopilot import mint, walking_here
from gbatool.scan.lab.other_ways import (
    CHECKPOINTS,
    PALETTE_BYTES,
    PATIENCE_LOOKS,
    TILE_BYTES,
    WAYS,
    OtherWays,
    ScreensSeen,
)
from tests.actions.worlds import open_double, room_world
from tests.double import Double
from tests.scan.lab.intros import SCREENS, Intro, Screen, last_entry, only_select, only_start

PACED = 0x0203F000
WALLED_IN = ("###", "#.#", "###")


def fly(intro: Intro, max_presses: int = autopilot.MAX_PRESSES) -> autopilot.Walking:
    return mint(cast("Emulator", intro), max_presses)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_it_gets_through(screen: Screen) -> None:
    intro = Intro(screen)
    walking = fly(intro)
    assert walking.positions
    assert walking.frames == intro.frame
    assert Buttons.SELECT not in intro.pressed
    assert all(button in ALL_BUTTONS for button in intro.pressed)


def test_it_gets_through_all_of_them_in_a_row() -> None:
    assert fly(Intro(only_start, last_entry, only_start, last_entry)).positions


def test_it_gets_on_where_each_look_shows_something_new() -> None:
    assert fly(Intro(only_start, film=True)).positions


def test_select_is_the_last_resort() -> None:
    intro = Intro(only_select)
    assert fly(intro).positions
    tried = set(intro.pressed[: intro.pressed.index(Buttons.SELECT)])
    assert tried >= {keys.button for way in WAYS if not way.from_round for keys in way.presses}


def test_the_same_screens_are_passed_by_the_same_presses() -> None:
    first, second = Intro(*SCREENS[:3]), Intro(*SCREENS[:3])
    assert fly(first).frames == fly(second).frames
    assert first.pressed == second.pressed


def test_giving_up_says_what_was_seen() -> None:
    def refuses(at: int, *_: object) -> int:
        return at

    with pytest.raises(NoPlayerControlError) as raised:
        fly(Intro(refuses), 160)
    message, detail = raised.value.message, raised.value.detail
    assert "looked at every 16 presses; different screens: 1, the last one in 10 of 10" in message
    assert "looks, and nothing new in the last 144 presses; make a state" in message
    assert detail == {
        "presses": 160,
        "screens": 1,
        "last_screen_seen": 10,
        "presses_without_news": 144,
    }


def test_giving_up_before_the_first_look_claims_nothing() -> None:
    with pytest.raises(NoPlayerControlError, match=re.escape("from power-on; make a state")):
        fly(Intro(only_select), 3)


def shown(*tiles: int) -> bytes:
    return bytes(PALETTE_BYTES) + b"".join(bytes((tile,)) * TILE_BYTES for tile in tiles)


def test_a_screen_is_new_by_its_tiles_wherever_they_are() -> None:
    seen = ScreensSeen()
    assert seen.look(shown(1, 2, 3))
    assert not seen.look(shown(3, 2, 1))
    assert not seen.look(shown(1, 2, 4))
    assert seen.look(shown(4, 5, 6))
    assert (seen.looks, seen.since_new, seen.different, seen.last_seen) == (4, 0, 4, 1)
    assert not seen.look(shown(1, 2, 3))
    assert (seen.since_new, seen.different, seen.last_seen) == (1, 4, 2)


def test_colours_are_no_news() -> None:
    seen = ScreensSeen()
    seen.look(shown(1, 2, 3))
    assert not seen.look(bytes(range(256)) * (PALETTE_BYTES // 256) + shown(1, 2)[PALETTE_BYTES:])


def test_the_usual_way_is_left_only_after_some_looks_without_news() -> None:
    ways, double = OtherWays(), open_double(room_world(*WALLED_IN))
    looks = 0
    while ways.is_usual:
        ways.look(shown(1, 2), double, looks)
        looks += 1
    assert looks == PATIENCE_LOOKS + 1
    assert ways.press() == WAYS[0].presses[0]


def test_a_way_that_brings_news_is_kept_and_then_the_usual_one_has_its_turn() -> None:
    ways, double = OtherWays(), open_double(room_world(*WALLED_IN))
    for look in range(PATIENCE_LOOKS + 1):
        ways.look(shown(1, 2), double, look)
    for tile in range(10, 20, 2):
        ways.look(shown(tile, tile + 1), double, tile)
        assert not ways.is_usual
    assert len(ways.checkpoints) == CHECKPOINTS
    while not ways.is_usual:
        ways.look(shown(1, 2), double, 0)
    assert ways.seen.since_new == 2


class Cutscene:
    """A double in which something moves to and fro by itself, on the map and in no key's debt."""

    def __init__(self, double: Double) -> None:
        self._double = double

    def __getattr__(self, name: str) -> object:
        return getattr(self._double, name)

    def run(self, frames: int = 1) -> None:
        for _ in range(frames):
            self._double.run()
            aside = self._double.frame // (autopilot.HOLD_FRAMES + autopilot.FINISH_FRAMES) % 2
            self._double.write(PACED, bytes((8 + aside, 0, 8, 0)))


def test_what_moves_without_a_key_is_not_the_player() -> None:
    scene = cast("Emulator", Cutscene(open_double(room_world(*WALLED_IN))))
    scene.run(2)
    assert walking_here(scene) is None


def test_a_player_who_turns_while_the_map_is_left_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    walled_in = open_double(room_world(*WALLED_IN))
    asked: list[int] = []
    honest = autopilot._turning

    def once(emulator: Emulator) -> tuple[Address, ...]:
        asked.append(emulator.frame)
        return honest(emulator) if len(asked) % 2 else ()

    monkeypatch.setattr(autopilot, "_turning", once)
    with pytest.raises(NoPlayerControlError):
        mint(walled_in, max_presses=60)
    assert asked[1] - asked[0] >= autopilot.STAND_FRAMES
