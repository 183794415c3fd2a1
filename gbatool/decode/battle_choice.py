"""Tell what a battle wants of the player: an action, a move, a target, or a press for a box.

Two ways lead to it. A battler's controller, in ``gBattlerControllerFuncs``, is the very function that
looks at the keys: where it is the player's own, that is asked. Where it is another one, nothing is,
unless the kind of battle has controllers of its own, as the tutorials and the Safari Zone. The other way is the command that the controller carries out together with its busy bit
and the background's scroll, which brings the menu into view: neither of the first two says it alone,
as both are set some frames before the menu takes input.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gbatool.decode.battle import type_flags
from gbatool.decode.fields import read_u8, read_u16, read_u32
from gbatool.memory import ROM, Snapshot, region_of
from gbatool.profile import Profile

COMMAND, BUSY, SCROLL = "gBattleBufferA", "gBattleControllerExecFlags", "gBattle_BG0_Y"
CONTROLLERS = "gBattlerControllerFuncs"
CHOOSE_ACTION, CHOOSE_MOVE = 18, 20
ACTION_MENU_Y, MOVE_MENU_Y = 160, 320
INSTRUCTION = "gBattlescriptCurrInstr"
SCRATCH = "gBattleCommunication"
QUESTION_SHOWN = 1
"""The step of a command that asks yes or no in which it looks at keys."""
COMMAND_SIZE = 0x200
PLAYERS = (0, 2)
"""The battlers who are the player's own: the second one only in a battle of four."""

Choice = Literal["action", "move", "target"]
HANDLERS: tuple[tuple[str, Choice], ...] = (
    ("HandleInputChooseAction", "action"),
    ("HandleInputChooseMove", "move"),
    ("HandleInputChooseTarget", "target"),
)
"""The player's controller functions that look at keys, of which the first two must be known."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, and for which battler.

    Attributes:
        for_sure: Whether it is this that keys are looked at for. The command can't tell a move's
            choice from what follows it, such as the choice of a target; the controller can.
        by_player: Whether it is the player's own controller that asks.
    """

    battler: int
    choice: Choice
    for_sure: bool = True
    by_player: bool = False


def decode_battle_choice(ram: Snapshot, profile: Profile) -> Choice | None:
    """What is asked now; None for nothing, or when the profile can't tell."""
    asked = decode_asked(ram, profile)
    return asked.choice if asked is not None else None


def decode_asked(ram: Snapshot, profile: Profile) -> Asked | None:
    """What is asked now and for whom; None for nothing, or when :func:`unasked_because`.

    Source: ``src/battle_controller_player.c`` of ``pret/pokefirered``.
    """
    if _tells_by_controller(ram, profile) or not _knows(profile, COMMAND, BUSY, SCROLL):
        return _by_controller(ram, profile) if _knows_controllers(profile) else None
    return _by_command(ram, profile)


def unasked_because(ram: Snapshot, profile: Profile) -> str | None:
    """Why :func:`decode_asked` can't tell that nothing is asked in this battle; None when it can."""
    if _tells_by_controller(ram, profile) or _knows(profile, COMMAND, BUSY, SCROLL):
        return None
    flags = type_flags(ram, profile)
    if flags is not None and _knows_controllers(profile):
        kinds = sorted(profile.family.battle.other_controllers.intersection(flags))
        return (
            f"a battle of the kind {', '.join(kinds)} has controllers of its own; {COMMAND}, {BUSY} "
            f"and {SCROLL} would tell what it asks, and profile {profile.name} lacks them"
        )
    needed = f"{CONTROLLERS}, {HANDLERS[0][0]}, {HANDLERS[1][0]} and gBattleTypeFlags"
    return (
        f"profile {profile.name} can't tell what the battle asks: that takes {needed}, or {COMMAND}, "
        f"{BUSY} and {SCROLL}"
    )


def _knows(profile: Profile, *names: str) -> bool:
    return all(profile.has(name) for name in names)


def _knows_controllers(profile: Profile) -> bool:
    return _knows(profile, CONTROLLERS, HANDLERS[0][0], HANDLERS[1][0])


def _tells_by_controller(ram: Snapshot, profile: Profile) -> bool:
    """Whether it is the player's own controller that would ask in this battle."""
    if not _knows_controllers(profile):
        return False
    flags = type_flags(ram, profile)
    return flags is not None and not profile.family.battle.other_controllers.intersection(flags)


def _by_controller(ram: Snapshot, profile: Profile) -> Asked | None:
    """Whose controller looks at keys."""
    for battler in PLAYERS:
        at = profile.address(CONTROLLERS) + 4 * battler
        pointer = read_u32(ram, f"{CONTROLLERS}[{battler}]", at)
        for function, choice in HANDLERS:
            if profile.is_function(pointer, function):
                return Asked(battler, choice, by_player=True)
    return None


def _by_command(ram: Snapshot, profile: Profile) -> Asked | None:
    """Whose command brings up a menu that has come into view."""
    busy = read_u32(ram, BUSY, profile.address(BUSY))
    scroll = read_u16(ram, SCROLL, profile.address(SCROLL))
    for battler in PLAYERS:
        if not busy >> battler & 1:
            continue
        at = profile.address(COMMAND) + battler * COMMAND_SIZE
        command = read_u8(ram, f"{COMMAND}[{battler}]", at)
        if (command, scroll) == (CHOOSE_ACTION, ACTION_MENU_Y):
            return Asked(battler, "action")
        if (command, scroll) == (CHOOSE_MOVE, MOVE_MENU_Y):
            return Asked(battler, "move", for_sure=False)
    return None


def shows_level_up(ram: Snapshot, profile: Profile) -> bool:
    """Whether the battle script stands at the level-up box, which wants a press and prints nothing.

    False when the profile has no ``gBattlescriptCurrInstr``. Source: the number of
    ``Cmd_drawlvlupbox`` in ``gBattleScriptingCommandsTable``.
    """
    level_up = profile.structures.battle_script.level_up
    return profile.has(INSTRUCTION) and _command(ram, profile) == level_up


def shows_question(ram: Snapshot, profile: Profile) -> bool:
    """Whether the battle script asks yes or no: learn, stop learning, switch, a nickname.

    Source: ``Cmd_yesnobox`` and its like in ``src/battle_script_commands.c``; the same numbers in
    every family.

    Raises:
        UnprovenSymbolError: ``gBattlescriptCurrInstr`` or ``gBattleCommunication`` is not proven.
    """
    if _command(ram, profile) not in profile.structures.battle_script.questions:
        return False
    return read_u8(ram, f"{SCRATCH}[0]", profile.address(SCRATCH)) == QUESTION_SHOWN


def _command(ram: Snapshot, profile: Profile) -> int | None:
    """The command at which the battle script stands."""
    pointer = read_u32(ram, INSTRUCTION, profile.address(INSTRUCTION))
    return ram.u8(pointer) if region_of(pointer) is ROM and ram.holds(pointer) else None
