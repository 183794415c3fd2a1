"""Byte code of the script engine, to be put into RAM.

Command numbers are the same in every generation-3 engine (``pret/pokefirered``
``asm/macros/event.inc``).
"""

from __future__ import annotations

from gbatool.memory import THUMB_BIT, Address

END, SET_VAR, WARP, GIVE_MON, SET_MON_MOVE = 0x02, 0x16, 0x39, 0x79, 0x7B
WAIT_MESSAGE, MESSAGE, CLOSE_MESSAGE, LOCK_ALL, RELEASE_ALL, WAIT_BUTTON = (
    *(0x66, 0x67, 0x68, 0x69, 0x6B, 0x6D),
)
CALL_NATIVE, SPECIAL, WAIT_STATE, SET_FLAG, ADD_ITEM = 0x23, 0x25, 0x27, 0x29, 0x44
YES_NO, MULTIPLE_CHOICE = 0x6E, 0x6F
ADD_VAR, CLEAR_FLAG, CHECK_FLAG, SET_DYNAMIC_WARP = 0x17, 0x2A, 0x2B, 0x3F
ADD_PC_ITEM, ADD_MONEY, CHECK_GENDER, SET_LAYOUT, ADD_COINS = 0x49, 0x90, 0xA0, 0xA7, 0xB4
SET_WILD_BATTLE, DO_WILD_BATTLE = 0xB6, 0xB7
WILD_BATTLE_ZEROS = 16
"""The most arguments known are 9 bytes: those of Emerald Rogue, an item, whether it is shiny, and all
of a second mon."""
BOX_PLACE = (20, 8)
"""Tiles: the engine's own scripts use the same."""
NOWHERE = b"\xff\x00\xff\x00"
"""-1 in the byte that the engine keeps of each coordinate: without that warp event, the middle."""


def set_var(variable: int, value: int) -> bytes:
    """Byte code: set a variable."""
    return bytes((SET_VAR, *variable.to_bytes(2, "little"), *value.to_bytes(2, "little")))


def give_mon(species: int, level: int, item: int = 0) -> bytes:
    """Byte code: give a mon that holds an item, 0 for none."""
    held = item.to_bytes(2, "little")
    return bytes((GIVE_MON, *species.to_bytes(2, "little"), level, *held, *bytes(4 + 4 + 1)))


def set_mon_move(member: int, slot: int, move: int, command: int = SET_MON_MOVE) -> bytes:
    """Byte code: teach a move to a member of the party, with the move's full PP."""
    return bytes((command, member, slot, *move.to_bytes(2, "little")))


def set_flag(flag: int) -> bytes:
    """Byte code: set a flag."""
    return bytes((SET_FLAG, *flag.to_bytes(2, "little")))


def add_var(variable: int, value: int) -> bytes:
    """Byte code: add to a variable."""
    return bytes((ADD_VAR, *variable.to_bytes(2, "little"), *value.to_bytes(2, "little")))


def clear_flag(flag: int) -> bytes:
    """Byte code: clear a flag."""
    return bytes((CLEAR_FLAG, *flag.to_bytes(2, "little")))


def check_flag(flag: int) -> bytes:
    """Byte code: compare a flag; the context's result is 1 where it is set, else 0."""
    return bytes((CHECK_FLAG, *flag.to_bytes(2, "little")))


def add_money(amount: int) -> bytes:
    """Byte code: give the player money."""
    return bytes((ADD_MONEY, *amount.to_bytes(4, "little"), 0))


def add_coins(amount: int) -> bytes:
    """Byte code: give the player coins."""
    return bytes((ADD_COINS, *amount.to_bytes(2, "little")))


def add_pc_item(item: int, quantity: int = 1) -> bytes:
    """Byte code: put an item into the PC."""
    return bytes((ADD_PC_ITEM, *item.to_bytes(2, "little"), *quantity.to_bytes(2, "little")))


def set_dynamic_warp(group: int, num: int, warp_id: int, x: int, y: int) -> bytes:
    """Byte code: say where dynamic warps lead."""
    place = x.to_bytes(2, "little") + y.to_bytes(2, "little")
    return bytes((SET_DYNAMIC_WARP, group, num, warp_id)) + place


def set_layout(layout_id: int) -> bytes:
    """Byte code: give the map another layout."""
    return bytes((SET_LAYOUT, *layout_id.to_bytes(2, "little")))


def add_item(item: int, quantity: int = 1) -> bytes:
    """Byte code: put an item into the bag."""
    return bytes((ADD_ITEM, *item.to_bytes(2, "little"), *quantity.to_bytes(2, "little")))


def call_special(number: int) -> bytes:
    """Byte code: call one of the engine's routines for scripts, and wait until it is done."""
    return bytes((SPECIAL, *number.to_bytes(2, "little"), WAIT_STATE))


def call_native(routine: Address) -> bytes:
    """Byte code: call a Thumb routine of the engine that takes no argument.

    Args:
        routine: Its address without the Thumb bit.
    """
    return bytes((CALL_NATIVE, *(routine | THUMB_BIT).to_bytes(4, "little")))


def yes_no() -> bytes:
    """Byte code: ask yes or no, in a box at the right."""
    return bytes((YES_NO, *BOX_PLACE))


def multiple_choice(number: int = 0) -> bytes:
    """Byte code: ask to choose from one of the engine's lists, the first by default; B cancels."""
    return bytes((MULTIPLE_CHOICE, 0, 0, number, 0))


def wild_battle(species: int, level: int) -> bytes:
    """Byte code: begin a battle against a wild mon without an item.

    Expansions read a second species, level and item, and some of them more: what an engine does not
    read of these zeros does nothing, as 0 is the command for that.
    """
    head = (SET_WILD_BATTLE, *species.to_bytes(2, "little"), level, *bytes(WILD_BATTLE_ZEROS))
    return bytes((*head, DO_WILD_BATTLE))


def warp(group: int, num: int, warp_id: int) -> bytes:
    """Byte code: warp to a warp event of a map, and wait until it is done."""
    return bytes((WARP, group, num, warp_id, *NOWHERE, WAIT_STATE, END))


def message(at: Address, text: bytes) -> bytes:
    """Byte code: show a text in a box until a button is pressed.

    Args:
        at: Where the byte code will stand.
        text: In the game's encoding, with its terminator; it follows the byte code.
    """
    tail = bytes((WAIT_MESSAGE, WAIT_BUTTON, CLOSE_MESSAGE, RELEASE_ALL, END))
    text_at = at + 6 + len(tail)
    return bytes((LOCK_ALL, MESSAGE, *text_at.to_bytes(4, "little"))) + tail + text
