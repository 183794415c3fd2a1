"""``gbatool decode save``: both slots of a save file, and what is in the one that the game would load.

Nothing runs. The sections of the slot are put where the decoders of a running game look: into a
snapshot whose RAM holds nothing else, read by a profile whose symbols point there. So every layout,
trait and check is the one that ``decode party`` and ``decode bag`` use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from gbatool.decode.bag import Bag, decode_bag
from gbatool.decode.header import text_form
from gbatool.decode.mon import Mon, decode_mon
from gbatool.decode.names import Named, fixed_text
from gbatool.decode.party import COUNT, PARTY, decode_party
from gbatool.decode.save import Location, decode_location
from gbatool.decode.trainer import Trainer, decode_trainer
from gbatool.documents import RomRef
from gbatool.engine import save_layouts as layout
from gbatool.engine.layouts import Dtype
from gbatool.engine.pokemon import MON
from gbatool.errors import DecodeError, FailedClosedError
from gbatool.memory import EWRAM, IWRAM, ROM, Address, Snapshot, packed
from gbatool.profile import Profile
from gbatool.profile.model import Status, Symbol
from gbatool.profile.reference import rom_ref
from gbatool.rom import Rom
from gbatool.saves.file import SaveData
from gbatool.saves.slots import (
    BOX_SECTIONS,
    SAVE_BLOCK1_SECTIONS,
    SAVE_BLOCK2_SECTION,
    SECTION_DATA,
    Slot,
    read_slots,
    section_data,
    slot_to_load,
)

Part = TypeVar("Part")
STORAGE = "gPokemonStorage"
BLOCK1_AT, BLOCK2_AT, BOXES_AT = 0x4000, 0x10000, 0x18000
"""Offsets in the snapshot's EWRAM; everything that is saved fits between them."""
PLACED_BY_FAMILY = ("party", "bag", "boxes")
"""Parts whose place in a save no trait tells: in RAM, symbols lead to them."""


