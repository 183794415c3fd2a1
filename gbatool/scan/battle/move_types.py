"""Where a move's type stands in its record, told by the names that the move menu shows.

The retail games have a byte for it. Expansions pack it into five bits of some word. Moves that show the
same name have the same type: the type is the one number in their records that goes along with the
name. The oldest moves are asked, whose type no engine changes while a battle goes on.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gbatool.engine.traits import field_value
from gbatool.errors import ProbeError
from gbatool.memory import Bytes

OLDEST = 160
"""Moves up to this number are in every game."""
TYPE_BITS, LEAST_TYPES = 5, 10


def type_field(rom: Bytes, start: int, size: int, shown: Mapping[int, bytes]) -> str:
    """The value of the trait ``battle_move.type``.

    Args:
        rom: The ROM image.
        start: Offset of the record with index 0.
        size: Bytes of a record.
        shown: Move -> what the menu shows for its type.

    Raises:
        ProbeError: No number of the records goes along with it, or several do.
    """
    kinds = [*shown.values()]
    if len({*kinds}) < LEAST_TYPES:
        raise ProbeError("the move menu does not compose the names of types in the battle's buffer")
    records = np.stack([rom[start + size * move :][: size + 1] for move in shown]).astype(np.int64)
    pairs = records[:, :-1] | records[:, 1:] << 8
    whole = [at for at in range(size) if _goes_along((pairs[:, at] & 0xFF).tolist(), kinds)]
    found = [field_value("u8", at) for at in whole]
    for at in range(size) if not whole else ():
        for bit in range(8):
            fits_byte = bit + TYPE_BITS <= 8
            if not fits_byte and at + 1 == size:
                continue
            values = pairs[:, at] >> bit & (1 << TYPE_BITS) - 1
            if _goes_along(values.tolist(), kinds):
                kind = "u8" if fits_byte else "u16"
                found.append(field_value(kind, at, part=(bit, TYPE_BITS)))
    if len(found) != 1:
        raise ProbeError(
            f"{len(found)} numbers in the records of moves go along with the names of types"
        )
    return found[0]


def _goes_along(values: list[int], kinds: list[bytes]) -> bool:
    """Whether equal values mean equal names, and the other way round."""
    pairs = {*zip(values, kinds, strict=True)}
    return len(pairs) == len({*values}) == len({*kinds})
