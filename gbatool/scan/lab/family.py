"""Which engine family a game belongs to, told by behaviour and never by its title.

The families keep a metatile's attributes at different places and in different widths: 32-bit words
behind the tileset's last pointer (FireRed, LeafGreen), half-words behind the one before it (Ruby,
Sapphire, Emerald). Attributes that forbid a direction, written in one of these two forms, refuse a
step only in the family that reads them so. Emerald reads texts with printers, Ruby and Sapphire
with windows that count characters.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.engine.engine import PRINTERS, WINDOWS, Engine
from gbatool.engine.families import ENGINES
from gbatool.engine.layouts import ROM_LAYOUT, offset_of
from gbatool.engine.traits import STORAGE, differing, with_traits
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address
from gbatool.scan.findings import Candidate
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.lab.talk import find_talk

ENTRY_FORBIDDEN = {Buttons.RIGHT: 0x31, Buttons.LEFT: 0x30, Buttons.UP: 0x33, Buttons.DOWN: 0x32}
"""Step -> behaviour of a tile that can't be entered that way (impassable west, east, south, north
edge): the same numbers in every engine family. The tile that is left is not asked: the engine
remembers its behaviour from before."""
LAYOUT_SIZE = max(engine.map_layout.itemsize for engine in ENGINES.values())
TILESET_SIZE = max(engine.tileset.itemsize for engine in ENGINES.values())
"""The family is not known yet: as many bytes as any of them has."""
SIDES = ("primary_tileset", "secondary_tileset")
ATTRIBUTE_BYTES = 0x1000  # 1024 metatiles of up to 4 bytes
SCRATCH_BYTES = LAYOUT_SIZE + 2 * TILESET_SIZE + ATTRIBUTE_BYTES + 0x10


class SwapTilesets:
    """Gives the candidate a layout whose tilesets have these attributes.

    An engine may keep pointers to the tilesets of the loaded map in RAM; they are turned as well.

    Args:
        candidate: A map header.
        scratch: ``SCRATCH_BYTES`` of unused EWRAM.
        attributes: ``ATTRIBUTE_BYTES`` of them.
        field: Offset in the tileset of the pointer to turn.
    """

    def __init__(
        self, candidate: Candidate, scratch: Address, attributes: bytes, field: int
    ) -> None:
        self.candidate, self.scratch = candidate, scratch
        self.attributes, self.field = attributes, field

    def __call__(self, emulator: Emulator) -> None:
        """Build the fakes and turn the header's layout pointer to them."""
        live = emulator.live
        layout = bytearray(live.read(self.candidate.fields["layout"], LAYOUT_SIZE).tobytes())
        emulator.write(self.scratch, self.attributes)
        at = self.scratch + ATTRIBUTE_BYTES
        for side in (offset_of(ROM_LAYOUT, name) for name in SIDES):
            pointer = int.from_bytes(layout[side : side + 4], "little")
            tileset = bytearray(live.read(pointer, TILESET_SIZE).tobytes())
            tileset[self.field : self.field + 4] = int(self.scratch).to_bytes(4, "little")
            emulator.write(at, bytes(tileset))
            for kept in _kept_in_ram(emulator, pointer):
                emulator.write(kept, int(at).to_bytes(4, "little"))
            layout[side : side + 4] = int(at).to_bytes(4, "little")
            at += TILESET_SIZE
        emulator.write(at, bytes(layout))
        emulator.write(self.candidate.address, int(at).to_bytes(4, "little"))


def _kept_in_ram(emulator: Emulator, pointer: int) -> list[Address]:
    """The words of RAM that hold a pointer."""
    live = emulator.live
    return [at for region in RAM_REGIONS for at in addresses(region, live.words(region) == pointer)]


def _forbids(lab: Lab, offset: int, form: str) -> bool:
    """Whether attributes of that form behind that pointer refuse every step they forbid."""
    candidate = lab.known["gMapHeader"]
    scratch = find_scratch(lab, SCRATCH_BYTES)
    for way in lab.open_directions(OVERWORLD):
        count = ATTRIBUTE_BYTES // np.dtype(form).itemsize
        attributes = np.full(count, ENTRY_FORBIDDEN[way], form).tobytes()
        swap = SwapTilesets(candidate, scratch, attributes, offset)
        if lab.moves(OVERWORLD, way, swap):
            return False
    return True


def find_family(lab: Lab) -> Engine:
    """The engine family, with the traits that are proven so far.

    Raises:
        ProbeError: The map header is not proven, or no family's form is obeyed.
    """
    family = lab.measured(_find_family)
    return with_traits(family, differing(family, lab.traits))


def may_have(lab: Lab, symbol: str) -> bool:
    """Whether the engine could have a symbol, by what is proven so far.

    What prints texts shows in a conversation: printers of a list look like those of an array until
    one of the two is proven.

    Raises:
        ProbeError: That needs to know the family, or a conversation, and there is none.
    """
    if symbol not in PRINTERS:
        return find_family(lab).has(symbol)
    if STORAGE in lab.traits:
        return lab.structures.has(symbol)
    return (PRINTERS[symbol] == WINDOWS) != bool(find_talk(lab).pointers)


def _form_of(engine: Engine) -> tuple[int, str]:
    """Offset in a tileset of the pointer to the attributes, and the format of one of them."""
    return offset_of(engine.tileset, "attributes"), engine.attribute.str


def _find_family(lab: Lab) -> Engine:
    lab.address("gMapHeader")
    forms = dict.fromkeys(_form_of(engine) for engine in ENGINES.values())
    obeyed = [form for form in forms if _forbids(lab, *form)]
    left = [engine for engine in ENGINES.values() if [_form_of(engine)] == obeyed]
    if len(left) > 1:
        by_printers = bool(find_talk(lab).pointers)
        left = [engine for engine in left if engine.prints_by_printers == by_printers]
    if len(left) == 1:
        return left[0]
    raise ProbeError(
        f"tilesets are read in a form of none of the known families ({', '.join(ENGINES)})"
    )
