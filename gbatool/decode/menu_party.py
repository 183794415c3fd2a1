"""Decode the party's screen: its members and what can be done with one of them."""

from __future__ import annotations

from gbatool.decode.fields import check_ram_pointer, check_range, read_record, read_u32
from gbatool.decode.labels import action_label
from gbatool.decode.main import is_fading
from gbatool.decode.menu_model import Menu, MenuEntry
from gbatool.decode.menu_tasks import is_task_active, shared_cursor
from gbatool.decode.party import decode_party
from gbatool.engine import menus as layout
from gbatool.engine.layouts import field_address
from gbatool.errors import DecodeError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

SCREEN, INTERNAL = "gPartyMenu", "sPartyMenuInternal"
INPUT_TASK, ACTION_TABLE = "Task_HandleChooseMonInput", "sCursorOptions"


def decode_party_menu(ram: Snapshot, profile: Profile) -> Menu:
    """The members, each with its HP, and the buttons below them.

    Raises:
        NotLoadedError: The main loop was still at work: a record may be half decrypted.
        DecodeError: The cursor stands on nobody, or a record is damaged.
        UnprovenSymbolError: ``gPartyMenu`` or ``gPlayerParty`` is not proven in the profile.
    """
    address = profile.address(SCREEN)
    form = profile.structures.party_menu
    record = read_record(ram, SCREEN, address, form)
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
    if int(record["kind"]) & layout.PARTY_KIND_MASK == layout.PARTY_CHOOSE_SEVERAL:
        entries.append(MenuEntry("confirm", None))
        places.append(layout.PARTY_CONFIRM)
    entries.append(MenuEntry("cancel", None))
    places.append(layout.PARTY_CANCEL)
    second = int(record["action"]) in layout.PARTY_SECOND_SLOT_ACTIONS
    slot = int(record["second_slot" if second else "slot"])
    if slot not in places:
        field, name = ("slotId2", "second_slot") if second else ("slotId", "slot")
        at = field_address(address, form, name)
        raise DecodeError(f"{SCREEN}.{field}", at, observed=slot, expected=f"one of {places}")
    takes = is_task_active(ram, profile, INPUT_TASK)
    return Menu(
        id="party",
        cursor=places.index(slot),
        entries=tuple(entries),
        takes_input=False if is_fading(ram, profile) else takes,
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
    at = profile.address(INTERNAL)
    pointer = read_u32(ram, INTERNAL, at)
    form = profile.structures.party_internal
    base = check_ram_pointer(ram, INTERNAL, at, pointer, size=form.itemsize, align=4)
    record = read_record(ram, INTERNAL, base, form)
    cursor, count, _ = shared_cursor(ram, profile)
    field, at = f"{INTERNAL}.numActions", field_address(base, form, "count")
    check_range(field, at, int(record["count"]), count, count)
    check_range(field, at, count, 1, len(record["actions"]))
    entries, at = [], field_address(base, form, "actions")
    for index, action in enumerate(record["actions"][:count].tolist()):
        check_range(f"{INTERNAL}.actions[{index}]", at + index, action, 0, len(names) - 1)
        label = action_label(ram, profile, ACTION_TABLE, action)
        entries.append(MenuEntry(names[action], label, number=action))
    return Menu("party_actions", cursor, tuple(entries))
