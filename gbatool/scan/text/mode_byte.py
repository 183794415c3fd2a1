"""Single bytes with a known value in each mode, found by their values over labelled states."""

from __future__ import annotations

from abc import abstractmethod

from gbatool.core import Buttons
from gbatool.memory import Snapshot
from gbatool.scan.findings import Candidate
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab.autopilot import HOLD_FRAMES
from gbatool.scan.lab.explore import label_start_menu
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, measurement
from gbatool.scan.lab.talk import CLOSED, FACING, PRINTING, WAITING, find_talk
from gbatool.scan.locator import Locator

MID_STEP = "mid-step"


@measurement
def mode_snapshots(lab: Lab) -> dict[str, Snapshot]:
    """RAM in each mode that exploration can bring about: walking, a conversation, the start menu.

    Raises:
        ProbeError: One of them can't be brought about.
    """
    find_talk(lab)
    labels = (OVERWORLD, lab.label_wall(), FACING, PRINTING, WAITING, CLOSED)
    modes = {label: lab.snapshot(label) for label in (*labels, label_start_menu(lab))}
    way = lab.calm_directions(OVERWORLD)[0]
    modes[MID_STEP] = lab.run_after(OVERWORLD, [(way, HOLD_FRAMES)], None)
    modes[PRINTING + " later"] = lab.run_after(PRINTING, [(Buttons.NONE, 12)], None)
    return modes


class ModeByte(Locator):
    """A byte with a known value in each mode."""

    size = 1

    @abstractmethod
    def value_in(self, label: str) -> int | None:
        """The byte's value in a labelled mode; None where it may be anything."""

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that has the right value in each mode."""
        snapshots = mode_snapshots(lab)
        wanted = {label: self.value_in(label) for label in snapshots}
        known = {label: value for label, value in wanted.items() if value is not None}
        trace = [snapshots[label] for label in known]
        reason = ", ".join(f"{value} in {label}" for label, value in known.items())
        return [Candidate(at, reason) for at in where_bytes(trace, list(known.values()))]
