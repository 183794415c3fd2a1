"""gSpeciesNames, gMoveNames and gItems: the ROM tables that names are read from.

The engine is asked for a few names; a candidate is where these, or pointers to them, are in the ROM
at equal distances. It must then predict the other names that the engine shows. Two of the commands
check no index in the retail games: far behind the table they read whatever bytes are there, which
tells a table from its copies. Where the index is checked, there must be no other table with the names;
an old copy of a table that was moved and extended has other names behind its end, and no code names
it any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from gbatool.engine.engine import UNKNOWN
from gbatool.engine.layouts import offset_of
from gbatool.engine.pokemon import ITEM, NAME_TABLES
from gbatool.engine.traits import field_value
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Bytes
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.name_places import Place, far_behind
from gbatool.scan.lab import stages
from gbatool.scan.lab.buffers import (
    ITEM_NAME,
    MOVE_NAME,
    ROOM,
    SPECIES_NAME,
    VARIABLES,
    is_plain,
    names,
)
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import LocatorDoc, Probe
from gbatool.scan.tables.forms import (
    KINDS,
    Table,
    other_places,
    table_of,
    trait_of,
)
from gbatool.scan.tables.text_tables import TextTable

MAX_ASKED, ENOUGH_NAMES = 24, 3
"""So many indices are asked for, until so many different names were shown."""
SPREAD = 12
FAR_ASKED, FAR_LEAST, FAR_LENGTHS, FAR_GAP = 6, 2, range(3, ROOM), 2
INDEX_BITS = range(9, 15)
"""Some engines keep a form, or whether a mon is shiny, in the bits above."""
ALIKE = 3
BEYOND, BEYOND_LENGTHS = (0, 1, 2, 17, 100), range(1, ROOM)
ENIGMA_BERRY = 175
"""An item whose name can come from the save block."""
SHOWN = "{} of {} were shown"


def known_names(lab: Lab, command: int) -> dict[int, bytes]:
    """Names that differ from each other and from index 0's, of the first few indices.

    Raises:
        ProbeError: The engine shows fewer than two.
    """
    found: dict[int, bytes] = {}
    nameless = b""
    for first in range(0, MAX_ASKED, VARIABLES):
        for index, name in names(lab, command, range(first, first + VARIABLES)).items():
            if index == 0:
                nameless = name
            elif name not in (b"", nameless, *found.values()) and is_plain(name):
                found[index] = name
        if len(found) >= ENOUGH_NAMES:
            break
    if len(found) < 2:
        raise ProbeError("scripts can't put names of this table into a message")
    return found


def spread(count: int, wanted: int) -> list[int]:
    """Indices spread over a table, its last one included, 0 left out."""
    return sorted(set(np.linspace(1, count - 1, wanted).astype(int).tolist()))


@dataclass(frozen=True, slots=True)
class PredictNames(Probe):
    """Names throughout the table are those that the engine shows.

    Attributes:
        command: The script command that reads the table.
        without: Indices whose names come from elsewhere.
    """

    command: int
    without: tuple[int, ...] = ()
    name = "predict-names"
    stage = stages.WAITING
    predicted = "the names throughout the table are those that the engine shows for their indices"
    observed = SHOWN

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the names in the ROM, then let scripts put them into a message."""
        rom, table = lab.emulator.live.rom, table_of(candidate, KINDS[self.command])
        indices = spread(table.count, SPREAD)
        asked = [i for i in indices if i not in self.without and table.has_name(rom, i)]
        texts = texts_of(rom, table, asked)
        return self.tally(*compare(texts, names(lab, self.command, asked)))


