"""text.control_codes: how many argument bytes follow each control code of a text.

A text's control code is FC and a number. The retail games have the numbers 00 to 18; expansions add
some (the speaker's name, more colours). A table of the ROM gives the length of each code to routines
that measure texts (``src/string_util.c``, ``GetExtCtrlCodeLength``); the same 25 bytes begin it in every
engine with printers. The printer does not go by that table, and the two may differ: so an injected message
that holds a code is printed, and a pause behind it shows how many bytes the printer took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gbatool.engine.engine import LIST, NONE
from gbatool.engine.text import CONTROL, CONTROL_ARGUMENTS, END, Arguments
from gbatool.engine.traits import CONTROL_CODES
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import find_all
from gbatool.scan.lab import stages
from gbatool.scan.lab.inject import inject, with_message
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

STOCK = len(CONTROL_ARGUMENTS)
LENGTHS = bytes(count + 1 for count in CONTROL_ARGUMENTS)
"""The retail games' table: each length with the number of the code."""
MOST_NEW, MOST_ARGUMENTS = 16, 4
RETAIL_ASKED = (0x04,)
"""The code with the most arguments: it is tried where no table proposes new codes."""
LETTER = bytes((0xBB,))
PAUSE, LEAST_PAUSE = bytes((CONTROL, 0x08, 60)), 3
"""A pause of 60 frames, or of at least so many where a printer's frames pass faster."""
PAUSES = 150
LONGEST = 5
"""Bytes of the texts whose pictures are compared: they are printed for as many frames."""
FRAMES_A_LETTER = 10  # the slowest speed takes 8


def table_arguments(lengths: bytes) -> Arguments:
    """Argument bytes by code, of a table of lengths; what follows the table ends it.

    >>> table_arguments(LENGTHS + bytes((0, 2, 4, 0, 0, 99)))[-4:]
    (0, None, 1, 3)
    """
    new: list[int | None] = []
    for length in lengths[STOCK : STOCK + MOST_NEW]:
        if length > MOST_ARGUMENTS + 1:
            break
        new.append(length - 1 if length else None)
    while new and new[-1] is None:
        new.pop()
    return (*CONTROL_ARGUMENTS, *new)


def trait(arguments: Arguments) -> dict[str, str]:
    """The trait that says so."""
    return {CONTROL_CODES: " ".join(NONE if count is None else str(count) for count in arguments)}


def _next_character(lab: Lab, snapshot: Snapshot) -> int:
    """Address of the character that is printed next; 0 where there is no printer."""
    if lab.structures.text_printers != LIST:
        return find_talk(lab).next_character(snapshot)
    printer = snapshot.u32(lab.address("sFirstTextPrinter"))
    return snapshot.u32(printer) if snapshot.holds(printer, 4) else 0


def _run_message(lab: Lab, text: bytes) -> Iterator[int]:
    """Print a message; gives in each frame how many bytes of it the printer has read."""
    script = inject(lab, with_message(lab, b"", text, wait=True))
    start = lab.address("gStringVar4")
    with lab.at(WAITING) as emulator:
        before = _next_character(lab, emulator.live)  # where the text before has ended
        script(emulator)
        for _ in range(FRAMES_A_LETTER * len(text) + PAUSES):
            emulator.run()
            at = _next_character(lab, emulator.live)
            if at != before:
                before = 0
                yield at - start


def _pauses_behind(lab: Lab, code: int, zeros: int) -> bool:
    """Whether the printer reads a pause that stands so many zeros behind a code.

    A printer that takes more bytes for arguments takes the beginning of the pause, too. How long a
    pause lasts at the speed of the text, one before the code shows.

    Raises:
        ProbeError: It does not even pause there.
    """
    text = LETTER + PAUSE
    before = len(text)
    text += bytes((CONTROL, code)) + bytes(zeros) + PAUSE
    behind = len(text)
    text += LETTER + bytes((END,))
    frames: Counter[int] = Counter()
    for read in _run_message(lab, text):
        frames[read] += 1
        if read == len(text) - 1:
            break
    if frames[before] < LEAST_PAUSE:
        raise ProbeError("a pause in a text does not show")
    return frames[behind] * 2 >= frames[before]


