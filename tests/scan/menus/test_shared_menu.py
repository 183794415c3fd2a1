"""sMenu: what looks like it, and where it begins."""

from __future__ import annotations

from dataclasses import replace

from gbatool.scan import LOCATORS
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.start_menu import cursor_walk
from tests.scan.menus.test_start_menu import CURSOR, MENU, plant
from tests.scan.staging import check_told_apart, probe_against, proposals, unused


def test_the_menus_own_cursor_is_refuted_by_where_the_next_key_leads(lab: Lab) -> None:
    own = lab.address(CURSOR)
    bounds = bytes((0, len(cursor_walk(lab)) - 1))
    plant(lab, own + 1, lambda *_: bounds)
    check_told_apart(lab, MENU, "the start menu's own cursor, which follows it", own - 2)


def test_a_copy_of_the_structure_is_refuted_by_where_the_next_key_leads(lab: Lab) -> None:
    at, menu = unused(lab, 0xC), lab.address(MENU)
    plant(lab, at, lambda _, snapshot: snapshot.read(menu, 0xC).tobytes())
    check_told_apart(lab, MENU, "a copy of the structure", at)


def test_the_structure_begun_at_another_byte_is_refuted_by_what_is_drawn(lab: Lab) -> None:
    locator = LOCATORS[MENU]
    [truth] = proposals(lab, locator).values()
    probe = probe_against(MENU, "the structure begun at another byte")
    probe.stage.bring(lab)
    assert probe.run(lab, truth).verdict is ProbeVerdict.HELD
    early = replace(truth, address=truth.address + -0x20)
    assert probe.run(lab, early).verdict is ProbeVerdict.REFUTED
