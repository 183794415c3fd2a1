"""Warps: gone through from wherever the player stands, or refused with the reason."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.errors import ProbeError
from gbatool.memory import THUMB_BIT
from gbatool.scan.findings import Candidate
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.headers import by_warp
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write16
from gbatool.scan.lab.warp import ARRIVED, FADING, find_warp, palette
from gbatool.scan.overworld.map_layout import CLOSED
from tests.scan.staging import Derived, planted, starting_at


def current_map(base: Derived, lab: Lab, label: str) -> tuple[int, int]:
    snapshot = lab.snapshot(label)
    block = snapshot.u32(base.answers["gSaveBlock1Ptr"])
    return snapshot.u8(block + 4), snapshot.u8(block + 5)


def test_a_warp_leads_to_another_map(variant: Derived) -> None:
    lab = variant.lab()
    warped = find_warp(lab)
    header = lab.address("gMapHeader")
    assert (warped.group, warped.num) in {
        (there.group, there.num) for there in by_warp(lab.snapshot(OVERWORLD), header)
    }
    assert current_map(variant, lab, ARRIVED) != current_map(variant, lab, OVERWORLD)


def test_the_fade_is_caught_while_it_fades(variant: Derived) -> None:
    lab = variant.lab()
    find_warp(lab)
    active = variant.answers["gPaletteFade"] + 7
    assert lab.snapshot(FADING).u8(active) & 0x80
    with lab.at(FADING) as emulator:
        before = np.frombuffer(palette(emulator), "<u2")
        emulator.run(4)
        after = np.frombuffer(palette(emulator), "<u2")
    assert (before != after).sum() >= 32


def test_after_the_arrival_the_overworld_runs_again(base: Derived, lab: Lab) -> None:
    find_warp(lab)
    callback2 = lab.snapshot(ARRIVED).u32(base.answers["gMain"] + 4)
    assert callback2 == base.answers["CB2_Overworld"] | THUMB_BIT
    assert lab.open_directions(ARRIVED)


def walled_in(lab: Lab) -> Lab:
    """Every tile around the player closed."""
    fields = lab.known["gBackupMapLayout"].fields
    with lab.at(OVERWORLD):
        x, y = lab.position()
    cells = [fields["map"] + 2 * (x + dx + (y + dy) * fields["width"]) for dx, dy in STEPS.values()]
    return planted(lab, *(write16(cell, CLOSED) for cell in cells))


def test_behind_walls_a_script_warps(base: Derived, lab: Lab) -> None:
    shut = walled_in(lab)
    taken = find_warp(shut)
    assert current_map(base, shut, ARRIVED) == (taken.group, taken.num)


def test_without_a_header_there_is_no_warp_to_go_to(lab: Lab) -> None:
    blind = starting_at(lab, OVERWORLD)
    del blind.known["gMapHeader"]
    with pytest.raises(ProbeError, match="this needs gMapHeader"):
        find_warp(blind)
    assert set(blind.states) == {OVERWORLD}


def test_a_game_that_ignores_a_has_no_warp_behind_walls(lab: Lab) -> None:
    shut = walled_in(lab)
    shut.known["gMapHeader"] = Candidate(lab.address("gMapHeader") + -0x40, "no header")
    with pytest.raises(ProbeError, match="no script warps"):
        find_warp(shut)
    assert FADING not in shut.states
