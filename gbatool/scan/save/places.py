"""Places in SaveBlock1: ``location``, ``dynamic_warp`` and ``layout_id``.

Each is written by a script command: ``warp``, ``setdynamicwarp`` and ``setmaplayoutindex``. The object
event of the player says which map is loaded, so that a warp shows where the block has it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.engine.layouts import MAP_HEADER, entry_address, field_address
from gbatool.engine.traits import field_of, field_value
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import set_dynamic_warp, set_layout, warp
from gbatool.scan.lab.headers import destinations
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, measurement
from gbatool.scan.lab.save_data import after_scripts, base_block, block_of, data_of, words_of
from gbatool.scan.lab.scout import BLIND
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe

LOCATION, DYNAMIC_WARP, LAYOUT_ID = (
    f"save_block1.{field}" for field in ("location", "dynamic_warp", "layout_id")
)
WARP_FRAMES, MOST_WARPS = 320, 6
WARPS = ((1, 2, 3, 4, 5), (4, 3, 2, 9, 8), (2, 6, 1, 11, 12))
"""Group, number, warp event, x and y; the last one is for the probe."""
PLACE_BYTES = 8


@measurement
def _arrivals(lab: Lab) -> list[tuple[tuple[int, int], Snapshot]]:
    """RAM after each warp of a script that led to another map, and that map; two maps at least.

    Raises:
        ProbeError: Fewer warps led anywhere.
    """
    ram = lab.snapshot(OVERWORLD)
    seen = {map_of_player(lab, ram)}
    found = [(map_of_player(lab, ram), ram)]
    tried = 0
    for there in (*destinations(ram, lab.address("gMapHeader")), *BLIND):
        if (there.group, there.num) in seen or tried == MOST_WARPS or len(found) > 3:
            continue
        tried += 1
        script = inject(lab, warp(there.group, there.num, there.warp_id))
        after = lab.run_after(WAITING, [(Buttons.NONE, WARP_FRAMES)], script)
        if map_of_player(lab, after) == (there.group, there.num):
            seen.add((there.group, there.num))
            found.append(((there.group, there.num), after))
    if len(found) < 3:
        raise ProbeError("fewer than two other maps can be warped to by scripts")
    return found


def map_of_player(lab: Lab, snapshot: Snapshot) -> tuple[int, int]:
    """Group and number of the loaded map, by the player's object event."""
    objects, layout = lab.known["gObjectEvents"], lab.structures.object_event
    at = entry_address(objects.address, layout, objects.fields["player_slot"])
    record = snapshot.record(at, layout)
    return int(record["map_group"]), int(record["map_num"])


