"""sFirstTextPrinter: the head of a list of text printers that are made on the heap.

pokeemerald-expansion 1.15 and pokefirered-expansion keep no array: a printer is allocated for each
text, linked behind the others, and freed when its text is over (``include/text.h``, ``struct
TextPrinter``, 0x30 bytes; ``src/text.c``, ``AllocateTextPrinter``). The head is null without a text.
The scan rests on the pointer that advances with a text: the head is a word that points to the
printer while it prints, and is null before and after. Where the printer keeps whether it is active,
its state and the next printer is found by writing to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from gbatool.core import Buttons, Emulator, press
from gbatool.engine import layouts
from gbatool.engine.engine import LIST
from gbatool.engine.traits import STORAGE, field_value
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.lab.talk import CLOSED, FACING, PRINTING, WAITING, WAYS, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.text.text_printers import END_FRAMES, find_terminator

RECORD = 0x40
"""Bytes in which the fields of a printer are looked for."""
FIELDS = range(4, RECORD)
SETTLE_FRAMES, PRINT_FRAMES = 2, 20
"""Until a write shows, and time for a character at the slowest speed."""
PRESS_FRAMES, CLOSE_FRAMES, MAX_PRESSES = 40, 30, 8
MOST_READ = 120
"""Bytes that a printer takes in that time, at most."""
PROMPTS = (layouts.PRINTER_WAIT, layouts.PRINTER_CLEAR, layouts.PRINTER_SCROLL_PROMPT)


def _runs_on(emulator: Emulator, printer: Address, frames: int = PRINT_FRAMES) -> bool:
    """Whether the printer reads on in the next frames."""
    emulator.run(SETTLE_FRAMES)
    before = emulator.live.u32(printer)
    emulator.run(frames)
    return emulator.live.u32(printer) != before


def _stops(lab: Lab, printer: Address, poke: Poke) -> bool:
    """Whether a printer stops after a write; leaves the emulator there."""
    lab.emulator.load_state(lab.state(PRINTING))
    lab.emulator.hold(Buttons.NONE)
    poke(lab.emulator)
    return not _runs_on(lab.emulator, printer)


def is_active_bit(lab: Lab, head: Address, printer: Address, at: int, bit: int) -> bool:
    """Whether a bit of a printer says that it is active.

    Cleared, the printer stops and stays in the list, and the script takes the text for over: presses
    end the conversation. A printer that is no longer in use leaves the list.
    """
    value = lab.snapshot(PRINTING).u8(printer + at)
    if not _stops(lab, printer, write8(printer + at, value & ~(1 << bit))):
        return False
    if lab.emulator.live.u32(head) != printer:
        return False
    ways = lab.open.get(FACING) or tuple(STEPS)
    stopped = lab.emulator.live.u32(printer)
    for _ in range(MAX_PRESSES):
        press(lab.emulator, Buttons.A, 2, CLOSE_FRAMES)
        if 0 < lab.emulator.live.u32(printer) - stopped <= MOST_READ:
            return False  # it only waited
        if any(map(lab.could_step, ways)):
            return True
    return False


def is_state(lab: Lab, printer: Address, at: int) -> bool:
    """Whether a byte of a printer is its state: with that of a prompt it waits for a press."""
    for state in PROMPTS:
        if not _stops(lab, printer, write8(printer + at, state)):
            return False
        stopped = lab.emulator.live.u32(printer)
        press(lab.emulator, Buttons.A, 2, PRESS_FRAMES)
        moved = lab.emulator.live.u32(printer) - stopped
        if not 0 < moved <= MOST_READ:
            return False
    return True


def is_next(lab: Lab, head: Address, printer: Address, at: int) -> bool:
    """Whether a word of a printer points to the next one.

    A copy of the printer takes the first place, and names the printer in its word: both print.
    """
    room = find_scratch(lab, RECORD)
    copy = bytearray(lab.snapshot(PRINTING).read(printer, RECORD).tobytes())
    copy[at : at + 4] = int(printer).to_bytes(4, "little")
    with lab.at(PRINTING) as emulator:
        emulator.write(room, bytes(copy))
        emulator.write(head, int(room).to_bytes(4, "little"))
        emulator.run(SETTLE_FRAMES)
        first = [emulator.live.u32(one) for one in (room, printer)]
        emulator.run(PRINT_FRAMES)
        moved = [
            emulator.live.u32(one) - at_first
            for one, at_first in zip((room, printer), first, strict=True)
        ]
    return all(0 < distance <= MOST_READ for distance in moved)


def _heads(lab: Lab, printer: Address) -> Iterator[Address]:
    """Every word that points to the printer while it prints, and is null without a text."""
    for region in RAM_REGIONS:
        hits = lab.snapshot(PRINTING).words(region) == printer
        for label in (OVERWORLD, FACING, WAITING, CLOSED):
            hits &= lab.snapshot(label).words(region) == 0
        yield from addresses(region, hits)


def _proposals(lab: Lab, head: Address, printer: Address) -> Iterator[Candidate]:
    """A candidate for each way in which the printer behind a head could be laid out."""
    snapshot = lab.snapshot(PRINTING)
    actives = [
        (at, bit)
        for at in FIELDS
        for bit in range(8)
        if snapshot.u8(printer + at) >> bit & 1 and is_active_bit(lab, head, printer, at, bit)
    ]
    now = layouts.PRINTER_PRINTING, layouts.PRINTER_PAUSE
    states = [
        at for at in FIELDS if snapshot.u8(printer + at) in now and is_state(lab, printer, at)
    ]
    links = [
        at
        for at in FIELDS[::4]
        if not snapshot.u32(printer + at) and is_next(lab, head, printer, at)
    ]
    for (active, bit), state, link in product(actives, states, links):
        fields = {"active": active, "bit": bit, "state": state, "next": link}
        yield Candidate(
            head,
            "names the printer of a text while it prints, null before and after",
            fields,
            _traits(fields),
        )


def _traits(fields: Mapping[str, int]) -> dict[str, str]:
    size = max(fields["next"] + 4, *(4 + fields[name] // 4 * 4 for name in ("active", "state")))
    return {
        STORAGE: LIST,
        "text_printer.size": f"0x{size:X}",
        "text_printer.active": field_value("u8", fields["active"], part=(fields["bit"], 1)),
        "text_printer.state": field_value("u8", fields["state"]),
        "text_printer.next": field_value("u32", fields["next"]),
    }


def _printer(lab: Lab, candidate: Candidate) -> Address:
    """The printer that a head names while a text prints.

    Raises:
        ProbeError: It names none there.
    """
    snapshot = lab.snapshot(PRINTING)
    printer = snapshot.u32(candidate.address)
    if printer not in find_talk(lab).pointers:
        raise ProbeError("it names no printer while a text prints")
    return Address(printer)


class PokeHead(Probe):
    """Without the printer in the list, the text stops."""

    name = "poke-head"
    stage = stages.PRINTING
    predicted = "written as null, the text stops, and not otherwise"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write null, and compare with a run without a write."""
        printer = _printer(lab, candidate)
        if _stops(lab, printer, lambda _: None):
            raise ProbeError("the text ends too soon to compare")
        stopped = _stops(lab, printer, write32(candidate.address, 0))
        return self.single(held=stopped, yes="it did", no="it went on")


