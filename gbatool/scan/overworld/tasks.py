"""gTasks and the start menu's task.

Layout (``struct Task``, 0x28 bytes, 16 slots): a function at +0, isActive at +4, then prev and next
of a list that begins with prev 0xFE and ends with next 0xFF. The scan rests on that list. A copy of
it passes; with its function replaced by an empty one, the true start menu ignores input.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.engine.layouts import TASK, TASK_COUNT, field_address
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.explore import BACK_FRAMES, START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Inputs, Lab, Poke
from gbatool.scan.lab.pokes import write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe

FIRST, LAST = 0xFE, 0xFF
RETURN = 0x4770  # `bx lr`: an empty Thumb function
CLOSE = [(Buttons.B, 2), (Buttons.NONE, BACK_FRAMES)]
WAIT = [(Buttons.NONE, BACK_FRAMES)]


def task_func(snapshot: Snapshot, tasks: int, slot: int) -> int:
    """The function of a task, 0 where the slot is not active."""
    record = snapshot.record(tasks + TASK.itemsize * slot, TASK)
    return int(record["func"]) if record["is_active"] else 0


def new_tasks(snapshot: Snapshot, before: Snapshot, tasks: int) -> dict[int, int]:
    """Slot -> function of the tasks whose function no task had before."""
    known = {task_func(before, tasks, slot) for slot in range(TASK_COUNT)}
    functions = {slot: task_func(snapshot, tasks, slot) for slot in range(TASK_COUNT)}
    return {slot: func for slot, func in functions.items() if func and func not in known}


def _is_list(snapshot: Snapshot, address: int) -> bool:
    records = snapshot.array(address, TASK, TASK_COUNT)
    active = [slot for slot in range(TASK_COUNT) if records[slot]["is_active"]]
    if not all(is_thumb_pointer(int(records[slot]["func"]), len(snapshot.rom)) for slot in active):
        return False
    heads = [slot for slot in active if records[slot]["prev"] == FIRST]
    if len(heads) != 1:
        return False
    seen, here, before = [], heads[0], FIRST
    while here in active and here not in seen and records[here]["prev"] == before:
        seen.append(here)
        before, here = here, int(records[here]["next"])
    return here == LAST and sorted(seen) == active


def find_task_lists(snapshot: Snapshot) -> list[Address]:
    """Every RAM address that could be the array of tasks, at least one of them active."""
    found: list[Address] = []
    span = TASK.itemsize * TASK_COUNT
    for region in RAM_REGIONS:
        heads = snapshot.words(region)
        second = heads[1:]
        active = second & 0xFF
        count = len(second) - span // 4
        possible = np.ones(count, np.bool_)
        some = np.zeros(count, np.bool_)
        for slot in range(TASK_COUNT):
            flags = active[slot * TASK.itemsize // 4 :][:count]
            possible &= flags <= 1
            some |= flags == 1
        found += [a for a in addresses(region, possible & some) if _is_list(snapshot, a)]
    return found


def empty_function(snapshot: Snapshot) -> int:
    """A Thumb pointer to a ROM function that does nothing.

    Raises:
        ProbeError: The ROM has none.
    """
    hits = np.flatnonzero(snapshot.words(ROM, "<u2") == RETURN)
    if not len(hits):
        raise ProbeError("the ROM has no empty Thumb function")
    return ROM.base + 2 * int(hits[0]) | THUMB_BIT


class PokeFunction(Probe):
    """With its function replaced by an empty one, B no longer closes the start menu."""

    name = "poke-function"
    stage = stages.START_MENU
    predicted = (
        "with the task's function replaced by an empty one B no longer closes the start menu"
    )

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Replace it and press B, and compare with a run that only presses B."""
        slot = candidate.fields["tasks"] + TASK.itemsize * candidate.fields["slot"]
        poke = write32(slot, empty_function(lab.snapshot(START_MENU)))
        closes = not _menu_stays(lab, None)
        return self.single(
            held=closes and _menu_stays(lab, poke), yes="it did not", no="B closed it all the same"
        )


