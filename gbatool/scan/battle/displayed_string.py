"""gDisplayedStringBattle and gBattlerPositions: the battle messages, and each battler's side.

Every battle message is expanded into one buffer and printed from there. Whether it calls a mon wild
follows from the side of its battler.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_bytes, where_text
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    BATTLE_MOVE,
    BATTLE_TEXT,
    HOME,
    KEY_HOLD,
    KEY_RELEASE,
    NEEDED,
    battle_modes,
    find_text,
    label_move,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke, measurement, presses
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.text.text_printers import LETTERS, find_terminator, letters_changed, picture_after

TEXT_SIZE = 300
SAY_FRAMES = 120
MARK = 0xAC
"""A question mark, which no message of the engine begins with."""
MARKS, BEGIN_FRAMES, NEAR = 4, 48, 16
SIDES = range(4)
SAME_END = 6
FIRST_PLACES = (0, 1)
"""Offsets of the printer after its first frame: it may have printed one character, and no more."""
_CHOOSE = presses(*HOME, Buttons.A, hold=KEY_HOLD, release=KEY_RELEASE)


def _say(lab: Lab, string: int, poke: Poke | None) -> Snapshot:
    """Choose the first move, after a poke; RAM once another message is in the buffer.

    Raises:
        ProbeError: None does.
    """
    with lab.at(label_move(lab)) as emulator:
        if poke is not None:
            poke(emulator)
        before = emulator.live.read(string, 4).tobytes()
        tap(lab, *HOME, Buttons.A)
        for _ in range(SAY_FRAMES):
            if emulator.live.read(string, 4).tobytes() != before:
                return emulator.snapshot()
            emulator.run()
    raise ProbeError("no other message follows after a move was chosen")


class PokeMessageAhead(Probe):
    """Letters changed ahead of the printer change what is drawn."""

    name = "poke-ahead"
    stage = stages.BATTLE_TEXT
    predicted = "letters changed ahead are drawn, the same ones written back change nothing"
    observed = "{} of {} pictures agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Replace every letter ahead by another one, and compare the video memory."""
        snapshot = lab.snapshot(BATTLE_TEXT)
        offset = candidate.fields["offset"]
        ahead = candidate.address + find_text(lab).position.next_character(snapshot) - offset
        text, changed = letters_changed(snapshot, ahead)
        poked = picture_after(lab, BATTLE_TEXT, Write(ahead, changed))
        same = picture_after(lab, BATTLE_TEXT, Write(ahead, text))
        alone = picture_after(lab, BATTLE_TEXT, None)
        held = int(poked != alone) + int(same == alone)
        return self.tally(held, 2)


class PokeStart(Probe):
    """The next message is written and printed from the candidate's address on."""

    name = "poke-start"
    stage = stages.BATTLE_MOVE
    predicted = "the next text is written and printed from here on, with no new letter before it"
    observed = "{} of {} agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Mark the bytes from the candidate on, and let another message follow."""
        at = candidate.address
        mark = Write(at, bytes((MARK,)) * MARKS)
        said = lab.run_after(BATTLE_MOVE, [*_CHOOSE, (Buttons.NONE, BEGIN_FRAMES)], mark)
        before = lab.snapshot(BATTLE_MOVE).u8(at - 1)
        held = int(said.u8(at - 1) == before or said.u8(at - 1) not in LETTERS)
        held += int(MARK not in said.read(at, MARKS).tolist())
        if held == 2:
            held += int(_first_place(lab, at) - at in FIRST_PLACES)
        return self.tally(held, 3)


def _first_place(lab: Lab, start: int) -> int:
    """Where the printer is first seen near a place after a move was chosen; 0 if never."""
    position = find_text(lab).position
    with lab.at(BATTLE_MOVE) as emulator:
        before = position.next_character(emulator.live)
        for buttons, frames in [*_CHOOSE, (Buttons.NONE, BEGIN_FRAMES)]:
            emulator.hold(buttons)
            for _ in range(frames):
                emulator.run()
                now = position.next_character(emulator.live)
                if now != before and abs(now - start) <= NEAR:
                    return now
                before = now
    return 0


