"""sMapNames and gRegionMapEntries: the names of the region map's sections.

With another section written into the map's header, the game shows that section's name. FireRed's
and LeafGreen's save dialog composes it in ``gStringVar4``; their table has pointers to the names,
from their first section on. In the other games the region map, which a script opens, has it in its
data, padded with spaces; their table has records of 8 bytes with a pointer at +4, from section 0
on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, Emulator, press
from gbatool.engine.engine import SectionNames
from gbatool.engine.families import ENGINES
from gbatool.engine.layouts import MAP_HEADER, offset_of
from gbatool.engine.text import CONTROL, CONTROL_ARGUMENTS
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import find_all
from gbatool.scan.kernel.rom_tables import TEXT_END, run_length, table_length, text_at
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import call_special
from gbatool.scan.lab.explore import START_MENU, label_start_menu
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import Lab, exploration, measurement, pressed
from gbatool.scan.lab.stages import Stage
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.tables.forms import rom_bytes
from gbatool.scan.tables.name_tables import spread

ON_SAVE = "start_menu_on_save"
SECTION = offset_of(MAP_HEADER, "region_map_section")
MAP_FRAMES = 40
MENU_ENTRIES = 9
KEY_HOLD, KEY_RELEASE, DIALOG_FRAMES = 2, 6, 8
SHORTEST, LONGEST, SPACE = 3, 24, b"\0"
MOST_BEFORE = 4
FIRST_ASKED, ENOUGH, SPREAD = range(5, 25), 2, 16
"""Sections that are asked until so many have shown a name, and how many a probe asks."""
WITHOUT = frozenset(
    (*range(50, 55), 56, 58, 59, 61, 65, 66, 69, 76, 79, 85, 86, 87, *range(196, 213))
)
"""Sections that Emerald's or Ruby's region map shows by another name: under water, caves, bases."""
MAX_SECTIONS = 0xFF


@dataclass(frozen=True, slots=True)
class Shape:
    """A family's table, and what shows its names.

    Attributes:
        table: Its form in the engine.
        on_map: Whether the region map shows the names, and not the save dialog.
    """

    table: SectionNames
    on_map: bool


@exploration
def label_on_save(lab: Lab) -> str:
    """Label a state in which the start menu's cursor is on the entry that saves.

    Raises:
        ProbeError: The menu has no such entry, or its cursor does not get there.
    """
    label_start_menu(lab)
    cursor, order = lab.address("sStartMenuCursorPos"), lab.address("sStartMenuOrder")
    save = find_family(lab).menus.start_menu.index("save")
    with lab.at(START_MENU) as emulator:
        for _ in range(MENU_ENTRIES):
            if emulator.live.u8(order + emulator.live.u8(cursor)) == save:
                lab.keep(ON_SAVE)
                return ON_SAVE
            press(emulator, Buttons.DOWN, KEY_HOLD, KEY_RELEASE)
    raise ProbeError("the start menu has no entry that saves")


SAVE_CHOSEN = Stage(ON_SAVE, label_on_save)


def shown(lab: Lab, section: int) -> list[bytes]:
    """The texts in ``gStringVar4`` while the save dialog opens in a section."""
    buffer, header = lab.address("gStringVar4"), lab.address("gMapHeader")
    texts: list[bytes] = []
    with lab.at(label_on_save(lab)) as emulator:
        emulator.write(header + SECTION, bytes((section,)))
        for _ in pressed(emulator, Buttons.A, KEY_HOLD, DIALOG_FRAMES):
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
    """The texts of the save dialog in that section that it has not in a section without a name.

    Other texts pass through the buffer as well; which of them are there at the end of a frame
    depends on how long the others took to print.
    """
    always = _elsewhere(lab)
    return [text for text in shown(lab, section) if len(text) >= SHORTEST and text not in always]


@measurement
def _elsewhere(lab: Lab) -> list[bytes]:
    return shown(lab, MAX_SECTIONS)


def with_map(lab: Lab, section: int) -> Snapshot:
    """RAM with the region map open, after a section was written into the map's header."""
    special = find_family(lab).scripts.region_map_special
    if special is None:
        raise ProbeError("no special is known that opens the region map of this family")
    opened = inject(lab, call_special(special))
    header = lab.address("gMapHeader")

    def both(emulator: Emulator) -> None:
        emulator.write(header + SECTION, bytes((section,)))
        opened(emulator)

    return lab.run_after(WAITING, [(Buttons.NONE, MAP_FRAMES)], both)


@measurement
def _nowhere(lab: Lab) -> Snapshot:
    return with_map(lab, MAX_SECTIONS)


def on_map_there(lab: Lab, section: int) -> list[bytes]:
    """The texts in RAM with the region map open that are not there in a section without a name."""
    there, elsewhere = with_map(lab, section), _nowhere(lab)
    texts: list[bytes] = []
    for region in RAM_REGIONS:
        differs = there.region(region) != elsewhere.region(region)
        for at in np.flatnonzero(differs & ~np.roll(differs, 1)).tolist():
            text = text_at(there.region(region), at, LONGEST)
            if text is not None:
                # bytes before a name that differ as well may look like its first letters
                texts += [text.rstrip(SPACE)[first:] for first in range(MOST_BEFORE + 1)]
    return [text for text in texts if len(text) >= SHORTEST]