class Relocate(Probe):
    """Moved to the first or to the last slot, the start menu's task still works.

    With one task active nothing else tells where the array begins.
    """

    name = "poke-relocate"
    stage = stages.START_MENU
    predicted = "moved to the first and to the last slot, the start menu still closes on B"
    observed = "in {} of {} slots it did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Move it, its neighbours' links with it, and press B; without B the menu must stay.

        The run without B excludes a write that hits the lock itself and looks like a closed menu.
        """
        snapshot = lab.snapshot(START_MENU)
        taken = {s for s in range(TASK_COUNT) if task_func(snapshot, candidate.address, s)}
        slots = [slot for slot in (0, TASK_COUNT - 1) if slot not in taken]
        held = 0
        for slot in slots:
            move = _Move(candidate, slot)
            held += _menu_stays(lab, move, WAIT) and not _menu_stays(lab, move)
        return self.tally(held, len(slots))


class _Move:
    """Moves the candidate's task to another slot."""

    def __init__(self, candidate: Candidate, slot: int) -> None:
        self.base, self.source, self.target = candidate.address, candidate.fields["slot"], slot

    def __call__(self, emulator: Emulator) -> None:
        at = self.base + TASK.itemsize * self.source
        record = emulator.live.record(at, TASK)
        emulator.write(self.base + TASK.itemsize * self.target, record.tobytes())
        emulator.write(field_address(at, TASK, "is_active"), b"\0")
        for link, back, end in (("prev", "next", FIRST), ("next", "prev", LAST)):
            if record[link] != end:
                neighbour = self.base + TASK.itemsize * int(record[link])
                emulator.write(field_address(neighbour, TASK, back), bytes((self.target,)))


def _menu_stays(lab: Lab, poke: Poke | None, inputs: Inputs = CLOSE) -> bool:
    """Whether field controls are still locked after these inputs in the start menu."""
    after = lab.run_after(START_MENU, inputs, poke)
    return after.u8(lab.address("sLockFieldControls")) != 0


def task_candidates(lab: Lab, snapshot: Snapshot, before: Snapshot, reason: str) -> list[Candidate]:
    """The functions of the tasks that are new in a snapshot, each with its slot."""
    tasks = lab.address("gTasks")
    return [
        Candidate(Address(func & ~THUMB_BIT), reason, {"tasks": int(tasks), "slot": slot})
        for slot, func in new_tasks(snapshot, before, tasks).items()
    ]


class Tasks(Locator):
    """The array of tasks that every frame runs."""

    symbol = "gTasks"
    anywhere = True
    size = TASK.itemsize * TASK_COUNT
    requires = ("sLockFieldControls",)
    probes = (PokeFunction(), Relocate())
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="16 tasks, a list by priority.",
        rivals={
            "a copy of the tasks": "poke-function",
            "the array begun some slots too early or too late": "poke-relocate",
        },
        references=("pret/pokefirered: include/task.h, struct Task",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every list of tasks that has one more function in the start menu than before it."""
        menu, free = lab.snapshot(START_MENU), lab.snapshot(OVERWORLD)
        found = []
        for address in find_task_lists(menu):
            for slot, func in new_tasks(menu, free, address).items():
                reason = "a list of active tasks, one of them new in the start menu"
                fields = {"tasks": int(address), "slot": slot, "func": func}
                found.append(Candidate(address, reason, fields))
                break
        return found


class StartMenuTask(Locator):
    """The start menu's task."""

    symbol = "Task_StartMenuHandleInput"
    anywhere = True
    size = 0
    requires = ("gTasks",)
    probes = (PokeFunction(),)
    stage = stages.START_MENU
    doc = LocatorDoc(
        summary="The task function that is active while the start menu takes input.",
        rivals={"another task of the start menu's": "poke-function"},
        references=("pret/pokefirered: src/start_menu.c",),
        limitations=(
            "Ruby and Sapphire split it: Task_StartMenu opens the menu, sub_80712B4 takes input.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every task function that is active in the start menu and not in the overworld."""
        menu, free = lab.snapshot(START_MENU), lab.snapshot(OVERWORLD)
        return task_candidates(lab, menu, free, "active in the start menu, not in the overworld")


class NumberedStartMenuTask(StartMenuTask):
    """The same task in Ruby and Sapphire, under the only name that it has there."""

    symbol = "sub_80712B4"
    anywhere = True
    doc = LocatorDoc(
        summary="The task function that is active while the start menu of Ruby or Sapphire is open.",
        rivals={"another task of the start menu's": "poke-function"},
        references=("pret/pokeruby: src/start_menu.c",),
        limitations=("The other families call it Task_StartMenuHandleInput.",),
    )
