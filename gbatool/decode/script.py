"""Read the script context, the field lock and the tasks: what the scene is told from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gbatool.decode.fields import check_range, read_array, read_record, read_u8
from gbatool.engine import layouts
from gbatool.engine.layouts import field_address
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile

CONTEXT, STATUS = "sGlobalScriptContext", "sGlobalScriptContextStatus"


@dataclass(frozen=True, slots=True)
class ScriptState:
    """What the field script is doing.

    Attributes:
        running: There is a script that has not ended.
        native: The native function that it waits in (a stored Thumb pointer), or None.
        resumes: It waits until a menu, a battle or a special lets it go on.
    """

    running: bool
    native: int | None
    resumes: bool


def decode_script(ram: Snapshot, profile: Profile) -> ScriptState | None:
    """The field script's state; None when the profile lacks ``sGlobalScriptContext``.

    Raises:
        DecodeError: Mode or status is none of the engine's.
    """
    if not profile.has(CONTEXT):
        return None
    address = profile.address(CONTEXT)
    layout = profile.structures.script_context
    context = read_record(ram, CONTEXT, address, layout)
    at = field_address(address, layout, "mode")
    mode = check_range(f"{CONTEXT}.mode", at, int(context["mode"]), 0, layouts.SCRIPT_NATIVE)
    status = None
    if profile.has(STATUS):
        at = profile.address(STATUS)
        status = check_range(
            STATUS, at, read_u8(ram, STATUS, at), 0, layouts.SCRIPT_STATUS_SHUT_DOWN
        )
    stopped = mode == layouts.SCRIPT_STOPPED or status == layouts.SCRIPT_STATUS_SHUT_DOWN
    waits = mode == layouts.SCRIPT_NATIVE and not stopped
    return ScriptState(
        running=not stopped,
        native=int(context["native"]) if waits else None,
        resumes=not stopped and status == layouts.SCRIPT_STATUS_WAITING,
    )


def waits_in(script: ScriptState | None, profile: Profile, *natives: str) -> bool:
    """Whether the script waits in one of these native functions."""
    if script is None or script.native is None:
        return False
    return any(profile.is_function(script.native, name) for name in natives)


def decode_lock(ram: Snapshot, profile: Profile) -> bool | None:
    """Whether the field takes no input; None when the profile lacks ``sLockFieldControls``.

    Raises:
        DecodeError: The byte is neither 0 nor 1.
    """
    symbol = "sLockFieldControls"
    if not profile.has(symbol):
        return None
    address = profile.address(symbol)
    return bool(check_range(symbol, address, read_u8(ram, symbol, address), 0, 1))


@dataclass(frozen=True, slots=True)
class Task:
    """An active task: its function (a stored Thumb pointer) and its 16 data words."""

    index: int
    function: int
    data: tuple[int, ...]


def active_tasks(ram: Snapshot, profile: Profile) -> Iterator[Task]:
    """All active tasks, by index.

    Raises:
        DecodeError: An active flag is neither 0 nor 1.
        UnprovenSymbolError: ``gTasks`` is not proven in the profile.
    """
    symbol, address = "gTasks", profile.address("gTasks")
    layout = profile.structures.task
    tasks = read_array(ram, symbol, address, layout, layouts.TASK_COUNT)
    for index, task in enumerate(tasks):
        at = field_address(address + index * layout.itemsize, layout, "is_active")
        if check_range(f"{symbol}[{index}].isActive", at, int(task["is_active"]), 0, 1):
            yield Task(index, int(task["func"]), tuple(int(word) for word in task["data"]))


def task_data(profile: Profile, task: Task) -> Address:
    """Where the data words of a task stand.

    Raises:
        UnprovenSymbolError: ``gTasks`` is not proven in the profile.
    """
    layout = profile.structures.task
    return field_address(profile.address("gTasks") + task.index * layout.itemsize, layout, "data")
