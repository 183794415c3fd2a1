"""Type a text on the naming screen, key by key, each seen to land.

Text that is already entered is kept as far as it begins the text, so that the same command can be
given again. Nothing is accepted unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from gbatool.actions.budgets import BoundReached, Budget
from gbatool.actions.input_driver import InputDriver
from gbatool.actions.outcomes import Outcome
from gbatool.core import Buttons, Emulator
from gbatool.decode.naming import NamingScreen, decode_naming
from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine.naming import COLUMNS, KEYBOARD
from gbatool.errors import ActionError, DecodeError
from gbatool.profile import Profile

HOLD_FRAMES, RELEASE_FRAMES = 2, 3
SHOWS_WITHIN = 90
"""Frames that a key may take to show: turning the page slides it in."""
CLOSES_WITHIN = 600
TRIES = 2

Key = tuple[int, int, int]
"""Page, column, row."""
Shows = Callable[[NamingScreen], bool]
"""What is to be seen of the screen after a press."""


TypeEnd = Literal["typed", "accepted", "key_stalled", "screen_closed"] | BoundReached


@dataclass(frozen=True, kw_only=True)
class TypeOutcome(Outcome):
    """What ``type`` did. ``typed`` is what stood there last."""

    SHORT: ClassVar[frozenset[str]] = Outcome.SHORT | {"key_stalled", "screen_closed"}

    ended_because: TypeEnd
    typed: str


def type_text(
    emulator: Emulator,
    profile: Profile,
    text: str,
    *,
    accept: bool = False,
    budget: Budget | None = None,
) -> TypeOutcome:
    """Type a text.

    Args:
        emulator: The console.
        profile: Of its ROM.
        text: What shall stand there.
        accept: Then press START and A: the name is taken.
        budget: What may be spent.

    Raises:
        ActionError: ``no_naming_screen``, ``text_too_long``, ``no_such_key`` (names the
            character), before anything was pressed.
        UnprovenSymbolError: The profile lacks ``sNamingScreen`` or ``gSprites``.
    """
    driver = InputDriver(emulator, profile, budget or Budget())
    try:
        screen = decode_naming(driver.ram, profile)
        mode = decode_scene(driver.ram, profile).mode
    except DecodeError as error:
        raise ActionError("no_naming_screen", "no naming screen is open") from error
    if mode is not Mode.NAMING:
        raise ActionError("no_naming_screen", f"no naming screen is open: mode {mode.value}")
    if len(text) > screen.most:
        raise ActionError(
            "text_too_long",
            f"{text!r} has {len(text)} characters; {screen.most} fit",
            observed=len(text),
            expected=screen.most,
        )
    keys = [find_key(character) for character in text]
    typing = _Typing(driver, screen, text, keys)
    ended = typing.run(accept=accept)
    return TypeOutcome(
        action="type",
        ended_because=ended,
        typed=typing.screen.text,
        **driver.outcome_fields(),
    )


def find_key(character: str) -> Key:
    """Where a character is on the keyboard.

    >>> find_key("b")
    (2, 1, 0)

    Raises:
        ActionError: ``no_such_key``.
    """
    for page, rows in KEYBOARD.items():
        for row, keys in enumerate(rows):
            if character in keys:
                return page, keys.index(character), row
    raise ActionError("no_such_key", f"the keyboard has no {character!r}", observed=character)


def _becomes(field: str, value: object) -> Shows:
    return lambda screen: bool(getattr(screen, field) == value)


def _leaves(field: str, value: object) -> Shows:
    return lambda screen: bool(getattr(screen, field) != value)


class _EndedError(Exception):
    """Typing can't go on; carries the reason."""

    def __init__(self, reason: TypeEnd) -> None:
        super().__init__(reason)
        self.reason = reason


class _Typing:
    """One call of :func:`type_text`."""

    def __init__(
        self, driver: InputDriver, screen: NamingScreen, text: str, keys: list[Key]
    ) -> None:
        self.driver, self.screen, self.text, self.keys = driver, screen, text, keys

    def run(self, *, accept: bool) -> TypeEnd:
        """Type, and accept when asked to."""
        try:
            while not self.text.startswith(self.screen.text):
                self._press(Buttons.B, _becomes("text", self.screen.text[:-1]))
            for index in range(len(self.screen.text), len(self.text)):
                self._type(self.keys[index], self.text[: index + 1])
            return self._accept() if accept else "typed"
        except _EndedError as ended:
            return ended.reason

    def _type(self, key: Key, result: str) -> None:
        page, column, row = key
        while self.screen.page != page:
            self._press(Buttons.SELECT, _leaves("page", self.screen.page))
        if self.screen.column == COLUMNS[page]:
            self._press(Buttons.LEFT, _leaves("column", COLUMNS[page]))
        self._move("row", row, Buttons.DOWN, Buttons.UP)
        self._move("column", column, Buttons.RIGHT, Buttons.LEFT)
        self._press(Buttons.A, _becomes("text", result))

    def _move(
        self, axis: Literal["row", "column"], wanted: int, up: Buttons, down: Buttons
    ) -> None:
        """Move the cursor along a row or column: ``up`` counts up, ``down`` down."""
        while (now := int(getattr(self.screen, axis))) != wanted:
            further = wanted > now
            aim = now + 1 if further else now - 1
            self._press(up if further else down, _becomes(axis, aim))

    def _give(self, button: Buttons) -> None:
        driver = self.driver
        if not driver.may_press:
            raise _EndedError("input_bound_reached")
        if driver.frames_left < HOLD_FRAMES + RELEASE_FRAMES:
            raise _EndedError("frame_bound_reached")
        driver.presses += 1
        driver.hold(button)
        driver.emulator.run(HOLD_FRAMES)
        driver.release()
        driver.emulator.run(RELEASE_FRAMES)

    def _press(self, button: Buttons, shows: Shows) -> None:
        """Press, and see what it should do; the screen may ignore the first press.

        Raises:
            _EndedError: It did not show, the screen closed, or a bound was reached.
        """
        for _ in range(TRIES):
            before = self.screen
            self._give(button)
            for _ in range(SHOWS_WITHIN):
                self.screen = self._look()
                if shows(self.screen) and self.screen.takes_input:
                    return
                if self.driver.frames_left <= 0:
                    raise _EndedError("frame_bound_reached")
                self.driver.tick()
            if self.screen != before:
                break
        raise _EndedError("key_stalled")

    def _look(self) -> NamingScreen:
        try:
            return decode_naming(self.driver.ram, self.driver.profile)
        except DecodeError as error:
            raise _EndedError("screen_closed") from error

    def _accept(self) -> TypeEnd:
        if self.screen.column != COLUMNS[self.screen.page]:
            self._press(Buttons.START, _becomes("column", COLUMNS[self.screen.page]))
        self._give(Buttons.A)
        for _ in range(CLOSES_WITHIN):
            try:
                if decode_scene(self.driver.ram, self.driver.profile).mode is not Mode.NAMING:
                    return "accepted"
            except DecodeError:
                return "accepted"
            if self.driver.frames_left <= 0:
                return "frame_bound_reached"
            self.driver.tick()
        return "key_stalled"
