"""The naming screen: its structure and its keyboard.

Source: ``src/naming_screen.c`` of ``pret/pokefirered``. The structure is allocated while the screen is
open; only the fields that something reads are named.
"""

from __future__ import annotations

from collections.abc import Mapping

from gbatool.engine.layouts import struct

NAMING_SCREEN = struct(
    0x1E40,
    text=(0x1800, "16u1"),
    state=(0x1E10, "u1"),
    current_page=(0x1E22, "u1"),
    cursor_sprite_id=(0x1E23, "u1"),
    template=(0x1E28, "<u4"),
    template_num=(0x1E2C, "u1"),
    mon_species=(0x1E34, "<u2"),
)
NAMING_TEMPLATE = struct(2, max_chars=(1, "u1"))
TAKES_INPUT = 2
"""The state in which keys are looked at."""
TEXT_SIZE = 16

SYMBOLS, UPPER, LOWER = 0, 1, 2
KEYBOARD: Mapping[int, tuple[str, ...]] = {
    SYMBOLS: ("01234", "56789", "!?♂♀/-", "…“”‘’"),
    UPPER: ("ABCDEF .", "GHIJKL ,", "MNOPQRS ", "TUVWXYZ "),
    LOWER: ("abcdef .", "ghijkl ,", "mnopqrs ", "tuvwxyz "),
}
"""Page -> rows of keys. Buttons stand in the column after the last key."""
COLUMNS: Mapping[int, int] = {SYMBOLS: 6, UPPER: 8, LOWER: 8}
BUTTONS = ("page", "back", "ok")
SUBJECTS_WITH_SPECIES = frozenset({"caught", "nickname"})
