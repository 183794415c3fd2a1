"""gSaveBlock1Ptr and gSaveBlock2Ptr: where the moving save blocks are now.

SaveBlock1 begins with the player's map-local position (two half-words) and its location (map group
and number). SaveBlock2 begins with the player's name; its play time counts frames at +0x12, its
text speed is in the low bits of +0x14. The rest of an older copy, or another pointer to the same
block, passes every scan; with the true pointer turned to a copy the engine works on the copy.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, Emulator, press
from gbatool.engine import layouts
from gbatool.engine.layouts import field_address, offset_of
from gbatool.engine.save_layouts import SAVE_BLOCK1, SAVE_BLOCK2
from gbatool.engine.text import END
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke
from gbatool.scan.lab.talk import BEGIN_FRAMES, FACING, WAYS, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

SHIFT = 0x100  # bytes to the copy that the pointer is turned to: in the block, so surely writable
MAX_GROUPS = 64
UNUSED_CHARACTERS = (0, *range(0xF7, 0xFF))  # blanks and control codes are in no name
FRAMES, OPTIONS = (offset_of(SAVE_BLOCK2, name) for name in ("play_time_v_blanks", "options"))
SPEED_MASK = 7
"""Of the options: the text speed."""
SLOW, FAST = 0, 2
PRINT_FRAMES = 24  # no text is at its end by then, even at one character a frame


def pointers_into_ram(snapshot: Snapshot, room: int) -> dict[Address, int]:
    """Every aligned RAM word that points at ``room`` bytes of RAM, word-aligned: address -> value."""
    found: dict[Address, int] = {}
    for region in RAM_REGIONS:
        words = snapshot.words(region)
        hits = np.zeros(len(words), np.bool_)
        for target in RAM_REGIONS:
            hits |= (words >= target.base) & (words <= target.end - room)
        hits &= words % 4 == 0
        for i in np.flatnonzero(hits).tolist():
            found[Address(region.base + 4 * i)] = int(words[i])
    return found


@dataclass(frozen=True, slots=True)
class ExpectedBlock1:
    """What SaveBlock1 begins with in a labelled state.

    Attributes:
        ram: RAM of the state.
        position: The map-local x and y, two half-words as one word.
        layout_id: The map header's.
    """

    ram: Snapshot
    position: int
    layout_id: int

    @classmethod
    def of(cls, lab: Lab, label: str) -> ExpectedBlock1:
        """From a labelled state; the map header must be proven."""
        with lab.at(label):
            x, y = lab.position()
        ram = lab.snapshot(label)
        position = (x - layouts.BORDER) & 0xFFFF | ((y - layouts.BORDER) & 0xFFFF) << 16
        layout_id = field_address(lab.address("gMapHeader"), layouts.MAP_HEADER, "layout_id")
        return cls(ram, position, ram.u16(layout_id))

    def is_at(self, address: int) -> bool:
        """Whether an address has the position, a possible map group and the layout id."""
        return (
            self.ram.u32(address) == self.position
            and self.ram.u8(field_address(address, SAVE_BLOCK1, "location")) < MAX_GROUPS
            and self.ram.u16(field_address(address, SAVE_BLOCK1, "layout_id")) == self.layout_id
        )


class TurnPositionPointer(Probe):
    """With the pointer turned to a copy, a step is counted in the copy and not in the block."""

    name = "poke-pointer"
    stage = stages.OVERWORLD
    predicted = "with the pointer turned to a copy, steps are counted in the copy"
    observed = "{} of {} steps were"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Turn it and step in every open direction."""
        block = candidate.fields["block"]
        copy = block + SHIFT
        ways = lab.open_directions(OVERWORLD)
        held = 0
        for way in ways:
            with lab.at(OVERWORLD) as emulator:
                turn_pointer(emulator, candidate.address, copy, SAVE_BLOCK1.itemsize)
                before = emulator.snapshot()
                lab.step(way)
                after = emulator.snapshot()
            dx, dy = STEPS[way]
            moved = (
                after.s16(copy) - before.s16(copy),
                after.s16(copy + 2) - before.s16(copy + 2),
            )
            held += moved == (dx, dy) and after.u32(block) == before.u32(block)
        return self.tally(held, len(ways))


def turn_pointer(emulator: Emulator, pointer: int, copy: int, size: int) -> None:
    """Copy the first ``size`` bytes of what ``pointer`` points at to ``copy``, and turn it there."""
    block = emulator.live.u32(pointer)
    emulator.write(copy, emulator.live.read(block, size).tobytes())
    emulator.write(pointer, copy.to_bytes(4, "little"))


