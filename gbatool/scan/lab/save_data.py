"""What scripts write into the save blocks: the blocks at a moment, and what changed in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.core import Buttons
from gbatool.engine.layouts import Dtype, field_address, has_field, offset_of
from gbatool.engine.save_layouts import KEY
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.lab.inject import SCRIPT_FRAMES, after_script, inject
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import writes
from gbatool.scan.lab.talk import WAITING

SECTOR = 0xF80
"""Bytes of a sector of the save file that hold data (``src/save.c``, ``SECTOR_DATA_SIZE``)."""
LONGEST = {1: 4 * SECTOR, 2: SECTOR}
"""Bytes that a save block can have, by its number: no engine has given it more sectors."""
Words = npt.NDArray[Any]


def block_of(lab: Lab, snapshot: Snapshot, number: int = 1) -> Address:
    """Address of a save block: from its pointer, or fixed where the family has none.

    Raises:
        ProbeError: Neither is proven.
    """
    pointer = f"gSaveBlock{number}Ptr"
    if pointer in lab.known:
        return Address(snapshot.u32(lab.address(pointer)))
    fixed = f"gSaveBlock{number}"
    if fixed not in lab.known:
        raise ProbeError(f"this needs {pointer} or {fixed}", needs=[pointer, fixed])
    return lab.address(fixed)


def layout_of(lab: Lab, number: int) -> Dtype:
    """What is known of a save block's layout, with the traits that are proven so far."""
    return lab.structures.save_block1 if number == 1 else lab.structures.save_block2


def field_in(lab: Lab, snapshot: Snapshot, number: int, field: str) -> Address:
    """Where a field of a save block is; the field must be known without a family."""
    return field_address(block_of(lab, snapshot, number), layout_of(lab, number), field)


def data_of(lab: Lab, snapshot: Snapshot, number: int = 1) -> npt.NDArray[np.uint8]:
    """The bytes of a save block, as many as it can have."""
    start = block_of(lab, snapshot, number)
    region = next(one for one in RAM_REGIONS if one.holds(start))
    size = min(LONGEST[number], region.end - start) & ~3
    return np.frombuffer(snapshot.read(start, size).tobytes(), np.uint8)


def words_of(lab: Lab, snapshot: Snapshot, number: int = 1, form: str = "<u4") -> Words:
    """A save block as aligned words or half-words."""
    return data_of(lab, snapshot, number).view(form)


def base_block(lab: Lab, number: int = 1) -> Address:
    """Where a save block is when injected scripts begin."""
    return block_of(lab, lab.snapshot(WAITING), number)


def after_scripts(lab: Lab, *codes: bytes) -> list[Snapshot]:
    """RAM after each of several scripts, all run from the same state."""
    return [after_script(lab, code) for code in codes]


def then(lab: Lab, code: bytes, *pokes: Poke) -> Snapshot:
    """RAM after a script, with pokes before it."""
    poke = writes(*pokes, inject(lab, code))
    return lab.run_after(WAITING, [(Buttons.NONE, SCRIPT_FRAMES)], poke)


def key_of(lab: Lab, snapshot: Snapshot) -> int:
    """The encryption key, by what is proven; 0 where the engine has none."""
    layout = layout_of(lab, 2)
    if not has_field(layout, KEY):
        return 0
    return snapshot.u32(block_of(lab, snapshot, 2) + offset_of(layout, KEY))
