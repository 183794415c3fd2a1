"""The time played, in SaveBlock2: hours, minutes, seconds and frames.

A byte counts frames up to 59. With 59 written there, the next frame begins a second, which shows where
seconds are; likewise minutes and hours. Some engines give a part only as many bits as it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.engine.layouts import Dtype, bits_of, number_of, offset_of
from gbatool.engine.traits import field_value, with_traits
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, measurement
from gbatool.scan.lab.save_data import block_of, data_of, words_of
from gbatool.scan.locator import Locator, LocatorDoc, Probe

HOURS, MINUTES, SECONDS, FRAMES = (
    f"save_block2.play_time_{part}" for part in ("hours", "minutes", "seconds", "v_blanks")
)
OWNERS = ("gSaveBlock2Ptr", "gSaveBlock2")
LAST, RUN_FRAMES, TRACE_FRAMES = 59, 2, 5
BITS, HOUR_BITS = 6, 10
"""Bits that 59 and 999 need."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number in some bits of an aligned half-word of the block.

    Attributes:
        offset: The half-word's.
        first: Its first bit.
        count: How many bits it has.
    """

    offset: int
    first: int
    count: int

    @property
    def mask(self) -> int:
        """The bits."""
        return ((1 << self.count) - 1) << self.first

    def of(self, word: int) -> int:
        """The number in a half-word."""
        return (word & self.mask) >> self.first

    @property
    def value(self) -> str:
        """As a trait's value: a whole byte or half-word, or some bits of one."""
        byte, first = divmod(self.first, 8)
        if first + self.count <= 8:
            part = (first, self.count) if self.count < 8 else None
            return field_value("u8", self.offset + byte, part=part)
        part = (self.first, self.count) if self.count < 16 else None
        return field_value("u16", self.offset, part=part)


def _after(lab: Lab, frames_at: int, frames: int, parts: dict[Part, int]) -> Snapshot:
    """RAM soon after these values were written: the frames, and parts of the time."""

    def poke(emulator: Emulator) -> None:
        live = emulator.live
        block = block_of(lab, live, 2)
        emulator.write(block + frames_at, bytes((frames,)))
        for part, number in parts.items():
            at = block + part.offset
            word = live.u16(at) & ~part.mask | number << part.first
            emulator.write(at, word.to_bytes(2, "little"))

    return lab.run_after(OVERWORLD, [(Buttons.NONE, RUN_FRAMES)], poke)


@measurement
def _counters(lab: Lab) -> list[int]:
    """Offsets of bytes that count frames up to 59."""
    trace = lab.trace(OVERWORLD, [(Buttons.NONE, TRACE_FRAMES)])
    data = [data_of(lab, one, 2).astype(np.int16) for one in trace]
    hits = data[0] <= LAST
    for before, after in pairwise(data):
        hits &= (before + 1) % (LAST + 1) == after
    found: list[int] = np.flatnonzero(hits).tolist()
    return found


