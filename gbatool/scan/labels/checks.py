"""Labelled states: what each label promises, and whether a given state keeps it.

No symbol is proven yet, so a label is checked by what the game does on a branch: whether the player
can walk, whether the picture follows a key or a text advances, what gives control back. This only
tells a wrong label from a right one; what a locator needs of a state is shown by its probes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gbatool.core import Buttons, Emulator, branch, press
from gbatool.scan.lab.autopilot import find_walker
from gbatool.scan.lab.battle_explore import BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT
from gbatool.scan.lab.callbacks import callback2_in
from gbatool.scan.lab.explore import BACK_FRAMES, START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.screens_explore import BAG, PARTY
from gbatool.scan.lab.talk import BEGIN_FRAMES, DIALOG, SAMPLE_FRAMES, SAMPLES, find_text_positions
from gbatool.scan.lab.wrong_label import wrong_label
from gbatool.scan.labels.screens import (
    asks_for_a_move,
    asks_for_an_action,
    has_two_answers,
    keeps_to_a_list,
    keeps_to_a_list_after_b,
    wraps_around,
)
from gbatool.scan.menus.naming import NAMING, typed_letters

KEY_FRAMES, SEEN_FRAMES = 2, 24  # held, then released until a cursor has moved
VERTICAL, HORIZONTAL = (Buttons.DOWN, Buttons.UP), (Buttons.RIGHT, Buttons.LEFT)
MAX_BOXES = 3
"""A box that is nearly full advances too little to be noticed: the ones after it are looked at."""


WALKS = "a direction key moves the player"
Fault: TypeAlias = "str | None"
"""What is wrong with a state, None if nothing is."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a label says of a state.

    Attributes:
        fault: Tests the laboratory's present state on branches; what was seen instead, or None.
        on_map: Whether the state is on the map, not on a screen of its own.
    """

    fault: Callable[[Lab], Fault]
    on_map: bool


def _walks(emulator: Emulator) -> bool:
    return bool(find_walker(emulator))


def _walks_after(emulator: Emulator, button: Buttons) -> bool:
    with branch(emulator):
        press(emulator, button, KEY_FRAMES, BACK_FRAMES)
        return _walks(emulator)


def _picture(emulator: Emulator, button: Buttons) -> bytes:
    with branch(emulator):
        press(emulator, button, KEY_FRAMES, SEEN_FRAMES)
        return emulator.video_memory()


def _follows(emulator: Emulator, *buttons: Buttons) -> bool:
    """Whether the picture is another one after any of these keys than without a key."""
    alone = _picture(emulator, Buttons.NONE)
    return any(_picture(emulator, button) != alone for button in buttons)


def _advances(emulator: Emulator) -> bool:
    """Whether a text prints, now or after a few presses of A."""
    with branch(emulator):
        for _ in range(MAX_BOXES):
            trace = []
            for _ in range(SAMPLES):
                trace.append(emulator.snapshot())
                emulator.run(SAMPLE_FRAMES)
            if find_text_positions(trace):
                return True
            press(emulator, Buttons.A, KEY_FRAMES, BEGIN_FRAMES)
        return False


def _talks(lab: Lab) -> Fault:
    emulator = lab.emulator
    if _walks(emulator):
        # from a sign an arrow key walks away; B does nothing on the map
        if not _follows(emulator, Buttons.B):
            return WALKS
    elif _follows(emulator, *VERTICAL):
        return "the picture follows the arrow keys"
    if _advances(emulator):
        return None
    if _walks_after(emulator, Buttons.A) and not _walks_after(emulator, Buttons.NONE):
        return None
    return "no text prints, and A neither goes on with one nor gives control back"


def _is_start_menu(lab: Lab) -> Fault:
    emulator = lab.emulator
    if not _follows(emulator, *VERTICAL):
        return "the picture does not follow UP and DOWN"
    for button in (Buttons.B, Buttons.START):
        if not _walks_after(emulator, button):
            return f"{button.name} does not give control back"
    return None


def _is_choice(lab: Lab) -> Fault:
    if not _follows(lab.emulator, *VERTICAL):
        return "the picture does not follow UP and DOWN"
    if _walks_after(lab.emulator, Buttons.START):
        return "START closes it, as it does the start menu"
    return None if has_two_answers(lab) else "UP and DOWN lead to more than two answers, or fewer"


def _is_bag(lab: Lab) -> Fault:
    if wraps_around(lab):
        return "DOWN wraps around by way of a button below, as it does in the party"
    if not keeps_to_a_list(lab):
        return "in no pocket does DOWN lead over three rows to a last one, and UP back"
    if keeps_to_a_list_after_b(lab):
        return "B leads back to a list, as it does where it is asked what to do with an item"
    return None


def _is_party(lab: Lab) -> Fault:
    if wraps_around(lab):
        return None
    return "DOWN does not lead from slot to slot and wrap around by way of the button below"


def _is_naming(lab: Lab) -> Fault:
    if typed_letters(lab):
        return None
    return "A types no letter that B erases"


def _prints(lab: Lab) -> Fault:
    if _follows(lab.emulator, *VERTICAL, *HORIZONTAL):
        return "the picture follows the arrow keys"
    return None if _advances(lab.emulator) else "no text prints, with or without A"


PROMISES = {
    DIALOG: Promise(_talks, on_map=True),
    "yesno": Promise(_is_choice, on_map=True),
    START_MENU: Promise(_is_start_menu, on_map=True),
    BAG: Promise(_is_bag, on_map=False),
    PARTY: Promise(_is_party, on_map=False),
    NAMING: Promise(_is_naming, on_map=False),
    BATTLE_ACTION: Promise(asks_for_an_action, on_map=False),
    BATTLE_MOVE: Promise(asks_for_a_move, on_map=False),
    BATTLE_TEXT: Promise(_prints, on_map=False),
}


def check_label(lab: Lab, label: str) -> None:
    """Check that a state of the laboratory does what its label says.

    Raises:
        WrongLabelError: It does not.
    """
    with lab.at(label) as emulator:
        if label != DIALOG and _walks(emulator):
            fault: Fault = WALKS
        else:
            fault = PROMISES[label].fault(lab)
    if fault is not None:
        raise wrong_label(label, fault)


def check_screens(lab: Lab) -> None:
    """Check which states are on the map, once gMain is proven.

    A battle message behaves as a text on the map does; only the screen's callback tells them apart.

    Raises:
        WrongLabelError: A state is on the map and its label says otherwise, or the reverse.
    """
    overworld = callback2_in(lab, lab.snapshot(OVERWORLD))
    for label in sorted(lab.states.keys() & PROMISES.keys()):
        on_map = callback2_in(lab, lab.snapshot(label)) == overworld
        if on_map and not PROMISES[label].on_map:
            raise wrong_label(label, "it is on the map, whose own main callback runs")
        if PROMISES[label].on_map and not on_map:
            raise wrong_label(label, "it is not on the map: another screen's main callback runs")
