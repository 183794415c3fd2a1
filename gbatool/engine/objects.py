"""Movement types and sight of object events: what an object event does of its own accord.

Source: ``include/constants/event_object_movement.h`` and ``src/trainer_see.c`` of
``pret/pokefirered``, ``pret/pokeemerald`` and ``pret/pokeruby``; the families differ only in types that
move nothing, and in the last one of FireRed and LeafGreen.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Habit(str, Enum):
    """What an object event does when no script moves it.

    ``stays``: stands and faces one way. ``turns``: looks around where it stands. ``wanders``: goes
    about at random within its range. ``paces``: walks a fixed way to and fro, or around.
    ``copies_player``: steps when the player does. ``follows_player``: walks one step behind, and
    makes room.
    """

    STAYS = "stays"
    TURNS = "turns"
    WANDERS = "wanders"
    PACES = "paces"
    COPIES_PLAYER = "copies_player"
    FOLLOWS_PLAYER = "follows_player"


FOLLOWERS = frozenset((0xFD, 0xFE))
"""Local ids of an NPC and of a mon that follow the player: in expansions and in what stands on them
(``include/constants/event_objects.h`` of ``rh-hideout/pokeemerald-expansion``, OBJ_EVENT_ID_FOLLOWER,
OBJ_EVENT_ID_NPC_FOLLOWER). No map has so many object events of its own."""
LAST_MOVEMENT_TYPE = 80
"""The last movement type of every family; changed engines have more."""


COMMON_HABITS: Mapping[int, Habit] = {
    **dict.fromkeys((0x01, *range(0x0D, 0x19)), Habit.TURNS),
    **dict.fromkeys(range(0x02, 0x07), Habit.WANDERS),
    **dict.fromkeys(range(0x19, 0x35), Habit.PACES),
    **dict.fromkeys((*range(0x35, 0x39), *range(0x3B, 0x3F)), Habit.COPIES_PLAYER),
}
"""Movement type -> habit, in every family; what is not listed stays."""

SIGHT_AHEAD, SIGHT_AROUND = 1, 3
"""Trainer types that look for the player: along the way they face, or in all four directions."""
