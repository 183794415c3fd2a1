"""gMapGroups: the ROM table of map groups, each a table of pointers to map headers.

The scan rests on the loaded map: its header is the same in the ROM as in RAM, and the save block
has its group and number. The probe predicts a warp: before it, the table must name the header that
the engine loads.
"""

from __future__ import annotations

from gbatool.engine.layouts import (
    DYNAMIC_WARP,
    MAP_HEADER,
)
from gbatool.memory import ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import find_all, literals
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.save_data import field_in
from gbatool.scan.lab.warp import ARRIVED, FADING, find_warp
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MAX_GROUPS = 64


def saved_map(lab: Lab, snapshot: Snapshot, field: str) -> tuple[int, int]:
    """Group and number of a map in a field of SaveBlock1: ``location``, or ``dynamic_warp``."""
    at = field_in(lab, snapshot, 1, field)
    return snapshot.u8(at), snapshot.u8(at + 1)


def header_pointer(snapshot: Snapshot, groups: int, group: int, num: int) -> int | None:
    """The address of a map's header by the table; None where it is outside the ROM."""
    if not snapshot.holds(groups + 4 * group, 4):
        return None
    table = snapshot.u32(groups + 4 * group)
    if not ROM.holds(table) or not snapshot.holds(table + 4 * num, 4):
        return None
    header = snapshot.u32(table + 4 * num)
    return header if ROM.holds(header) and snapshot.holds(header, MAP_HEADER.itemsize) else None


class PredictWarp(Probe):
    """The table names, before the warp, the header that is loaded after it."""

    name = "predict-warp"
    kind = "key"
    stage = stages.ARRIVED
    predicted = "the table names, before the warp, the map header that is loaded after it"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Compare the header at the destination with the header that was loaded."""
        before, after = lab.snapshot(OVERWORLD), lab.snapshot(ARRIVED)
        warp = find_warp(lab)
        group, num = warp.group, warp.num
        if (group, num) == (DYNAMIC_WARP, DYNAMIC_WARP):
            leaving = lab.snapshot(FADING)
            group, num = saved_map(lab, leaving, "dynamic_warp")
        predicted = header_pointer(before, candidate.address, group, num)
        loaded = after.read(lab.address("gMapHeader"), MAP_HEADER.itemsize).tobytes()
        return self.single(
            held=predicted is not None
            and before.read(predicted, MAP_HEADER.itemsize).tobytes() == loaded
            and saved_map(lab, after, "location") == (group, num),
            yes="it did",
            no="another header was loaded",
        )


class MapGroups(Locator):
    """The table that gives every map's header."""

    symbol = "gMapGroups"
    anywhere = True
    size = 0
    requires = ("gMapHeader", "gMain", "CB2_Overworld")
    prefers = ("save_block1.location", "save_block1.dynamic_warp")
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    probes = (PredictWarp(),)
    doc = LocatorDoc(
        summary="ROM table of map groups: pointers to tables of pointers to map headers.",
        rivals={"another table that leads to the loaded map's header": "predict-warp"},
        references=("pret/pokefirered: src/overworld.c, Overworld_GetMapHeaderByGroupAndId",),
        limitations=("A warp to another map must be within reach.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address from which the loaded map's group and number lead to its header."""
        snapshot = lab.snapshot(OVERWORLD)
        group, num = saved_map(lab, snapshot, "location")
        header = snapshot.read(lab.address("gMapHeader"), MAP_HEADER.itemsize).tobytes()
        rom = snapshot.rom.tobytes()
        found: dict[Address, Candidate] = {}
        reason = "leads to the loaded map's header, and code names it"
        for at in find_all(rom, header):
            for entry in literals(snapshot, ROM.base + at) if at % 4 == 0 else ():
                for table in literals(snapshot, entry - 4 * num):
                    address = Address(table - 4 * group)
                    if _is_table(snapshot, address) and literals(snapshot, address):
                        found[address] = Candidate(address, reason)
        return list(found.values())


def _is_table(snapshot: Snapshot, address: int) -> bool:
    return snapshot.holds(address, 4) and header_pointer(snapshot, address, 0, 0) is not None
