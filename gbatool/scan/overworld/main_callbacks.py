"""gMain: the two callbacks of each frame, and the keys; and the callbacks of the overworld.

Layout (``struct Main``): callback1 and callback2 at +0, held and new keys at +0x28 (raw) and +0x2C
(mapped). The scan rests on the keys: four half-words that follow an input sequence exactly, and on
two Thumb pointers into the ROM before them. A mirror of the keys with pointers of its own passes;
only with the true callback1 cleared does the player ignore input.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.engine.layouts import MAIN, offset_of
from gbatool.memory import THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab import stages
from gbatool.scan.lab.callbacks import CALLBACK2
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe

HELD_RAW, HELD = offset_of(MAIN, "held_keys_raw"), offset_of(MAIN, "held_keys")
"""Each with the new keys in the half-word behind it."""
KEY_SEQUENCE = (
    Buttons.NONE,
    Buttons.B,
    Buttons.B,
    Buttons.B | Buttons.LEFT,
    Buttons.LEFT,
    Buttons.RIGHT | Buttons.B,
    Buttons.NONE,
    Buttons.B,
)
"""B and directions only: they open no menu, and the sequence runs on a branch."""
CALLBACK1 = offset_of(MAIN, "callback1")


@dataclass(frozen=True, slots=True)
class ClearCallback(Probe):
    """With a callback zeroed no step happens."""

    name: str
    offset: int
    stage = stages.OVERWORLD

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Zero it and try every open direction; then again with the same value written back."""
        address = candidate.fields.get("main", int(candidate.address)) + self.offset
        ways = lab.open_directions(OVERWORLD)
        value = lab.snapshot(OVERWORLD).u32(address)
        held = sum(
            not lab.moves(OVERWORLD, way, write32(address, 0))
            and lab.moves(OVERWORLD, way, write32(address, value))
            for way in ways
        )
        return ProbeFinding(
            f"with the callback at +{self.offset} zeroed no direction is obeyed, with it back all",
            f"{held} of {len(ways)} directions agreed",
            held,
            len(ways),
        )


class Main(Locator):
    """The structure that the main loop runs from."""

    symbol = "gMain"
    anywhere = True
    size = MAIN.itemsize
    probes = (
        ClearCallback("poke-callback1", CALLBACK1),
        ClearCallback("poke-callback2", CALLBACK2),
    )
    doc = LocatorDoc(
        summary="The callbacks of each frame and the keys.",
        rivals={
            "a mirror of the keys": "poke-callback1",
            "a structure of callbacks that are never called": "poke-callback2",
        },
        references=("pret/pokefirered: include/main.h, struct Main",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address whose key half-words follow the sequence, with two callbacks before it."""
        trace = lab.trace(OVERWORLD, [(buttons, 1) for buttons in KEY_SEQUENCE])
        held = [int(buttons) for buttons in KEY_SEQUENCE]
        new = [key & ~before for key, before in zip(held, [0, *held], strict=False)]
        rom_size = len(trace[0].rom)
        found = []
        for address in where_halfwords(trace, held):
            base = address + -HELD_RAW
            if not _follows(trace, address, new) or not trace[0].holds(base, self.size):
                continue
            first, second = trace[0].u32(base + CALLBACK1), trace[0].u32(base + CALLBACK2)
            if is_thumb_pointer(first, rom_size) and is_thumb_pointer(second, rom_size):
                reason = "held and new keys follow the input, two Thumb pointers at +0 and +4"
                fields = {"callback1": first, "callback2": second}
                found.append(Candidate(base, reason, fields))
        return found


def _follows(trace: list[Snapshot], address: Address, new: list[int]) -> bool:
    """Whether the raw new keys follow the held ones, and both again in their mapped form."""
    return all(
        snapshot.u16(address + 2) == key
        and snapshot.u32(address) == snapshot.u32(address + HELD - HELD_RAW)
        for snapshot, key in zip(trace, new, strict=True)
    )


class _OverworldCallback(Locator):
    """The ROM function that one of gMain's callbacks is while the player can walk."""

    size = 0
    requires = ("gMain",)
    field: ClassVar[str]

    def scan(self, lab: Lab) -> list[Candidate]:
        """The callback in every state in which the player can walk, if it is the same one."""
        main = lab.address("gMain")
        walking = [OVERWORLD, lab.label_wall()]
        offset = CALLBACK1 if self.field == "callback1" else CALLBACK2
        values = {lab.snapshot(label).u32(main + offset) for label in walking}
        if len(values) != 1:
            return []
        value = values.pop()
        reason = f"gMain's {self.field} in every state in which the player can walk"
        return [Candidate(Address(value & ~THUMB_BIT), reason, {"main": int(main)})]


class Callback1Overworld(_OverworldCallback):
    """The callback1 that takes the player's input in the overworld."""

    symbol = "CB1_Overworld"
    anywhere = True
    field = "callback1"
    probes = (ClearCallback("poke-callback1", CALLBACK1),)
    doc = LocatorDoc(
        summary="callback1 while the overworld runs: field input and the player's steps.",
        rivals={"a callback that has nothing to do with the player": "poke-callback1"},
        references=("pret/pokefirered: src/overworld.c",),
    )


class Callback2Overworld(_OverworldCallback):
    """The callback2 that moves and draws the overworld."""

    symbol = "CB2_Overworld"
    anywhere = True
    field = "callback2"
    probes = (ClearCallback("poke-callback2", CALLBACK2),)
    doc = LocatorDoc(
        summary="callback2 while the overworld runs: tasks, sprites, camera.",
        rivals={"a callback that has nothing to do with the player": "poke-callback2"},
        references=("pret/pokefirered: src/overworld.c",),
    )
