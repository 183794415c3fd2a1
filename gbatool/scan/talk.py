"""Bring about a conversation without knowing anything of the text engine.

Somebody or something answers A when, soon after the press, a RAM word that points into RAM begins
to advance a character at a time. That word is inside the text printer; what it points at is the
text. From it follow the states that the text and script locators need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, press
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, IWRAM, RAM_REGIONS, Address, Snapshot
from gbatool.scan.autopilot import STEPS
from gbatool.scan.explore import (
    approaches,
    closed_tiles,
    events,
    go,
    people,
    routes,
    turn,
)
from gbatool.scan.lab import OVERWORLD, Lab

FACING, PRINTING, WAITING, CLOSED = "talk_facing", "talk_printing", "talk_waiting", "talk_closed"
NEEDED = ("gBackupMapLayout", "gObjectEvents", "gMapHeader")
"""What ways to somebody who answers are planned with: locators that talk require it."""
SAMPLES, SAMPLE_FRAMES = 16, 5
BEGIN_FRAMES = 20  # the player and the other one come to rest, the box opens
MAX_JUMP = 12  # bytes a pointer may advance between two samples: control codes come in runs
MIN_ADVANCE = 5
STILL_FRAMES = 60  # longer than any pause within a text, shorter than patience
CLOSE_FRAMES = 60
MAX_PROMPTS = 24


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation that was brought about.

    Attributes:
        pointers: RAM words that advanced with the text, by address.
        start: What the first of them pointed at when the text began.
    """

    pointers: tuple[Address, ...]
    start: Address


def advancing_pointers(trace: list[Snapshot]) -> list[Address]:
    """RAM words that point into RAM and advance like a text pointer over the whole trace."""
    found: list[Address] = []
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in trace]).astype(np.int64)
        steps = np.diff(words, axis=0)
        hits = (steps >= 0).all(0) & (steps <= MAX_JUMP).all(0)
        hits &= (words[-1] - words[0] >= MIN_ADVANCE) & (np.count_nonzero(steps, axis=0) >= 4)
        hits &= _in_ram(words[0]) & _in_ram(words[-1])
        found += [Address(region.base + 4 * i) for i in np.flatnonzero(hits).tolist()]
    return found


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


def find_talk(lab: Lab) -> Talk:
    """Label the states of a conversation: facing, printing, waiting, closed.

    Raises:
        ProbeError: Nothing within reach answers A with a text that can be read to its end.
    """
    return lab.explored(_find_talk)


def _find_talk(lab: Lab) -> Talk:
    for _ in _spots(lab):
        before = lab.emulator.save_state()
        pointers = advancing_pointers(_trace_of_press(lab))
        if not pointers:
            continue
        lab.states[FACING] = before
        if _read_to_the_end(lab, pointers):
            return Talk(tuple(pointers), _text_start(lab, pointers[0]))
        for label in (FACING, PRINTING, WAITING, CLOSED):
            lab.states.pop(label, None)
    raise ProbeError("nothing within reach answers A with a text that prints and closes again")


def _spots(lab: Lab) -> Iterator[None]:
    """Put the emulator where something may answer: as it stands, each way, then beside events."""
    for button in (None, *STEPS):
        with lab.at(OVERWORLD):
            if button is not None:
                turn(lab, button)
            yield
    if "gBackupMapLayout" not in lab.known:
        return
    snapshot = lab.snapshot(OVERWORLD)
    with lab.at(OVERWORLD):
        here = lab.position()
    ways = routes(here, closed_tiles(lab, snapshot))
    targets = [*events(lab, snapshot, "bg"), *people(lab, snapshot)]
    for way in approaches(targets, ways):
        with lab.at(OVERWORLD):
            if go(lab, way[:-1]):
                turn(lab, way[-1])
                yield


def _read_to_the_end(lab: Lab, pointers: list[Address]) -> bool:
    """From the facing state on: print, pass every prompt, wait, close; True if that worked out."""
    emulator = lab.emulator
    ways = lab.open_directions(FACING)
    with lab.at(FACING):
        press(emulator, Buttons.A, 2, BEGIN_FRAMES)
        _run_until_moved(lab, pointers[0], 4)
        lab.keep(PRINTING)
        for _ in range(MAX_PROMPTS):
            _run_until_still(lab, pointers[0])
            lab.keep(WAITING)
            stopped = emulator.live.u32(pointers[0])
            press(emulator, Buttons.A, 2, CLOSE_FRAMES)
            if emulator.live.u32(pointers[0]) == stopped and any(_walks(lab, way) for way in ways):
                lab.keep(CLOSED)
                return True
    return False


def _walks(lab: Lab, way: Buttons) -> bool:
    with lab.aside():
        return lab.step(way)


def _run_until_moved(lab: Lab, pointer: Address, by: int) -> None:
    start = lab.emulator.live.u32(pointer)
    for _ in range(STILL_FRAMES * 2):
        lab.emulator.run()
        if lab.emulator.live.u32(pointer) - start >= by:
            return


def _run_until_still(lab: Lab, pointer: Address) -> None:
    last, still = lab.emulator.live.u32(pointer), 0
    for _ in range(40 * STILL_FRAMES):
        lab.emulator.run()
        now = lab.emulator.live.u32(pointer)
        still = still + 1 if now == last else 0
        last = now
        if still >= STILL_FRAMES:
            return


def _text_start(lab: Lab, pointer: Address) -> Address:
    """What the printer's pointer is when the text begins: its first value inside RAM."""
    with lab.at(FACING) as emulator:
        before = emulator.live.u32(pointer)
        emulator.hold(Buttons.A)
        emulator.run(2)
        emulator.hold(Buttons.NONE)
        for _ in range(BEGIN_FRAMES * 4):
            emulator.run()
            value = emulator.live.u32(pointer)
            if value != before and (EWRAM.holds(value) or IWRAM.holds(value)):
                return Address(value)
    raise ProbeError("the text pointer did not show where the text begins")
