"""Where a ROM's game header contradicts what the running game proved.

A hack that moved its tables or its save data often leaves the header as it was. Other tools that
trust the header then read the wrong place, so that each difference is worth a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gbatool.engine.engine import Structures
from gbatool.engine.layouts import Dtype, has_field, offset_of
from gbatool.engine.rom_header import GameHeader, read_game_header
from gbatool.errors import UnprovenSymbolError
from gbatool.profile.model import Profile
from gbatool.rom import Rom

TABLES = {
    "species_names": "gSpeciesNames",
    "move_names": "gMoveNames",
    "species_info": "gSpeciesInfo",
    "ability_names": "gAbilityNames",
    "items": "gItems",
    "moves": "gBattleMoves",
}
"""Field of the header's tables -> the symbol of the same table."""
OFFSETS = {
    "save_block1": {"flags": "flags", "vars": "vars", "pc_items": "pc_items"},
    "save_block2": {
        "player_name": "player_name",
        "player_gender": "player_gender",
        "trainer_id": "player_trainer_id",
    },
}
"""Structure -> field of the header's save fields -> field of the structure."""
PC_ITEMS = "pc_items"


@dataclass(frozen=True, slots=True)
class HeaderConflict:
    """A value of the game header that a profile's proven value contradicts.

    Attributes:
        header_field: Such as ``tables.moves`` or ``save.flags``.
        proven_by: The symbol or trait that has the proven value, such as ``gBattleMoves``.
        header: The header's value; addresses and offsets in hex.
        proven: The proven value, in the same form.
    """

    header_field: str
    proven_by: str
    header: str
    proven: str

    @property
    def text(self) -> str:
        """The conflict in a sentence."""
        return (
            f"the game header says {self.header} for {self.header_field}; the running game has"
            f" {self.proven} ({self.proven_by})"
        )


def header_conflicts(rom: Rom, profile: Profile) -> tuple[HeaderConflict, ...]:
    """What a ROM's game header says otherwise than its profile; empty without a game header.

    Only what is proven is compared: a symbol that the profile has, and a field of the save blocks
    that is not unresolved.
    """
    header = read_game_header(rom.data)
    if header is None or not profile.symbols:
        return ()
    found = (*_tables(header, profile), *_offsets(header, profile), *_capacity(header, profile))
    return tuple(conflict for conflict in found if conflict.header != conflict.proven)


def _tables(header: GameHeader, profile: Profile) -> Iterator[HeaderConflict]:
    for field, symbol in TABLES.items():
        said = getattr(header.tables, field)
        if said is not None and profile.has(symbol):
            proven = str(profile.address(symbol))
            yield HeaderConflict(f"tables.{field}", symbol, str(said), proven)


def _offsets(header: GameHeader, profile: Profile) -> Iterator[HeaderConflict]:
    for block, fields in OFFSETS.items():
        layout = _layout(profile.structures, block)
        for field, own in fields.items():
            said = getattr(header.save, field)
            if said is not None and _is_proven(profile, layout, block, own):
                proven = offset_of(layout, own)
                trait = f"{block}.{own}"
                yield HeaderConflict(f"save.{field}", trait, f"0x{said:X}", f"0x{proven:X}")


def _capacity(header: GameHeader, profile: Profile) -> Iterator[HeaderConflict]:
    """How many stacks the PC has. A pocket's capacity is in RAM, not in the profile."""
    block = "save_block1"
    layout = _layout(profile.structures, block)
    said = header.capacities.pc
    if said is not None and _is_proven(profile, layout, block, PC_ITEMS):
        proven = layout[PC_ITEMS].shape[0]
        yield HeaderConflict("capacities.pc", f"{block}.{PC_ITEMS}", str(said), str(proven))


def _layout(structures: Structures, block: str) -> Dtype:
    layout: Dtype = getattr(structures, block)
    return layout


def _is_proven(profile: Profile, layout: Dtype, block: str, field: str) -> bool:
    """Whether a block has a field that is proven; without the block's symbol nothing of it is."""
    pointer = {"save_block1": "gSaveBlock1", "save_block2": "gSaveBlock2"}[block]
    if not (profile.has(pointer) or profile.has(f"{pointer}Ptr")) or not has_field(layout, field):
        return False
    try:
        profile.require(f"{block}.{field}")
    except UnprovenSymbolError:
        return False
    return True
