"""sMapNames and gRegionMapEntries: the names of the region map's sections.

With another section written into the map's header, the game shows that one's name. FireRed's and
LeafGreen's save dialog puts it together in ``gStringVar4`` before it is printed; they keep pointers to
the names, from their first section on. The others' region map, which a script opens, keeps it in its
data, filled up with spaces; they have records of 8 bytes, with a pointer at +4, from the first of all
sections on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, Emulator, press
from gbatool.engine.layouts import FIRST_MAP_SECTION
from gbatool.engine.text import CONTROL, CONTROL_ARGUMENTS
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.rom_tables import TEXT_END, find_all, run_length, table_length, text_at
from gbatool.scan.lab.explore import START_MENU, label_start_menu
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.inject import call_special, inject
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.tables.name_tables import rom_bytes, spread

ON_SAVE = "start_menu_on_save"
SECTION = 0x14
"""Offset in the map's header."""
SAVE_ENTRY = 4
"""By ``src/start_menu.c``."""
REGION_MAP = {"emerald": 0xFE, "rs": 0xFB}
"""Number of the routine that opens it (``FieldShowRegionMap`` of ``data/specials.inc``)."""
MAP_FRAMES = 40
MENU_ENTRIES = 9
KEY_HOLD, KEY_RELEASE, DIALOG_FRAMES = 2, 6, 8
SHORTEST, LONGEST, SPACE = 3, 24, b"\0"
FIRST_ASKED, ENOUGH, SPREAD = range(5, 25), 2, 16
"""Sections that are asked until so many have shown a name, and how many a probe asks."""
WITHOUT = frozenset(
    (*range(50, 55), 56, 58, 59, 61, 65, 66, 69, 76, 79, 85, 86, 87, *range(196, 213))
)
"""What Emerald's or Ruby's region map shows under another name: sections under water, caves, bases."""
MAX_SECTIONS = 0xFF


@dataclass(frozen=True, slots=True)
class Shape:
    """How a family keeps the names.

    Attributes:
        width: Bytes of an entry.
        pointer: Offset of the pointer in it.
        first: The first entry's section.
        on_map: Whether the region map shows them, and not the save dialog.
    """

    width: int
    pointer: int
    first: int
    on_map: bool


def label_on_save(lab: Lab) -> str:
    """Label a state in which the start menu's cursor is on the entry that saves.

    Raises:
        ProbeError: The menu has no such entry, or its cursor does not get there.
    """
    return lab.explored(_label_on_save)


def _label_on_save(lab: Lab) -> str:
    label_start_menu(lab)
    cursor, order = lab.address("sStartMenuCursorPos"), lab.address("sStartMenuOrder")
    with lab.at(START_MENU) as emulator:
        for _ in range(MENU_ENTRIES):
            if emulator.live.u8(order + emulator.live.u8(cursor)) == SAVE_ENTRY:
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


def with_map(lab: Lab, section: int) -> Snapshot:
    """RAM with the region map open, after a section was written into the map's header."""
    opened = inject(lab, call_special(REGION_MAP[find_family(lab)]))
    header = lab.address("gMapHeader")

    def both(emulator: Emulator) -> None:
        emulator.write(header + SECTION, bytes((section,)))
        opened(emulator)

    return lab.run_after(WAITING, [(Buttons.NONE, MAP_FRAMES)], both)


def _nowhere(lab: Lab) -> Snapshot:
    return with_map(lab, MAX_SECTIONS)


def on_map_there(lab: Lab, section: int) -> list[bytes]:
    """The texts that stand in RAM with the region map open, and not in a section without a name."""
    there, elsewhere = with_map(lab, section), lab.measured(_nowhere)
    texts: list[bytes] = []
    for region in RAM_REGIONS:
        differs = there.region(region) != elsewhere.region(region)
        for at in np.flatnonzero(differs & ~np.roll(differs, 1)).tolist():
            text = text_at(there.region(region), at, LONGEST)
            if text is not None and len(text.rstrip(SPACE)) >= SHORTEST:
                texts.append(text.rstrip(SPACE))
    return texts


