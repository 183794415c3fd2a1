"""Read the open conversation to its next real decision point.

Waiting is not pressing, but it is holding: while text prints, A is held, which speeds the printer
up and can't answer anything, since a box or a menu wants a *fresh* press. The press that begins a
hold is fresh in one frame only, and in that frame the printer was still printing one frame before:
the script is at least one frame away from asking for a press and a menu ignores its first frames,
so it can't be taken for an answer. Each hold ends on a released frame.

A fresh press is given in the very frame after memory said that the box waits for one. Nothing is
ever pressed once the field takes input again, at a menu, or at a script that waits for a choice.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import ClassVar, Literal

from gbatool.actions.budgets import BoundReached, Budget
from gbatool.actions.input_driver import InputDriver
from gbatool.actions.outcomes import Outcome
from gbatool.actions.standstill import Standstill, StandstillWatch
from gbatool.actions.transcript import Transcript
from gbatool.actions.walking import BATTLE_MODES
from gbatool.core import Buttons, Emulator
from gbatool.decode.battle_choice import decode_battle_choice, shows_level_up
from gbatool.decode.dialog import Dialog, decode_dialog
from gbatool.decode.menu import Menu, decode_menu
from gbatool.decode.message import Message, decode_message
from gbatool.decode.printer import printers_symbol
from gbatool.decode.scene import Mode, Scene, decode_scene
from gbatool.decode.script import STATUS, decode_script, waits_in
from gbatool.errors import ActionError, DecodeError, UnprovenSymbolError
from gbatool.profile import Profile

HOLD_FRAMES = 16
"""A hold is renewed this often: its fresh press is missed when it falls on a character's frame."""
STALL_FRAMES = 48
"""A box that shows no change for this long and never said that it waits is pressed anyway."""
GAP_FRAMES = 1_200
"""How long a script may go on without a box: NPCs walk, a fanfare plays, a screen fades."""
UNLISTED_FRAMES = 600
"""A script that waits to be resumed this long waits for a choice; a special goes on by itself."""
SETTLE_FRAMES = 4
"""A box that closes may open again at once; controls that are back for this long are back."""

MENU_OPENING_FRAMES = 8
"""A yes/no box takes no input in its first 5 frames: the choice is open once it can be made. For
menus of which the profile can't tell."""

_ASKING_MODES = frozenset({Mode.MENU, Mode.DIALOG, *BATTLE_MODES})
START_MENU = "start_menu"
INPUTLESS_NATIVES = (
    "WaitForFanfareFinish",
    "WaitForSoundEffectFinish",
    "WaitForMovementFinish",
    "WaitForFieldEffectFinish",
    "IsCryFinished",
    "IsDoorAnimationStopped",
    "IsPaletteNotActive",
    "IsBGMPausedOrStopped",
    "RunPauseTimer",
    "IsFreezePlayerFinished",
    "IsFreezeSelectedObjectAndPlayerFinished",
)
"""Natives that no input helps: a box that is open meanwhile is not stalled."""


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
    | Standstill
)


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


@dataclass(frozen=True, slots=True)
class _Reading:
    """One frame, as far as a conversation goes."""

    scene: Scene
    dialog: Dialog | None
    menu: Menu | None
    message: Message | None
    illegible_menu: bool
    """A menu is open that can't be read: as good as one that can't be listed."""

    @property
    def asks(self) -> bool:
        """A menu is open and takes input: one that plays by itself or is not ready asks nothing."""
        menu = self.menu
        return (
            menu is not None and menu.takes_input is not False and self.scene.mode in _ASKING_MODES
        )

    @property
    def takes_input(self) -> bool:
        """The profile can tell that the open menu looks at keys."""
        return self.menu is not None and bool(self.menu.takes_input)

    @property
    def waiting(self) -> bool:
        """A fresh press would be taken by the text."""
        return self.scene.waiting_for_advance or (self.dialog is not None and self.dialog.waiting)

    @property
    def printing(self) -> bool:
        """Characters are coming."""
        return self.dialog is not None and self.dialog.printing