@dataclass(frozen=True, slots=True)
class PredictFar(Probe):
    """Asked for an index far behind the table, the engine shows the bytes there.

    An engine that checks the index shows the name of index 0 instead. Then it must be the only table
    that has the names.

    Attributes:
        command: The script command that reads the table.
    """

    command: int
    name = "predict-far"
    stage = stages.WAITING
    predicted = (
        "asked for indices far behind the table, the engine shows the texts that are there, or it"
        " checks the index and there is no other table with the names"
    )
    observed = SHOWN

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Look for indices at which there is a text by chance, and let scripts ask for them."""
        rom, table = lab.emulator.live.rom, table_of(candidate, KINDS[self.command])
        possible = far_behind(rom, table.place, table.count + FAR_GAP, FAR_LENGTHS)
        if len(possible) < FAR_LEAST:
            raise ProbeError("there are no texts behind the table at its distance")
        asked = [possible[i] for i in [0, *spread(len(possible), FAR_ASKED - 1)]]
        shown = shown_singly(lab, self.command, asked)
        nameless = names(lab, self.command, [0]).get(0)
        if all(text in (None, nameless) for text in shown.values()):
            others = other_places(lab, table, known_names(lab, self.command))
            if any(self._reads_behind(lab, place, table.count) for place in others):
                return ProbeFinding(self.predicted, "it shows those behind another table", 0, 1)
            if others:
                return ProbeFinding(self.predicted, "the engine checks the index", 0, 0)
            seen = "the engine checks the index, and no other table has the names"
            return ProbeFinding(self.predicted, seen, 1, 1)
        held, tried = compare(texts_of(rom, table, asked), shown)
        if held < tried:
            held, tried = self._cut(lab, table, possible, shown) or (held, tried)
        return self.tally(held, tried)

    def _cut(
        self,
        lab: Lab,
        table: Table,
        possible: Sequence[int],
        shown: Mapping[int, bytes | None],
    ) -> tuple[int, int] | None:
        """The same for an engine that reads only the lower bits of an index, if this one does so.

        Returns:
            How many of the texts behind the table were shown for indices of that many bits, and of
            how many; None if the texts shown for greater indices are no others of the table's.
        """
        rom = lab.emulator.live.rom
        for bits in INDEX_BITS:
            kept = {index: table.place.text(rom, index & (1 << bits) - 1) for index in shown}
            inside = [index for index in possible if index >> bits == 0][:FAR_ASKED]
            if all(text is None or shown[index] == text for index, text in kept.items()) and (
                len(inside) >= FAR_LEAST
            ):
                return compare(
                    texts_of(rom, table, inside), shown_singly(lab, self.command, inside)
                )
        return None

    def _reads_behind(self, lab: Lab, place: Place, count: int) -> bool:
        """Whether the engine shows the texts far behind another table with the same names."""
        rom = lab.emulator.live.rom
        possible = far_behind(rom, place, count + FAR_GAP, FAR_LENGTHS)[:FAR_ASKED]
        shown = shown_singly(lab, self.command, possible)
        texts = {index: place.text(rom, index) for index in possible}
        return len(texts) >= FAR_LEAST and all(shown.get(i) == text for i, text in texts.items())


@dataclass(frozen=True, slots=True)
class PredictBeyond(Probe):
    """For indices behind the table the engine shows no name, but that of index 0.

    An engine that does not check the index shows the bytes there instead.

    Attributes:
        command: The script command that reads the table.
    """

    command: int
    name = "predict-beyond"
    stage = stages.WAITING
    predicted = "for indices behind its last record the engine shows no name of its own"
    observed = "{} of {} indices had none"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Ask for the indices that follow the table's last one."""
        rom, table = lab.emulator.live.rom, table_of(candidate, KINDS[self.command])
        far = far_behind(rom, table.place, table.count, BEYOND_LENGTHS)[:VARIABLES]
        near = [table.count + more for more in BEYOND if table.count + more not in far]
        nameless = table.place.text(rom, 0)
        there = texts_of(rom, table, [*far, *near])
        held = tried = 0
        for index, text in shown_singly(lab, self.command, [*far, *near]).items():
            if text is None or text == nameless or text == there[index]:
                held += 1
            elif there[index] is None and _reads_on(rom, table, index, text):
                continue
            tried += 1
        return self.tally(held, tried)


@dataclass(frozen=True, slots=True)
class OnlyTable(Probe):
    """No second table has the same names: a game could switch between them.

    One that no word of the ROM names is left over, and no code can switch to it.

    Attributes:
        command: The script command that reads the table.
    """

    command: int
    name = "watch-only"
    kind = "watch"
    stage = stages.WAITING
    predicted = "no other table that code names has its names"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Look for other tables with the names that the engine shows."""
        others = find_others(lab, table_of(candidate, KINDS[self.command]), self.command)
        if others:
            places = ", ".join(map(str, others))
            raise ProbeError(
                f"the same names are at {places} too, and a game may switch between tables"
            )
        return ProbeFinding(self.predicted, "none has", 1, 1)


def shown_singly(lab: Lab, command: int, asked: Sequence[int]) -> dict[int, bytes | None]:
    """The names shown for indices behind a table; None for those at which the engine stops.

    Some expansions stop with a message of their own (``assertf``), and nothing is shown then.

    Raises:
        ProbeError: Now it shows no name of index 0 either.
    """
    shown: dict[int, bytes | None] = dict(names(lab, command, asked))
    for index in asked:
        if index not in shown:
            shown[index] = names(lab, command, [index]).get(index)
    if None in shown.values() and 0 not in names(lab, command, [0]):
        raise ProbeError("scripts can't put names of this table into a message")
    return shown


def find_others(lab: Lab, table: Table, command: int) -> list[Address]:
    """Where the names that a script command shows stand as well, in a table that code could name."""
    others = other_places(lab, table, known_names(lab, command))
    return [Address(ROM.base + place.first) for place in others]


def texts_of(rom: Bytes, table: Table, asked: Sequence[int]) -> dict[int, bytes | None]:
    """The table's texts for these indices; None where there is none."""
    return {i: table.place.text(rom, i) for i in asked}


