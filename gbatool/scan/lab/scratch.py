"""Unused RAM, in which a probe may build structures."""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, Address, Snapshot
from gbatool.scan.lab.laboratory import OVERWORLD, Lab


def find_scratch(lab: Lab, size: int) -> Address:
    """Address of ``size`` bytes of EWRAM that are zero and stay so for a second.

    Raises:
        ProbeError: There is no such run of bytes.
    """
    after = lab.run_after(OVERWORLD, [(Buttons.NONE, 60)], None)
    return unused_ewram([lab.snapshot(OVERWORLD), after], size)


def unused_ewram(snapshots: list[Snapshot], size: int) -> Address:
    """Address of ``size`` bytes at the end of the longest run of EWRAM that is always zero.

    Raises:
        ProbeError: The run is too short.
    """
    used = np.zeros(EWRAM.size, np.bool_)
    for snapshot in snapshots:
        used |= snapshot.ewram != 0
    edges = np.flatnonzero(np.concatenate(([True], used, [True])))
    gaps = np.diff(edges) - 1
    longest = int(np.argmax(gaps))
    if gaps[longest] < size + 0x20:
        raise ProbeError(f"EWRAM has no {size} unused bytes", size=size)
    end = EWRAM.base + int(edges[longest]) + int(gaps[longest])
    return Address((end - size) & ~0xF)
