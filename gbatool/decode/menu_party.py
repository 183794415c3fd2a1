"""Decode the party's screen: its members and what can be done with one of them."""

from __future__ import annotations

from gbatool.decode.fields import read_pointed, read_symbol
from gbatool.decode.labels import action_label
from gbatool.decode.menu_model import Menu, MenuEntry
from gbatool.decode.menu_tasks import shared_cursor, takes_input
from gbatool.decode.party import decode_party
from gbatool.engine import menus as layout
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

SCREEN, INTERNAL = "gPartyMenu", "sPartyMenuInternal"
INPUT_TASK, ACTION_TABLE = "Task_HandleChooseMonInput", "sCursorOptions"


def decode_party_menu(ram: Snapshot, profile: Profile) -> Menu:
    """The members, each with its HP, and the buttons below them.

    Raises:
        NotLoadedError: The main loop was still at work: a record may be half decrypted.
        DecodeError: The cursor stands on no entry, or a record is damaged.
        UnprovenSymbolError: ``gPartyMenu`` or ``gPlayerParty`` is not proven in the profile.
    """
    record = read_symbol(ram, profile, SCREEN, profile.structures.party_menu)
    entries = [
        MenuEntry(
            f"slot_{mon.slot}",
            mon.nickname,
            number=mon.species.id,
            amount=None if mon.egg else mon.hp,
            most=None if mon.egg else mon.stats.hp,
        )
        for mon in decode_party(ram, profile)
    ]
    places = list(range(len(entries)))
    if record["kind"] & layout.PARTY_KIND_MASK == layout.PARTY_CHOOSE_SEVERAL:
        entries.append(MenuEntry("confirm", None))
        places.append(layout.PARTY_CONFIRM)
    entries.append(MenuEntry("cancel", None))
    places.append(layout.PARTY_CANCEL)
    second = record["action"] in layout.PARTY_SECOND_SLOT_ACTIONS
    field = "slot_id2" if second else "slot_id"
    if record[field] not in places:
        raise record.error(field, record[field], f"one of {places}")
    return Menu(
        id="party",
        cursor=places.index(record[field]),
        entries=tuple(entries),
        takes_input=takes_input(ram, profile, INPUT_TASK),
    )


def decode_party_actions(ram: Snapshot, profile: Profile) -> Menu:
    """What can be done with the member that was chosen.

    Raises:
        DecodeError: The cursor or an action can't be right.
        UnprovenSymbolError: ``sMenu`` or ``sPartyMenuInternal`` is not proven in the profile.
    """
    names = profile.structures.menus.party_actions
    if names is None:
        raise UnprovenSymbolError(
            f"what the party's screen offers is not known in the family {profile.engine}",
            symbol=INTERNAL,
            profile=profile.name,
        )
    record = read_pointed(ram, profile, INTERNAL, profile.structures.party_internal)
    cursor, count, _ = shared_cursor(ram, profile)
    record.check("num_actions", count, count)
    record.check_value("num_actions", count, 1, len(record.array("actions")))
    entries = []
    for index in range(count):
        action = record.check_element("actions", index, 0, len(names) - 1)
        label = action_label(ram, profile, ACTION_TABLE, action)
        entries.append(MenuEntry(names[action], label, number=action))
    return Menu("party_actions", cursor, tuple(entries))
