"""sMapNames and gRegionMapEntries: the names of the region map's sections.

The save dialog shows where the player is. With another section written into the map's header, it
shows that one's name, put together in ``gStringVar4`` before it is printed. FireRed and LeafGreen
keep pointers to the names, from their first section on; the others keep records of 8 bytes, with a
pointer at +4, from the first of all sections on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, press
from gbatool.engine.layouts import FIRST_MAP_SECTION
from gbatool.engine.text import CONTROL, CONTROL_ARGUMENTS
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Snapshot
from gbatool.scan.explore import START_MENU, label_start_menu
from gbatool.scan.family import find_family
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab import Lab
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.name_tables import rom_bytes, spread
from gbatool.scan.rom_tables import TEXT_END, find_all, run_length, table_length, text_at

ON_SAVE = "start_menu_on_save"
SECTION = 0x14
"""Offset in the map's header."""
SAVE_ENTRY = {"frlg": 4, "emerald": 5, "rs": 5}
"""By ``src/start_menu.c`` of each game."""
MENU_ENTRIES = 9
KEY_HOLD, KEY_RELEASE, DIALOG_FRAMES = 2, 6, 8
SHORTEST, LONGEST = 3, 24
FIRST_ASKED, SPREAD = (5, 20), 10
WITHOUT = {"frlg": (), "emerald": (58, 87), "rs": (58, 87)}
"""Sections whose name depends on more than the section: secret bases, and the place on board."""
MAX_SECTIONS = 0xFF


@dataclass(frozen=True, slots=True)
class Shape:
    """How a family keeps the names: bytes of an entry, of the pointer in it, the first section."""

    width: int
    pointer: int
    first: int


def label_on_save(lab: Lab) -> str:
    """Label a state in which the start menu's cursor is on the entry that saves.

    Raises:
        ProbeError: The menu has no such entry, or its cursor does not get there.
    """
    return lab.explored(_label_on_save)


def _label_on_save(lab: Lab) -> str:
    label_start_menu(lab)
    cursor, order = lab.address("sStartMenuCursorPos"), lab.address("sStartMenuOrder")
    wanted = SAVE_ENTRY[find_family(lab)]
    with lab.at(START_MENU) as emulator:
        for _ in range(MENU_ENTRIES):
            if emulator.live.u8(order + emulator.live.u8(cursor)) == wanted:
                lab.keep(ON_SAVE)
                return ON_SAVE
            press(emulator, Buttons.DOWN, KEY_HOLD, KEY_RELEASE)
    raise ProbeError("the start menu has no entry that saves")


def shown(lab: Lab, section: int) -> list[bytes]:
    """The texts that stand in ``gStringVar4`` while the save dialog opens in a section."""
    buffer, header = lab.address("gStringVar4"), lab.address("gMapHeader")
    texts: list[bytes] = []
    with lab.at(label_on_save(lab)) as emulator:
        emulator.write(header + SECTION, bytes((section,)))
        for frame in range(DIALOG_FRAMES):
            emulator.hold(Buttons.A if frame < KEY_HOLD else Buttons.NONE)
            emulator.run()
            text = without_codes(emulator.live.read(buffer, 2 * LONGEST).tobytes())
            if text is not None and text not in texts:
                texts.append(text)
    return texts


def without_codes(data: bytes) -> bytes | None:
    """A text without the colours before it and its terminator; None where it has no end."""
    at = 0
    while data[at : at + 1] == bytes((CONTROL,)):
        code = data[at + 1] if at + 1 < len(data) else len(CONTROL_ARGUMENTS)
        if code >= len(CONTROL_ARGUMENTS):
            return None
        at += 2 + CONTROL_ARGUMENTS[code]
    text, end, _ = data[at:].partition(bytes((TEXT_END,)))
    return text if end else None


def shown_there(lab: Lab, section: int) -> list[bytes]:
    """What the save dialog shows in that section and not in one without a name.

    Other texts pass through the buffer as well; which of them stand there when a frame ends
    depends on how long the others took to print.
    """
    always = lab.measured(_elsewhere)
    return [text for text in shown(lab, section) if len(text) >= SHORTEST and text not in always]


def _elsewhere(lab: Lab) -> list[bytes]:
    return shown(lab, MAX_SECTIONS)


def entry_name(snapshot: Snapshot, candidate: Candidate, shape: Shape, index: int) -> bytes | None:
    """The name that a table has for its entry."""
    entry = candidate.address + shape.width * index + shape.pointer
    if not snapshot.holds(entry, 4):
        return None
    return text_at(snapshot.rom, snapshot.u32(entry) - ROM.base, LONGEST)


