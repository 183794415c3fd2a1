"""Names of the region map's sections: what a save dialog shows when the map's header says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gbatool.engine.families import EMERALD, ENGINES, FRLG
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.kernel.rom_tables import TEXT_END
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.start_menu import cursor_walk
from gbatool.scan.locator import Locator
from gbatool.scan.tables import section_names
from gbatool.scan.tables.section_names import (
    FIRST_ASKED,
    MAX_SECTIONS,
    MapNames,
    PredictSections,
    RegionMapEntries,
    Shape,
    label_on_save,
    on_map_there,
    shown,
    without_codes,
)
from tests.scan.rom_staging import with_table
from tests.scan.staging import Derived, check_told_apart, proposals

NAMES, ENTRIES = "sMapNames", "gRegionMapEntries"
COUNT = 40
NO_SPECIAL = 0x9D
"""One that opens no screen."""
RIVAL = "a table that has some of the same names at the same indices"


def name(index: int) -> bytes:
    """A name of its own for each section."""
    return bytes((0xC1, 0xC2, 0xBB + index % 20, 0xD5 + index // 20))


def tables(at: int, shape: Shape, changed: int) -> tuple[bytes, int, int]:
    """Names, the table of pointers to them, and one of which an entry in its midst differs.

    Returns:
        The bytes, and the offsets of both tables.
    """
    texts = b"".join(name(i) + b"\xff" for i in range(COUNT))
    texts = texts.ljust(-(-len(texts) // 4) * 4, b"\0")

    def table(indices: list[int]) -> bytes:
        pointers = [(at + 5 * i).to_bytes(4, "little") for i in indices]
        return b"".join(bytes(shape.table.pointer) + pointer for pointer in pointers) + bytes(4)

    order = list(range(COUNT))
    other = [*order[:changed], 0, *order[changed + 1 :]]
    first = texts + table(order)
    return first + table(other), len(texts), len(first)


def staged(
    base: Derived, monkeypatch: pytest.MonkeyPatch, shape: Shape, family: str
) -> tuple[Lab, Address, Address]:
    """A cartridge with both tables, and an engine whose save dialog uses the first one."""
    _, at = with_table(base, b"")
    data, truth, rival = tables(int(at), shape, changed=COUNT - 1)
    lab, again = with_table(base, data)
    assert again == at

    def dialog(_lab: Lab, section: int) -> list[bytes]:
        always = [bytes((0xBB, 0xBC, 0xBD))]
        index = section - shape.table.first
        return [*always, name(index)] if 0 <= index < COUNT else always

    monkeypatch.setattr(section_names, "shown", dialog)
    monkeypatch.setattr(
        section_names, "on_map_there", lambda lab, section: dialog(lab, section)[1:]
    )
    monkeypatch.setattr(section_names, "find_family", lambda _: ENGINES[family])
    return lab, Address(at + truth), Address(at + rival)


def test_pointers_of_which_one_differs_are_refuted(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, truth, rival = staged(base, monkeypatch, MapNames.shape, "frlg")
    lab.known[NAMES] = Candidate(truth, "the true one")
    check_told_apart(
        lab, NAMES, "a table that has some of the same names at the same indices", rival
    )


def test_entries_of_which_one_differs_are_refuted(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, truth, rival = staged(base, monkeypatch, RegionMapEntries.shape, "emerald")
    assert {truth, rival} <= proposals(lab, RegionMapEntries()).keys()
    monkeypatch.setattr("gbatool.scan.lab.family.find_family", lambda _: EMERALD)
    story = eliminate(lab, RegionMapEntries())
    assert story.proven
    assert story.survivor is not None
    assert story.survivor.address == truth
    assert story.survivor.fields == {"count": COUNT, "size": 8 * COUNT}
    assert set(RegionMapEntries.doc.rivals) == {RIVAL}


@pytest.mark.parametrize(
    ("locator", "family", "what"),
    [(MapNames(), "frlg", "save dialog"), (RegionMapEntries(), "emerald", "region map")],
)
def test_a_game_that_tells_no_place_proposes_nothing(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, locator: Locator, family: str, what: str
) -> None:
    monkeypatch.setattr(section_names, "shown", lambda *_: [name(0)])
    scripts = replace(ENGINES[family].scripts, region_map_special=NO_SPECIAL)
    engine = replace(ENGINES[family], scripts=scripts)
    monkeypatch.setattr(section_names, "find_family", lambda _: engine)
    with pytest.raises(ProbeError, match=f"{what} shows no name that follows"):
        locator.scan(lab)


@pytest.mark.parametrize("number", [0, 1])
def test_what_a_screen_writes_for_a_section_is_found_wherever_it_is(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Filled up with spaces, as the region map keeps it, behind a number that differs as well."""
    before = lab.snapshot(OVERWORLD)
    ewram = before.ewram.copy()
    ewram[0xFF:0x110] = 0
    ewram[0x110] = TEXT_END
    texts = {20: name(3), 255: b""}

    def opened(_lab: Lab, section: int) -> Snapshot:
        data = ewram.copy()
        text = np.frombuffer(texts[section], np.uint8)
        data[0x100 : 0x100 + len(text)] = text
        data[0xFF] = number if section == 20 else 0
        return replace(before, ewram=data)

    monkeypatch.setattr(section_names, "with_map", opened)
    found = on_map_there(lab, 20)
    assert name(3) in found
    assert all(text.endswith(name(3)) or name(3).endswith(text) for text in found)


