"""Event flags and variables: ``save_block1.flags`` and ``save_block1.vars``.

A script sets several of them, which stand in a row; what is written there by hand is what the next
command reads. How many there are can't be told by scripts: as many as the base family has, or fewer
where the other of the two begins before.
"""

from __future__ import annotations

import numpy as np

from gbatool.engine import layouts
from gbatool.engine.families import ENGINES
from gbatool.engine.layouts import has_field, offset_of
from gbatool.engine.save_layouts import VARS
from gbatool.engine.traits import field_of, field_value
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import add_var, check_flag, clear_flag, set_flag, set_var
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8, write16
from gbatool.scan.lab.save_data import after_scripts, base_block, data_of, then, words_of
from gbatool.scan.locator import Locator, LocatorDoc, Probe

FLAGS, VARIABLES = "save_block1.flags", "save_block1.vars"
FIRST_VARIABLE = 0x4000
SOME_VARIABLES, VALUES = (3, 0x4A, 0xE9), (0x5AC3, 0x0FB7)
SOME_FLAGS = (0x25, 0x22A, 0x6F3, 0x8C1)
"""Of a new game's, in four parts of the array."""
WRITTEN, ADDED = (0x1234, 0x7A01), 0x11
RESULT = offset_of(layouts.SCRIPT_CONTEXT, "comparison_result")


def variable(index: int) -> int:
    """Number of a variable, by its index in the save block."""
    return FIRST_VARIABLE + index


class WriteVariable(Probe):
    """A variable that was written there is what a script adds to."""

    name = "poke-variable"
    stage = stages.WAITING
    predicted = "a script adds to the values that were written into variables there"
    observed = "{} of {} were added to"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write two values into each of some variables."""
        start = base_block(lab) + field_of(candidate.traits[VARIABLES])[0]
        trials = [(index, value) for index in SOME_VARIABLES for value in WRITTEN]
        held = 0
        for index, value in trials:
            at = start + 2 * index
            after = then(lab, add_var(variable(index), ADDED), write16(at, value))
            held += after.u16(at) == value + ADDED
        return self.tally(held, len(trials))


class Variables(Locator):
    """The variables that scripts keep."""

    symbol = VARIABLES
    size = 0
    requires = ("sGlobalScriptContext",)
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    teaches = (VARIABLES,)
    probes = (WriteVariable(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the event variables are.",
        rivals={"a copy of the variables": "poke-variable"},
        references=("pret/pokefirered: src/event_data.c",),
        limitations=("Their number is taken from the base family.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Offsets from which every variable that a script sets follows, with its value."""
        hits = None
        for value in VALUES:
            code = b"".join(set_var(variable(index), value + index) for index in SOME_VARIABLES)
            (ram,) = after_scripts(lab, code)
            halves = words_of(lab, ram, form="<u2")
            length = len(halves) - max(SOME_VARIABLES)
            for index in SOME_VARIABLES:
                found = halves[index : index + length] == value + index
                hits = found if hits is None else hits & found
        starts = [] if hits is None else np.flatnonzero(hits).tolist()
        count = _count(lab, "vars", VARS)
        return [
            Candidate(
                Address(2 * start),
                "variables that a script sets follow",
                traits={VARIABLES: field_value("u16", 2 * start, count)},
            )
            for start in starts
        ]


class WriteFlag(Probe):
    """A flag that was set or cleared there is so for scripts."""

    name = "poke-flag"
    stage = stages.WAITING
    predicted = "a script finds flags set and cleared as they were written there"
    observed = "{} of {} were found so"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write each of some flags both ways, and let a script compare it."""
        start = base_block(lab) + field_of(candidate.traits[FLAGS])[0]
        result = lab.address("sGlobalScriptContext") + RESULT
        trials = [(flag, state) for flag in SOME_FLAGS for state in (0, 1)]
        held = 0
        for flag, state in trials:
            byte, bit = divmod(flag, 8)
            poke = write8(start + byte, state << bit)
            # the other value, as the flag before it in the same byte, can't be mistaken for it
            held += then(lab, check_flag(flag), poke, write8(result, 1 - state)).u8(result) == state
        return self.tally(held, len(trials))


class Flags(Locator):
    """The flags that scripts keep."""

    symbol = FLAGS
    size = 0
    requires = ("sGlobalScriptContext",)
    prefers = (VARIABLES,)
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    teaches = (FLAGS,)
    probes = (WriteFlag(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the event flags are.",
        rivals={"a copy of the flags": "poke-flag"},
        references=("pret/pokefirered: src/event_data.c",),
        limitations=("Their number is taken from the base family.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Offsets from which every flag that scripts set and clear follows."""
        hits = None
        for flag in SOME_FLAGS:
            cleared, filled = (
                data_of(lab, ram) for ram in after_scripts(lab, clear_flag(flag), set_flag(flag))
            )
            byte, bit = divmod(flag, 8)
            found = (cleared ^ filled == 1 << bit) & (filled >> bit & 1 == 1)
            moved = found[byte : byte + len(found) - max(SOME_FLAGS) // 8]
            hits = moved if hits is None else hits & moved
        starts = [] if hits is None else np.flatnonzero(hits).tolist()
        return [
            Candidate(
                Address(start),
                "flags that scripts set and clear follow",
                traits={FLAGS: field_value("u8", start, _flag_bytes(lab, start))},
            )
            for start in starts
        ]


def _flag_bytes(lab: Lab, start: int) -> int:
    """Bytes of flags: the base family's, or up to the variables where these begin before."""
    count = _count(lab, "flags", max(SOME_FLAGS) // 8 + 1)
    known = lab.structures.save_block1
    if has_field(known, "vars"):
        room = offset_of(known, "vars") - start
        count = min(count, room) if room > 0 else count
    return count


def _count(lab: Lab, field: str, fewest: int) -> int:
    """Elements of an array of the base family's SaveBlock1; ``fewest`` where it is not known."""
    try:
        base = ENGINES[find_family(lab).name].save_block1
    except ProbeError:
        return fewest
    return base[field].shape[0] if has_field(base, field) else fewest
