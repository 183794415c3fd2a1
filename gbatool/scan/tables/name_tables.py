"""gSpeciesNames, gMoveNames and gItems: the ROM tables that names are read from.

The engine is asked for a few names; a candidate is where these are in the ROM at equal distances.
It must then predict the other names that the engine shows. Two of the commands check no index: far
behind the table they read whatever bytes are there, which tells a table from its copies. Items are
checked; an old copy of a table that was moved and extended has other names behind its end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.engine.pokemon import NAME_TABLES, NameTable
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Bytes
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.rom_tables import (
    Stride,
    find_strides,
    looks_like_text,
    rows,
    run_length,
    table_length,
    text_at,
    texts_far_behind,
)
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
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MAX_ASKED, ENOUGH_NAMES = 24, 3
"""So many indices are asked for, until so many different names were shown."""
SPREAD = 12
FAR_ASKED, FAR_LEAST, FAR_LENGTHS, FAR_GAP = 6, 2, range(3, ROOM), 2
ALIKE = 3
BEYOND, BEYOND_LENGTHS = (0, 1, 2, 17, 100), range(1, ROOM)
ENIGMA_BERRY = 175
"""An item whose name can come from the save block."""
SHOWN = "{} of {} were shown"


@measurement
def rom_bytes(lab: Lab) -> bytes:
    """The ROM, copied once."""
    return lab.emulator.live.rom.tobytes()


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
        asked = [i for i in spread(candidate.fields["count"], SPREAD) if i not in self.without]
        texts = texts_of(lab.emulator.live.rom, candidate, asked)
        return self.tally(*compare(texts, names(lab, self.command, asked)))


@dataclass(frozen=True, slots=True)
class PredictFar(Probe):
    """Asked for an index far behind the table, the engine shows the bytes there.

    Attributes:
        command: The script command that reads the table.
    """

    command: int
    name = "predict-far"
    stage = stages.WAITING
    predicted = "asked for indices far behind the table, the engine shows the texts that are there"
    observed = SHOWN

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Look for indices at which there is a text by chance, and let scripts ask for them."""
        rom = lab.emulator.live.rom
        first = candidate.fields["count"] + FAR_GAP
        possible = texts_far_behind(rom, _stride(candidate), first, FAR_LENGTHS)
        if len(possible) < FAR_LEAST:
            raise ProbeError("there are no texts behind the table at its distance")
        asked = [possible[i] for i in [0, *spread(len(possible), FAR_ASKED - 1)]]
        shown = names(lab, self.command, asked)
        nameless = text_at(rom, _stride(candidate).offset, ROOM)
        if shown and all(text == nameless for text in shown.values()):
            return ProbeFinding(self.predicted, "the engine checks the index", 0, 0)
        return self.tally(*compare(texts_of(rom, candidate, asked), shown))


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
        rom, count = lab.emulator.live.rom, candidate.fields["count"]
        far = texts_far_behind(rom, _stride(candidate), count, BEYOND_LENGTHS)[:VARIABLES]
        near = [count + more for more in BEYOND if count + more not in far]
        nameless = texts_of(rom, candidate, [0])[0]
        there = texts_of(rom, candidate, [*far, *near])
        held = tried = 0
        shown = names(lab, self.command, far) | names(lab, self.command, near)
        for index, text in shown.items():
            if text == nameless or text == there[index]:
                held += 1
            elif there[index] is None and text[:ALIKE] == _record(rom, candidate, index)[:ALIKE]:
                continue  # an engine that does not check the index, and a text that does not end
            tried += 1
        return self.tally(held, tried)


@dataclass(frozen=True, slots=True)
class OnlyTable(Probe):
    """No second table has the same names: a game could switch between them.

    Attributes:
        command: The script command that reads the table.
    """

    command: int
    name = "watch-only"
    kind = "watch"
    stage = stages.WAITING
    predicted = "no other table has its names"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Look for other tables with the names that the engine shows."""
        found = find_strides(rom_bytes(lab), known_names(lab, self.command))
        others = [s for s in found if s.offset + ROM.base != candidate.address]
        if others:
            places = ", ".join(str(Address(ROM.base + other.offset)) for other in others)
            raise ProbeError(
                f"the same names are at {places} too, and a game may switch between tables"
            )
        return ProbeFinding(self.predicted, "none has", 1, 1)


def texts_of(rom: Bytes, candidate: Candidate, asked: Sequence[int]) -> dict[int, bytes | None]:
    """The table's texts for these indices; None where there is none."""
    stride = _stride(candidate)
    return {i: text_at(rom, stride.offset + stride.width * i, ROOM) for i in asked}


