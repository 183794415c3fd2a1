"""sTextPrinters and gStringVar4: the text printers, and the text of field messages.

Layout (``struct TextPrinter``, 0x24 bytes, index = window id): currentChar at +0, windowId at +4,
active at +0x1B, state at +0x1C. The scan rests on the pointer that advances with a text. Copies of
the printer and of the text advance alike; the true printer ends when it is set to the end of its
text, and a character changed ahead of it in the true text changes the picture.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.engine import ARRAY
from gbatool.engine.layouts import TEXT_PRINTER, TEXT_PRINTER_COUNT, offset_of
from gbatool.engine.text import END
from gbatool.engine.traits import STORAGE
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot, region_of
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import literals, where_text
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import Write, write32
from gbatool.scan.lab.talk import PRINTING, WAITING, WAYS, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

ACTIVE, WINDOW_ID = offset_of(TEXT_PRINTER, "active"), 4
END_FRAMES = 12
LETTERS = range(0xBB, 0xEF)
TEXT_SIZE = 1000
AHEAD_FRAMES = 40
MAX_TAKEN = 16
"""Bytes of a text that a printer takes before its first glyph, at most: a few control codes."""


class PokeCurrentChar(Probe):
    """Set to the end of its text, the printer ends."""

    name = "poke-current-char"
    stage = stages.PRINTING
    predicted = "set to the end of its text, the printer becomes inactive, and not otherwise"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Point it at the terminator of its text, and compare with a run without a write."""
        snapshot = lab.snapshot(PRINTING)
        printer = candidate.address + TEXT_PRINTER.itemsize * candidate.fields["window_id"]
        end = find_terminator(snapshot, snapshot.u32(printer))
        wait = [(Buttons.NONE, END_FRAMES)]
        alone = lab.run_after(PRINTING, wait, None)
        if not alone.u8(printer + ACTIVE):
            raise ProbeError("the text ends too soon to compare")
        ended = lab.run_after(PRINTING, wait, write32(printer, end))
        return self.single(held=not ended.u8(printer + ACTIVE), yes="it did", no="it went on")


def find_terminator(snapshot: Snapshot, start: int, limit: int = TEXT_SIZE) -> Address:
    """Address of the first 0xFF from ``start`` on.

    Raises:
        ProbeError: There is none within ``limit`` bytes.
    """
    for offset in range(limit):
        if snapshot.holds(start + offset) and snapshot.u8(start + offset) == END:
            return Address(start + offset)
    raise ProbeError(f"the text at 0x{start:08X} has no end")


def letters_changed(snapshot: Snapshot, ahead: int) -> tuple[bytes, bytes]:
    """The rest of a text from an address on, and the same with every letter replaced.

    Raises:
        ProbeError: It has no letter.
    """
    text = snapshot.read(ahead, find_terminator(snapshot, ahead) - ahead).tobytes()
    changed = bytes(LETTERS[byte % 26] if byte in LETTERS else byte for byte in text)
    if changed == text:
        raise ProbeError("no letter is left to be printed")
    return text, changed


def picture_after(lab: Lab, label: str, poke: Poke | None) -> bytes:
    """Video memory some frames after a poke in a state in which a text prints."""
    lab.run_after(label, [(Buttons.NONE, AHEAD_FRAMES)], poke)
    return lab.emulator.video_memory()


class TextPrinters(Locator):
    """The array of text printers, one a window."""

    symbol = "sTextPrinters"
    anywhere = True
    start_is_inferred = True
    size = TEXT_PRINTER.itemsize * TEXT_PRINTER_COUNT
    prefers = WAYS
    teaches = (STORAGE,)
    probes = (PokeCurrentChar(),)
    stage = stages.PRINTING
    doc = LocatorDoc(
        summary="32 text printers, indexed by window id.",
        rivals={"a copy of the printer that follows it": "poke-current-char"},
        references=("pret/pokefirered: include/text.h, struct TextPrinter",),
        limitations=("Ruby and Sapphire have no printers; their windows hold the state.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every advancing pointer with an active flag that falls when the text is over."""
        talk = find_talk(lab)
        printing, waiting = lab.snapshot(PRINTING), lab.snapshot(WAITING)
        found = []
        for pointer in talk.pointers:
            if not printing.holds(pointer, TEXT_PRINTER.itemsize):
                continue
            window = printing.u8(pointer + WINDOW_ID)
            states = printing.u8(pointer + ACTIVE), waiting.u8(pointer + ACTIVE)
            base = Address(pointer - TEXT_PRINTER.itemsize * window)
            fits = window < TEXT_PRINTER_COUNT and region_of(base) is region_of(pointer)
            if states == (1, 0) and fits:
                reason = "a pointer that advances with the text, active while it prints"
                fields = {"window_id": window}
                found.append(Candidate(base, reason, fields, {STORAGE: ARRAY}))
        return found


class PokeTextAhead(Probe):
    """Letters changed ahead of the printer change what is drawn."""

    name = "poke-ahead"
    stage = stages.PRINTING
    predicted = "letters changed ahead of the printer are drawn in place of the old ones"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Replace every letter ahead by another one, and compare the video memory."""
        snapshot = lab.snapshot(PRINTING)
        talk = find_talk(lab)
        ahead = candidate.address + (talk.next_character(snapshot) - talk.start)
        _, changed = letters_changed(snapshot, ahead)
        poked = picture_after(lab, PRINTING, Write(ahead, changed))
        alone = picture_after(lab, PRINTING, None)
        return self.single(held=poked != alone, yes="they were", no="the picture was the same")


def named_start(snapshot: Snapshot, first: Address) -> Address:
    """Where the text begins that was first seen to be printed at an address.

    A printer may take control codes and characters before it is first seen. The text begins at the
    nearest address before it that a word of the ROM names; where none does, at the address itself.
    """
    for address in range(first, first - MAX_TAKEN, -1):
        if literals(snapshot, address):
            return Address(address)
        if not snapshot.holds(address - 1) or snapshot.u8(address - 1) == END:
            break
    return first


class StringVar4(Locator):
    """The buffer that field messages are expanded into."""

    symbol = "gStringVar4"
    anywhere = True
    start_is_inferred = True
    size = TEXT_SIZE
    prefers = WAYS
    probes = (PokeTextAhead(),)
    stage = stages.PRINTING
    doc = LocatorDoc(
        summary="The expanded text of the open field message.",
        rivals={"a copy of the text": "poke-ahead"},
        references=("pret/pokefirered: src/string_util.c",),
        limitations=("Its size is the family's; the scan can't see where it ends.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every RAM address at which the text is that is being printed."""
        talk = find_talk(lab)
        snapshot = lab.snapshot(PRINTING)
        start = named_start(snapshot, talk.start)
        end = find_terminator(snapshot, start)
        text = snapshot.read(start, end + 1 - start).tobytes()
        reason = "the text that is being printed"
        return [Candidate(address, reason) for address in where_text(snapshot, text)]