class DisplayedStringBattle(Locator):
    """The buffer that battle messages are expanded into."""

    symbol = "gDisplayedStringBattle"
    size = TEXT_SIZE
    requires = NEEDED
    probes = (PokeStart(), PokeMessageAhead())
    stage = stages.BATTLE_TEXT
    doc = LocatorDoc(
        summary="The expanded battle message.",
        rivals={
            "a copy of the text": "poke-ahead",
            "an address within the text that the ROM happens to name": "poke-start",
        },
        references=("pret/pokefirered: src/battle_message.c",),
        limitations=("It is looked for at addresses that the ROM names.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address that the ROM names with the text that is being printed."""
        text = find_text(lab)
        snapshot = lab.snapshot(BATTLE_TEXT)
        reason = "the text that is being printed is here, and the ROM names the address"
        found: dict[Address, int] = {at: int(at) for at in text.starts}
        for start in text.starts:
            said = snapshot.read(start, find_terminator(snapshot, start) + 1 - start)
            copies = where_text(snapshot, said.tobytes())
            found.update({at: int(start) for at in copies if at not in found})
        return [Candidate(at, reason, {"offset": found[at]}) for at in sorted(found)]


class PokeSide(Probe):
    """Moved to the other side, the first attacker is called wild, or no longer is."""

    name = "poke-side"
    stage = stages.BATTLE_MOVE
    predicted = "the text calls the first attacker wild on odd positions and not on even ones"
    observed = "it did on {} of {} positions"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write sides, attack, and look at the first message; either of the two may be the faster."""
        held = self._agreed(lab, candidate, 0) or self._agreed(lab, candidate, 1)
        return self.tally(held, len(SIDES))

    @staticmethod
    def _agreed(lab: Lab, candidate: Candidate, battler: int) -> int:
        """On how many positions the message is as predicted; 0 if it is not on the first one."""
        string = lab.address("gDisplayedStringBattle")
        alone = _text(_said(lab), string)
        held = 0
        for side in sorted(SIDES, key=lambda side: side & 1 == battler):
            try:
                text = _text(_say(lab, string, write8(candidate.address + battler, side)), string)
            except ProbeError:  # the write broke the message or the turn: not what was predicted
                break
            if side & 1 == battler:
                held += text == alone
            else:
                held += _is_reworded(*((alone, text) if battler else (text, alone)))
            if not held:
                break
        return held


def _is_reworded(wild: bytes, own: bytes) -> bool:
    """Whether two messages say the same of a mon, and the first one calls it wild.

    The name may change with the side, whose own party it is read from; what the mon does stays.

    >>> _is_reworded(b"Wild ONE attacks!", b"TWO attacks!"), _is_reworded(b"ONE waits", b"ONE attacks")
    (True, False)
    """
    return len(wild) >= len(own) and wild != own and wild[-SAME_END:] == own[-SAME_END:]


@measurement
def _said(lab: Lab) -> Snapshot:
    return _say(lab, lab.address("gDisplayedStringBattle"), None)


def _text(snapshot: Snapshot, string: int) -> bytes:
    return snapshot.read(string, find_terminator(snapshot, string) - string).tobytes()


class BattlerPositions(Locator):
    """Each battler's position."""

    symbol = "gBattlerPositions"
    size = 4
    requires = (*NEEDED, "gDisplayedStringBattle")
    probes = (PokeSide(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Each battler's position: bit 0 the other side, bit 1 the second place.",
        rivals={"another 0 with a 1 behind it": "poke-side"},
        references=("pret/pokefirered: include/constants/battle.h",),
        limitations=("It is looked for at addresses that the ROM names.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every 0 with a 1 behind it in all states of the battle, if the ROM names it."""
        trace = battle_modes(lab)
        ones = set(where_bytes(trace, (1, 1, 1)))
        pairs = [at for at in where_bytes(trace, (0, 0, 0)) if at + 1 in ones]
        reason = "0 with a 1 behind it through the battle, and named by the ROM"
        return [Candidate(at, reason) for at in named_by_rom(trace[0], pairs)]
