"""Notice that the autopilot goes in circles, and say what to press then.

A screen is judged by the tiles that it is made of. Progress in an intro makes the game draw
tiles that were not in VRAM before: text, the next picture, another page. A menu that refuses to
close, a title that plays its animation again, a question asked over and over draw the same tiles
each time; so do cursors, scrolling, fades and turning sprites, which whole pictures would tell
apart. In the intros of the games and hacks that were measured, 256 frames without a new tile are
rare, and twice as long a pause happens only on a map.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from dataclasses import dataclass

from gbatool.core import Buttons, Emulator, EmulatorState

PALETTE_BYTES, BACKGROUND_BYTES, VRAM_BYTES = 0x400, 0x10000, 0x18000
"""How ``Emulator.video_memory`` begins: the palette, then VRAM, first the part of the backgrounds."""
TILE_BYTES = 32
NEW_TILES = 2
"""One alone is no news: a counter may run in a corner."""
PATIENCE_LOOKS = 8
"""Looks without anything new until another way is tried."""
LONGEST_USUAL_LOOKS, LONGEST_AGAIN = 64, 16
"""Looks until another way is tried although something is new at each, an endless film maybe; and
how many where the usual way gets another chance."""
LOOKS_OF_A_BOUT = 2
CHECKPOINTS, CONFIRM_LOOKS = 3, 4
"""How many earlier screens are kept, and looks without anything new after going back to one."""
LOOKS_OF_A_SUCCESS = 16
"""Looks after which a way is left although it still brings something new."""
LONG_MENU = 12
"""Entries."""
RANDOM_BUTTONS = (
    *(Buttons.A, Buttons.A, Buttons.A, Buttons.B, Buttons.START),
    *(Buttons.DOWN, Buttons.UP, Buttons.LEFT, Buttons.RIGHT),
)
"""Neither SELECT nor L and R, which hacks give to their debug menus and quick starts."""


@dataclass(frozen=True, slots=True)
class Keys:
    """One press: never more than one button, since combinations open debug menus and reset games.

    Attributes:
        button: The button.
        hold: For how many frames.
        release: For how many frames nothing is held after it.
    """

    button: Buttons
    hold: int = 6
    release: int = 10


@dataclass(frozen=True, slots=True)
class Way:
    """Another way to get on.

    Attributes:
        presses: Over and over; empty for buttons at random.
        from_round: The first round of all ways in which it is tried.
    """

    presses: tuple[Keys, ...]
    from_round: int = 0


def _way(*buttons: Buttons, from_round: int = 0) -> Way:
    return Way(tuple(Keys(button) for button in buttons), from_round)


WAYS = (
    Way((Keys(Buttons.START, 4, 60),)),  # a title that wants START and nothing else
    _way(Buttons.DOWN, Buttons.A),  # the entry that closes a menu is its last one
    _way(Buttons.UP, Buttons.A),  # ... which is above the first where the cursor wraps
    _way(Buttons.DOWN, Buttons.A, Buttons.B),  # ... where the others open pages that B closes
    _way(*[Buttons.DOWN] * LONG_MENU, Buttons.A),  # ... where A on the others goes back
    _way(Buttons.B, Buttons.START),  # leave what A has opened, and go on from there
    Way((Keys(Buttons.A, 4, 60), Keys(Buttons.B, 4, 60))),  # fresh keys, long after the last one
    _way(Buttons.RIGHT, Buttons.A),  # an option to set, a box in a row
    _way(Buttons.LEFT, Buttons.A),
    Way(()),
    _way(Buttons.R, Buttons.A),  # pages
    _way(Buttons.L, Buttons.A, from_round=1),
    Way((Keys(Buttons.SELECT, 6, 26), Keys(Buttons.A, 6, 26)), from_round=1),  # a quick start
)
CONFIRM = Way((Keys(Buttons.A, 14, 2),))
"""From an earlier screen on: nothing that could open a menu."""


class ScreensSeen:
    """What was on the screen since power-on.

    Attributes:
        looks: How many looks were taken.
        since_new: How many of them since the last that showed something new.
    """

    def __init__(self) -> None:
        self.looks = self.since_new = 0
        self._tiles: set[bytes] = set()
        self._screens: Counter[bytes] = Counter()
        self._last = b""

    @property
    def different(self) -> int:
        """How many different screens the looks showed, by the tiles of their backgrounds."""
        return len(self._screens)

    @property
    def last_seen(self) -> int:
        """How many looks showed the last screen."""
        return self._screens[self._last]

    def look(self, video_memory: bytes) -> bool:
        """Take a look; whether it shows something new."""
        vram = video_memory[PALETTE_BYTES : PALETTE_BYTES + VRAM_BYTES]
        tiles = {vram[at : at + TILE_BYTES] for at in range(0, len(vram), TILE_BYTES)}
        new = len(tiles - self._tiles) >= NEW_TILES
        self._tiles |= tiles
        self._last = vram[:BACKGROUND_BYTES]
        self._screens[self._last] += 1
        self.looks += 1
        self.since_new = 0 if new else self.since_new + 1
        return new


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state at a look that showed something new, and the buttons pressed until then."""

    state: EmulatorState
    presses: int


