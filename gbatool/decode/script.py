"""Read the script context, the field lock and the tasks: what the scene is told from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gbatool.decode.fields import Record, read_array, read_byte, read_symbol
from gbatool.engine import layouts
from gbatool.engine.layouts import entry_address, field_address
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile

CONTEXT, STATUS = "sGlobalScriptContext", "sGlobalScriptContextStatus"
LOCK, TASKS = "sLockFieldControls", "gTasks"


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
    context = read_symbol(ram, profile, CONTEXT, profile.structures.script_context)
    mode = context.check("mode", 0, layouts.SCRIPT_NATIVE)
    status = None
    if profile.has(STATUS):
        status = read_byte(ram, profile, STATUS, 0, layouts.SCRIPT_STATUS_SHUT_DOWN)
    stopped = mode == layouts.SCRIPT_STOPPED or status == layouts.SCRIPT_STATUS_SHUT_DOWN
    waits = mode == layouts.SCRIPT_NATIVE and not stopped
    return ScriptState(
        running=not stopped,
        native=context["native"] if waits else None,
        resumes=not stopped and status == layouts.SCRIPT_STATUS_WAITING,
    )


def asked_list(ram: Snapshot, profile: Profile) -> int | None:
    """Number of the list that the script's last command offers; None where that was another command.

    The script waits behind the command that asked. Source: ``asm/macros/event.inc`` of
    ``pret/pokefirered``; the same numbers in every family.

    Raises:
        DecodeError: Mode or status is none of the engine's.
    """
    state = decode_script(ram, profile)
    if state is None or not state.running:
        return None
    script = read_symbol(ram, profile, CONTEXT, profile.structures.script_context)["script"]
    for command, size in layouts.MULTICHOICE_COMMANDS.items():
        begin = script - size
        if ram.holds(begin, size) and ram.u8(begin) == command:
            return ram.u8(begin + layouts.MULTICHOICE_NUMBER)
    return None


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
    if not profile.has(LOCK):
        return None
    return bool(read_byte(ram, profile, LOCK, 0, 1))


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
    base, layout = profile.address(TASKS), profile.structures.task
    for index, values in enumerate(read_array(ram, TASKS, base, layout, layouts.TASK_COUNT)):
        task = Record(f"{TASKS}[{index}]", entry_address(base, layout, index), layout, values)
        if task.check("is_active", 0, 1):
            yield Task(index, task["func"], tuple(task.array("data")))


def task_data(profile: Profile, task: Task) -> Address:
    """Where the data words of a task stand.

    Raises:
        UnprovenSymbolError: ``gTasks`` is not proven in the profile.
    """
    layout = profile.structures.task
    return field_address(entry_address(profile.address(TASKS), layout, task.index), layout, "data")
