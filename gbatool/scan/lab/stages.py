"""The labelled states that scans and probes run on, and what brings each of them about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gbatool.scan.lab import battle_explore, explore, laboratory, screens_explore, talk, warp
from gbatool.scan.lab.laboratory import Lab


@dataclass(frozen=True, slots=True)
class Stage:
    """A labelled state of the laboratory.

    Attributes:
        label: Its label.
        explore: Brings it about, or makes sure that the state given under the label is one; None
            for a state that every laboratory has.
    """

    label: str
    explore: Callable[[Lab], object] | None = None

    def bring(self, lab: Lab) -> str:
        """Make sure that the laboratory has the state; returns its label.

        Raises:
            ProbeError: It can't be brought about.
            WrongLabelError: A state was given under the label, and it is another one.
        """
        if self.explore is not None:
            self.explore(lab)
        return self.label


OVERWORLD = Stage(laboratory.OVERWORLD)
"""The player can walk in at least one direction."""
WALL = Stage("wall", Lab.label_wall)
"""Beside a solid tile, with an open one on another side."""
FADING, ARRIVED = Stage(warp.FADING, warp.find_warp), Stage(warp.ARRIVED, warp.find_warp)
"""In the middle of a warp's fade; after the arrival."""
START_MENU = Stage(explore.START_MENU, explore.label_start_menu)
FACING = Stage(talk.FACING, talk.find_talk)
"""In front of an NPC or a sign: A begins to print a text."""
PRINTING = Stage(talk.PRINTING, talk.find_talk)
"""While the text prints."""
WAITING = Stage(talk.WAITING, talk.find_talk)
"""The text is finished, and the next A or B closes its box. Injected scripts start from here."""
SUPPLIED = Stage(screens_explore.SUPPLIED, screens_explore.supply)
"""In the overworld, with mons, items and an entry for the party in the start menu."""
BAG = Stage(screens_explore.BAG, screens_explore.find_bag)
PARTY = Stage(screens_explore.PARTY, screens_explore.find_party)
BATTLE_BEGINS = Stage(battle_explore.BATTLE_BEGINS, battle_explore.begin_battle)
"""Both mons are made, and the battle's screen is not yet there."""
BATTLE_ACTION = Stage(battle_explore.BATTLE_ACTION, battle_explore.label_action)
"""The action menu takes input."""
BATTLE_MOVE = Stage(battle_explore.BATTLE_MOVE, battle_explore.label_move)
"""The move menu takes input."""
BATTLE_TEXT = Stage(battle_explore.BATTLE_TEXT, battle_explore.find_text)
"""A battle message prints."""
BATTLE_ENDS = Stage(battle_explore.BATTLE_ENDS, battle_explore.label_end)
"""The player ran, and callback2 is about to leave the battle."""
