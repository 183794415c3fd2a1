"""Choose an entry of the open menu: move the cursor press by press, each seen to land, then A.

Wrapping around is not relied on: some menus wrap and some don't, and the straight way is right for
both. A yes/no box ignores input in its first frames, so a first press without effect is repeated.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import ClassVar, Literal

from gbatool.actions.budgets import BoundReached, Budget
from gbatool.actions.input_driver import InputDriver
from gbatool.actions.outcomes import Outcome
from gbatool.core import Buttons, Emulator
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.menu import Menu, MenuEntry, decode_menu
from gbatool.decode.scene import Mode, decode_scene
from gbatool.errors import ActionError, FailedClosedError
from gbatool.profile import Profile

HOLD_FRAMES, RELEASE_FRAMES = 2, 3
"""A menu that redraws itself may take two frames for one look at the keys: a release of one frame
can go unseen, and the next press would not be a new one."""
LANDS_WITHIN = 16
"""Frames that a cursor may take to follow a press."""
ACCEPTED_WITHIN = 90
"""Frames that a menu may take to close, or to become another, once an entry was chosen."""
SETTLES_WITHIN = 90
"""Frames in which what the choice leads to may show: the next menu, a text, the field again."""
UNREADABLE_FRAMES = 4
OPENS_WITHIN = 90
"""Frames that a menu may take to look at keys once it is there: a screen fades in first."""
TRIES = 2
"""Presses for one move: a menu may ignore the first."""

_ON_THE_WAY = frozenset({Mode.TRANSITION, Mode.UNKNOWN})
"""Modes in which one screen makes way for the next."""


SelectEnd = (
    Literal[
        "selected",
        "cursor_moved",
        "cursor_stalled",
        "menu_changed",
        "not_accepted",
        "unconfirmed",
    ]
    | BoundReached
)


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
        "unconfirmed",
    }

    ended_because: SelectEnd
    selected_from: str
    chosen: MenuEntry


def select(
    emulator: Emulator,
    profile: Profile,
    entry: str,
    *,
    confirm: bool = True,
    budget: Budget | None = None,
) -> SelectOutcome:
    """Choose an entry.

    Args:
        emulator: The console.
        profile: Of its ROM.
        entry: An entry's id or its label; upper and lower case are the same.
        confirm: Press A on it; otherwise only put the cursor there.
        budget: What may be spent.

    Raises:
        ActionError: ``no_menu_open``, ``menu_takes_no_input``, ``no_such_entry`` (lists those
            that there are), ``naming_screen`` or ``budget_too_small``, before anything was pressed.
        UnprovenSymbolError: The profile can't tell whether a menu is open.
        DecodeError: The menu holds something impossible.
    """
    driver = InputDriver(emulator, profile, budget or Budget())
    menu = _await_menu(driver)
    wanted = find_entry(menu, entry)
    moves = plan_moves(menu.cursor, wanted, menu.columns)
    needed = len(moves) + confirm
    if needed > driver.budget.max_inputs:
        raise ActionError(
            "budget_too_small",
            f"choosing takes {needed} presses; allowed are {driver.budget.max_inputs}"
            " (--max-inputs)",
            presses=needed,
            max_inputs=driver.budget.max_inputs,
        )
    ended = _Select(driver, menu).run(moves, confirm=confirm)
    return SelectOutcome(
        action="select",
        ended_because=ended,
        chosen=menu.entries[wanted],
        selected_from=menu.id,
        **driver.outcome_fields(),
    )


def _await_menu(driver: InputDriver) -> Menu:
    """The open menu, once it takes input.

    Raises:
        ActionError: There is none, it goes on taking none, or it is a keyboard.
    """
    menu = decode_menu(driver.ram, driver.profile)
    for _ in range(OPENS_WITHIN):
        if menu is None or menu.takes_input is not False or driver.frames_left <= 0:
            break
        driver.tick()
        menu = decode_menu(driver.ram, driver.profile)
    if menu is None:
        raise ActionError("no_menu_open", "there is no open menu that could be read")
    if menu.takes_input is False:
        raise ActionError(
            "menu_takes_no_input",
            f"the menu {menu.id} is shown but takes no input: something lies over it, or it plays"
            " by itself; `gbatool dial` or `gbatool wait` first",
            menu=menu.id,
        )
    if menu.naming is not None:
        raise ActionError(
            "naming_screen", "a name is typed here; use `gbatool type TEXT`", menu=menu.id
        )
    return menu


def find_entry(menu: Menu, entry: str) -> int:
    """Index of an entry by id, else by label.

    Raises:
        ActionError: ``no_such_entry``: there is none, or several with that label.
    """
    name = entry.strip().casefold()
    ids = [index for index, one in enumerate(menu.entries) if one.id.casefold() == name]
    labels = [
        index
        for index, one in enumerate(menu.entries)
        if one.label is not None and one.label.strip().casefold() == name
    ]
    found = ids or labels
    if len(found) == 1:
        return found[0]
    known = ", ".join(one.id + (f" ({one.label})" if one.label else "") for one in menu.entries)
    why = "has several entries" if found else "has no entry"
    raise ActionError(
        "no_such_entry",
        f"the menu {menu.id} {why} {entry!r}; its entries are {known}",
        observed=entry,
        entries=tuple(one.id for one in menu.entries),
    )


def plan_moves(cursor: int, wanted: int, columns: int) -> list[tuple[Buttons, int]]:
    """Presses from one entry to another, each with the entry that it leads to.

    >>> plan_moves(0, 3, 2)
    [(<Buttons.DOWN: 128>, 2), (<Buttons.RIGHT: 16>, 3)]
    """
    moves: list[tuple[Buttons, int]] = []
    while cursor // columns != wanted // columns:
        down = wanted // columns > cursor // columns
        cursor += columns if down else -columns
        moves.append((Buttons.DOWN if down else Buttons.UP, cursor))
    while cursor != wanted:
        right = wanted > cursor
        cursor += 1 if right else -1
        moves.append((Buttons.RIGHT if right else Buttons.LEFT, cursor))
    return moves


class _Select:
    """One call of :func:`select`."""

    def __init__(self, driver: InputDriver, menu: Menu) -> None:
        self.driver, self.menu = driver, menu

    def run(self, moves: list[tuple[Buttons, int]], *, confirm: bool) -> SelectEnd:
        """Move the cursor, then press A if ``confirm`` is set."""
        for button, lands in moves:
            ended = self._move(button, lands)
            if ended is not None:
                return ended
        return self._choose() if confirm else "cursor_moved"

    def _menu_now(self) -> Menu | None:
        """The same menu, wherever its cursor is; None when it is gone or another.

        Records that are at work can be unreadable for a frame or two; what goes on being so is
        something else.
        """
        now = None
        for _ in range(UNREADABLE_FRAMES):
            try:
                now = decode_menu(self.driver.ram, self.driver.profile)
                break
            except FailedClosedError:
                if self.driver.frames_left <= 0:
                    break
                self.driver.tick()
        same = now is not None and (now.id, now.entries) == (self.menu.id, self.menu.entries)
        return now if same else None

    def _press(self, button: Buttons) -> SelectEnd | None:
        driver = self.driver
        if not driver.may_press:
            return "input_bound_reached"
        if driver.frames_left < HOLD_FRAMES + RELEASE_FRAMES:
            return "frame_bound_reached"
        driver.presses += 1
        driver.hold(button)
        driver.emulator.run(HOLD_FRAMES)
        driver.release()
        driver.emulator.run(RELEASE_FRAMES)
        return None

    def _move(self, button: Buttons, lands: int) -> SelectEnd | None:
        """One move of the cursor; the reason to end when it did not land."""
        for _ in range(TRIES):
            ended = self._press(button)
            if ended is not None:
                return ended
            for _ in range(LANDS_WITHIN):
                now = self._menu_now()
                if now is None:
                    return "menu_changed"
                if now.cursor == lands:
                    return None
                if self.driver.frames_left <= 0:
                    return "frame_bound_reached"
                self.driver.tick()
        return "cursor_stalled"

    def _choose(self) -> SelectEnd:
        """Press A until the menu has taken it; where it can't be told whether it takes input, once.

        A second press could answer what the first one opened over it, unseen.
        """
        for _ in range(TRIES if self.menu.takes_input else 1):
            ended = self._press(Buttons.A)
            if ended is not None:
                return ended
            for _ in range(ACCEPTED_WITHIN):
                now = self._menu_now()
                if now is None or now.takes_input is False:
                    self._settle()
                    return "selected"
                if self.driver.frames_left <= 0:
                    return "frame_bound_reached"
                self.driver.tick()
        return "not_accepted" if self.menu.takes_input else "unconfirmed"

    def _settle(self) -> None:
        """Wait until something can be told of what was chosen, within a bound."""
        driver = self.driver
        for _ in range(SETTLES_WITHIN):
            if driver.frames_left <= 0 or self._leads_somewhere():
                return
            driver.tick()

    def _leads_somewhere(self) -> bool:
        ram, profile = self.driver.ram, self.driver.profile
        with contextlib.suppress(FailedClosedError):
            scene = decode_scene(ram, profile)
            if scene.input_ready or scene.mode in _ON_THE_WAY:
                return scene.input_ready
        with contextlib.suppress(FailedClosedError):
            if decode_dialog(ram, profile) is not None:
                return True
        with contextlib.suppress(FailedClosedError):
            menu = decode_menu(ram, profile)
            return menu is not None and menu.takes_input is not False
        return False