class PokeCurrentChar(Probe):
    """Set to the end of its text, the printer leaves the list."""

    name = "poke-current-char"
    stage = stages.PRINTING
    predicted = "with its printer set to the end of the text it is null again, and not otherwise"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Point the printer at the terminator of its text, and compare with a run without a write."""
        printer = _printer(lab, candidate)
        snapshot = lab.snapshot(PRINTING)
        end = find_terminator(snapshot, snapshot.u32(printer))
        wait = [(Buttons.NONE, END_FRAMES)]
        if not lab.run_after(PRINTING, wait, None).u32(candidate.address):
            raise ProbeError("the text ends too soon to compare")
        ended = lab.run_after(PRINTING, wait, write32(printer, end)).u32(candidate.address)
        return self.single(held=not ended, yes="it was", no="it stayed")


class PokeActive(Probe):
    """With the active bit cleared, the printer stops and stays in the list."""

    name = "poke-active"
    stage = stages.PRINTING
    predicted = (
        "with the active bit cleared the printer stops, stays listed, and the script goes on"
    )

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Clear the bit and press A."""
        printer, fields = _printer(lab, candidate), candidate.fields
        held = is_active_bit(lab, candidate.address, printer, fields["active"], fields["bit"])
        return self.single(held=held, yes="it did", no="it did not")


class PokeState(Probe):
    """With the state of a prompt, the printer waits for a press."""

    name = "poke-state"
    stage = stages.PRINTING
    predicted = "with each of the three states of a prompt it waits for a press, and goes on then"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write the states, wait, and press A."""
        held = is_state(lab, _printer(lab, candidate), candidate.fields["state"])
        return self.single(held=held, yes="it did", no="it did not")


class PokeNext(Probe):
    """With another printer before it in the list, both print."""

    name = "poke-next"
    stage = stages.PRINTING
    predicted = "with a copy that names it as the next one in its place, both print"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Build the copy, turn the head to it, and watch both."""
        printer = _printer(lab, candidate)
        held = is_next(lab, candidate.address, printer, candidate.fields["next"])
        return self.single(held=held, yes="they did", no="one of them did not")


class FirstTextPrinter(Locator):
    """The head of the list of text printers."""

    symbol = "sFirstTextPrinter"
    anywhere = True
    size = 4
    prefers = (*WAYS, "sTextPrinters")
    teaches = (
        STORAGE,
        "text_printer.size",
        "text_printer.active",
        "text_printer.state",
        "text_printer.next",
    )
    probes = (PokeHead(), PokeCurrentChar(), PokeActive(), PokeState(), PokeNext())
    stage = stages.PRINTING
    doc = LocatorDoc(
        summary="The first of the text printers, where they are a list on the heap.",
        rivals={
            "a copy of the pointer": "poke-head",
            "a pointer to something that follows the printer": "poke-current-char",
            "the flag that says that a printer is in use": "poke-active",
            "another byte of the printer, for its state": "poke-state",
            "another word of the printer, for the next one": "poke-next",
        },
        references=(
            "rh-hideout/pokeemerald-expansion: include/text.h, struct TextPrinter",
            "rh-hideout/pokeemerald-expansion: src/text.c, AllocateTextPrinter",
        ),
        limitations=(
            "The window of a printer is not told: no probe shows which of its bytes that is.",
            "A text that is complete in its first frame has no printer that could be watched.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that names the printer of the text, with what the printer turns out to be."""
        return [
            candidate
            for printer in find_talk(lab).pointers
            if lab.snapshot(PRINTING).holds(printer, RECORD)
            for head in _heads(lab, printer)
            for candidate in _proposals(lab, head, printer)
        ]