@dataclass(frozen=True, slots=True)
class PredictSections:
    """With another section in the map's header, the save dialog shows that entry's name.

    Attributes:
        shape: How the family keeps the names.
    """

    shape: Shape
    name: str = "predict-sections"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """The start menu's cursor on the entry that saves."""
        return label_on_save(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Read names all over the table, then let the dialog open in those sections."""
        without = WITHOUT[find_family(lab)]
        held = tried = 0
        for index in spread(candidate.fields["count"], SPREAD):
            if index + self.shape.first in without:
                continue
            predicted = entry_name(lab.emulator.live, candidate, self.shape, index)
            held += predicted in shown_there(lab, self.shape.first + index)
            tried += 1
        return Finding(
            "written into the map's header, a section makes the save dialog show its entry's name",
            f"{held} of {tried} names were shown",
            held,
            tried,
        )


class _SectionNames(Locator):
    """A table of section names, as one of the families keeps it."""

    shape: ClassVar[Shape]
    size = 0
    requires: ClassVar[tuple[str, ...]] = (
        "gMapHeader",
        "gStringVar4",
        "sStartMenuCursorPos",
        "sStartMenuOrder",
    )
    scan_state = ON_SAVE

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place from which two sections lead to the names that the save dialog shows."""
        label_on_save(lab)
        places: set[int] | None = None
        snapshot = lab.emulator.live
        for index in FIRST_ASKED:
            texts = shown_there(lab, self.shape.first + index)
            back = self.shape.width * index + self.shape.pointer
            found = {entry - back for entry in _pointers_to(lab, texts)}
            if not found:
                raise ProbeError("the save dialog shows no name that follows the map's section")
            places = found if places is None else places & found
        return [self._candidate(snapshot, place) for place in sorted(places or ())]

    def _candidate(self, snapshot: Snapshot, place: int) -> Candidate:
        address = Address(place)
        least = Candidate(address, "")
        fits = [
            entry_name(snapshot, least, self.shape, index) is not None
            for index in range(MAX_SECTIONS - self.shape.first)
        ]
        run, width = run_length(np.array(fits)), self.shape.width
        count = max(table_length(snapshot, place - ROM.base, width, run), max(FIRST_ASKED) + 1)
        reason = f"{count} entries that lead to names, two of them as the save dialog shows them"
        return Candidate(address, reason, {"count": count, "size": count * width})


def _pointers_to(lab: Lab, texts: Sequence[bytes]) -> list[int]:
    """Every place in the ROM where a pointer to one of these texts stands."""
    snapshot = lab.emulator.live
    texts_at = np.zeros(len(snapshot.rom), np.bool_)
    for text in texts:
        texts_at[find_all(rom_bytes(lab), text + bytes((TEXT_END,)))] = True
    offsets = snapshot.words(ROM) - np.uint32(ROM.base)  # wraps below, far behind the ROM
    pointers = np.flatnonzero(offsets < len(texts_at))
    return [ROM.base + 4 * i for i in pointers[texts_at[offsets[pointers]]].tolist()]


RIVALS = {"a table that has some of the same names at the same places": "predict-sections"}
LIMITS = ("A whole copy of the table leaves two candidates, so it is unresolved then.",)


class MapNames(_SectionNames):
    """Pointers to the names, from the family's first section on."""

    symbol, families = "sMapNames", ("frlg",)
    shape = Shape(width=4, pointer=0, first=FIRST_MAP_SECTION)
    probes: ClassVar[tuple[Probe, ...]] = (PredictSections(shape),)
    doc = LocatorDoc(
        summary="ROM table of pointers to the names of region map sections, from section 88 on.",
        rivals=RIVALS,
        references=("pret/pokefirered: src/region_map.c, GetMapName",),
        limitations=LIMITS,
    )


class RegionMapEntries(_SectionNames):
    """Place and name of each section, from the first one on."""

    symbol, families = "gRegionMapEntries", ("emerald", "rs")
    shape = Shape(width=8, pointer=4, first=0)
    probes: ClassVar[tuple[Probe, ...]] = (PredictSections(shape),)
    doc = LocatorDoc(
        summary="ROM table of region map sections, 8 bytes each: place, size, pointer to the name.",
        rivals=RIVALS,
        references=("pret/pokeemerald: src/region_map.c, GetMapName",),
        limitations=(
            *LIMITS,
            "Ruby and Sapphire put the name together out of sight, so it is unresolved there.",
        ),
    )