def names_there(lab: Lab, shape: Shape, section: int) -> list[bytes]:
    """The texts that could be a section's name, in the way in which the family shows it."""
    return on_map_there(lab, section) if shape.on_map else shown_there(lab, section)


def entry_name(snapshot: Snapshot, candidate: Candidate, shape: Shape, index: int) -> bytes | None:
    """The name that a table has for its entry."""
    entry = candidate.address + shape.width * index + shape.pointer
    if not snapshot.holds(entry, 4):
        return None
    return text_at(snapshot.rom, snapshot.u32(entry) - ROM.base, LONGEST)


@dataclass(frozen=True, slots=True)
class PredictSections:
    """With another section in the map's header, the game shows that entry's name.

    Attributes:
        shape: How the family keeps the names.
    """

    shape: Shape
    name: str = "predict-sections"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """The start menu's cursor on the entry that saves, or a text that waits."""
        return _where(lab, self.shape)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Read names all over the table, then let the game show those sections.

        Where no text appears that depends on the section, another one had taken its place before
        the frame ended: that says nothing.
        """
        held = tried = 0
        for index in spread(candidate.fields["count"], SPREAD):
            if self.shape.on_map and index + self.shape.first in WITHOUT:
                continue
            texts = names_there(lab, self.shape, self.shape.first + index)
            predicted = entry_name(lab.emulator.live, candidate, self.shape, index)
            held += predicted in texts
            tried += bool(texts)
        return Finding(
            "written into the map's header, a section makes the game show its entry's name",
            f"{held} of {tried} names were shown",
            held,
            tried,
        )


def _where(lab: Lab, shape: Shape) -> str:
    if not shape.on_map:
        return label_on_save(lab)
    find_talk(lab)
    return WAITING


class _SectionNames(Locator):
    """A table of section names, as one of the families keeps it."""

    shape: ClassVar[Shape]
    size = 0

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place from which two sections lead to the names that the game shows."""
        _where(lab, self.shape)
        shown_in: list[set[int]] = []
        for index in FIRST_ASKED:
            texts = names_there(lab, self.shape, self.shape.first + index)
            back = self.shape.width * index + self.shape.pointer
            if found := {entry - back for entry in _pointers_to(lab, texts)}:
                shown_in.append(found)
            if len(shown_in) == ENOUGH:
                break
        else:
            by = "region map" if self.shape.on_map else "save dialog"
            raise ProbeError(f"the {by} shows no name that follows the map's section")
        places = set.intersection(*shown_in)
        return [self._candidate(lab.emulator.live, place) for place in sorted(places)]

    def _candidate(self, snapshot: Snapshot, place: int) -> Candidate:
        address = Address(place)
        least = Candidate(address, "")
        fits = [
            entry_name(snapshot, least, self.shape, index) is not None
            for index in range(MAX_SECTIONS - self.shape.first)
        ]
        run, width = run_length(np.array(fits)), self.shape.width
        count = max(table_length(snapshot, place - ROM.base, width, run), max(FIRST_ASKED) + 1)
        reason = f"{count} entries that lead to names, two of them as the game shows them"
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
    shape = Shape(width=4, pointer=0, first=FIRST_MAP_SECTION, on_map=False)
    requires: ClassVar[tuple[str, ...]] = (
        "gMapHeader",
        "gStringVar4",
        "sStartMenuCursorPos",
        "sStartMenuOrder",
    )
    scan_state = ON_SAVE
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
    shape = Shape(width=8, pointer=4, first=0, on_map=True)
    requires: ClassVar[tuple[str, ...]] = ("gMapHeader", "sGlobalScriptContext")
    scan_state = WAITING
    probes: ClassVar[tuple[Probe, ...]] = (PredictSections(shape),)
    doc = LocatorDoc(
        summary="ROM table of region map sections, 8 bytes each: place, size, pointer to the name.",
        rivals=RIVALS,
        references=("pret/pokeemerald: src/region_map.c, GetMapName",),
        limitations=(
            *LIMITS,
            "A script must be able to open the region map.",
            "What the map shows under another name (places under water, caves) is not tried.",
        ),
    )
