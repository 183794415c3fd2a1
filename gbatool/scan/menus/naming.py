"""sNamingScreen and CB2_NamingScreen: the naming screen's data, and its callback.

``struct NamingScreenData`` is on the heap: three tile maps of 0x800 bytes, then the text that is
being typed (+0x1800). An injected script gives a mon and calls the routine that asks for its
nickname. With the pointer turned to a copy of the structure, the next letter is typed into the
copy.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, EmulatorState
from gbatool.engine.layouts import offset_of
from gbatool.engine.naming import NAMING_SCREEN
from gbatool.engine.text import END
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab.byte_code import call_special, set_var
from gbatool.scan.lab.callbacks import callback2_in
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, exploration
from gbatool.scan.lab.pokes import Write, write32, writes
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.screens_explore import LEVEL, SPECIES
from gbatool.scan.lab.stages import Stage
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.lab.wrong_label import check_same_screen
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.menus.screen_callback import ClearScreenCallback, ScreenCallback
from gbatool.scan.text.text_printers import LETTERS

NAMING = "naming"
MEMBER = 0x8004
SCRIPTS = "sGlobalScriptContext"
OPEN_FRAMES, TYPE_FRAMES = 320, 60
CALLED_AFTER_FADE = re.compile(rb"\x97\x01\x25(?P<special>..)\x27", re.DOTALL)
MOST_SPECIALS = 12
TEXT, DATA_SIZE = offset_of(NAMING_SCREEN, "text"), NAMING_SCREEN.itemsize
TYPE = [(Buttons.A, 2), (Buttons.NONE, TYPE_FRAMES)]
ERASE = [(Buttons.B, 2), (Buttons.NONE, TYPE_FRAMES)]


@dataclass(frozen=True, slots=True)
class Naming:
    """A naming screen.

    Attributes:
        text: Address of the next letter, in the labelled state.
        callback2: Of the screen, with the Thumb bit.
    """

    text: Address
    callback2: int


@exploration
def find_naming(lab: Lab) -> Naming:
    """Label a state in which a name is typed.

    Raises:
        ProbeError: No script opens such a screen, or the state given does not show one.
    """
    given = NAMING in lab.states
    if not given:
        lab.states[NAMING] = _open(lab)
    opened = lab.snapshot(NAMING)
    callback2 = callback2_in(lab, opened)
    on_map = callback2 == callback2_in(lab, lab.snapshot(OVERWORLD))
    typed = [] if on_map else typed_letters(lab)
    if len(typed) != 1:
        if not given:
            del lab.states[NAMING]
        raise ProbeError(f"in the state labelled {NAMING} no letter can be typed and erased")
    if given:
        _check(lab, callback2)
    return Naming(typed[0], callback2)


def _check(lab: Lab, callback2: int) -> None:
    """Compare a given screen with the one that an injected script opens, where one can.

    Raises:
        WrongLabelError: It has another callback2.
    """
    if not lab.known.keys() & {SCRIPTS} or find_family(lab).scripts.nickname_special is None:
        return
    given = lab.states[NAMING]
    lab.states[NAMING] = _open(lab)
    own = callback2_in(lab, lab.snapshot(NAMING))
    types = bool(typed_letters(lab))
    lab.states[NAMING] = given
    if types:
        check_same_screen(NAMING, callback2, own, "the one that a script opens")


def _open(lab: Lab) -> EmulatorState:
    """The state in which a script asks for a nickname.

    Raises:
        ProbeError: No special is known that does.
    """
    known = find_family(lab).scripts.nickname_special
    specials = [known] if known is not None else []
    opened: EmulatorState | None = None
    for special in (*specials, *_called_after_fades(lab)):
        opened = lab.states[NAMING] = _asked(lab, special)
        if typed_letters(lab):
            return opened
    lab.states.pop(NAMING, None)
    if opened is None:
        raise ProbeError("no special is known that asks for a nickname in this family")
    return opened


def _called_after_fades(lab: Lab) -> list[int]:
    """Specials that scripts of the ROM wait for after they darken the screen, the most frequent first.

    An engine with a list of specials of its own calls the one that asks for a nickname so, too.
    """
    calls = CALLED_AFTER_FADE.finditer(lab.emulator.live.rom.tobytes())
    counted = Counter(int.from_bytes(call["special"], "little") for call in calls)
    return [special for special, _ in counted.most_common(MOST_SPECIALS)]


def _asked(lab: Lab, special: int) -> EmulatorState:
    code = find_gift(lab).mon(SPECIES, LEVEL) + set_var(MEMBER, 0) + call_special(special)
    run = inject(lab, code, empty_party=True)
    with lab.at(WAITING) as emulator:
        run(emulator)
        emulator.run(OPEN_FRAMES)
        return emulator.save_state()


TYPING = Stage(NAMING, find_naming)
"""A name is entered, with room for two letters."""


def typed_letters(lab: Lab) -> list[Address]:
    """Every byte that A sets to a letter; a second A sets the next byte, and B clears that."""
    opened = lab.snapshot(NAMING)
    trace = [
        lab.run_after(NAMING, inputs, None)
        for inputs in (TYPE, [*TYPE, *TYPE], [*TYPE, *TYPE, *ERASE])
    ]
    found: list[Address] = []
    for region in RAM_REGIONS:
        first, second, third = (snapshot.region(region) for snapshot in trace)
        letter = np.isin(first[:-1], LETTERS) & (opened.region(region)[:-1] == END)
        letter &= (second[:-1] == first[:-1]) & (third[:-1] == first[:-1])
        letter &= (first[1:] == END) & np.isin(second[1:], LETTERS)
        letter &= third[1:] == END
        found += addresses(region, letter, 1)
    return found


class PokeDataPointer(Probe):
    """With the pointer turned to a copy of the data, the next letter is typed into the copy."""

    name = "poke-pointer"
    stage = TYPING
    predicted = "a letter is typed into the copy that the pointer was turned to, and only then"
    observed = "{} of {} letters were"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Type a letter with the pointer turned to a copy, and with the same pointer written back."""
        text, snapshot = find_naming(lab).text, lab.snapshot(NAMING)
        data = snapshot.u32(candidate.address)
        typed = lab.run_after(NAMING, TYPE, None)
        copy = unused_ewram([snapshot, typed], DATA_SIZE)
        copied = Write(copy, snapshot.read(data, DATA_SIZE).tobytes())
        there = copy + (text - data)
        turned = lab.run_after(NAMING, TYPE, writes(copied, write32(candidate.address, copy)))
        same = lab.run_after(NAMING, TYPE, writes(copied, write32(candidate.address, data)))
        letter = typed.u8(text)
        held = int((turned.u8(there), turned.u8(text)) == (letter, END))
        held += int((same.u8(there), same.u8(text)) == (END, letter))
        return self.tally(held, 2)