def dial(emulator: Emulator, profile: Profile, *, budget: Budget | None = None) -> DialOutcome:
    """Read on until the caller has to decide something, or the conversation is over.

    Raises:
        ActionError: ``no_conversation_open``: nothing is being said.
        UnprovenSymbolError: The profile lacks what reading text needs.
    """
    driver = InputDriver(emulator, profile, budget or Budget())
    return _Dial(driver).run()


def _may_go_on(error: DecodeError | UnprovenSymbolError) -> bool:
    """Whether no menu was seen, only a script that waits: for a choice, a warp or a special."""
    return isinstance(error, DecodeError) and error.field == STATUS


class _Dial:
    """One call of :func:`dial`."""

    def __init__(self, driver: InputDriver) -> None:
        self.driver = driver
        self.transcript = Transcript()
        self.stalled_presses = 0
        self.quiet = self.stalled = self.unlisted = self.free = self.gap = 0
        self.asked = 0
        self.saw_a_box = False
        self.watch = StandstillWatch(driver.profile)

    def run(self) -> DialOutcome:
        """Read."""
        self.driver.profile.address(printers_symbol(self.driver.profile))
        first = self._read()
        self._check_open(first)
        asks = first.menu is not None or first.scene.mode in {Mode.MENU, Mode.NAMING}
        self.transcript = Transcript()
        self.transcript.begin(first.message, fresh=first.printing or first.waiting or asks)
        self.in_battle = first.scene.mode in BATTLE_MODES
        ended = self._end_of(first)
        while ended is None:
            ended = self._go_on() or self._end_of(self._read())
        return DialOutcome(
            action="dial",
            ended_because=ended,
            transcript=self.transcript.boxes,
            stalled_presses=self.stalled_presses,
            **self.driver.outcome_fields(),
        )

    def _read(self) -> _Reading:
        """Decode this frame; a text that is just being written may be unreadable for a frame."""
        ram, profile = self.driver.ram, self.driver.profile
        try:
            scene = decode_scene(ram, profile)
        except DecodeError as error:
            scene = Scene(
                Mode.UNKNOWN, input_ready=False, waiting_for_advance=False, because=error.message
            )
        dialog, message, menu, readable = None, None, None, True
        try:
            dialog = decode_dialog(ram, profile)
            message = decode_message(ram, profile) if dialog is not None else None
        except DecodeError:
            readable = False
        illegible = False
        try:
            menu = decode_menu(ram, profile)
        except (DecodeError, UnprovenSymbolError) as error:
            illegible = (scene.mode is Mode.MENU and not _may_go_on(error)) or (
                scene.mode is Mode.BATTLE and decode_battle_choice(ram, profile) is not None
            )
        self.last = _Reading(scene, dialog, menu, message, illegible)
        if readable:
            self.transcript.see(message)
        else:
            self._finish_text()
        self._time(self.last)
        return self.last

    def _finish_text(self) -> None:
        """Where it can't be told whether a box is still open, its text can have ended all the same."""
        with contextlib.suppress(DecodeError):
            self.transcript.finish(decode_message(self.driver.ram, self.driver.profile))

    def _time(self, reading: _Reading) -> None:
        """How long it is since a box was last open, while something else has the controls."""
        if reading.dialog is not None:
            self.saw_a_box, self.gap = True, 0
        elif not reading.scene.input_ready:
            self.gap += 1

    def _check_open(self, reading: _Reading) -> None:
        """Refuse when nothing is being said.

        Raises:
            ActionError: ``no_conversation_open``.
        """
        scene, menu = reading.scene, reading.menu
        script = self._script_runs()
        asked = scene.mode in {Mode.MENU, Mode.NAMING} and (menu is None or menu.id != START_MENU)
        talks = reading.dialog is not None or scene.mode in {Mode.DIALOG, *BATTLE_MODES}
        if not scene.input_ready and (talks or script or (asked and scene.mode is Mode.NAMING)):
            return
        if asked and menu is not None:
            return
        raise ActionError(
            "no_conversation_open",
            f"nothing is being said: the game is in mode {scene.mode.value} ({scene.because});"
            " face an NPC or a sign and `gbatool press a` to begin a conversation",
            mode=scene.mode.value,
            because=scene.because,
        )

    def _script_runs(self) -> bool:
        try:
            script = decode_script(self.driver.ram, self.driver.profile)
        except DecodeError:
            return False
        return script is not None and script.running

    def _end_of(self, reading: _Reading) -> DialEnd | None:
        """Whether this is where reading ends."""
        scene = reading.scene
        if reading.printing or reading.waiting:
            self.free = 0
            return None
        if scene.mode is Mode.NAMING:
            return "naming_open"
        if reading.asks or reading.illegible_menu:
            self.asked += 1
            if self.asked <= MENU_OPENING_FRAMES and not reading.takes_input:
                return None
            return "choice_open" if reading.asks else "choice_unlisted"
        self.asked = 0
        if scene.mode in BATTLE_MODES and not self.in_battle:
            return "battle_started"
        if self.unlisted >= UNLISTED_FRAMES:
            return "choice_unlisted"
        if scene.input_ready:
            self.free += 1
            return self._over() if self.free >= SETTLE_FRAMES else None
        self.free = 0
        if self.quiet >= GAP_FRAMES:
            return "script_holding"
        return None

    def _over(self) -> DialEnd:
        if self.in_battle:
            return "battle_ended"
        closed = self.saw_a_box and self.gap < STALL_FRAMES
        return "dialog_closed" if closed else "script_released"

    def _go_on(self) -> DialEnd | None:
        """Do what this frame asks for; the reason to end when the budget does not allow it."""
        driver, reading = self.driver, self.last
        if driver.frames_left <= 0:
            return "frame_bound_reached"
        standstill = self.watch.see(driver.ram)
        if standstill is not None:
            return standstill
        if reading.waiting:
            return self._press()
        if reading.printing:
            self._hold()
            return None
        self._count(reading)
        if self.stalled >= STALL_FRAMES:
            self.stalled_presses += 1
            self.transcript.count_current()
            return self._press()
        driver.tick()
        return None

    def _count(self, reading: _Reading) -> None:
        """Count the frames in which nothing is printed and nothing waits for a press."""
        self.stalled = self.stalled + 1 if self._may_be_stuck(reading) else 0
        self.quiet += 1
        self.unlisted = self.unlisted + 1 if reading.scene.mode is Mode.MENU else 0

    def _may_be_stuck(self, reading: _Reading) -> bool:
        """Whether a press may help a box that never said that it wants one."""
        if reading.scene.mode in BATTLE_MODES:
            return shows_level_up(self.driver.ram, self.driver.profile)
        if reading.dialog is None or reading.scene.mode is not Mode.DIALOG:
            return False
        script = decode_script(self.driver.ram, self.driver.profile)
        if script is None or not script.running or script.resumes:
            return False
        return not waits_in(script, self.driver.profile, *INPUTLESS_NATIVES)

    def _press(self) -> DialEnd | None:
        """One fresh press of A, in the frame after memory asked for it."""
        driver = self.driver
        if not driver.may_press:
            return "input_bound_reached"
        driver.presses += 1
        self.quiet = self.stalled = self.unlisted = 0
        driver.hold(Buttons.A)
        driver.tick()
        driver.release()
        self._read()
        if driver.frames_left > 0:
            driver.tick()
        return None

    def _hold(self) -> None:
        """Hold A while characters come; the last frame is a released one."""
        driver = self.driver
        self.quiet = self.stalled = self.unlisted = 0
        driver.hold(Buttons.A)
        for _ in range(HOLD_FRAMES):
            if driver.frames_left <= 1:
                break
            driver.tick()
            if not self._read().printing:
                break
        driver.release()
        driver.tick()
