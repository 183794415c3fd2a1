"""sMultichoiceLists: many lists in a row, whose lengths the game confirms. No cartridge has so many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.byte_code import multiple_choice
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.menus import multichoice
from gbatool.scan.menus.multichoice import (
    LEAST_LISTS,
    AskLists,
    MultichoiceLists,
    find_lists,
    list_lengths,
    telling_lists,
)
from tests.ram import RamBuilder
from tests.scan.staging import probe_against

TABLE, ENTRIES, TEXTS, NAMED = 0x08001000, 0x08002000, 0x08000800, 0x08000100
MENU = 0x02001000
LENGTHS = [2, 3, 2, 5, 4, 2, 6, 2, 3, 3, 2, 4, 2, 7, 2, 2, 5, 3, 8, 2]


def rom(lengths: list[int] = LENGTHS, *, named: int = TABLE) -> RamBuilder:
    """A ROM with such a table, and a word that names it."""
    ram, at = RamBuilder(), ENTRIES
    for number, length in enumerate(lengths):
        ram.put(TABLE + 8 * number, "II", at, length)
        for _ in range(length):
            ram.put(at, "II", TEXTS, 0)
            at += 8
    return ram.put(NAMED, "I", named)


def test_finds_the_table_that_a_word_names() -> None:
    found = find_lists(rom().build())
    assert found == [TABLE]
    assert list_lengths(rom().build(), found[0]) == LENGTHS


def test_a_table_without_a_name_or_too_short_is_none() -> None:
    assert find_lists(rom(named=0).build()) == []
    assert find_lists(rom(LENGTHS[: LEAST_LISTS - 1]).build()) == []


def test_records_that_lead_to_no_texts_are_no_lists() -> None:
    assert find_lists(rom().put(ENTRIES, "I", 0x0A).build()) == []
    assert find_lists(rom().put(ENTRIES + 4, "I", 2).build()) == []  # no Thumb function


def test_lists_are_told_by_their_neighbours() -> None:
    told = telling_lists(LENGTHS)
    assert told
    assert all(LENGTHS[n] not in (LENGTHS[n - 1], LENGTHS[n + 1]) for n in told)


@dataclass
class Asking:
    """As much of a laboratory as the probe needs: a game whose menus have so many entries."""

    lengths: list[int]
    ram: Snapshot

    @property
    def emulator(self) -> Asking:
        return self

    @property
    def live(self) -> Snapshot:
        return self.ram

    def address(self, symbol: str) -> Address:
        assert symbol == "sMenu"
        return Address(MENU)

    def after(self, _: object, code: bytes, frames: int) -> Snapshot:
        number = next(n for n in range(255) if multiple_choice(n) == code)
        assert frames
        return RamBuilder().put(MENU + 4, "b", self.lengths[number] - 1).build()


def verdict(monkeypatch: pytest.MonkeyPatch, game: list[int], address: int) -> ProbeVerdict:
    asking = Asking(game, rom().build())
    monkeypatch.setattr(multichoice, "after_script", asking.after)
    return AskLists().run(cast("Lab", asking), Candidate(Address(address), "")).verdict


def test_a_table_begun_elsewhere_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = probe_against("sMultichoiceLists", "the same table, begun at another record")
    assert isinstance(probe, AskLists)
    assert verdict(monkeypatch, LENGTHS, TABLE) is ProbeVerdict.HELD
    assert verdict(monkeypatch, LENGTHS, TABLE + 8) is ProbeVerdict.REFUTED
    assert verdict(monkeypatch, [*LENGTHS[1:], 2], TABLE) is ProbeVerdict.REFUTED


def test_lists_that_are_all_alike_say_nothing() -> None:
    asking = Asking([2] * 20, rom([2] * 20).build())
    with pytest.raises(ProbeError, match="too much alike"):
        AskLists().run(cast("Lab", asking), Candidate(Address(TABLE), ""))
    assert MultichoiceLists.start_is_inferred
