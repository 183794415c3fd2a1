"""sMultichoiceLists: the lists that a script's multiple choice offers, by their numbers.

Layout: 8 bytes a list: a pointer to its entries (8 bytes each: a text, and a function or 0) and how many
there are. The scan looks for many such records in a row, which the code names; the game tells whether
its lists have as many entries as the table says.
"""

from __future__ import annotations

import numpy as np

from gbatool.engine.layouts import offset_of
from gbatool.engine.menus import CHOICE_LIST, MENU, MENU_ACTION
from gbatool.errors import ProbeError
from gbatool.memory import ROM, THUMB_BIT, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import literals
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import multiple_choice
from gbatool.scan.lab.inject import after_script
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator, LocatorDoc, Probe

LEAST_LISTS, MOST_LISTS, MOST_ENTRIES = 16, 255, 16
OPEN_FRAMES = 40
ASKED = 8
LAST = offset_of(MENU, "max_cursor_pos")
SIZE, ACTION = CHOICE_LIST.itemsize, MENU_ACTION.itemsize


class AskLists(Probe):
    """A script that asks with a list opens a menu of as many entries as the table says."""

    name = "poke-script"
    stage = stages.WAITING
    predicted = "scripts that ask with a list open menus of as many entries as the table gives it"
    observed = "{} of {} menus agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Ask with lists of different lengths, each beside one of another length."""
        cursor = lab.address("sMenu")
        lengths = list_lengths(lab.emulator.live, candidate.address)
        chosen = telling_lists(lengths)
        if len(chosen) < ASKED // 2:
            raise ProbeError("its lists are too much alike to be told apart")
        held = sum(
            after_script(lab, multiple_choice(number), OPEN_FRAMES).u8(cursor + LAST) + 1
            == lengths[number]
            for number in chosen
        )
        return self.tally(held, len(chosen))


def telling_lists(lengths: list[int]) -> list[int]:
    """Numbers of lists that are shorter or longer than the ones before and behind them."""
    told = [
        number
        for number in range(1, len(lengths) - 1)
        if lengths[number] not in (lengths[number - 1], lengths[number + 1], 1)
    ]
    return told[:: max(1, len(told) // ASKED)][:ASKED]


class MultichoiceLists(Locator):
    """The table of lists."""

    symbol = "sMultichoiceLists"
    size = 0
    requires = ("sMenu", "sGlobalScriptContext")
    start_is_inferred = True
    probes = (AskLists(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="The ROM's lists of answers that scripts offer, by number.",
        rivals={"the same table, begun at another record": "poke-script"},
        references=("pret/pokefirered: src/script_menu.c, sMultichoiceLists",),
        limitations=(
            "Menus whose entries code puts together, such as that of the PC, are in no list.",
            f"A table of fewer than {LEAST_LISTS} lists is not looked for.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every run of records of that form which a word of the ROM names."""
        snapshot = lab.snapshot(stages.WAITING.label)
        found = []
        for address in find_lists(snapshot):
            count = len(list_lengths(snapshot, address))
            fields = {"count": count, "size": count * SIZE}
            reason = f"{count} lists of texts in a row, which a word of the ROM names"
            found.append(Candidate(address, reason, fields))
        return found


def find_lists(snapshot: Snapshot) -> list[Address]:
    """Where long runs of lists are that a word of the ROM names, by address."""
    words = snapshot.words(ROM)
    pointers, counts = words[:-1], words[1:]
    end = ROM.base + len(snapshot.rom)
    fits = (pointers >= ROM.base) & (pointers % 4 == 0) & (counts > 0) & (counts <= MOST_ENTRIES)
    fits &= pointers.astype(np.int64) + ACTION * counts.astype(np.int64) <= end
    found: list[Address] = []
    for phase in (0, 1):
        places = np.flatnonzero(fits[phase::2])
        for run in np.split(places, np.flatnonzero(np.diff(places) != 1) + 1):
            if len(run) < LEAST_LISTS:
                continue
            starts = [Address(ROM.base + 4 * (2 * int(index) + phase)) for index in run]
            possible = [at for at in starts[: 1 - LEAST_LISTS] if _has_texts(snapshot, at)]
            found += [at for at in possible if literals(snapshot, at)]
    return sorted(found)


def list_lengths(snapshot: Snapshot, address: Address) -> list[int]:
    """How many entries each list of a table has, as far as its records can be lists."""
    lengths: list[int] = []
    for number in range(MOST_LISTS):
        at = address + SIZE * number
        if not snapshot.holds(at, SIZE) or not _has_texts(snapshot, at):
            break
        lengths.append(snapshot.u32(at + 4))
    return lengths


def _has_texts(snapshot: Snapshot, address: Address) -> bool:
    """Whether a record leads to entries that are a text and a function, or none."""
    start, count = snapshot.u32(address), snapshot.u32(address + 4)
    if not 0 < count <= MOST_ENTRIES or start % 4 or not snapshot.holds(start, ACTION * count):
        return False
    entries = snapshot.array(start, MENU_ACTION, count)
    texts, functions = entries["text"].tolist(), entries["function"].tolist()
    code = [f == 0 or (bool(f & THUMB_BIT) and snapshot.holds(f)) for f in functions]
    return all(ROM.holds(text) and snapshot.holds(text) for text in texts) and all(code)
