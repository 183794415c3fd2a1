"""Tables in the ROM: texts at equal distances, and the number of a table's records.

Everything here is vectorised over the ROM image and knows nothing of a running game. Offsets count
from the ROM's first byte.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.memory import ROM, Bytes, Snapshot
from gbatool.scan.kernel.thumb import is_loaded

TEXT_END, FIRST_CODE = 0xFF, 0xF7
"""Bytes from 0xF7 on are codes; names have none of them before their end."""
MAX_RECORDS = 2048
NEAR_END = 8
"""Bytes behind a table can look like records of it: the table ends at an address that code loads
within so many records of the apparent end."""


@dataclass(frozen=True, slots=True)
class Stride:
    """Texts at equal distances: ``offset`` of the record with index 0, bytes from one to the next."""

    offset: int
    width: int


def rows(rom: Bytes, offset: int, width: int) -> Bytes:
    """Records of a table as rows, as many as the ROM has and a table could."""
    count = min(MAX_RECORDS, max(0, len(rom) - offset) // width)
    return rom[offset : offset + count * width].reshape(count, width)


def looks_like_text(records: Bytes) -> npt.NDArray[np.bool_]:
    """Which rows hold a terminated text that is filled up with terminators and zeros."""
    ends = records == TEXT_END
    length = np.where(ends.any(1), ends.argmax(1), 0)[:, None]
    index = np.arange(records.shape[1])[None, :]
    inside, behind = index < length, index > length
    characters = ((records < FIRST_CODE) | ~inside).all(1)
    filled = (ends | (records == 0) | ~behind).all(1)
    found: npt.NDArray[np.bool_] = ends.any(1) & characters & filled
    return found


def run_length(fits: npt.NDArray[np.bool_]) -> int:
    """How many records fit before the first that does not."""
    return len(fits) if fits.all() else int(fits.argmin())


def table_length(snapshot: Snapshot, offset: int, width: int, run: int) -> int:
    """Number of a table's records: those that look like it, up to an address that code loads.

    Args:
        snapshot: Gives the ROM.
        offset: Where the table begins.
        width: Bytes of a record.
        run: How many records look like it.
    """
    begin = ROM.base + offset
    low, high = begin + width * max(run - NEAR_END, 1), begin + width * run
    words = snapshot.words(ROM)
    places = np.flatnonzero((words >= low) & (words < high)).tolist()
    named = words[[at for at in places if _is_named(snapshot, at)]]
    inside = named[(named - np.uint32(begin)) % width != 0]
    whole = named[(named - np.uint32(begin)) % width == 0]
    if len(whole) and not len(inside[inside < whole.min()]):
        return (int(whole.min()) - begin) // width
    if len(inside):
        return (int(inside.min()) - begin) // width
    return run


def _is_named(snapshot: Snapshot, index: int) -> bool:
    """Whether a word is an address: code loads it, or it is beside another address.

    Pictures and sounds have words that look like addresses.
    """
    words = snapshot.words(ROM)
    beside = words[[i for i in (index - 1, index + 1) if 0 <= i < len(words)]]
    end = ROM.base + len(snapshot.rom)
    return is_loaded(snapshot.rom, 4 * index) or bool(((beside >= ROM.base) & (beside < end)).any())


def text_at(rom: Bytes, offset: int, limit: int) -> bytes | None:
    """The text at an offset without its terminator; None where it has none within ``limit``."""
    if not 0 <= offset < len(rom):
        return None
    text, end, _ = rom[offset : offset + limit + 1].tobytes().partition(bytes((TEXT_END,)))
    return text if end else None


def texts_far_behind(rom: Bytes, stride: Stride, first: int, lengths: range) -> list[int]:
    """Indices behind a table at which there is a text of distinctive characters by chance.

    Args:
        rom: The ROM image.
        stride: The table.
        first: The least index to look at; half-words are the greatest ones.
        lengths: How many characters the texts may have.
    """
    room = lengths.stop
    last = min(0x10000, (len(rom) - room - stride.offset) // stride.width)
    indices = np.arange(first, max(first, last))
    offsets = stride.offset + stride.width * indices
    records = rom[offsets[:, None] + np.arange(room)[None, :]]
    ends = records == TEXT_END
    length = np.where(ends.any(1), ends.argmax(1), 0)
    inside = np.arange(room)[None, :] < length[:, None]
    possible = (length >= lengths.start) & ((records < FIRST_CODE) | ~inside).all(1)
    chosen = indices[possible].tolist()
    return [
        i for i in chosen if is_distinctive(text_at(rom, stride.offset + stride.width * i, room))
    ]


def is_distinctive(text: bytes | None) -> bool:
    """Whether more than half of a text's characters differ from each other."""
    return text is not None and 2 * len(set(text)) > len(text)
