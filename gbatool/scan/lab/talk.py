"""Bring about a conversation without knowing an address of the text engine.

An NPC or a sign responds to A when, soon after the press, a position in a text begins to advance a
character at a time. Text printers keep the position as a pointer; the windows of Ruby and Sapphire
as an index with a pointer to the text behind it. The states that the text and script locators need
are found by following it. Where the map header is known, a sign with a plain message is put on the
tile ahead; elsewhere the map's own signs and NPCs have to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, press
from gbatool.engine.layouts import TEXT_WINDOW, offset_of
from gbatool.engine.text import CONTROL, END, NEWLINE
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, IWRAM, RAM_REGIONS, Address, Snapshot
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.byte_code import message
from gbatool.scan.lab.explore import (
    approaches,
    closed_tiles,
    events,
    go,
    npcs,
    routes,
)
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.lab.sign import SCRIPT_OFFSET, SIGN_BYTES, put_sign, turn

DIALOG = "dialog"
"""Label of a conversation that the user gave."""
FACING, PRINTING, WAITING, CLOSED = "talk_facing", "talk_printing", "talk_waiting", "talk_closed"
WAYS = ("gBackupMapLayout", "gObjectEvents", "gMapHeader")
"""Symbols that ways to NPCs and signs are planned with: locators that talk prefer them."""
BEHIND_INDEX = offset_of(TEXT_WINDOW, "text") - offset_of(TEXT_WINDOW, "index")
"""Bytes from a text's index to the pointer to the text."""
SAMPLES, SAMPLE_FRAMES = 16, 5
BEGIN_FRAMES = 20  # the player and the NPC come to rest, the box opens
MAX_JUMP = 12  # bytes a pointer may advance between two samples: control codes come in runs
MIN_ADVANCE, MIN_STEPS = 5, 4
STILL_FRAMES = 60  # longer than any pause within a text
CLOSE_FRAMES = 60
MAX_PROMPTS = 24
PACED_BYTES, PAUSE = SIGN_BYTES + 0x40, 0x08
SIGN_TEXT = bytes((*range(0xBB, 0xD5), NEWLINE, *range(0xD5, 0xEE), END))
"""Two lines, of the capital and of the small letters."""
PACED_TEXTS = tuple(
    b"".join(bytes((letter, CONTROL, PAUSE, frames)) for letter in range(0xBB, 0xD5))
    + bytes((END,))
    for frames in (4, 60)
)
"""For engines that print a whole page in one frame: a pause behind each letter. The longer ones are
for those that let a dozen frames of a printer pass in each frame."""