def test_a_section_that_shows_the_maps_own_name_does_not_hide_the_table(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, truth, _ = staged(base, monkeypatch, MapNames.shape, "frlg")
    said, first = section_names.shown, MapNames.shape.table.first
    shop = first + FIRST_ASKED[1]
    monkeypatch.setattr(
        section_names,
        "shown",
        lambda lab, section: said(lab, first + 20 if section == shop else section),
    )
    assert truth in proposals(lab, MapNames())


def test_a_section_whose_name_is_not_seen_says_nothing_of_a_table(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, truth, _ = staged(base, monkeypatch, MapNames.shape, "frlg")
    said = section_names.shown

    def seldom(lab: Lab, section: int) -> list[bytes]:
        return said(lab, section) if section % 2 else said(lab, MAX_SECTIONS)

    monkeypatch.setattr(section_names, "shown", seldom)
    proposed = proposals(lab, MapNames())
    finding = PredictSections(MapNames.stage, MapNames.shape).run(lab, proposed[truth])
    assert finding.verdict is ProbeVerdict.HELD
    assert 0 < finding.tried < section_names.SPREAD


def test_the_cursor_is_put_on_the_entry_that_saves(variant: Derived) -> None:
    lab = variant.lab()
    snapshot = lab.snapshot(label_on_save(lab))
    cursor = snapshot.u8(variant.answers["sStartMenuCursorPos"])
    assert snapshot.u8(variant.answers["sStartMenuOrder"] + cursor) == 4
    assert cursor < len(cursor_walk(lab))


def test_a_menu_without_such_an_entry_is_said_to_have_none(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = lab.on(lab.emulator)
    lab._explored.clear()
    menus = replace(FRLG.menus, start_menu=(*["other"] * 9, "save"))
    monkeypatch.setattr(section_names, "find_family", lambda _: replace(FRLG, menus=menus))
    with pytest.raises(ProbeError, match="no entry that saves"):
        label_on_save(lab)


def test_texts_of_the_dialog_pass_through_the_buffer(lab: Lab) -> None:
    texts = shown(lab, 90)
    assert texts
    assert all(0xFF not in text for text in texts)


def test_colours_before_a_text_are_left_out() -> None:
    assert without_codes(b"\xfc\x01\x08\xfc\x03\x09\xca\xbb\xff\x00") == b"\xca\xbb"
    assert without_codes(b"\xca\xbb\xff") == b"\xca\xbb"
    assert without_codes(b"\xff") == b""
    assert without_codes(b"\xca\xbb") is None
    assert without_codes(b"\xfc\x77\xff") is None
    assert without_codes(b"\xfc") is None
