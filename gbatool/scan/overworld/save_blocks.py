"""gSaveBlock1Ptr and gSaveBlock2Ptr: where the moving save blocks are now.

SaveBlock1 begins with the player's map-local position (two half-words) and its location (map group
and number). SaveBlock2 begins with the player's name; its play time counts frames at +0x12, its
text speed is in the low bits of +0x14. The rest of an older copy, or another pointer to the same
block, passes every scan; with the true pointer turned to a copy the engine works on the copy.

Where no pointer leads to such a block, the fields may stand elsewhere in it. Then a pointer that code
names and that leads to something before the position, or before the player's name, is tried.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, Emulator, press
from gbatool.engine import layouts
from gbatool.engine.layouts import field_address, offset_of
from gbatool.engine.save_layouts import SAVE_BLOCK1, SAVE_BLOCK2
from gbatool.engine.text import END, PLACEHOLDER
from gbatool.engine.traits import field_of, field_value
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, literal_counts, where_text
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.buffers import EXPAND_FRAMES
from gbatool.scan.lab.inject import inject, with_message
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke
from gbatool.scan.lab.pokes import writes
from gbatool.scan.lab.save_data import LONGEST
from gbatool.scan.lab.talk import BEGIN_FRAMES, FACING, WAITING, WAYS, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

SHIFT = 0x100  # bytes to the copy that the pointer is turned to: in the block, so surely writable
MAX_GROUPS = 64
UNUSED_CHARACTERS = (0, *range(0xF7, 0xFF))  # blanks and control codes are in no name
FRAMES, OPTIONS = (offset_of(SAVE_BLOCK2, name) for name in ("play_time_v_blanks", "options"))
SPEED_MASK = 7
"""Of the options: the text speed."""
SLOW, FAST = 0, 2
POSITION = ("save_block1.x", "save_block1.y")
NAME_AT = "name_at"
PLAYER, LETTERS, NAME_ROOM = 1, bytes((0xD3, 0xCB)), 16
"""The placeholder of the player's name; two letters; more bytes than a name has."""
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
        offset = field_of(candidate.traits[POSITION[0]])[0]
        block = candidate.fields["block"]
        copy, at = block + SHIFT, block + offset
        ways = lab.open_directions(OVERWORLD)
        held = 0
        for way in ways:
            with lab.at(OVERWORLD) as emulator:
                turn_pointer(emulator, candidate.address, copy, offset + SAVE_BLOCK1.itemsize)
                before = emulator.snapshot()
                lab.step(way)
                after = emulator.snapshot()
            dx, dy = STEPS[way]
            there = at + SHIFT
            moved = (
                after.s16(there) - before.s16(there),
                after.s16(there + 2) - before.s16(there + 2),
            )
            held += moved == (dx, dy) and _pair(after, at) == _pair(before, at)
        return self.tally(held, len(ways))


def _pair(snapshot: Snapshot, address: int) -> tuple[int, int]:
    return snapshot.s16(address), snapshot.s16(address + 2)


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
    teaches = POSITION
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
        traits = _position_at(0)
        return [
            Candidate(at, reason, {"block": second[at]}, traits)
            for at in second.keys() & first.keys()
        ] or list(_before_position(lab))


def _position_at(offset: int) -> dict[str, str]:
    """The traits of a SaveBlock1 that has the position there."""
    return {name: field_value("s16", offset + 2 * n) for n, name in enumerate(POSITION)}


def _before_position(lab: Lab) -> Iterator[Candidate]:
    """Every pointer to something before the map-local position, in two places."""
    ram, positions = {}, {}
    for label in (OVERWORLD, lab.label_wall()):
        with lab.at(label):
            x, y = lab.position()
        ram[label] = lab.snapshot(label)
        here = x - layouts.BORDER, y - layouts.BORDER
        positions[label] = set(_pairs(ram[label], *here))
    first, second = ram.values()
    both = set.intersection(*positions.values())
    reason = "code names it, and it points at something before the map-local position"
    for at, block in _named_pointers(first).items():
        if second.u32(at) == block:
            for position in both:
                if 0 <= position - block < LONGEST[1]:
                    traits = _position_at(position - block)
                    yield Candidate(at, reason, {"block": block}, traits)