@dataclass(frozen=True, slots=True)
class TextPosition:
    """A position in a text, as the engine keeps it in RAM.

    Attributes:
        address: A word that points at the next character; or, if ``indexed``, a half-word that
            counts characters, with a pointer to the text right behind it.
    """

    address: Address
    indexed: bool

    def next_character(self, snapshot: Snapshot) -> int:
        """Address of the next character."""
        if self.indexed:
            return snapshot.u32(self.address + BEHIND_INDEX) + snapshot.u16(self.address)
        return snapshot.u32(self.address)


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation that was brought about.

    Attributes:
        positions: All that advanced with the text, pointers first, by address.
        start: Address of the text.
    """

    positions: tuple[TextPosition, ...]
    start: Address

    @property
    def pointers(self) -> tuple[Address, ...]:
        """Addresses of the positions that are pointers."""
        return tuple(position.address for position in self.positions if not position.indexed)

    @property
    def indices(self) -> tuple[Address, ...]:
        """Addresses of the positions that are indices."""
        return tuple(position.address for position in self.positions if position.indexed)

    def next_character(self, snapshot: Snapshot) -> int:
        """Address of the next character."""
        return self.positions[0].next_character(snapshot)


def find_text_positions(trace: list[Snapshot]) -> list[TextPosition]:
    """Everything that advances like a position in a text over the whole trace."""
    found: list[TextPosition] = []
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in trace]).astype(np.int64)
        hits = _advances(words) & _in_ram(words[0]) & _in_ram(words[-1])
        found += [TextPosition(address, indexed=False) for address in addresses(region, hits)]
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in trace]).astype(np.int64)
        texts = words[:, 1:]
        hits = _advances(words[:, :-1] >> 16) & (texts == texts[0]).all(0) & _in_ram(texts[0])
        found += [TextPosition(address + 2, indexed=True) for address in addresses(region, hits)]
    return found


def _advances(
    values: np.ndarray[tuple[int, int], np.dtype[np.int64]],
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    steps = np.diff(values, axis=0)
    advance: np.ndarray[tuple[int], np.dtype[np.bool_]] = (
        (steps >= 0).all(0)
        & (steps <= MAX_JUMP).all(0)
        & (values[-1] - values[0] >= MIN_ADVANCE)
        & (np.count_nonzero(steps, axis=0) >= MIN_STEPS)
    )
    return advance


def _in_ram(
    words: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    in_ewram = (words >= EWRAM.base) & (words < EWRAM.end)
    return in_ewram | ((words >= IWRAM.base) & (words < IWRAM.end))


def _trace_of_press(lab: Lab) -> list[Snapshot]:
    """On a branch from the present state: press A and sample RAM while a text would print."""
    trace = []
    with lab.aside() as emulator:
        press(emulator, Buttons.A, 2, BEGIN_FRAMES)
        for _ in range(SAMPLES):
            trace.append(emulator.snapshot())
            emulator.run(SAMPLE_FRAMES)
    return trace


@exploration
def find_talk(lab: Lab) -> Talk:
    """Label the states of a conversation: facing, printing, waiting, closed.

    Raises:
        ProbeError: Nothing within reach responds to A with a text that can be read to its end.
    """
    for _ in _spots(lab):
        if not any(map(lab.could_step, STEPS)):
            continue  # an event has taken control on the way: a trainer who saw the player, say
        before = lab.emulator.save_state()
        positions = find_text_positions(_trace_of_press(lab))
        if not positions:
            continue
        lab.states[FACING] = before
        if _read_to_the_end(lab, positions[0]):
            return Talk(tuple(positions), _text_start(lab, positions[0]))
        for label in (FACING, PRINTING, WAITING, CLOSED):
            lab.states.pop(label, None)
    raise ProbeError("nothing within reach responds to A with a text that prints and closes again")


def _spots(lab: Lab) -> Iterator[None]:
    """Bring the emulator into each state in which A may begin a conversation.

    First the end of a given conversation, then before a sign that is put there, whose script is
    known to the end; then the overworld state as it is and turned each way, and at last beside the
    map's signs and NPCs.
    """
    if DIALOG in lab.states:
        with lab.at(DIALOG):
            if _ends(lab):
                yield
    yield from _before_a_sign(lab)
    for button in (None, *STEPS):
        with lab.at(OVERWORLD):
            if button is not None:
                turn(lab.emulator, button)
            yield
    if "gBackupMapLayout" not in lab.known:
        return
    snapshot = lab.snapshot(OVERWORLD)
    with lab.at(OVERWORLD):
        here = lab.position()
    ways = routes(here, closed_tiles(lab, snapshot))
    targets = [*events(lab, snapshot, "bg"), *npcs(lab, snapshot)]
    for way in approaches(targets, ways):
        with lab.at(OVERWORLD):
            if go(lab, way[:-1]):
                turn(lab.emulator, way[-1])
                yield


def _before_a_sign(lab: Lab) -> Iterator[None]:
    """Each state in which a sign with an injected text is on the tile ahead; none without room.

    Texts with pauses come last: without them a text may be complete in its first frame.
    """
    if "gMapHeader" not in lab.known:
        return
    header = lab.address("gMapHeader")
    for text in (SIGN_TEXT, *PACED_TEXTS):
        try:
            room = find_scratch(lab, SIGN_BYTES if text is SIGN_TEXT else PACED_BYTES)
        except ProbeError:
            continue
        script = message(Address(room + SCRIPT_OFFSET), text)
        for way in STEPS:
            with lab.at(OVERWORLD) as emulator:
                turn(emulator, way)
                put_sign(emulator, header, room, lab.position_address, way, script)
                yield


def _read_to_the_end(lab: Lab, position: TextPosition) -> bool:
    """From the facing state on: print, pass every prompt, wait, close; whether all of it happened."""
    emulator = lab.emulator
    ways = lab.open_directions(FACING)
    with lab.at(FACING):
        press(emulator, Buttons.A, 2, BEGIN_FRAMES)
        _run_until_moved(lab, position, 4)
        lab.keep(PRINTING)
        for _ in range(MAX_PROMPTS):
            _run_until_still(lab, position)
            lab.keep(WAITING)
            stopped = position.next_character(emulator.live)
            press(emulator, Buttons.A, 2, CLOSE_FRAMES)
            if position.next_character(emulator.live) == stopped and any(map(lab.could_step, ways)):
                lab.keep(CLOSED)
                return True
    return False


def _ends(lab: Lab) -> bool:
    """Press A within a conversation until the player can walk; at last B, to answer no."""
    for button in (*[Buttons.A] * MAX_PROMPTS, *[Buttons.B] * 2):
        press(lab.emulator, button, 2, CLOSE_FRAMES)
        if any(map(lab.could_step, STEPS)):
            # an open sign lets the player walk away: B closes it, and does nothing without one
            press(lab.emulator, Buttons.B, 2, CLOSE_FRAMES)
            return True
    return False


def _run_until_moved(lab: Lab, position: TextPosition, by: int) -> None:
    start = position.next_character(lab.emulator.live)
    for _ in range(STILL_FRAMES * 2):
        lab.emulator.run()
        if position.next_character(lab.emulator.live) - start >= by:
            return


def _run_until_still(lab: Lab, position: TextPosition) -> None:
    last, still = position.next_character(lab.emulator.live), 0
    for _ in range(40 * STILL_FRAMES):
        lab.emulator.run()
        now = position.next_character(lab.emulator.live)
        still = still + 1 if now == last else 0
        last = now
        if still >= STILL_FRAMES:
            return


def _text_start(lab: Lab, position: TextPosition) -> Address:
    """Address of the text: a pointer's first value in RAM, or the pointer behind an index."""
    if position.indexed:
        return Address(lab.snapshot(PRINTING).u32(position.address + BEHIND_INDEX))
    with lab.at(FACING) as emulator:
        before = emulator.live.u32(position.address)
        emulator.hold(Buttons.A)
        emulator.run(2)
        emulator.hold(Buttons.NONE)
        for _ in range(BEGIN_FRAMES * 4):
            emulator.run()
            value = emulator.live.u32(position.address)
            if value != before and (EWRAM.holds(value) or IWRAM.holds(value)):
                return Address(value)
    raise ProbeError("the text pointer did not show where the text begins")
