"""Battle records, and what each bit of a battle's flags means in each engine family.

Sources: ``struct BattlePokemon`` of ``include/pokemon.h`` and ``include/constants/battle.h`` of
``pret/pokefirered``, ``pret/pokeemerald`` and ``pret/pokeruby``.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.engine.layouts import struct

MOST_BATTLERS = 4
BATTLE_MON = struct(
    0x58,
    species=(0, "<u2"),
    stats=(2, "5<u2"),
    moves=(0xC, "4<u2"),
    ivs=(0x14, "<u4"),
    stat_stages=(0x18, "8i1"),
    ability=(0x20, "u1"),
    types=(0x21, "2u1"),
    pp=(0x24, "4u1"),
    hp=(0x28, "<u2"),
    level=(0x2A, "u1"),
    max_hp=(0x2C, "<u2"),
    item=(0x2E, "<u2"),
    nickname=(0x30, "11u1"),
    pp_ups=(0x3B, "u1"),
    experience=(0x44, "<u4"),
    personality=(0x48, "<u4"),
    status1=(0x4C, "<u4"),
    status2=(0x50, "<u4"),
    ot_id=(0x54, "<u4"),
)
NEUTRAL_STAGE, MOST_STAGE = 6, 12
POSITIONS = ("player_left", "foe_left", "player_right", "foe_right")
FOE_SIDE = 1
MESSAGE_BYTES = 300

Masks = tuple[tuple[int, str], ...]
"""Bits of a word, and what they say."""

VOLATILE: Masks = (
    (0x00000007, "confusion"),
    (0x00000008, "flinched"),
    (0x00000070, "uproar"),
    (0x00000300, "bide"),
    (0x00000C00, "lock_confuse"),
    (0x00001000, "multiple_turns"),
    (0x0000E000, "wrapped"),
    (0x000F0000, "infatuation"),
    (0x00100000, "focus_energy"),
    (0x00200000, "transformed"),
    (0x00400000, "recharge"),
    (0x00800000, "rage"),
    (0x01000000, "substitute"),
    (0x02000000, "destiny_bond"),
    (0x04000000, "escape_prevention"),
    (0x08000000, "nightmare"),
    (0x10000000, "cursed"),
    (0x20000000, "foresight"),
    (0x40000000, "defense_curl"),
    (0x80000000, "torment"),
)
"""Of ``status2``."""
WEATHER: Masks = (
    (0x07, "rain"),
    (0x18, "sandstorm"),
    (0x60, "sun"),
    (0x80, "hail"),
)
WEATHER_BITS = 0xFF

FIRST_TYPE_FLAGS = (
    "double",
    "link",
    "is_master",
    "trainer",
    "first_battle",
    "link_in_battle",
    "multi",
    "safari",
    "battle_tower",
)
MIDDLE_TYPE_FLAGS = ("roamer", "ereader_trainer", "kyogre_groudon", "legendary", "regi")
"""Names of the bits of ``gBattleTypeFlags`` that every family has; one of its own stands between."""
PLAYS_BY_ITSELF = frozenset(
    {"old_man_tutorial", "wally_tutorial", "pokedude", "recorded", "recorded_link"}
)
"""Kinds of battle that show the menus and choose without the player."""
ACTIONS = ("fight", "bag", "pokemon", "run")
"""Entries of the action menu, row by row, by ``src/battle_controller_player.c``."""
ACTION_COLUMNS, MOVE_COLUMNS = 2, 2


@dataclass(frozen=True, slots=True)
class ScriptCommands:
    """Numbers of the battle script's commands that something here runs or reads.

    Source: ``gBattleScriptingCommandsTable`` of ``src/battle_script_commands.c``.

    Attributes:
        go_to: Jumps.
        set_byte: Writes a byte.
        level_up: Shows the box of a level-up.
        ask: Yes or no, in general.
        questions: All that ask yes or no: to learn a move, to stop learning it, in general, to give a
            nickname.
    """

    go_to: int = 0x28
    set_byte: int = 0x2E
    level_up: int = 0x6C
    ask: int = 0x67
    questions: tuple[int, ...] = (0x5A, 0x5B, 0x67, 0xF3)


RETAIL_COMMANDS = ScriptCommands()


@dataclass(frozen=True, slots=True)
class Bits:
    """A word cut into named bits; ``rest`` is what none of the names covers."""

    names: tuple[str, ...]
    rest: int


def named_bits(value: int, masks: Masks) -> Bits:
    """The names whose bits are set.

    >>> named_bits(0x0C, ((0x07, "low"), (0x70, "high")))
    Bits(names=('low',), rest=8)
    """
    rest = value
    for mask, _ in masks:
        rest &= ~mask
    return Bits(tuple(name for mask, name in masks if value & mask), rest)