def names_there(lab: Lab, shape: Shape, section: int) -> list[bytes]:
    """The texts that could be a section's name, where the family shows it."""
    return on_map_there(lab, section) if shape.on_map else shown_there(lab, section)


def entry_name(snapshot: Snapshot, candidate: Candidate, shape: Shape, index: int) -> bytes | None:
    """The name that a table has for its entry."""
    entry = candidate.address + shape.table.stride * index + shape.table.pointer
    if not snapshot.holds(entry, 4):
        return None
    return text_at(snapshot.rom, snapshot.u32(entry) - ROM.base, LONGEST)


@dataclass(frozen=True, slots=True)
class PredictSections(Probe):
    """With another section in the map's header, the game shows that entry's name.

    Attributes:
        shape: The form of the family's table.
    """

    stage: Stage
    shape: Shape
    name = "predict-sections"
    predicted = "written into the map's header, a section makes the game show its entry's name"
    observed = "{} of {} names were shown"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read names throughout the table, then let the game show those sections.

        Where no text depends on the section, another text was written over it before the frame
        ended: that says nothing.
        """
        held = tried = 0
        for index in spread(candidate.fields["count"], SPREAD):
            if self.shape.on_map and index + self.shape.table.first in WITHOUT:
                continue
            texts = names_there(lab, self.shape, self.shape.table.first + index)
            predicted = entry_name(lab.emulator.live, candidate, self.shape, index)
            held += predicted in texts
            tried += bool(texts)
        return self.tally(held, tried)


class _SectionNames(Locator):
    """A table of section names, in the form of one of the families."""

    shape: ClassVar[Shape]
    size = 0

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address from which two sections lead to the names that the game shows."""
        shown_by: Counter[int] = Counter()
        for index in FIRST_ASKED:
            texts = names_there(lab, self.shape, self.shape.table.first + index)
            back = self.shape.table.stride * index + self.shape.table.pointer
            # on a map with a name of its own, such as a department store, one section shows that
            shown_by.update({entry - back for entry in _pointers_to(lab, texts)})
            if max(shown_by.values(), default=0) == ENOUGH:
                break
        else:
            by = "region map" if self.shape.on_map else "save dialog"
            raise ProbeError(f"the {by} shows no name that follows the map's section")
        places = sorted(place for place, shows in shown_by.items() if shows == ENOUGH)
        return [self._candidate(lab.emulator.live, place) for place in places]

    def _candidate(self, snapshot: Snapshot, place: int) -> Candidate:
        address = Address(place)
        least = Candidate(address, "")
        fits = [
            entry_name(snapshot, least, self.shape, index) is not None
            for index in range(MAX_SECTIONS - self.shape.table.first)
        ]
        run, width = run_length(np.array(fits)), self.shape.table.stride
        count = max(table_length(snapshot, place - ROM.base, width, run), max(FIRST_ASKED) + 1)
        reason = f"{count} entries that lead to names, two of them as the game shows them"
        return Candidate(address, reason, {"count": count, "size": count * width})


def _pointers_to(lab: Lab, texts: Sequence[bytes]) -> list[int]:
    """Every ROM address of a pointer to one of these texts."""
    snapshot = lab.emulator.live
    texts_at = np.zeros(len(snapshot.rom), np.bool_)
    for text in texts:
        texts_at[find_all(rom_bytes(lab), text + bytes((TEXT_END,)))] = True
    offsets = snapshot.words(ROM) - np.uint32(
        ROM.base
    )  # wraps below the ROM to offsets far behind it
    pointers = np.flatnonzero(offsets < len(texts_at))
    return [ROM.base + 4 * i for i in pointers[texts_at[offsets[pointers]]].tolist()]


def _table(symbol: str) -> SectionNames:
    """The form of the table of that name, the same in every family that has it."""
    tables = (engine.section_names for engine in ENGINES.values())
    return next(table for table in tables if table.symbol == symbol)


RIVALS = {"a table that has some of the same names at the same indices": "predict-sections"}
LIMITS = ("A whole copy of the table leaves two candidates, so it is unresolved then.",)


class MapNames(_SectionNames):
    """Pointers to the names, from the family's first section on."""

    symbol = "sMapNames"
    shape = Shape(_table(symbol), on_map=False)
    requires = ("gMapHeader", "gStringVar4", "sStartMenuCursorPos", "sStartMenuOrder")
    stage = SAVE_CHOSEN
    probes = (PredictSections(SAVE_CHOSEN, shape),)
    doc = LocatorDoc(
        summary="ROM table of pointers to the names of region map sections, from section 88 on.",
        rivals=RIVALS,
        references=("pret/pokefirered: src/region_map.c, GetMapName",),
        limitations=LIMITS,
    )


class RegionMapEntries(_SectionNames):
    """Place and name of each section, from the first one on."""

    symbol = "gRegionMapEntries"
    shape = Shape(_table(symbol), on_map=True)
    requires = ("gMapHeader", "sGlobalScriptContext")
    stage = stages.WAITING
    probes = (PredictSections(stages.WAITING, shape),)
    doc = LocatorDoc(
        summary="ROM table of region map sections, 8 bytes each: place, size, pointer to the name.",
        rivals=RIVALS,
        references=("pret/pokeemerald: src/region_map.c, GetMapName",),
        limitations=(
            *LIMITS,
            "A script must be able to open the region map.",
            "Sections that the map shows by another name (under water, caves) are not tried.",
        ),
    )