def _pairs(snapshot: Snapshot, x: int, y: int) -> Iterator[Address]:
    """Where these two half-words are in RAM."""
    for region in RAM_REGIONS:
        halves = snapshot.words(region, "<i2")
        yield from addresses(region, (halves[:-1] == x) & (halves[1:] == y), 2)


def _named_pointers(snapshot: Snapshot) -> dict[Address, int]:
    """The pointers into RAM that the ROM names."""
    found = pointers_into_ram(snapshot, SHIFT)
    named = literal_counts(snapshot, found)
    return {at: block for at, block in found.items() if named[at]}


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
    """With the pointer turned to a copy, the copy's text speed counts, or its name is shown."""

    name = "poke-pointer"
    predicted = "with the pointer turned to a copy, text prints at the copy's speed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """By the text speed; by the name where only that is known of the block."""
        if NAME_AT not in candidate.fields:
            return super().run(lab, candidate)
        name = other_letter(shown_name(lab))
        offset = candidate.fields[NAME_AT]

        def poke(emulator: Emulator) -> None:
            copy = emulator.live.u32(candidate.address) + SHIFT
            turn_pointer(emulator, candidate.address, copy, offset + SAVE_BLOCK2.itemsize)
            emulator.write(copy + offset, name)

        return ProbeFinding(
            "with the pointer turned to a copy, messages show the copy's name",
            *(("they did", 1) if shown_name(lab, poke)[:1] == name else ("they did not", 0)),
            1,
        )

    def write_speed(self, candidate: Candidate, speed: int) -> Poke:
        """Turn the pointer to a copy with another speed."""
        copy = candidate.fields["block"] + SHIFT

        def poke(emulator: Emulator) -> None:
            turn_pointer(emulator, candidate.address, copy, SAVE_BLOCK2.itemsize)
            emulator.write(copy + OPTIONS, bytes((speed,)))

        return poke


def other_letter(name: bytes) -> bytes:
    """A letter that a name does not begin with."""
    return LETTERS[1:] if name[:1] == LETTERS[:1] else LETTERS[:1]


def shown_name(lab: Lab, poke: Poke | None = None) -> bytes:
    """The player's name as messages show it, after a poke.

    Raises:
        ProbeError: What runs scripts or expands messages is not proven.
    """
    buffer = lab.address("gStringVar4")
    script = inject(lab, with_message(lab, b"", bytes((PLACEHOLDER, PLAYER, END))))
    whole = script if poke is None else writes(poke, script)
    after = lab.run_after(WAITING, [(Buttons.NONE, EXPAND_FRAMES)], whole)
    return after.read(buffer, NAME_ROOM).tobytes().partition(bytes((END,)))[0]


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
    prefers = (*WAYS, "sGlobalScriptContext", "gStringVar4")
    probes = (TurnOptionsPointer(),)
    doc = LocatorDoc(
        summary="Pointer to SaveBlock2, which moves at every warp.",
        rivals={
            "another pointer to the same block": "poke-pointer",
            "a pointer to an older copy of the block": "poke-pointer",
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
        ] or list(_before_name(lab))


def _before_name(lab: Lab) -> Iterator[Candidate]:
    """Every pointer to something before the player's name."""
    find_talk(lab)
    snapshot, name = lab.snapshot(WAITING), shown_name(lab)
    places = where_text(snapshot, name + bytes((END,))) if name else []
    reason = "code names it, and it points at something before the player's name"
    for at, block in _named_pointers(snapshot).items():
        for place in places:
            if 0 <= place - block < LONGEST[2]:
                yield Candidate(at, reason, {"block": block, NAME_AT: place - block})


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
