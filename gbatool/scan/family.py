"""Which engine family a game belongs to, told by behaviour and never by its title.

The families keep a metatile's attributes at different places and in different widths: 32-bit words
behind the tileset's last pointer (FireRed, LeafGreen), half-words behind the one before it (Ruby,
Sapphire, Emerald). Attributes that forbid a direction, written in one of these two forms, refuse a
step only in the family that reads them so. Emerald reads texts with printers, Ruby and Sapphire
with windows that count characters.
"""

from __future__ import annotations

import numpy as np

from gbatool.engine.layouts import ENGINES
from gbatool.errors import ProbeError
from gbatool.scan.lab import OVERWORLD, Lab
from gbatool.scan.map_header import (
    ATTRIBUTE_BYTES,
    ENTRY_FORBIDDEN,
    SCRATCH_BYTES,
    SwapTilesets,
    find_scratch,
)
from gbatool.scan.talk import find_talk

WORDS_BEHIND_LAST, HALFWORDS_BEFORE_LAST = (0x14, "<u4"), (0x10, "<u2")


def _forbids(lab: Lab, offset: int, form: str) -> bool:
    """Whether attributes of that form behind that pointer refuse every step they forbid."""
    candidate = lab.known["gMapHeader"]
    scratch = find_scratch(lab, SCRATCH_BYTES)
    for way in lab.open_directions(OVERWORLD):
        count = ATTRIBUTE_BYTES // np.dtype(form).itemsize
        attributes = np.full(count, ENTRY_FORBIDDEN[way], form).tobytes()
        swap = SwapTilesets(candidate, scratch, attributes, (offset,))
        if lab.moves(OVERWORLD, way, swap):
            return False
    return True


def find_family(lab: Lab) -> str:
    """Name of the engine family.

    Raises:
        ProbeError: The map header is not proven, or no family's form is obeyed.
    """
    return lab.measured(_find_family)


def _find_family(lab: Lab) -> str:
    lab.address("gMapHeader")
    words = _forbids(lab, *WORDS_BEHIND_LAST)
    halfwords = _forbids(lab, *HALFWORDS_BEFORE_LAST)
    if words and not halfwords:
        return "frlg"
    if halfwords and not words:
        return "emerald" if find_talk(lab).pointers else "rs"
    raise ProbeError(
        f"tilesets are read in a form of none of the known families ({', '.join(ENGINES)})"
    )