def _reads_on(rom: Bytes, table: Table, index: int, text: bytes) -> bool:
    """Whether an engine that does not check the index may show a text of what has no end there.

    It begins with what stands there; or there is a pointer to it, which some engines accept in place
    of a long name.
    """
    at = table.place.offset(rom, index)
    if text[:ALIKE] == rom[max(at, 0) :][:ALIKE].tobytes():
        return True
    return bool(table.form.width) and replace(table.place, pointed=True).text(rom, index) == text


def compare(
    texts: Mapping[int, bytes | None], shown: Mapping[int, bytes | None]
) -> tuple[int, int]:
    """How many of a table's texts the game showed for the same indices, and of how many."""
    held = sum(text is not None and shown.get(index) == text for index, text in texts.items())
    return held, len(texts)


class ScriptNameTable(TextTable):
    """A ROM table that script commands read names from.

    Attributes:
        command: The script command that reads it.
    """

    command: ClassVar[int]
    requires = ("sGlobalScriptContext", "gStringVar4")
    stage = stages.WAITING

    def known(self, lab: Lab) -> Mapping[int, bytes]:
        """Different names of the first few indices."""
        return known_names(lab, self.command)


class SpeciesNames(ScriptNameTable):
    """Names of the species, one a record."""

    symbol, command, kind = "gSpeciesNames", SPECIES_NAME, "species"
    table, instead = NAME_TABLES.species, "gSpeciesInfo"
    teaches = ("names.species",)
    probes = (PredictNames(SPECIES_NAME), PredictFar(SPECIES_NAME))
    doc = LocatorDoc(
        summary="ROM table of the names of species, 11 bytes each in the retail games, indexed by"
        " species.",
        rivals={
            "a table that begins with the same names": "predict-names",
            "a copy of the table": "predict-far",
        },
        references=("pret/pokefirered: src/scrcmd.c, ScrCmd_bufferspeciesname",),
        limitations=(
            "Where the engine checks the index, another table with the same names leaves it"
            " unresolved.",
        ),
    )


class MoveNames(ScriptNameTable):
    """Names of the moves, one a record."""

    symbol, command, kind = "gMoveNames", MOVE_NAME, "moves"
    table, instead = NAME_TABLES.moves, "gBattleMoves"
    teaches = ("names.moves",)
    probes = (PredictNames(MOVE_NAME), PredictFar(MOVE_NAME))
    doc = LocatorDoc(
        summary="ROM table of the names of moves, 13 bytes each in the retail games, indexed by"
        " move.",
        rivals={
            "a table that begins with the same names": "predict-names",
            "a copy of the table": "predict-far",
        },
        references=("pret/pokefirered: src/scrcmd.c, ScrCmd_buffermovename",),
        limitations=(
            "Where the engine checks the index, another table with the same names leaves it"
            " unresolved.",
        ),
    )


class Items(ScriptNameTable):
    """The items' records, each with the name first."""

    symbol, command, kind = "gItems", ITEM_NAME, "items"
    table = NAME_TABLES.items
    teaches = ("names.items", "item.size", "item.price")
    probes = (
        PredictNames(ITEM_NAME, without=(ENIGMA_BERRY,)),
        PredictBeyond(ITEM_NAME),
        OnlyTable(ITEM_NAME),
    )
    doc = LocatorDoc(
        summary="ROM table of items, 44 bytes each in the retail games, indexed by item; names come"
        " first.",
        rivals={
            "a table that begins with the same names": "predict-names",
            "the old copy of a table that was moved and extended": "predict-beyond",
            "a second table that the game switches to": "watch-only",
        },
        references=(
            "pret/pokefirered: src/item.c, ItemId_GetName",
            "pret/pokefirered: include/item.h, struct Item",
        ),
        limitations=("Where several tables have the same names, it is unresolved.",),
    )

    def traits(self, lab: Lab, table: Table) -> dict[str, str]:  # noqa: ARG002 - as its base
        """The names' place and the records' size; the price is known in the retail form alone."""
        found = trait_of(self.kind, table.form) | {"item.size": f"0x{table.form.stride:X}"}
        stock = (table.form.stride, table.form.offset) == (self.table.stride, self.table.offset)
        whole = stock and table.form.width == self.table.width
        price = field_value("u16", offset_of(ITEM, "price")) if whole else UNKNOWN
        return found | {"item.price": price}
