"""The start menu's cursor, order and count, and the shared cursor: each told by what it decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gbatool.core import Buttons, core_version, open_emulator, press
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan import LOCATORS
from gbatool.scan.derive import derive, open_lab
from gbatool.scan.eliminate import eliminate
from gbatool.scan.lab.explore import BACK_FRAMES, START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.start_menu import MAX_ENTRIES, closing_entry, cursor_walk
from gbatool.scan.menus.start_menu import (
    NEAR,
    StartMenuOrder,
    written_on_opening,
)
from gbatool.scan.places.given import GivenPlace
from tests.cartridges import cartridge
from tests.ram import RamBuilder
from tests.scan.staging import (
    Derived,
    barring,
    check_told_apart,
    proposals,
    starting_at,
    unused,
    with_dead_buttons,
)

CURSOR, MENU, ORDER, COUNT = (
    "sStartMenuCursorPos",
    "sMenu",
    "sStartMenuOrder",
    "sNumStartMenuItems",
)


def plant(lab: Lab, at: int, bytes_of: Callable[[int, Snapshot], bytes]) -> None:
    """Write into what was measured with the cursor on each entry: the game itself has no such copy."""
    walk = cursor_walk(lab)
    for entry, snapshot in enumerate(walk):
        walk[entry] = RamBuilder.of(snapshot).write(at, bytes_of(entry, snapshot)).build()


def test_the_shared_cursor_is_refuted_by_what_a_chooses(variant: Derived) -> None:
    lab = variant.lab()
    rival = "the shared menu cursor, which only draws"
    check_told_apart(lab, CURSOR, rival, variant.answers[MENU] + 2)


def test_a_byte_that_follows_the_cursor_is_refuted_by_what_a_chooses(lab: Lab) -> None:
    at = unused(lab, 1)
    plant(lab, at, lambda entry, _: bytes((entry,)))
    check_told_apart(lab, CURSOR, "a byte that follows the cursor", at)


def test_another_run_of_ascending_bytes_is_refuted_by_swapping(lab: Lab) -> None:
    at, count = unused(lab, MAX_ENTRIES), len(cursor_walk(lab))
    plant(lab, at, lambda *_: bytes(range(1, count + 1)))
    check_told_apart(lab, ORDER, "any other run of small ascending bytes", at)


def test_another_byte_of_that_number_is_refuted_by_holding_it(lab: Lab) -> None:
    at, count = unused(lab, 1), len(cursor_walk(lab))
    plant(lab, at, lambda *_: bytes((count,)))
    check_told_apart(lab, COUNT, "another byte of that value beside the cursor", at)


def test_bytes_that_fall_or_repeat_are_no_order(lab: Lab) -> None:
    at, count = unused(lab, MAX_ENTRIES), len(cursor_walk(lab))
    plant(lab, at, lambda *_: bytes(range(count, 0, -1)))
    assert at not in proposals(lab, StartMenuOrder())
    plant(lab, at, lambda *_: bytes(count - 1) + b"\1")
    assert at not in proposals(lab, StartMenuOrder())


def test_the_walk_visits_every_entry_once_from_the_first(variant: Derived) -> None:
    lab = variant.lab()
    walk = cursor_walk(lab)
    cursors = [snapshot.u8(variant.answers[CURSOR]) for snapshot in walk]
    assert cursors == list(range(walk[0].u8(variant.answers[COUNT])))


class Swinging:
    """An emulator on which some byte goes to and fro between 0 and 1 with each press of DOWN."""

    def __init__(self, emulator: Any, at: int) -> None:
        self._emulator, self._at, self._held = emulator, at, False

    def hold(self, buttons: Buttons) -> None:
        """Hold, and turn the byte when DOWN was not held before."""
        if Buttons.DOWN in buttons and not self._held:
            other = 1 - self._emulator.live.u8(self._at)
            self._emulator.write(self._at, bytes((other,)))
        self._held = Buttons.DOWN in buttons
        self._emulator.hold(buttons)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._emulator, name)


def test_what_goes_to_and_fro_with_the_key_is_no_cursor_of_a_menu_of_two(lab: Lab) -> None:
    emulator: Any = Swinging(lab.emulator, unused(lab, 1))
    swinging = starting_at(lab, OVERWORLD, emulator)
    assert len(cursor_walk(swinging)) == len(cursor_walk(lab))


def test_one_entry_closes_the_menu(lab: Lab) -> None:
    closing = closing_entry(lab)
    assert closing.entry in range(len(cursor_walk(lab)))
    assert closing.other != closing.entry


def test_a_cursor_that_does_not_move_does_not_come_round(lab: Lab) -> None:
    dead = with_dead_buttons(lab, Buttons.DOWN)
    with pytest.raises(ProbeError):
        cursor_walk(dead)


def runs_in_the_menu(lab: Lab, **sizes: int) -> dict[Address, bytes]:
    """What stands in the open menu at symbols of these sizes."""
    cursor_walk(lab)
    menu = lab.snapshot(START_MENU)
    return {
        lab.address(name): menu.read(lab.address(name), size).tobytes()
        for name, size in sizes.items()
    }


def test_what_the_game_writes_as_the_menu_opens_is_told_from_what_it_leaves(lab: Lab) -> None:
    runs = runs_in_the_menu(lab, **{ORDER: len(cursor_walk(lab)), COUNT: 1})
    left_alone = {unused(lab, 8): bytes(8)}
    assert written_on_opening(lab, {**runs, **left_alone}) == list(runs)
    assert written_on_opening(lab, left_alone) == []
    assert written_on_opening(lab, {}) == []


def test_a_change_that_keeps_the_menu_from_opening_hides_no_other_run(lab: Lab) -> None:
    runs = runs_in_the_menu(lab, **{ORDER: len(cursor_walk(lab)), COUNT: 1})
    bar = unused(lab, 1)
    barred = barring(lab, Buttons.START, bar)
    for order in ((*runs, bar), (bar, *runs)):
        tried = {at: runs.get(at, b"\0") for at in map(Address, order)}
        assert written_on_opening(barred, tried) == list(runs)
    assert written_on_opening(barred, {bar: b"\0"}) == []


@cache
def opened_before() -> Lab:
    """A place of the islet's cartridge; the start menu was opened and closed there."""
    rom = cartridge("places/islet").load()
    found = derive(
        rom,
        lambda: open_emulator(rom),
        name="islet",
        core_version=core_version(),
        symbols=("sLockFieldControls",),
    )
    place = GivenPlace(found.states[f"place2_{OVERWORLD}"])
    lab, _ = open_lab(open_emulator(rom), more_places=(place,))
    with lab.at(OVERWORLD) as emulator:
        for button in (Buttons.START, Buttons.B):
            press(emulator, button, 2, BACK_FRAMES)
        lab.keep("opened_before")
    return starting_at(lab, "opened_before")


def test_order_and_count_are_found_where_the_menu_was_open_before_and_they_lie_apart() -> None:
    key = cartridge("places/islet").key
    for symbol in (ORDER, COUNT):
        assert abs(key[symbol] - key[CURSOR]) > NEAR
    lab = opened_before()
    free = lab.snapshot(OVERWORLD)
    assert free.u8(key[COUNT]) == 6
    assert free.read(key[ORDER], 6).tolist() == [*range(1, 7)]
    for locator in LOCATORS.in_order((ORDER, COUNT)):
        assert eliminate(lab, locator).proven, locator.symbol
        assert lab.address(locator.symbol) == key[locator.symbol]
