"""gTasks and the start menu's task: what runs, told from copies, neighbours and wrong beginnings."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.engine.layouts import TASK, TASK_COUNT
from gbatool.errors import ProbeError
from gbatool.memory import ROM, THUMB_BIT, Address
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.overworld.tasks import (
    FIRST,
    LAST,
    RETURN,
    Tasks,
    empty_function,
    find_task_lists,
    task_func,
)
from tests.cartridges import VARIANTS
from tests.ram import RamBuilder
from tests.scan.staging import Derived, check_told_apart, derived, proposals

SYMBOL, MENU_TASK = "gTasks", "Task_StartMenuHandleInput"
AT, FUNC = Address(0x02001000), ROM.base + 0x101


def test_a_copy_of_the_tasks_is_refuted_by_its_function(crowded: Derived, crowded_lab: Lab) -> None:
    decoy = crowded.answers["sDecoyTasks"]
    check_told_apart(crowded_lab, SYMBOL, "a copy of the tasks", decoy)


def test_an_array_begun_too_early_or_too_late_is_refuted_by_moving_the_task(
    variant: Derived,
) -> None:
    lab = variant.lab()
    truth = lab.address(SYMBOL)
    begun = [
        at
        for at in proposals(lab, Tasks())
        if at != truth and (at - truth) % TASK.itemsize == 0 and abs(at - truth) < Tasks.size
    ]
    for impostor in (begun[0], begun[-1]) if begun else ():
        rival = "the array begun some slots too early or too late"
        check_told_apart(lab, SYMBOL, rival, impostor)


def test_in_some_variant_the_scan_can_not_tell_where_the_array_begins() -> None:
    stories = [s for name in VARIANTS for s in derived(name).eliminations if s.symbol == SYMBOL]
    assert max(len(story.proposed) for story in stories) > 1


def test_another_task_of_the_start_menus_is_refuted_by_its_function(lab: Lab) -> None:
    tasks = lab.address(SYMBOL)
    idle = empty_function(lab.snapshot(START_MENU))
    free = next(s for s in range(TASK_COUNT) if not task_func(lab.snapshot(START_MENU), tasks, s))
    with lab.at(START_MENU) as emulator:
        record = idle.to_bytes(4, "little") + bytes((1, FIRST, LAST, 0))
        emulator.write(tasks + TASK.itemsize * free, record)
        lab.keep(START_MENU)
    check_told_apart(lab, MENU_TASK, "another task of the start menu's", idle & ~THUMB_BIT)


def ram_with(*tasks: tuple[int, int, int, int], at: int = AT) -> RamBuilder:
    """Tasks as (slot, active, previous, next)."""
    ram = RamBuilder()
    for slot, active, before, after in tasks:
        fields = {"func": FUNC, "is_active": active, "prev": before, "next": after}
        ram.record(at + TASK.itemsize * slot, TASK, **fields)
    return ram


def test_a_list_from_the_first_to_the_last_is_found() -> None:
    ram = ram_with((3, 1, FIRST, 5), (5, 1, 3, 0), (0, 1, 5, LAST)).build()
    assert AT in find_task_lists(ram)


@pytest.mark.parametrize(
    "tasks",
    [
        [(3, 1, FIRST, 5), (5, 0, 3, LAST)],  # leads to a task that is not active
        [(3, 1, FIRST, LAST), (5, 1, FIRST, LAST)],  # begins twice
        [(3, 1, FIRST, LAST), (5, 1, 3, LAST)],  # leaves one out
        [(3, 1, FIRST, 5), (5, 1, 4, LAST)],  # does not lead back
        [(3, 1, FIRST, 3)],  # goes round
        [(3, 1, 0, LAST)],  # begins nowhere
    ],
)
def test_a_broken_list_is_not(tasks: list[tuple[int, int, int, int]]) -> None:
    assert AT not in find_task_lists(ram_with(*tasks).build())


def test_a_function_outside_the_rom_is_no_task() -> None:
    ram = ram_with((0, 1, FIRST, LAST)).put(AT, "I", 0x03000001).build()
    assert AT not in find_task_lists(ram)


def test_the_function_of_a_slot_that_is_not_active_is_none() -> None:
    ram = ram_with((0, 1, FIRST, LAST), (1, 0, 0, 0)).build()
    assert (task_func(ram, AT, 0), task_func(ram, AT, 1)) == (FUNC, 0)


def test_the_empty_function_returns_at_once(base: Derived) -> None:
    snapshot = base.power_on().snapshot()
    pointer = empty_function(snapshot)
    assert pointer & THUMB_BIT
    assert snapshot.u16(pointer & ~THUMB_BIT) == RETURN


def test_a_rom_without_one_is_refused() -> None:
    ram = RamBuilder().build()
    assert not np.any(ram.words(ROM, "<u2") == RETURN)
    with pytest.raises(ProbeError, match="no empty Thumb function"):
        empty_function(ram)
