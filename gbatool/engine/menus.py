"""Menus of the engine: stable ids for what a ROM shows in its own language, and their structures.

Sources: ``src/start_menu.c``, ``src/party_menu.c``, ``src/item_menu.c``, ``src/option_menu.c``,
``src/help_system_util.c`` of ``pret/pokefirered`` and ``pret/pokeemerald``.
"""

from __future__ import annotations

from collections.abc import Mapping

from gbatool.engine.layouts import struct

MENU = struct(
    0xC,
    left=(0, "u1"),
    top=(1, "u1"),
    cursor_pos=(2, "i1"),
    min_cursor_pos=(3, "i1"),
    max_cursor_pos=(4, "i1"),
    window_id=(5, "u1"),
    font_id=(6, "u1"),
    option_width=(7, "u1"),
    option_height=(8, "u1"),
    columns=(9, "u1"),
    rows=(0xA, "u1"),
)
MENU_ACTION = struct(8, text=(0, "<u4"), function=(4, "<u4"))
CHOICE_LIST = struct(8, actions=(0, "<u4"), count=(4, "u1"))
LIST_MENU = struct(
    0x20,
    items=(0, "<u4"),
    total_items=(0xC, "<u2"),
    most_shown=(0xE, "<u2"),
    window_id=(0x10, "u1"),
    scroll=(0x18, "<u2"),
    row=(0x1A, "<u2"),
)
LIST_MENU_MOST = 512
LIST_ITEM = struct(8, text=(0, "<u4"), id=(4, "<i4"))

LIST_CANCEL = -2
"""Number of the list entry that leaves the list."""
YES_NO_DELAY, YES_NO_TIMER = 5, 2
"""Frames in which a script's question ignores input, and the data word of its task that counts them."""

PARTY_MENU = struct(
    0x14,
    exit_callback=(0, "<u4"),
    task=(4, "<u4"),
    kind=(8, "u1"),
    slot_id=(9, "i1"),
    slot_id2=(0xA, "i1"),
    action=(0xB, "u1"),
    item=(0xC, "<u2"),
)
PARTY_KIND_MASK, PARTY_CHOOSE_SEVERAL = 0xF, 4
PARTY_CONFIRM, PARTY_CANCEL = 6, 7
"""Cursor positions after those of the members; the first exists only where several are chosen."""
PARTY_SECOND_SLOT_ACTIONS = (8, 10)
"""Switching places and sharing HP: the cursor is then ``slot_id2``."""
PARTY_INTERNAL = struct(0x18, actions=(0xF, "8u1"), num_actions=(0x17, "u1"))
COMMON_PARTY_ACTIONS = (
    "summary",
    "switch",
    "cancel",
    "item",
    "give",
    "take_item",
    "mail",
    "take_mail",
    "read",
    "cancel",
    "shift",
    "send_out",
    "enter",
    "no_entry",
    "store",
    "register",
    "trade",
    "trade",
)
"""What can be done with a member, by the first numbers of ``sCursorOptions``."""


SHOP_CHOICES: Mapping[int, tuple[str, ...]] = {3: ("buy", "sell", "quit"), 2: ("buy", "quit")}
"""Number of entries of a shop's first menu -> what they are."""

OPTION_IDS = (
    "text_speed",
    "battle_scene",
    "battle_style",
    "sound",
    "button_mode",
    "frame",
    "cancel",
)
HELP_MENU = struct(
    0x1C,
    items=(0, "<u4"),
    total_items=(4, "<u2"),
    most_shown=(6, "<u2"),
    scroll=(0xC, "u1"),
    row=(0xD, "u1"),
)