class OtherWays:
    """Which way to go on: the usual one, and others in turn when that brings nothing new.

    A way that brings something new is kept for as long as it does; after that the usual one gets
    its chance. When all were tried in vain, the last screen may be a dead end: confirming from an
    earlier one on is tried, and if that shows nothing new either, a round of longer bouts.

    Args:
        first: A way to begin with; the usual one by default.

    Attributes:
        seen: What the looks showed.
        checkpoints: The last looks that showed something new, the latest last.
    """

    def __init__(self, first: Way | None = None) -> None:
        self.seen = ScreensSeen()
        self.checkpoints: deque[Checkpoint] = deque(maxlen=CHECKPOINTS)
        self._way = first
        self._longest = LONGEST_USUAL_LOOKS
        self._next = self._round = 0
        self._looks = self._quiet = self._pressed = 0
        self._worked = first is not None
        self._resume: Checkpoint | None = None
        self._random = random.Random(0)

    @property
    def is_usual(self) -> bool:
        """Whether the usual presses are due."""
        return self._way is None

    def press(self) -> Keys | None:
        """The next press; None if it is a usual one."""
        if self._way is None:
            return None
        presses = self._way.presses
        self._pressed += 1
        if not presses:
            return Keys(self._random.choice(RANDOM_BUTTONS))
        return presses[(self._pressed - 1) % len(presses)]

    def look(self, video_memory: bytes, emulator: Emulator, presses: int) -> Checkpoint | None:
        """Look at the screen, and decide which way to go on.

        Args:
            video_memory: What the screen shows.
            emulator: Its state is kept if that is new.
            presses: Buttons pressed so far.

        Returns:
            Where to go back to before the next press; None to go on from here.
        """
        new = self.seen.look(video_memory)
        self._looks += 1
        self._quiet = 0 if new else self._quiet + 1
        if new:
            self.checkpoints.append(Checkpoint(emulator.save_state(), presses))
        if self._way is None:
            if self._quiet >= PATIENCE_LOOKS or self._looks >= self._longest:
                return self._begin_another(emulator, presses)
            return None
        self._worked |= new
        if self._quiet < self._patience:
            if self._looks >= LOOKS_OF_A_SUCCESS:
                self._begin_usual()
            return None
        if self._worked:
            self._begin_usual()
            return None
        return self._begin_another(emulator, presses)

    @property
    def _patience(self) -> int:
        if self._way is CONFIRM:
            return CONFIRM_LOOKS
        return min(LOOKS_OF_A_BOUT << self._round, PATIENCE_LOOKS)

    def _begin_usual(self) -> None:
        self._way = self._resume = None
        self._longest = LONGEST_AGAIN
        self._looks = self._quiet = 0

    def _begin_another(self, emulator: Emulator, presses: int) -> Checkpoint | None:
        self._looks = self._quiet = self._pressed = 0
        self._worked = False
        resume, self._resume = self._resume, None
        due = [way for way in WAYS if way.from_round <= self._round]
        if self._next == len(due):
            self._next, self._round = 0, self._round + 1
            if self.checkpoints:
                self._way = CONFIRM
                self._resume = Checkpoint(emulator.save_state(), presses)
                return self.checkpoints.popleft()
        self._way = due[self._next]
        self._next += 1
        return resume