def _carried(
    lab: Lab, frames_at: int, bits: int, lower: list[Part], *, least: int
) -> Iterator[Part]:
    """The part that grows by one when all lower ones wrap round.

    Args:
        lab: The laboratory.
        frames_at: Where frames are counted.
        bits: Bits that the part needs.
        lower: The parts below it, from the greatest on.
        least: What the part's number is at most now.
    """
    full = dict.fromkeys(lower, LAST)
    if lower:
        calm = _after(lab, frames_at, LAST, {**full, lower[0]: LAST - 1})
    else:
        calm = _after(lab, frames_at, 0, {})
    full_ram = _after(lab, frames_at, LAST, full)
    words = [words_of(lab, one, 2, "<u2").copy().astype(np.int64) for one in (calm, full_ram)]
    for one in words:
        for counter in _counters(lab):
            one[counter // 2] &= ~(0xFF << 8 * (counter % 2))
        for part in lower:
            one[part.offset // 2] &= ~part.mask
    change = words[1] - words[0]
    changed = np.flatnonzero(change).tolist()
    if len(changed) != 1:
        return
    index = changed[0]
    delta = int(change[index])
    first = delta.bit_length() - 1
    if delta > 0 and delta == 1 << first and first + bits <= 16:
        part = Part(2 * index, first, bits)
        if part.of(int(words[0][index])) < least:
            yield part


def _whole(lab: Lab, frames_at: int, part: Part, others: list[Part]) -> Part:
    """A part with the rest of its byte or half-word, if that is its own.

    It is not if the part goes on as before with bits of the rest set, and wraps round without them.

    Args:
        lab: The laboratory.
        frames_at: Where frames are counted.
        part: The part, with the bits that it needs.
        others: The other parts, which make the part grow when they wrap round.
    """
    width = 8 if part.count == BITS else 16
    start = part.first // width * width
    if part.first != start or any(
        other.offset == part.offset and other.mask >> start & (1 << width) - 1 for other in others
    ):
        return part
    more = Part(part.offset, start, width)
    above = more.mask & ~part.mask
    lower = dict.fromkeys(others, LAST)

    def grown(number: int) -> int:
        """What the whole byte or half-word is when the part has grown from a number."""
        after = _after(lab, frames_at, LAST, {**lower, more: number})
        return more.of(int(words_of(lab, after, 2, "<u2")[part.offset // 2]))

    rest, number = above >> start, LAST if width == 8 else 5
    following = 0 if width == 8 else number + 1
    alone = grown(rest | number) == rest | following and grown((1 << part.count) - 1) == 0
    return part if alone else more


def _time(lab: Lab, frames_at: int) -> Iterator[dict[str, str]]:
    """The traits of a time whose frames are counted there."""
    after = _after(lab, frames_at, LAST | 0xC0, {})
    if data_of(lab, after, 2)[frames_at] >= RUN_FRAMES:
        return  # other bits of the byte are not the counter's
    for seconds in _carried(lab, frames_at, BITS, [], least=LAST):
        for minutes in _carried(lab, frames_at, BITS, [seconds], least=LAST):
            for hours in _carried(lab, frames_at, HOUR_BITS, [minutes, seconds], least=999):
                parts = {
                    SECONDS: _whole(lab, frames_at, seconds, []),
                    MINUTES: _whole(lab, frames_at, minutes, [seconds]),
                    HOURS: _whole(lab, frames_at, hours, [minutes, seconds]),
                }
                values = {name: part.value for name, part in parts.items()}
                yield {**values, FRAMES: field_value("u8", frames_at)}


def _part(layout: Dtype, field: str) -> Part:
    """A field as a part of an aligned half-word."""
    at, width = offset_of(layout, field), 8 * layout[field].itemsize
    first, count = bits_of(layout, field) or (0, width)
    return Part(at & ~1, first + 8 * (at % 2), count)


class WriteTime(Probe):
    """A time that was written there goes on from there."""

    name = "poke-time"
    stage = stages.OVERWORLD
    predicted = "a time that was written there goes on, and each part is carried into the next"
    observed = "{} of {} times did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write several times that are about to begin a second, a minute and an hour."""
        trials = (
            ((12, 34, 21), (12, 34, 22)),
            ((7, 41, LAST), (7, 42, 0)),
            ((301, LAST, LAST), (302, 0, 0)),
        )
        layout = with_traits(lab.structures, candidate.traits).save_block2
        fields = [f"play_time_{name}" for name in ("hours", "minutes", "seconds")]
        parts = [_part(layout, field) for field in fields]
        held = 0
        for written, expected in trials:
            after = _after(
                lab,
                candidate.fields["frames_at"],
                LAST,
                dict(zip(parts, written, strict=True)),
            )
            record = after.record(block_of(lab, after, 2), layout)
            read = tuple(number_of(layout, field, int(record[field])) for field in fields)
            held += read == expected
        return self.tally(held, len(trials))


class PlayTime(Locator):
    """The time played."""

    symbol = HOURS
    size = 0
    after = OWNERS
    teaches = (HOURS, MINUTES, SECONDS, FRAMES)
    probes = (WriteTime(),)
    doc = LocatorDoc(
        summary="Where in SaveBlock2 hours, minutes, seconds and frames of the time played are.",
        rivals={"a form with more or fewer bits, or another counter": "poke-time"},
        references=("pret/pokefirered: src/play_time.c",),
        limitations=("An engine that counts anything but frames up to 59 is not known.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """What each counter of frames is carried into."""
        reason = "a counter of frames is carried into seconds, these into minutes, these into hours"
        return [
            Candidate(Address(at), reason, {"frames_at": at}, traits)
            for at in _counters(lab)
            for traits in _time(lab, at)
        ]