def _has(lab: Lab, snapshot: Snapshot, place: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """At which even offsets SaveBlock1 has a map's group and number."""
    data = data_of(lab, snapshot)
    hits: npt.NDArray[np.bool_] = (data[0::2] == place[0]) & (data[1::2] == place[1])
    return hits


class FollowWarps(Probe):
    """After each further warp the map is there."""

    name = "key-warp"
    kind = "key"
    stage = stages.WAITING
    predicted = "after a further warp of a script, the map that it led to is there"
    observed = "{} of {} maps were"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Compare with the maps that the scan did not look at."""
        offset = field_of(candidate.traits[LOCATION])[0]
        arrivals = _arrivals(lab)[2:]
        held = sum(bool(_has(lab, ram, place)[offset // 2]) for place, ram in arrivals)
        return self.tally(held, len(arrivals))


class Location(Locator):
    """The loaded map."""

    symbol = LOCATION
    size = 0
    requires = ("sGlobalScriptContext", "gObjectEvents", "gMapHeader")
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    teaches = (LOCATION,)
    probes = (FollowWarps(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the loaded map's group and number are.",
        rivals={"a place that was set when the game began": "key-warp"},
        references=("pret/pokefirered: src/overworld.c, ApplyCurrentWarp",),
        limitations=("Scripts must be able to warp to two other maps.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Offsets with the loaded map's numbers, here and after a warp."""
        (here, before), (there, after), *_ = _arrivals(lab)
        hits = _has(lab, before, here) & _has(lab, after, there)
        reason = "the loaded map's numbers are there, before a warp and after it"
        return [_candidate(LOCATION, 2 * index, reason) for index in np.flatnonzero(hits).tolist()]


def _candidate(name: str, offset: int, reason: str) -> Candidate:
    form = ("u16", offset) if name == LAYOUT_ID else ("u8", offset, PLACE_BYTES)
    return Candidate(Address(offset), reason, traits={name: field_value(*form)})


class SetDynamicWarp(Probe):
    """The next dynamic warp that is set is there, and leads there."""

    name = "key-dynamic-warp"
    kind = "key"
    stage = stages.WAITING
    predicted = "the next dynamic warp that a script sets is there"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Set one that the scan did not."""
        offset = field_of(candidate.traits[DYNAMIC_WARP])[0]
        (after,) = after_scripts(lab, set_dynamic_warp(*WARPS[-1]))
        held = _has_place(after, base_block(lab) + offset, WARPS[-1])
        return self.single(held=held, yes="it was", no="it was not")


def _has_place(snapshot: Snapshot, address: int, place: tuple[int, int, int, int, int]) -> bool:
    record = snapshot.record(address, layouts.WARP_DATA)
    fields = ("map_group", "map_num", "warp_id", "x", "y")
    return tuple(int(record[field]) for field in fields) == place


class DynamicWarp(Locator):
    """Where dynamic warps lead."""

    symbol = DYNAMIC_WARP
    size = 0
    requires = ("sGlobalScriptContext",)
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    teaches = (DYNAMIC_WARP,)
    probes = (SetDynamicWarp(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 it stands where dynamic warps lead.",
        rivals={"a place with the same numbers": "key-dynamic-warp"},
        references=("pret/pokefirered: src/overworld.c, SetDynamicWarpWithCoords",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Offsets at which each of two dynamic warps is that a script sets."""
        found: set[int] | None = None
        for place in WARPS[:-1]:
            (after,) = after_scripts(lab, set_dynamic_warp(*place))
            block = block_of(lab, after)
            offsets = 2 * np.flatnonzero(_has(lab, after, place[:2]))
            here = {int(at) for at in offsets if _has_place(after, block + int(at), place)}
            found = here if found is None else found & here
        reason = "dynamic warps that a script sets are there"
        return [_candidate(DYNAMIC_WARP, offset, reason) for offset in sorted(found or ())]


class SetLayout(Probe):
    """The next layout that a script sets is there."""

    name = "key-layout"
    kind = "key"
    stage = stages.WAITING
    predicted = "the next layout that a script gives the map is there"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Set one that the scan did not."""
        offset = field_of(candidate.traits[LAYOUT_ID])[0]
        layout = _layouts(lab)[-1]
        (after,) = after_scripts(lab, set_layout(layout))
        held = after.u16(base_block(lab) + offset) == layout
        return self.single(held=held, yes="it was", no="it was not")


def _layouts(lab: Lab) -> list[int]:
    """Numbers of three layouts: the loaded map's, and its neighbours in the table."""
    at = field_address(lab.address("gMapHeader"), MAP_HEADER, "layout_id")
    own = lab.snapshot(WAITING).u16(at)
    return [own, own + 1, own - 1 if own > 1 else own + 2]


class LayoutId(Locator):
    """The number of the map's layout."""

    symbol = LAYOUT_ID
    size = 0
    requires = ("sGlobalScriptContext", "gMapHeader")
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    teaches = (LAYOUT_ID,)
    probes = (SetLayout(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the number of the map's layout is.",
        rivals={"a half-word with the same number": "key-layout"},
        references=("pret/pokefirered: src/overworld.c, SetCurrentMapLayout",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Half-words with each of two numbers that a script sets."""
        own, other, _ = _layouts(lab)
        first, second = after_scripts(lab, set_layout(own), set_layout(other))
        hits = (words_of(lab, first, form="<u2") == own) & (
            words_of(lab, second, form="<u2") == other
        )
        reason = "the number of each layout that a script sets is there"
        return [_candidate(LAYOUT_ID, 2 * index, reason) for index in np.flatnonzero(hits).tolist()]
