"""The autopilot: from power-on to a state in which the player obeys, without knowing an address.

It presses through whatever the game shows, and in another way where that shows nothing new
(:mod:`gbatool.scan.lab.other_ways`). After every few presses it tests, on branches, whether a
direction key moves a pair of adjacent 16-bit words by exactly one tile, back and forth or in two
directions, and whether RAM has a plausible map layout that contains that position. Cut scenes,
cursors and scroll offsets fail one of the two.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gbatool.core import Buttons, Emulator, EmulatorState, branch, press
from gbatool.engine import layouts
from gbatool.errors import NoPlayerControlError
from gbatool.memory import Address
from gbatool.scan.kernel.memory_scan import SizedPointer, pairs_moved
from gbatool.scan.lab.attempts import Attempts
from gbatool.scan.lab.map_layouts import find_map_layouts, holds_position
from gbatool.scan.lab.other_ways import CONFIRM, Keys, OtherWays, ScreensSeen
from gbatool.scan.lab.standing import player_positions

STEPS = {
    Buttons.DOWN: (0, 1),
    Buttons.UP: (0, -1),
    Buttons.LEFT: (-1, 0),
    Buttons.RIGHT: (1, 0),
}
OPPOSITE = {
    Buttons.DOWN: Buttons.UP,
    Buttons.UP: Buttons.DOWN,
    Buttons.LEFT: Buttons.RIGHT,
    Buttons.RIGHT: Buttons.LEFT,
}
PRESSES = (Buttons.A, Buttons.A, Buttons.A, Buttons.START)
"""A confirms every question of an intro; START passes a title and ends a naming screen."""
OTHER_PRESSES = (Buttons.R, Buttons.DOWN)
"""One of these, in turn, where those changed nothing on the screen for a while: pages that R turns,
entries further down. Neither L nor UP, which would go back, nor LEFT and RIGHT, which would turn on
challenges, nor SELECT, which starts some hacks with what their authors wanted to test."""
PRESSES_A_LOOK = 16
PRESS_HOLD, PRESS_RELEASE = 14, 2  # held, it speeds up what prints
WAY_OUT_PRESSES, WAY_OUT_HOLD, WAY_OUT_RELEASE = 10, 2, 14
"""B closes menus and passes text without starting a conversation: ten of them, on a branch, close
whatever the presses above opened once the player could walk."""
HOLD_FRAMES = 12  # enough to turn (8) and then begin one step, too short to begin a second
BEGUN_FRAMES = 2  # a step that happens at all has changed the position by then
FINISH_FRAMES = 20  # a step takes 16 frames, so this is at rest again
SETTLE_FRAMES = 60
STAND_FRAMES = 180  # longer than a fade, a map that loads and the first frame of its script
MIN_DIRECTIONS = 2
PATIENCE_ON_A_MAP = 4
"""Attempts to walk on the same map; then a player who only turns is taken to stand on an islet."""
MAX_PRESSES = 4000


@dataclass(frozen=True, slots=True)
class Walking:
    """A state in which a direction key moves the player over a map.

    Attributes:
        state: At rest, nothing held.
        positions: Addresses of 16-bit pairs (x, y) that follow each step, earliest to change first.
        layouts: Possible map layouts.
        presses: Buttons pressed since power-on.
        frames: Frames since power-on.
    """

    state: EmulatorState
    positions: tuple[Address, ...]
    layouts: tuple[SizedPointer, ...]
    presses: int
    frames: int


def _moved_by(emulator: Emulator, button: Buttons, finish: int = FINISH_FRAMES) -> set[Address]:
    """On a branch: the positions that ``button`` moved by one tile in its direction."""
    with branch(emulator):
        before = emulator.snapshot()
        emulator.hold(button)
        emulator.run(HOLD_FRAMES)
        emulator.hold(Buttons.NONE)
        emulator.run(finish)
        after = emulator.snapshot()
    maps = find_map_layouts(after)
    pairs = pairs_moved(before, after, *STEPS[button])
    return {
        pair
        for pair in pairs
        if any(holds_position(layout, after.s16(pair), after.s16(pair + 2)) for layout in maps)
    }


def _changed_at(
    emulator: Emulator, positions: set[Address], begun: list[Buttons]
) -> dict[Address, int]:
    """Frame of a step at which each position first changes (previous coordinates change last)."""
    never = HOLD_FRAMES + FINISH_FRAMES
    changed_at = dict.fromkeys(positions, never)
    for button in begun:
        with branch(emulator):
            start = emulator.snapshot()
            emulator.hold(button)
            for frame in range(never):
                if frame == HOLD_FRAMES:
                    emulator.hold(Buttons.NONE)
                emulator.run()
                live = emulator.live
                for pair in positions:
                    if live.u32(pair) != start.u32(pair):
                        changed_at[pair] = min(changed_at[pair], frame)
        if any(frame < never for frame in changed_at.values()):
            break
    return changed_at


def find_walker(emulator: Emulator) -> tuple[Address, ...]:
    """On branches: positions that follow two directions, or a step and its return, the best first.

    The best are those in the record that turns as the player does, then those with another position
    a border lower (the save block's map-local one), each group by how soon a step changes them. Only
    positions with the first one's value are kept: others are no buffer coordinates of the player.
    """
    if not find_map_layouts(emulator.live):
        return ()
    begun = [button for button in STEPS if _moved_by(emulator, button, BEGUN_FRAMES)]
    answers = {button: _moved_by(emulator, button) for button in begun}
    counted = Counter(pair for moved in answers.values() for pair in moved)
    walkers = {pair for pair, count in counted.items() if count >= MIN_DIRECTIONS}
    if not walkers:
        for button, moved in answers.items():
            walkers |= moved & _came_back(emulator, button)
    walkers -= _moving_alone(emulator, walkers)
    return _best_first(emulator, walkers, begun) if walkers else ()


def _moving_alone(emulator: Emulator, positions: set[Address]) -> set[Address]:
    """On a branch: the positions that change with no key held, such as an NPC's in a cut scene."""
    if not positions:
        return set()
    alone: set[Address] = set()
    with branch(emulator):
        before = emulator.snapshot()
        for _ in range(2 * (HOLD_FRAMES + FINISH_FRAMES)):  # as long as a step and its return
            emulator.run()
            live = emulator.live
            alone |= {pair for pair in positions if live.u32(pair) != before.u32(pair)}
    return alone


def _best_first(
    emulator: Emulator, walkers: set[Address], begun: list[Buttons]
) -> tuple[Address, ...]:
    """The positions that agree with the one that is most likely the player's, that one first."""
    live = emulator.live
    values = {pair: (live.s16(pair), live.s16(pair + 2)) for pair in walkers}
    with_lower = {(x + layouts.BORDER, y + layouts.BORDER) for x, y in values.values()}
    records = set(player_positions(emulator))
    changed_at = _changed_at(emulator, walkers, begun)

    def order(pair: Address) -> tuple[bool, bool, int, Address]:
        return pair not in records, values[pair] not in with_lower, changed_at[pair], pair

    ordered = sorted(walkers, key=order)
    return tuple(pair for pair in ordered if values[pair] == values[ordered[0]])


def _came_back(emulator: Emulator, button: Buttons) -> set[Address]:
    """On a branch: the positions that the opposite key moves back after a step of ``button``."""
    with branch(emulator):
        emulator.hold(button)
        emulator.run(HOLD_FRAMES)
        emulator.hold(Buttons.NONE)
        emulator.run(FINISH_FRAMES)
        return _moved_by(emulator, OPPOSITE[button])


def walking_here(emulator: Emulator, presses: int = 0) -> Walking | None:
    """The emulator's present state as a walking one; None if the player can't walk."""
    return _walking(emulator, find_walker(emulator), presses)


def standing_here(emulator: Emulator) -> Walking | None:
    """The emulator's present state, in which the player walks, or turns and can't step.

    None if the direction keys have no effect on a possible player.
    """
    return walking_here(emulator) or _walking(emulator, _turning(emulator), 0)


def _turning(emulator: Emulator) -> tuple[Address, ...]:
    """Positions in records that turn as the player does, on the map of a possible layout."""
    live = emulator.live
    maps = find_map_layouts(live)
    return tuple(
        pair
        for pair in player_positions(emulator)
        if any(holds_position(layout, live.s16(pair), live.s16(pair + 2)) for layout in maps)
    )


def _still_turning(emulator: Emulator) -> tuple[Address, ...]:
    """Those of :func:`_turning` that turn again after a while: a warp may be about to begin."""
    positions = _turning(emulator)
    if positions:
        with branch(emulator):
            emulator.run(STAND_FRAMES)
            again = _turning(emulator)
        positions = tuple(pair for pair in positions if pair in again)
    return positions


def _walking(emulator: Emulator, positions: tuple[Address, ...], presses: int) -> Walking | None:
    if not positions:
        return None
    return Walking(
        emulator.save_state(),
        positions,
        tuple(find_map_layouts(emulator.live)),
        presses,
        emulator.frame,
    )


class _Flight:
    """The presses so far, and what comes next.

    Args:
        emulator: Is pressed on; after an attempt that fails, its state is as before.
        ways: What to press.
        presses: Buttons pressed before.
        stands: Whether a player who only turns is accepted after some attempts.
    """

    def __init__(
        self, emulator: Emulator, ways: OtherWays, presses: int = 0, *, stands: bool = True
    ) -> None:
        self.presses = presses
        self._emulator, self._ways, self._stands = emulator, ways, stands
        self._attempts = Attempts()
        self._last, self._stuck = b"", 0

    def go_on(self) -> Walking | None:
        """Press once, look if that is due, and attempt to walk if that is."""
        self.presses += 1
        usual = Keys(PRESSES[self.presses % len(PRESSES)], PRESS_HOLD, PRESS_RELEASE)
        self._press(self._ways.press() or usual)
        if self.presses % PRESSES_A_LOOK == 0:
            self._look()
        if not self._attempts.is_due(self.presses, self._emulator.live):
            return None
        way_out = WAY_OUT_PRESSES if self._attempts.thorough else 0
        may_stand = self._stands and self._attempts.on_the_map >= PATIENCE_ON_A_MAP
        return self._walks_out(way_out, may_stand=may_stand)

    def _press(self, keys: Keys) -> None:
        press(self._emulator, keys.button, keys.hold, keys.release)

    def _look(self) -> None:
        now = self._emulator.video_memory()
        if now == self._last and self._ways.is_usual:
            other = OTHER_PRESSES[self._stuck % len(OTHER_PRESSES)]
            self._press(Keys(other, PRESS_HOLD, PRESS_RELEASE))
            self._stuck += 1
        self._last = now
        back = self._ways.look(now, self._emulator, self.presses)
        if back is not None:
            self._emulator.load_state(back.state)
            self.presses, self._attempts = back.presses, Attempts()

    def _walks_out(self, way_out: int, *, may_stand: bool) -> Walking | None:
        """Try to walk after ``way_out`` presses of B; None, with the state restored, if that fails.

        With ``may_stand``, turning is enough: the tile may be closed all around.
        """
        emulator = self._emulator
        before = emulator.save_state()
        for _ in range(way_out):
            press(emulator, Buttons.B, WAY_OUT_HOLD, WAY_OUT_RELEASE)
        if find_walker(emulator):
            emulator.run(SETTLE_FRAMES)
            walking = walking_here(emulator, self.presses)
            if walking is not None:
                return walking
        if may_stand:
            standing = _walking(emulator, _still_turning(emulator), self.presses)
            if standing is not None:
                return self._walks_from_before() or standing
        emulator.load_state(before)
        return None

    def _walks_from_before(self) -> Walking | None:
        """From earlier screens on, the last first, try to walk by confirming alone; or stay here.

        START may have opened a menu while a map was left, and with it stopped the game for good.
        """
        emulator = self._emulator
        here = emulator.save_state()
        for back in reversed(self._ways.checkpoints):
            emulator.load_state(back.state)
            ways = OtherWays(first=CONFIRM)
            flight = _Flight(emulator, ways, back.presses, stands=False)
            while not ways.is_usual:
                walking = flight.go_on()
                if walking is not None:
                    return walking
        emulator.load_state(here)
        return None


def mint(emulator: Emulator, max_presses: int = MAX_PRESSES) -> Walking:
    """Press from the emulator's state on until the player can walk; leave it there, at rest.

    Raises:
        NoPlayerControlError: ``max_presses`` did not suffice. The emulator is left where it gave
            up, so that the screen can be looked at.
    """
    ways = OtherWays()
    flight = _Flight(emulator, ways)
    for _ in range(max_presses):
        walking = flight.go_on()
        if walking is not None:
            return walking
    raise _gave_up(max_presses, ways.seen)


def _gave_up(presses: int, seen: ScreensSeen) -> NoPlayerControlError:
    return NoPlayerControlError(
        f"the player could not be made to walk within {presses} presses from power-on"
        f"{_what_was_seen(seen)}; make a state in which the player can walk with a recipe or in"
        " mGBA's window and give it with --state overworld=FILE",
        presses=presses,
        screens=seen.different,
        last_screen_seen=seen.last_seen,
        presses_without_news=seen.since_new * PRESSES_A_LOOK,
    )


def _what_was_seen(seen: ScreensSeen) -> str:
    if not seen.looks:
        return ""
    quiet = seen.since_new * PRESSES_A_LOOK
    return (
        f": the screen was looked at every {PRESSES_A_LOOK} presses; different screens:"
        f" {seen.different}, the last one in {seen.last_seen} of {seen.looks} looks, and nothing"
        f" new in the last {quiet} presses"
    )
