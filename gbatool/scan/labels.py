"""Labelled states: what each label promises, and whether a state that somebody gave keeps it.

Nothing is proven yet when this is asked, so a label is judged by what the game does on a branch:
does anybody walk, does the picture follow a key, does a text advance, what gives control back. It
tells a wrong label from a right one, and no more: what a locator needs of a state, its own probes
show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gbatool.core import Buttons, Emulator, branch, press
from gbatool.errors import FailedClosedError
from gbatool.memory import Address
from gbatool.scan.autopilot import find_walker
from gbatool.scan.explore import BACK_FRAMES, START_MENU
from gbatool.scan.lab import OVERWORLD, Lab
from gbatool.scan.talk import BEGIN_FRAMES, DIALOG, SAMPLE_FRAMES, SAMPLES, find_readers

KEY_FRAMES, SEEN_FRAMES = 2, 24  # held, then released until a cursor has moved
VERTICAL, HORIZONTAL = (Buttons.DOWN, Buttons.UP), (Buttons.RIGHT, Buttons.LEFT)
MAX_BOXES = 3
"""A box that is nearly full advances too little to be noticed: the ones after it are looked at."""


class WrongLabelError(FailedClosedError):
    """A given state is not what its label says."""

    code = "wrong_label"


WALKS = "a direction key walks the player about"
Fault: TypeAlias = "str | None"
"""What is wrong with a state, None if nothing is."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a label says of a state.

    Attributes:
        expected: In words.
        fault: Looks at the emulator's present state on branches; what was seen instead.
        on_map: Whether it is reached on the map, not on a screen of its own.
    """

    expected: str
    fault: Callable[[Emulator], Fault]
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
            if find_readers(trace):
                return True
            press(emulator, Buttons.A, KEY_FRAMES, BEGIN_FRAMES)
        return False


def _talks(emulator: Emulator) -> Fault:
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


def _is_start_menu(emulator: Emulator) -> Fault:
    if not _follows(emulator, *VERTICAL):
        return "the picture does not follow UP and DOWN"
    for button in (Buttons.B, Buttons.START):
        if not _walks_after(emulator, button):
            return f"{button.name} does not give control back"
    return None


def _is_choice(emulator: Emulator) -> Fault:
    if not _follows(emulator, *VERTICAL):
        return "the picture does not follow UP and DOWN"
    if _walks_after(emulator, Buttons.START):
        return "START closes it, as it does the start menu"
    return None


def _is_screen(emulator: Emulator) -> Fault:
    if not _follows(emulator, *VERTICAL, *HORIZONTAL):
        return "the picture does not follow the arrow keys"
    return None


def _is_grid(emulator: Emulator) -> Fault:
    for name, buttons in (("UP and DOWN", VERTICAL), ("LEFT and RIGHT", HORIZONTAL)):
        if not _follows(emulator, *buttons):
            return f"the picture does not follow {name}"
    return None


def _is_action_choice(emulator: Emulator) -> Fault:
    if _follows(emulator, Buttons.B):
        return "B leads back, as it does where a move is chosen"
    return _is_grid(emulator)


def _is_move_choice(emulator: Emulator) -> Fault:
    """Somebody with a single move has no arrow to move, but B leads back."""
    if not _follows(emulator, Buttons.B, *VERTICAL, *HORIZONTAL):
        return "the picture follows neither the arrow keys nor B"
    return None


def _prints(emulator: Emulator) -> Fault:
    if _follows(emulator, *VERTICAL, *HORIZONTAL):
        return "the picture follows the arrow keys"
    return None if _advances(emulator) else "no text prints, with or without A"


PROMISES = {
    DIALOG: Promise("a text prints or waits for A", _talks, on_map=True),
    "yesno": Promise("somebody asks yes or no", _is_choice, on_map=True),
    START_MENU: Promise("the start menu is open", _is_start_menu, on_map=True),
    "bag": Promise("the bag is open", _is_screen, on_map=False),
    "party": Promise("the party is shown", _is_screen, on_map=False),
    "naming": Promise("a name is entered", _is_grid, on_map=False),
    "battle_action": Promise("a battle asks for an action", _is_action_choice, on_map=False),
    "battle_move": Promise("a battle asks for a move", _is_move_choice, on_map=False),
    "battle_text": Promise("a text of a battle prints", _prints, on_map=False),
}
LABELS = (OVERWORLD, *PROMISES)
"""Every label that a state can be given under."""


def check_label(lab: Lab, label: str) -> None:
    """Check that a state of the laboratory does what its label says.

    Raises:
        WrongLabelError: It does not.
    """
    with lab.at(label) as emulator:
        if label != DIALOG and _walks(emulator):
            fault: Fault = WALKS
        else:
            fault = PROMISES[label].fault(emulator)
    if fault is not None:
        raise _wrong(label, fault)


def check_screens(lab: Lab, callback2: Address) -> None:
    """Check which states are on the map, once it is known where the main callback stands.

    A text of a battle behaves as one on the map does; what tells them apart is the function that
    runs the screen.

    Args:
        lab: The laboratory with its labelled states.
        callback2: Address of gMain's callback2.

    Raises:
        WrongLabelError: A state is on the map and its label says otherwise, or the reverse.
    """
    overworld = lab.snapshot(OVERWORLD).u32(callback2)
    for label in sorted(lab.states.keys() & PROMISES.keys()):
        on_map = lab.snapshot(label).u32(callback2) == overworld
        if on_map and not PROMISES[label].on_map:
            raise _wrong(label, "it is on the map, whose own main callback runs")
        if PROMISES[label].on_map and not on_map:
            raise _wrong(label, "it is not on the map: another screen's main callback runs")


def _wrong(label: str, observed: str) -> WrongLabelError:
    expected = PROMISES[label].expected
    return WrongLabelError(
        f"the state labelled {label} is not what its label says: expected one in which {expected},"
        f" but {observed}; give another state or another label",
        state=label,
        expected=expected,
        observed=observed,
    )