class NamingScreenPointer(Locator):
    """The pointer to the naming screen's data."""

    symbol = "sNamingScreen"
    size = 4
    requires = ("gMain", "sGlobalScriptContext")
    probes = (PokeDataPointer(),)
    stage = TYPING
    doc = LocatorDoc(
        summary="Pointer to the naming screen's data on the heap; the text is at +0x1800.",
        rivals={"another pointer to the same data": "poke-pointer"},
        references=("pret/pokefirered: src/naming_screen.c, struct NamingScreenData",),
        limitations=("Ruby and Sapphire keep the data at a fixed address.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that points 0x1800 bytes before the text."""
        data = find_naming(lab).text + -TEXT
        snapshot = lab.snapshot(NAMING)
        reason = f"points 0x{TEXT:X} bytes before the text that is typed"
        return [
            Candidate(address, reason)
            for region in RAM_REGIONS
            for address in addresses(region, snapshot.words(region) == data)
            if snapshot.holds(data, DATA_SIZE)
        ]


def _types(lab: Lab, poke: Poke) -> bool:
    return lab.run_after(NAMING, TYPE, poke).u8(find_naming(lab).text) != END


class NamingCallback(ScreenCallback):
    """The callback2 of the naming screen."""

    symbol = "CB2_NamingScreen"
    stage = TYPING
    probes = (
        ClearScreenCallback(
            TYPING, "with the callback zeroed A types no letter, with it back it does", _types
        ),
    )
    doc = LocatorDoc(
        summary="callback2 while a name is typed.",
        rivals={"a callback that has nothing to do with the naming screen": "poke-callback2"},
        references=("pret/pokefirered: src/naming_screen.c",),
        limitations=("Ruby's and Sapphire's naming screen has no callback of that name.",),
    )
