"""text.control_codes: how many argument bytes follow each control code of a text.

A text's control code is FC and a number. The retail games have the numbers 00 to 18; expansions add
some (the speaker's name, more colours). A table of the ROM gives the length of each code to routines
that measure texts (``src/string_util.c``, ``GetExtCtrlCodeLength``); the same 25 bytes begin it in every
engine with printers. The printer does not go by that table, and the two may differ: so an injected message
that holds the codes is printed, and where the printer stops between two characters shows what it
took for an argument.
"""

from __future__ import annotations

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
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

STOCK = len(CONTROL_ARGUMENTS)
LENGTHS = bytes(count + 1 for count in CONTROL_ARGUMENTS)
"""The retail games' table: each length with the number of the code."""
MOST_NEW, MOST_ARGUMENTS = 16, 4
LEAD, TAIL = 4, 2
"""Letters before the first code and behind each."""
LETTER = 0xBB
KNOWN = 5  # a code that changes nothing, with an argument
MOST_A_FRAME = 4
"""Characters a frame of the fastest text that can still be followed."""
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
        for _ in range(FRAMES_A_LETTER * len(text)):
            emulator.run()
            at = _next_character(lab, emulator.live)
            if at != before:
                before = 0
                yield at - start


def _stops(lab: Lab, text: bytes) -> set[int]:
    """After how many bytes of a text the printer rests, the end left out.

    A fast printer takes several characters in a frame: then more runs follow, each with one more
    letter before the text.

    Raises:
        ProbeError: It takes too many.
    """
    stops: set[int] = set()
    for more in range(MOST_A_FRAME):
        whole = bytes((LETTER,)) * more + text
        for read in _run_message(lab, whole):
            stops.add(read - more)
            if read == len(whole) - 1:
                break
        if {*range(1, LEAD + 1)} <= stops:
            return {at for at in stops if 0 < at < len(text) - 1}
    raise ProbeError("a text is printed too fast to see where its characters end")


def _text(code: int, zeros: int) -> bytes:
    """A text with one code, so many zeros behind it, and letters on both sides."""
    letters = bytes((LETTER,))
    return LEAD * letters + bytes((CONTROL, code)) + bytes(zeros) + TAIL * letters + bytes((END,))


def _taken(lab: Lab, code: int) -> int:
    """Bytes from the letters before a code to where the printer rests next."""
    behind = [stop for stop in _stops(lab, _text(code, MOST_ARGUMENTS)) if stop > LEAD]
    if not behind:
        raise ProbeError(f"the printer does not go on behind the control code {code:02X}")
    return min(behind) - LEAD


@measurement
def _rests_after(lab: Lab) -> int:
    """Bytes from a code that has no argument to where the printer rests.

    It may rest before it draws the next character, or after.
    """
    return _taken(lab, KNOWN) - CONTROL_ARGUMENTS[KNOWN]


def _picture(lab: Lab, text: bytes) -> bytes:
    """Video memory a while after a message has begun to print."""
    for _ in _run_message(lab, text):
        pass
    return lab.emulator.video_memory()


def is_drawn(lab: Lab, code: int) -> bool:
    """Whether the number of a code is drawn as a character, as that of no code is."""
    text = _text(code, 0)
    plain = text.replace(bytes((CONTROL, code)), bytes((code,)))
    plain += bytes((END,)) * (len(text) - len(plain))  # as many frames
    return _picture(lab, text) == _picture(lab, plain)


def measured_argument(lab: Lab, code: int) -> int | None:
    """How many bytes the printer takes behind a code; None for what it draws as a character.

    Raises:
        ProbeError: It can't be followed, or stops there.
    """
    count = _taken(lab, code) - _rests_after(lab)
    return None if count < 0 or (count == 0 and is_drawn(lab, code)) else count


def _is_printed_so(lab: Lab, code: int, count: int | None) -> bool:
    """Whether the printer rests where it must if a code has so many arguments."""
    if not count and is_drawn(lab, code) != (count is None):
        return False
    text = _text(code, count or 0)
    rests = 2 if count is None else _rests_after(lab) + count
    expected = {*range(1, LEAD + 1), *range(LEAD + rests, len(text) - 1)}
    return _stops(lab, text) == expected


class PrintCodes(Probe):
    """The codes of a message take the bytes behind them, and no letter."""

    name = "poke-text"
    stage = stages.WAITING
    predicted = "a message prints each letter behind the new codes and their arguments, and no more"
    observed = "{} of {} codes took that many bytes"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Print a message for each new code, and one for the number behind the last."""
        words = candidate.traits[CONTROL_CODES].split()
        counts = [None if word == NONE else int(word) for word in words] + [None]
        held = sum(
            _is_printed_so(lab, code, count) for code, count in enumerate(counts) if code >= STOCK
        )
        return self.tally(held, len(counts) - STOCK)


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
        return [one for at in find_all(rom, LENGTHS) for one in _readings(lab, rom, at)]


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
