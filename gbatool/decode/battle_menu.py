"""Decode the menus of a battle: what to do, which move, and the question of yes and no.

Both of the first lie in two columns; each battler has a cursor of its own for each.
"""

from __future__ import annotations

from gbatool.decode.battle import type_flags
from gbatool.decode.battle_choice import (
    SCRATCH,
    Asked,
    decode_asked,
    shows_question,
    unasked_because,
)
from gbatool.decode.battlers import MONS
from gbatool.decode.fields import check_range, read_entry, read_u8
from gbatool.decode.labels import grid_labels
from gbatool.decode.menu_model import Menu, MenuEntry, make_menu
from gbatool.decode.mon import read_moves
from gbatool.decode.printer import find_printer, knows_printers
from gbatool.engine import battle as layout
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

ACTION_CURSOR, MOVE_CURSOR = "gActionSelectionCursor", "gMoveSelectionCursor"
ACTION_TEXT, SAFARI_TEXT = "gText_BattleMenu", "gText_SafariZoneMenu"
QUESTION_TEXT = "gText_BattleYesNoChoice"
SAFARI = "safari"


def decode_battle_menu(ram: Snapshot, profile: Profile) -> Menu | None:
    """The menu that a battle shows; None when it asks nothing. Only while a battle is on.

    Raises:
        DecodeError: A cursor stands outside its menu, or a move is none.
        UnprovenSymbolError: The profile can't tell what is asked, or where the cursor is.
    """
    asked = decode_asked(ram, profile)
    if asked is None:
        because = unasked_because(ram, profile)
        if because is not None:
            raise UnprovenSymbolError(because, profile=profile.name)
        printing = knows_printers(profile) and find_printer(ram, profile).active
        return _question(ram, profile) if not printing and shows_question(ram, profile) else None
    if asked.choice == "action":
        return _action_menu(ram, profile, asked)
    if asked.choice == "move":
        return _move_menu(ram, profile, asked)
    raise UnprovenSymbolError(
        f"battler {asked.battler} is asked for a target, which is not listed", profile=profile.name
    )


def _question(ram: Snapshot, profile: Profile) -> Menu:
    """Yes or no; the cursor is the second byte of what battle scripts note things in."""
    at = profile.address(SCRATCH) + 1
    cursor = check_range(f"{SCRATCH}[1]", at, read_u8(ram, SCRATCH, at), 0, 1)
    labels = grid_labels(ram, profile, QUESTION_TEXT, 2)
    return make_menu("yes_no", cursor, ["yes", "no"], labels)


def _cursor(ram: Snapshot, profile: Profile, symbol: str, battler: int, entries: int) -> int:
    at = profile.address(symbol) + battler
    field = f"{symbol}[{battler}]"
    return check_range(field, at, read_u8(ram, field, at), 0, entries - 1)


def _takes_input(ram: Snapshot, profile: Profile, asked: Asked) -> bool | None:
    """Whether keys are looked at; None when something else may lie over the menu."""
    flags = type_flags(ram, profile)
    if flags is not None and layout.PLAYS_BY_ITSELF.intersection(flags):
        return False
    return True if asked.for_sure else None


def _action_menu(ram: Snapshot, profile: Profile, asked: Asked) -> Menu:
    flags = type_flags(ram, profile)
    if flags is None and not asked.by_player:
        profile.address("gBattleTypeFlags")
    safari = flags is not None and SAFARI in flags
    ids = profile.family.battle.safari_actions if safari else layout.ACTIONS
    labels = grid_labels(ram, profile, SAFARI_TEXT if safari else ACTION_TEXT, len(ids))
    return Menu(
        id="battle_action",
        cursor=_cursor(ram, profile, ACTION_CURSOR, asked.battler, len(ids)),
        entries=tuple(MenuEntry(key, label) for key, label in zip(ids, labels, strict=True)),
        columns=layout.ACTION_COLUMNS,
        takes_input=_takes_input(ram, profile, asked),
        battler=asked.battler,
    )


def _move_menu(ram: Snapshot, profile: Profile, asked: Asked) -> Menu:
    """Moves and PP as the battle counts them: a copied move is one like any other."""
    battler = asked.battler
    record = read_entry(ram, profile, MONS, battler, profile.structures.battle_mon)
    moves, at = record.array("moves"), record.at("moves")
    known = read_moves(ram, profile, record.name, at, moves, record.array("pp"), record["pp_ups"])
    if not known or known[-1].slot != len(known) - 1:
        raise record.error("moves", moves, "one to four moves without a gap")
    return Menu(
        id="battle_move",
        cursor=_cursor(ram, profile, MOVE_CURSOR, battler, len(known)),
        entries=tuple(
            MenuEntry(f"move_{move.slot}", move.name, move.id, move.pp, move.max_pp)
            for move in known
        ),
        columns=layout.MOVE_COLUMNS,
        takes_input=_takes_input(ram, profile, asked),
        battler=battler,
    )
