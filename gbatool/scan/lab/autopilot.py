"""The autopilot: from power-on to a state in which the player obeys, without knowing an address.

It presses through whatever the game shows. After every few presses it tests, on branches, whether a
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
from gbatool.memory import Address, Snapshot
from gbatool.scan.kernel.memory_scan import SizedPointer, pairs_moved, sized_pointers
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
OTHER_PRESSES = (Buttons.R, Buttons.DOWN, Buttons.R, Buttons.RIGHT, Buttons.R, Buttons.SELECT)
"""One of these, in turn, where those changed nothing on the screen for a while: pages that R turns,
entries further down. Never L or UP, which would go back."""
PRESSES_A_LOOK = 16
PRESS_HOLD, PRESS_RELEASE = 14, 2  # held, it speeds up what prints
PRESSES_A_TEST = 4
FIRST_GAP, LONGEST_GAP, MAP_GAP = 16, 128, 12
"""Presses until the next attempt while RAM has a possible layout: few if it has the border of a map,
or else (stale words on the stack look like one, too) twice as many each time."""
WAY_OUT_PRESSES, WAY_OUT_HOLD, WAY_OUT_RELEASE = 10, 2, 14
"""B closes menus and passes text without starting a conversation: ten of them, on a branch, close
whatever the presses above opened once the player could walk."""
HOLD_FRAMES = 12  # enough to turn (8) and then begin one step, too short to begin a second
BEGUN_FRAMES = 2  # a step that happens at all has changed the position by then
FINISH_FRAMES = 20  # a step takes 16 frames, so this is at rest again
SETTLE_FRAMES = 60
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


def find_map_layouts(snapshot: Snapshot) -> list[SizedPointer]:
    """Possible map layouts: sizes of a map with its border, and a pointer to its blocks."""
    return sized_pointers(
        snapshot, layouts.BORDER_WIDTH + 1, layouts.BORDER_HEIGHT + 1, layouts.MAX_BLOCKS
    )


def holds_position(layout: SizedPointer, x: int, y: int) -> bool:
    """Whether buffer coordinates are on the real map of a layout, its border left out."""
    return layouts.BORDER <= x < layout.width - (
        layouts.BORDER_WIDTH - layouts.BORDER
    ) and layouts.BORDER <= y < layout.height - (layouts.BORDER_HEIGHT - layouts.BORDER)


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
    return _best_first(emulator, walkers, begun) if walkers else ()


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


class Attempts:
    """When to test whether the player can walk: at once after a new map, else ever more seldom.

    Attributes:
        thorough: Whether menus and texts are closed with B before the attempt that is due.
        on_the_map: How many attempts were due on the map that is loaded, this one included.
    """

    def __init__(self) -> None:
        self.thorough = False
        self.on_the_map = 0
        self._maps: list[SizedPointer] = []
        self._gap, self._due = FIRST_GAP, 0

    def is_due(self, presses: int, snapshot: Snapshot) -> bool:
        """Whether an attempt is due after so many presses; if so, the call counts as the attempt."""
        if presses % PRESSES_A_TEST:
            return False
        found = find_map_layouts(snapshot)
        maps = [layout for layout in found if _has_a_border(layout, snapshot)]
        new = [layout for layout in maps if layout not in self._maps]
        if not found or (not new and presses < self._due):
            return False
        self.on_the_map = self.on_the_map + 1 if maps and maps == self._maps else len(maps[:1])
        self._maps = maps
        self.thorough = bool(maps) or self._gap == LONGEST_GAP
        self._due = presses + (MAP_GAP if maps else self._gap)
        self._gap = min(2 * self._gap, LONGEST_GAP)
        return True


def _has_a_border(layout: SizedPointer, snapshot: Snapshot) -> bool:
    """Whether a side of the buffer has undefined blocks: most maps have one without a connection."""
    blocks = snapshot.array(layout.pointer, layouts.MAP_BLOCK, (layout.height, layout.width))
    sides = blocks[0], blocks[-1], blocks[:, 0], blocks[:, -1]
    return any(bool((side == layouts.UNDEFINED_BLOCK).all()) for side in sides)


def _walks_out(
    emulator: Emulator, presses: int, way_out: int, *, may_stand: bool
) -> Walking | None:
    """Try to walk after ``way_out`` presses of B; None, with the state restored, if that fails.

    With ``may_stand``, turning is enough: the tile may be closed all around.
    """
    before = emulator.save_state()
    for _ in range(way_out):
        press(emulator, Buttons.B, WAY_OUT_HOLD, WAY_OUT_RELEASE)
    if find_walker(emulator):
        emulator.run(SETTLE_FRAMES)
        walking = walking_here(emulator, presses)
        if walking is not None:
            return walking
    if may_stand:
        walking = _walking(emulator, _turning(emulator), presses)
        if walking is not None:
            return walking
    emulator.load_state(before)
    return None


def mint(emulator: Emulator, max_presses: int = MAX_PRESSES) -> Walking:
    """Press from the emulator's state on until the player can walk; leave it there, at rest.

    Raises:
        NoPlayerControlError: ``max_presses`` did not suffice.
    """
    last, stuck, attempts = b"", 0, Attempts()
    for presses in range(1, max_presses + 1):
        press(emulator, PRESSES[presses % len(PRESSES)], PRESS_HOLD, PRESS_RELEASE)
        if presses % PRESSES_A_LOOK == 0:
            now = emulator.video_memory()
            if now == last:
                press(
                    emulator, OTHER_PRESSES[stuck % len(OTHER_PRESSES)], PRESS_HOLD, PRESS_RELEASE
                )
                stuck += 1
            last = now
        if attempts.is_due(presses, emulator.live):
            way_out = WAY_OUT_PRESSES if attempts.thorough else 0
            may_stand = attempts.on_the_map >= PATIENCE_ON_A_MAP
            walking = _walks_out(emulator, presses, way_out, may_stand=may_stand)
            if walking is not None:
                return walking
    raise NoPlayerControlError(
        f"the player could not be made to walk within {max_presses} presses from power-on; make a"
        " state in which the player can walk with a recipe or in mGBA's window and give it with"
        " --state overworld=FILE",
        presses=max_presses,
    )
