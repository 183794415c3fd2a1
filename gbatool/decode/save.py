"""Read what decoders need of the save blocks, which move: always through their pointers."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import check_ram_pointer, read_record, read_u8, read_u32
from gbatool.decode.header import text_form
from gbatool.decode.main import refuse_unfinished_work
from gbatool.engine.layouts import field_address, has_field
from gbatool.engine.text import read_string
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile

GREATEST_MOVE, MOVE_STEP = 124, 4
"""A save block lies at its base plus a multiple of 4 up to this."""
NOT_SET = 0xFF


@dataclass(frozen=True, slots=True)
class Location:
    """A ``WarpData``: a map, a warp on it, or -1 and map-local coordinates."""

    group: int
    num: int
    warp_id: int
    local_x: int
    local_y: int


def find_save_block(ram: Snapshot, profile: Profile, number: int) -> Address | None:
    """Where save block 1 or 2 is at this frame; None when the profile can't tell.

    Raises:
        NotLoadedError: The engine has not placed the save blocks yet.
        DecodeError: The pointer does not point to a save block.
    """
    engine = profile.family
    blocks = {1: engine.save_block1, 2: engine.save_block2}
    name, size = f"gSaveBlock{number}Ptr", blocks[number].itemsize
    if not profile.family.save_block_pointers:
        fixed = f"gSaveBlock{number}"
        return profile.address(fixed) if profile.has(fixed) else None
    if not profile.has(name):
        return None
    address = profile.address(name)
    value = read_u32(ram, name, address)
    if value == 0:
        raise NotLoadedError(name, address, observed="0x00000000", expected="a game that has begun")
    block = check_ram_pointer(ram, name, address, value, size=size, align=4)
    if profile.has(f"gSaveBlock{number}"):
        base = profile.address(f"gSaveBlock{number}")
        if not 0 <= block - base <= GREATEST_MOVE:
            raise DecodeError(
                name,
                address,
                observed=block,
                expected=f"{base} plus a multiple of {MOVE_STEP} up to {GREATEST_MOVE}",
            )
    return block


def check_fields(profile: Profile, number: int, *fields: str) -> None:
    """Make sure that it is known where fields of a save block are.

    Args:
        profile: The profile.
        number: 1 or 2, the save block's.
        fields: Their names in its layout.

    Raises:
        UnprovenSymbolError: Of one it is not, or the engine keeps it elsewhere.
    """
    engine = profile.family
    layout = engine.save_block1 if number == 1 else engine.save_block2
    for field in fields:
        trait = f"save_block{number}.{field}"
        profile.require(trait)
        if not has_field(layout, field):
            raise UnprovenSymbolError(
                f"in the engine of profile {profile.name} SaveBlock{number} has no {field}, and"
                " where else it may be is not known",
                symbol=trait,
                profile=profile.name,
                status="absent",
            )


def _knows(profile: Profile, trait: str) -> bool:
    try:
        profile.require(trait)
    except UnprovenSymbolError:
        return False
    return True


def loaded_save_block(ram: Snapshot, profile: Profile, number: int) -> Address:
    """Where save block 1 or 2 of the game that is played is at this frame.

    Raises:
        NotLoadedError: No game was begun or loaded yet, or the main loop was still at work: the
            blocks may be half moved.
        DecodeError: The pointer does not point to a save block.
        UnprovenSymbolError: The profile can't tell where one of the blocks is.
    """
    refuse_unfinished_work(ram, profile)
    blocks = {}
    for each in (1, 2):
        block = find_save_block(ram, profile, each)
        pointer = "Ptr" if profile.family.save_block_pointers else ""
        blocks[each] = profile.address(f"gSaveBlock{each}{pointer}") if block is None else block
    trainer = read_record(ram, "SaveBlock2", blocks[2], profile.family.save_block2)
    if _knows(profile, "save_block2.player_name") and not any(trainer.array("player_name")):
        raise trainer.error("player_name", "empty", "a game that has begun", kind=NotLoadedError)
    return blocks[number]


def decode_location(ram: Snapshot, profile: Profile) -> Location | None:
    """The loaded map, by SaveBlock1; None when the profile has no ``gSaveBlock1Ptr``.

    Raises:
        DecodeError: The pointer or the ids can't be right.
        UnprovenSymbolError: It is not known where in the block it is.
    """
    block = find_save_block(ram, profile, 1)
    if block is None:
        return None
    check_fields(profile, 1, "location")
    return _read_location(ram, profile, block, "location")


def decode_dynamic_warp(ram: Snapshot, profile: Profile) -> Location | None:
    """Where dynamic warps lead now.

    None when the profile has no ``gSaveBlock1Ptr``, or the game has not set one yet.

    Raises:
        DecodeError: The pointer or the ids can't be right.
        UnprovenSymbolError: It is not known where in the block it is.
    """
    block = find_save_block(ram, profile, 1)
    if block is None:
        return None
    check_fields(profile, 1, "dynamic_warp")
    address = field_address(block, profile.family.save_block1, "dynamic_warp")
    if read_u8(ram, "SaveBlock1.dynamicWarp", address) == NOT_SET:
        return None
    return _read_location(ram, profile, block, "dynamic_warp")


def _read_location(ram: Snapshot, profile: Profile, block: Address, field: str) -> Location:
    """A ``WarpData`` in SaveBlock1."""
    engine = profile.family
    address = field_address(block, engine.save_block1, field)
    name = {"location": "location", "dynamic_warp": "dynamicWarp"}[field]
    record = read_record(ram, f"SaveBlock1.{name}", address, engine.warp_data)
    return Location(
        group=record.check("map_group", 0, 127),
        num=record.check("map_num", 0, 127),
        warp_id=record.check("warp_id", -1, 127),
        local_x=record["x"],
        local_y=record["y"],
    )


def decode_player_name(ram: Snapshot, profile: Profile) -> str | None:
    """The player's name; None when the profile has no ``gSaveBlock2Ptr``.

    Raises:
        DecodeError: The pointer can't be right, or the name is no text.
        UnprovenSymbolError: It is not known where in the block it is.
    """
    block = find_save_block(ram, profile, 2)
    if block is None:
        return None
    check_fields(profile, 2, "player_name")
    trainer = profile.family.save_block2
    return read_string(
        ram,
        "SaveBlock2.playerName",
        field_address(block, trainer, "player_name"),
        trainer["player_name"].itemsize,
        text_form(profile),
    )
