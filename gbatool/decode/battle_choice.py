"""Tell what a battle wants of the player: an action, a move, or a press for its level-up box.

Neither the command nor the controller's busy bit says it alone: both are set some frames before
the menu takes input. The third sign is the background's scroll, which brings the menu into view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gbatool.decode.fields import read_array, read_u8, read_u32
from gbatool.memory import ROM, Snapshot, region_of
from gbatool.profile import Profile

COMMAND, BUSY, SCROLL = "gBattleBufferA", "gBattleControllerExecFlags", "gBattle_BG0_Y"
CHOOSE_ACTION, CHOOSE_MOVE = 18, 20
ACTION_MENU_Y, MOVE_MENU_Y = 160, 320
INSTRUCTION, DRAW_LEVEL_UP = "gBattlescriptCurrInstr", 0x6C
COMMAND_SIZE = 0x200
PLAYERS = (0, 2)
"""The battlers who are the player's own: the second one only in a battle of four."""

Choice = Literal["action", "move"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, and for which battler."""

    battler: int
    choice: Choice


def decode_battle_choice(ram: Snapshot, profile: Profile) -> Choice | None:
    """What is asked now; None for nothing, or when the profile can't tell."""
    asked = decode_asked(ram, profile)
    return asked.choice if asked is not None else None


def decode_asked(ram: Snapshot, profile: Profile) -> Asked | None:
    """What is asked now and for whom; None for nothing, or when the profile can't tell.

    Source: ``src/battle_controller_player.c`` of ``pret/pokefirered``.
    """
    if not all(profile.has(name) for name in (COMMAND, BUSY, SCROLL)):
        return None
    busy = read_u32(ram, BUSY, profile.address(BUSY))
    scroll = int(read_array(ram, SCROLL, profile.address(SCROLL), "<u2", 1)[0])
    for battler in PLAYERS:
        if not busy >> battler & 1:
            continue
        at = profile.address(COMMAND) + battler * COMMAND_SIZE
        command = read_u8(ram, f"{COMMAND}[{battler}]", at)
        if (command, scroll) == (CHOOSE_ACTION, ACTION_MENU_Y):
            return Asked(battler, "action")
        if (command, scroll) == (CHOOSE_MOVE, MOVE_MENU_Y):
            return Asked(battler, "move")
    return None


def shows_level_up(ram: Snapshot, profile: Profile) -> bool:
    """Whether the battle script stands at the level-up box, which wants a press and prints nothing.

    False when the profile has no ``gBattlescriptCurrInstr``. Source: the number of
    ``Cmd_drawlvlupbox`` in ``gBattleScriptingCommandsTable``.
    """
    if not profile.has(INSTRUCTION):
        return False
    pointer = read_u32(ram, INSTRUCTION, profile.address(INSTRUCTION))
    return region_of(pointer) is ROM and ram.holds(pointer) and ram.u8(pointer) == DRAW_LEVEL_UP