class SaveBlock1Ptr(Locator):
    """The pointer to the save block with position, location, party, items and flags."""

    symbol = "gSaveBlock1Ptr"
    anywhere = True
    size = 4
    requires = ("gBackupMapLayout", "gMapHeader")
    probes = (TurnPositionPointer(),)
    doc = LocatorDoc(
        summary="Pointer to SaveBlock1, which moves at every warp.",
        rivals={
            "another pointer to the same block": "poke-pointer",
            "a pointer to an older copy of the block": "poke-pointer",
        },
        references=("pret/pokefirered: include/global.h, struct SaveBlock1",),
        limitations=("Ruby and Sapphire have fixed save blocks and no pointer.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every pointer to the map-local position and a possible location, in two places."""
        first, second = (
            {
                at: block
                for at, block in pointers_into_ram(expected.ram, 2 * SHIFT).items()
                if expected.is_at(block)
            }
            for expected in (
                ExpectedBlock1.of(lab, OVERWORLD),
                ExpectedBlock1.of(lab, lab.label_wall()),
            )
        )
        reason = "points at the map-local position, a map's numbers and the header's layout id"
        return [Candidate(at, reason, {"block": second[at]}) for at in second.keys() & first.keys()]


class TextSpeedProbe(Probe):
    """Text prints at the speed that was written."""

    name = "poke-text-speed"
    stage = stages.FACING

    @abstractmethod
    def write_speed(self, candidate: Candidate, speed: int) -> Poke:
        """Writes a text speed where the candidate has it."""

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Count what is printed in some frames with slow and with fast text."""
        slow, fast = (
            printed_after(lab, self.write_speed(candidate, speed)) for speed in (SLOW, FAST)
        )
        if not fast:
            raise ProbeError("nothing is printed at either speed")
        observed = f"{slow} bytes with slow text, {fast} with fast text"
        return self.single(held=is_faster(fast, slow), yes=observed, no=observed)


class TurnOptionsPointer(TextSpeedProbe):
    """With the pointer turned to a copy, text prints at the speed that the copy has."""

    predicted = "with the pointer turned to a copy, text prints at the copy's speed"

    def write_speed(self, candidate: Candidate, speed: int) -> Poke:
        """Turn the pointer to a copy with another speed."""
        copy = candidate.fields["block"] + SHIFT

        def poke(emulator: Emulator) -> None:
            turn_pointer(emulator, candidate.address, copy, SAVE_BLOCK2.itemsize)
            emulator.write(copy + OPTIONS, bytes((speed,)))

        return poke


def is_faster(fast: int, slow: int) -> bool:
    """Whether so many printed bytes tell fast text from slow; with the speed unread they are equal."""
    return 2 * fast > 3 * slow


def printed_after(lab: Lab, poke: Poke) -> int:
    """How many bytes of a text are printed some time after A, after a poke before it."""
    talk = find_talk(lab)
    with lab.at(FACING) as emulator:
        poke(emulator)
        press(emulator, Buttons.A, 2, BEGIN_FRAMES + PRINT_FRAMES)
        return max(0, talk.next_character(emulator.live) - talk.start)


class SaveBlock2Ptr(Locator):
    """The pointer to the save block with name, play time and options."""

    symbol = "gSaveBlock2Ptr"
    anywhere = True
    size = 4
    prefers = WAYS
    probes = (TurnOptionsPointer(),)
    doc = LocatorDoc(
        summary="Pointer to SaveBlock2, which moves at every warp.",
        rivals={
            "another pointer to the same block": "poke-text-speed",
            "a pointer to an older copy of the block": "poke-text-speed",
        },
        references=("pret/pokefirered: include/global.h, struct SaveBlock2",),
        limitations=("Ruby and Sapphire have fixed save blocks and no pointer.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every pointer to a name, a gender and a play time."""
        snapshot = lab.snapshot(OVERWORLD)
        reason = "points at a name, a gender, a possible play time and options"
        return [
            Candidate(address, reason, {"block": block})
            for address, block in pointers_into_ram(snapshot, 2 * SHIFT).items()
            if is_block2(snapshot, block)
        ]


def is_block2(snapshot: Snapshot, block: int) -> bool:
    """Whether an address has a name, a gender, a possible play time and options."""
    record = snapshot.record(block, SAVE_BLOCK2)
    name = record["player_name"].tobytes()
    end = name.find(END)
    return bool(
        end > 0
        and all(byte not in UNUSED_CHARACTERS for byte in name[:end])
        and record["player_gender"] <= 1
        and max(record[f"play_time_{part}"] for part in ("minutes", "seconds", "v_blanks")) < 60
        and record["options"] & SPEED_MASK <= FAST
    )