@dataclass(frozen=True, slots=True)
class BoxMon:
    """A mon in a box, which has no level, HP or stats of its own.

    Attributes:
        slot: Its place in the box, from 0.
    """

    slot: int
    species: Named
    nickname: str
    item: Named | None
    experience: int
    shiny: bool
    egg: bool
    nature: Named
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the PC: its number from 1, its name, and who is in it."""

    number: int
    name: str
    mons: tuple[BoxMon, ...]


@dataclass(frozen=True, slots=True)
class SaveDocument:
    """A save file.

    Attributes:
        file: Its name.
        size: Its bytes.
        clock: Bytes of a clock behind the save memory, 0 if there are none.
        slots: Both slots.
        loaded: The slot that the game would load, 1 or 2; None if none is whole.
        trainer: Who plays; the parts of the save are None with the reason under ``unavailable``.
        location: Where it was saved.
        unavailable: Part -> why it can't be read.
    """

    rom: RomRef
    file: str
    size: int
    clock: int
    slots: tuple[Slot, ...]
    loaded: int | None
    trainer: Trainer | None
    location: Location | None
    party: tuple[Mon, ...] | None
    bag: Bag | None
    boxes: tuple[Box, ...] | None
    unavailable: Mapping[str, str] = field(default_factory=dict)
    schema: str = "gbatool/save/1"

    @property
    def damaged(self) -> bool:
        """Whether something in the file is damaged, or nothing was ever saved."""
        return self.loaded is None or any(
            slot.state == "damaged" or any(one.problem for one in slot.sections)
            for slot in self.slots
        )


def decode_save(save: SaveData, rom: Rom, profile: Profile) -> SaveDocument:
    """Decode a save file.

    Args:
        save: The file.
        rom: The ROM, which has the names.
        profile: Its profile, which has the layouts.

    Raises:
        UnprovenSymbolError: The profile's engine family is not known.
    """
    engine = profile.family
    slots = read_slots(save.memory, section_sizes(engine.save_block1, engine.save_block2))
    slot = slot_to_load(slots)
    unavailable: dict[str, str] = {}
    parts = None if slot is None else _Saved(save.memory, slot, rom, profile)

    def part(name: str, read: Callable[[_Saved], Part]) -> Part | None:
        if parts is None:
            unavailable[name] = "no slot is whole: nothing that the game would load"
            return None
        if name in PLACED_BY_FAMILY and profile.traits:
            unavailable[name] = (
                f"the engine of profile {profile.name} was changed, and where a save of it keeps this"
                f" is not proven; go on from the save with `gbatool state mint LABEL --save FILE`"
                " and decode that state"
            )
            return None
        try:
            return read(parts)
        except DecodeError as error:  # its address is one of the snapshot here, which says nothing
            unavailable[name] = f"{error.field} is {error.observed}; expected {error.expected}"
        except FailedClosedError as error:
            unavailable[name] = error.message
        return None

    return SaveDocument(
        rom=rom_ref(profile),
        file=save.name,
        size=save.size,
        clock=len(save.clock),
        slots=slots,
        loaded=slot.number if slot else None,
        trainer=part("trainer", lambda saved: decode_trainer(saved.ram, saved.profile)),
        location=part("location", lambda saved: decode_location(saved.ram, saved.profile)),
        party=part("party", lambda saved: decode_party(saved.ram, saved.profile)),
        bag=part("bag", lambda saved: decode_bag(saved.ram, saved.profile)),
        boxes=part("boxes", lambda saved: saved.boxes()),
        unavailable=unavailable,
    )


def section_sizes(save_block1: Dtype, save_block2: Dtype) -> dict[int, int]:
    """Section -> its bytes, by the sizes of what is saved in them."""
    sizes = {SAVE_BLOCK2_SECTION: save_block2.itemsize}
    for numbers, whole in (
        (SAVE_BLOCK1_SECTIONS, save_block1.itemsize),
        (BOX_SECTIONS, layout.STORAGE_SIZE),
    ):
        for index, number in enumerate(numbers):
            sizes[number] = max(0, min(SECTION_DATA, whole - index * SECTION_DATA))
    return sizes


class _Saved:
    """What a slot holds, as a snapshot and a profile that finds it there."""

    def __init__(self, memory: bytes, slot: Slot, rom: Rom, profile: Profile) -> None:
        block2 = section_data(memory, slot, range(SAVE_BLOCK2_SECTION, 1), SECTION_DATA)
        block1 = section_data(memory, slot, SAVE_BLOCK1_SECTIONS, SECTION_DATA)
        self.storage = section_data(memory, slot, BOX_SECTIONS, SECTION_DATA)
        ewram, iwram = np.zeros(EWRAM.size, np.uint8), np.zeros(IWRAM.size, np.uint8)
        at = {1: EWRAM.base + BLOCK1_AT, 2: EWRAM.base + BLOCK2_AT}
        for number, block in ((1, block1), (2, block2)):
            start = at[number] - EWRAM.base
            ewram[start : start + len(block)] = np.frombuffer(block, np.uint8)
            pointer = np.frombuffer(at[number].to_bytes(4, "little"), np.uint8)
            iwram[4 * number : 4 * number + 4] = pointer
        records = self._records()
        ewram[BOXES_AT : BOXES_AT + len(records)] = np.frombuffer(records, np.uint8)
        party = at[1] + profile.family.save.party_count
        placed = {
            "gSaveBlock1": at[1],
            "gSaveBlock2": at[2],
            "gSaveBlock1Ptr": IWRAM.base + 4,
            "gSaveBlock2Ptr": IWRAM.base + 8,
            COUNT: party,
            PARTY: party + layout.PARTY_BEHIND_COUNT,
            STORAGE: EWRAM.base + BOXES_AT,
        }
        in_rom = {
            name: one
            for name, one in profile.symbols.items()
            if ROM.holds(one.address, 1) and name not in placed
        }
        symbols = {
            name: Symbol(name, Address(address), 0, Status.VERIFIED)
            for name, address in placed.items()
        }
        kept = {name: one for name, one in profile.unresolved.items() if name not in symbols}
        self.profile = replace(profile, symbols={**in_rom, **symbols}, unresolved=kept)
        self.ram = Snapshot(ewram, iwram, np.frombuffer(rom.data, np.uint8))

    def _records(self) -> bytes:
        """The boxes' mons as records of a party, with the least that those may hold as stats."""
        size, count = layout.BOX_MON_SIZE, layout.BOXES * layout.BOX_SLOTS
        first = layout.BOX_MONS_AT
        mons = (self.storage[first + size * at :][:size] for at in range(count))
        behind = packed(MON, level=1, hp=1, max_hp=1, stats=1)[size:]
        return b"".join(mon.ljust(size, b"\0") + behind for mon in mons)

    def boxes(self) -> tuple[Box, ...]:
        """Every box.

        Raises:
            DecodeError: A record's checksum is wrong, or a value is none that the game can have.
        """
        return tuple(self._box(number) for number in range(layout.BOXES))

    def _box(self, number: int) -> Box:
        first = number * layout.BOX_SLOTS
        found = (
            decode_mon(self.ram, self.profile, STORAGE, first + at)
            for at in range(layout.BOX_SLOTS)
        )
        mons = tuple(_box_mon(mon, mon.slot - first) for mon in found if mon is not None)
        at = layout.BOX_NAMES_AT + number * layout.BOX_NAME_SIZE
        name = self.storage[at : at + layout.BOX_NAME_SIZE]
        field = f"{STORAGE}.boxNames[{number}]"
        return Box(number + 1, fixed_text(name, field, at, text_form(self.profile)), mons)


def _box_mon(mon: Mon, slot: int) -> BoxMon:
    return BoxMon(
        slot=slot,
        species=mon.species,
        nickname=mon.nickname,
        item=mon.item,
        experience=mon.experience,
        shiny=mon.shiny,
        egg=mon.egg,
        nature=mon.nature,
        moves=tuple(move.name or f"#{move.id}" for move in mon.moves),
    )
