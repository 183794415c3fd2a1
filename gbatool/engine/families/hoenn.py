"""What Ruby, Sapphire and Emerald share. Sources: ``pret/pokeruby``, ``pret/pokeemerald``."""

from __future__ import annotations

import numpy as np

from gbatool.engine import layouts
from gbatool.engine.engine import SectionNames
from gbatool.engine.layouts import with_fields

MAP_LAYOUT = layouts.ROM_LAYOUT
TILESET = with_fields(layouts.TILESET, 0x18, attributes=(0x10, "<u4"), callback=(0x14, "<u4"))
PRIMARY_METATILES = 512
ATTRIBUTE, BEHAVIOR_MASK = np.dtype("<u2"), 0xFF
START_MENU = (
    "pokedex",
    "pokemon",
    "bag",
    "pokenav",
    "player",
    "save",
    "option",
    "exit",
    "retire",
    "player_link",
)
NAMING_SUBJECTS = ("player", "box", "caught", "nickname", "phrase")
SAFARI_ACTIONS = ("ball", "pokeblock", "go_near", "run")
STRING_VAR_SIZES = (0x100, 0x100, 0x100)


def section_names(count: int) -> SectionNames:
    """``gRegionMapEntries`` with so many sections, from number 0 on."""
    return SectionNames("gRegionMapEntries", first=0, count=count, stride=8, pointer=4)
