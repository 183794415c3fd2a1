"""gPaletteFade: what a warp waits for, told from flags that are set meanwhile."""

from __future__ import annotations

from gbatool.engine.layouts import PALETTE_FADE, offset_of
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.warp import FADE_COLORS, FADING
from gbatool.scan.overworld.palette_fade import PaletteFade, colors_that_change
from tests.cartridges import cartridge
from tests.scan.staging import (
    Derived,
    check_told_apart,
    lab_of,
    probe_against,
    proposals,
    unused,
)

ACTIVE_BYTE, ACTIVE = offset_of(PALETTE_FADE, "active"), 0x80
SYMBOL = "gPaletteFade"
RIVAL = "a flag that is set whenever a fade is active"


def test_a_flag_that_is_set_meanwhile_is_refuted_by_clearing_it(variant: Derived) -> None:
    lab = variant.lab()
    impostors = proposals(lab, PaletteFade()).keys() - {variant.answers[SYMBOL]}
    for impostor in impostors:
        check_told_apart(lab, SYMBOL, RIVAL, impostor)


def test_a_flag_that_a_test_sets_meanwhile_is_refuted_as_well(lab: Lab) -> None:
    at = unused(lab, PaletteFade.size)
    with lab.at(FADING) as emulator:
        emulator.write(at + ACTIVE_BYTE, bytes((ACTIVE,)))
        lab.keep(FADING)
    check_told_apart(lab, SYMBOL, RIVAL, at)


def test_a_byte_that_the_game_breaks_without_is_refuted_by_the_warp() -> None:
    lab = lab_of("engines/packed", SYMBOL)
    probe = probe_against(SYMBOL, "a byte that the game breaks without")
    callbacks = cartridge("engines/packed").key["gMain"]
    with lab.at(FADING) as emulator:
        flags = [at for at in range(callbacks, callbacks + 8) if emulator.live.u8(at) & ACTIVE]
    findings = [
        probe.run(
            lab, Candidate(Address(flag - ACTIVE_BYTE), "a callback of the game", {"flag": flag})
        )
        for flag in flags
    ]
    assert {finding.verdict for finding in findings} == {ProbeVerdict.REFUTED}
    assert any(finding.observed.endswith("the warp did not go on") for finding in findings)
    assert probe.run(lab, lab.known[SYMBOL]).verdict is ProbeVerdict.HELD


def test_a_flag_that_is_set_at_rest_as_well_is_not_proposed(lab: Lab) -> None:
    flag = lab.address(SYMBOL) + ACTIVE_BYTE
    assert lab.snapshot(FADING).u8(flag) & ACTIVE
    lab.states[FADING] = lab.states[OVERWORLD]
    assert lab.address(SYMBOL) not in proposals(lab, PaletteFade())


def test_clearing_the_true_one_stops_the_fade(lab: Lab) -> None:
    flag = lab.address(SYMBOL) + ACTIVE_BYTE
    alone = colors_that_change(lab, None)
    assert colors_that_change(lab, write8(flag, 0)) < FADE_COLORS <= alone
