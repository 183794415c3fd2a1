"""The callback2 of gMain: the function of the present screen, another one for each."""

from __future__ import annotations

from gbatool.engine.layouts import MAIN, offset_of
from gbatool.memory import Snapshot
from gbatool.scan.lab.laboratory import Lab

CALLBACK2 = offset_of(MAIN, "callback2")
"""Offset in gMain."""


def callback2_in(lab: Lab, snapshot: Snapshot) -> int:
    """Its value in a snapshot, with the Thumb bit; gMain must be proven.

    Raises:
        ProbeError: It is not.
    """
    return snapshot.u32(lab.address("gMain") + CALLBACK2)


def callback2(lab: Lab) -> int:
    """Its value in the emulator's present state."""
    return callback2_in(lab, lab.emulator.live)