def _picture(lab: Lab, text: bytes) -> bytes:
    """Video memory a while after a message has begun to print."""
    for _ in _run_message(lab, text):
        pass
    return lab.emulator.video_memory()


def is_drawn(lab: Lab, code: int) -> bool:
    """Whether the number of a code is drawn as a character, as that of no code is.

    Of a number whose character leaves no trace that can't be told: it counts as a code.
    """
    coded, plain, without = (
        _picture(lab, (LETTER + piece + LETTER + bytes((END,))).ljust(LONGEST, bytes((END,))))
        for piece in (bytes((CONTROL, code)), bytes((code,)), b"")
    )
    return coded == plain != without


def measured_argument(lab: Lab, code: int) -> int | None:
    """How many bytes the printer takes behind a code; None for what it draws as a character.

    Raises:
        ProbeError: It can't be followed, or it takes more than any code does.
    """
    for count in range(MOST_ARGUMENTS + 1):
        if _pauses_behind(lab, code, count):
            return None if not count and is_drawn(lab, code) else count
    raise ProbeError(f"the printer does not go on behind the control code {code:02X}")


def _is_printed_so(lab: Lab, code: int, count: int | None) -> bool:
    """Whether the printer takes so many bytes behind a code, and no fewer."""
    if not _pauses_behind(lab, code, count or 0):
        return False
    if count:
        return not _pauses_behind(lab, code, count - 1)
    return is_drawn(lab, code) == (count is None)


class PrintCodes(Probe):
    """The codes of a message take the bytes behind them, and no more."""

    name = "poke-text"
    stage = stages.WAITING
    predicted = (
        "a pause behind the new codes is read if so many bytes are between, and not with fewer"
    )
    observed = "{} of {} codes took that many bytes"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Print a message for each new code, and one for the number behind the last.

        Where there is no table, for one of the retail games' codes.
        """
        words = candidate.traits[CONTROL_CODES].split()
        counts = [None if word == NONE else int(word) for word in words] + [None]
        codes = range(STOCK, len(counts)) if candidate.address else RETAIL_ASKED
        held = sum(_is_printed_so(lab, code, counts[code]) for code in codes)
        return self.tally(held, len(codes))


class ControlCodes(Locator):
    """Argument bytes of the control codes of texts."""

    symbol = CONTROL_CODES
    anywhere = True
    size = 0
    requires = ("sGlobalScriptContext", "gStringVar4")
    prefers = ("sFirstTextPrinter",)
    teaches = (CONTROL_CODES,)
    probes = (PrintCodes(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="How many argument bytes follow each control code of a text.",
        rivals={"the lengths that other routines go by": "poke-text"},
        references=(
            "pret/pokefirered: src/string_util.c, GetExtCtrlCodeLength",
            "rh-hideout/pokeemerald-expansion: src/text.c, RenderText",
        ),
        limitations=(
            "The 25 codes of the retail games are taken as they are.",
            "A code is tried with zeros for arguments only.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """What each table of lengths says, and what the printer takes for those codes."""
        rom = lab.snapshot(WAITING).region(ROM).tobytes()
        tables = find_all(rom, LENGTHS)
        if not tables:
            reason = "the codes of the retail games: no table of lengths says otherwise"
            return [Candidate(Address(0), reason, {}, trait(CONTROL_ARGUMENTS))]
        return [one for at in tables for one in _readings(lab, rom, at)]


def _readings(lab: Lab, rom: bytes, at: int) -> Iterator[Candidate]:
    said = table_arguments(rom[at : at + STOCK + MOST_NEW])
    new = (measured_argument(lab, code) for code in range(STOCK, len(said)))
    measured = [*said[:STOCK], *new]
    while measured[-1] is None:
        measured.pop()
    reasons = {said: "a table of the lengths of control codes"}
    reasons.setdefault(tuple(measured), "what the printer takes for the codes of the table")
    for arguments, reason in reasons.items():
        yield Candidate(Address(ROM.base + at), reason, {}, trait(arguments))