def _record(rom: Bytes, candidate: Candidate, index: int) -> bytes:
    stride = _stride(candidate)
    return rom[stride.offset + stride.width * index :][: stride.width].tobytes()


def _stride(candidate: Candidate) -> Stride:
    return Stride(candidate.address - ROM.base, candidate.fields["width"])


def compare(texts: Mapping[int, bytes | None], shown: Mapping[int, bytes]) -> tuple[int, int]:
    """How many of a table's texts the game showed for the same indices, and of how many."""
    held = sum(text is not None and shown.get(index) == text for index, text in texts.items())
    return held, len(texts)


class TextTable(Locator):
    """A ROM table of equally wide records that begin with texts.

    Attributes:
        table: Its form in the engine.
        alone: Whether the probes could not tell it from a table of other widths with the same texts.
    """

    table: ClassVar[NameTable]
    alone: ClassVar[bool] = False
    size = 0

    @abstractmethod
    def known(self, lab: Lab) -> Mapping[int, bytes]:
        """Index -> the text that the game shows for it, at least two.

        Raises:
            ProbeError: It shows fewer.
        """

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every ROM address at which the names that the engine shows are a record apart."""
        found = find_strides(rom_bytes(lab), self.known(lab))
        fitting = [stride for stride in found if stride.width == self.table.stride]
        if len(fitting) < len(found) and (self.alone or not fitting):
            widths = ", ".join(sorted({str(stride.width) for stride in found}))
            raise ProbeError(
                f"its names are {widths} bytes apart, and {self.table.stride} was expected"
            )
        return [self._candidate(lab, stride) for stride in fitting]

    def count(self, lab: Lab, stride: Stride, run: int) -> int:
        """How many records the table has, of a run of those that look like it."""
        return table_length(lab.emulator.live, stride.offset, stride.width, run)

    def _candidate(self, lab: Lab, stride: Stride) -> Candidate:
        snapshot = lab.emulator.live
        records = rows(snapshot.rom, stride.offset, stride.width)
        count = max(self.count(lab, stride, run_length(self._fits(records))), 2)
        fields = {"count": count, "width": stride.width, "size": count * stride.width}
        reason = f"{count} names at equal distances, those that the engine shows included"
        return Candidate(Address(ROM.base + stride.offset), reason, fields)

    def _fits(self, records: Bytes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return looks_like_text(records[:, : self.table.width])


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

    symbol, command = "gSpeciesNames", SPECIES_NAME
    table = NAME_TABLES.species
    probes = (PredictNames(SPECIES_NAME), PredictFar(SPECIES_NAME))
    doc = LocatorDoc(
        summary="ROM table of the names of species, 11 bytes each, indexed by species.",
        rivals={
            "a table that begins with the same names": "predict-names",
            "a copy of the table": "predict-far",
        },
        references=("pret/pokefirered: src/scrcmd.c, ScrCmd_bufferspeciesname",),
        limitations=("An engine that checks the index leaves it unresolved.",),
    )


class MoveNames(ScriptNameTable):
    """Names of the moves, one a record."""

    symbol, command = "gMoveNames", MOVE_NAME
    table = NAME_TABLES.moves
    probes = (PredictNames(MOVE_NAME), PredictFar(MOVE_NAME))
    doc = LocatorDoc(
        summary="ROM table of the names of moves, 13 bytes each, indexed by move.",
        rivals={
            "a table that begins with the same names": "predict-names",
            "a copy of the table": "predict-far",
        },
        references=("pret/pokefirered: src/scrcmd.c, ScrCmd_buffermovename",),
        limitations=("An engine that checks the index leaves it unresolved.",),
    )


class Items(ScriptNameTable):
    """The items' records, each with the name first."""

    symbol, command = "gItems", ITEM_NAME
    table, alone = NAME_TABLES.items, True
    probes = (
        PredictNames(ITEM_NAME, without=(ENIGMA_BERRY,)),
        PredictBeyond(ITEM_NAME),
        OnlyTable(ITEM_NAME),
    )
    doc = LocatorDoc(
        summary="ROM table of items, 44 bytes each, indexed by item; names come first.",
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
