"""gMain and the overworld's callbacks: without them the player ignores input."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.memory import THUMB_BIT
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.overworld.main_callbacks import Main
from tests.scan.staging import Derived, check_told_apart, planted, probe_against, proposals

SYMBOL = "gMain"
CALLBACKS = ["CB1_Overworld", "CB2_Overworld"]
VBLANK_CALLBACK = 0xC


def test_a_mirror_of_the_keys_is_refuted_by_its_first_callback(
    crowded: Derived, crowded_lab: Lab
) -> None:
    check_told_apart(crowded_lab, SYMBOL, "a mirror of the keys", crowded.answers["sDecoyMain"])


def test_callbacks_that_are_never_called_are_refuted_by_the_second(
    crowded: Derived, crowded_lab: Lab
) -> None:
    rival = "a structure of callbacks that are never called"
    check_told_apart(crowded_lab, SYMBOL, rival, crowded.answers["sDecoyMain"])


@pytest.mark.parametrize("field", [0, 4])
def test_callbacks_outside_the_rom_are_not_proposed(lab: Lab, field: int) -> None:
    """Not even where the game goes on all the same: the words are read from the trace."""
    at, ways = lab.address(SYMBOL), lab.open_directions(OVERWORLD)
    spoiled = planted(lab, write32(at + field, 0))
    spoiled.open[OVERWORLD] = ways
    assert at not in proposals(spoiled, Main())


@pytest.mark.parametrize("symbol", CALLBACKS)
def test_a_callback_that_the_player_does_not_need_is_refuted(lab: Lab, symbol: str) -> None:
    """What the scan proposes stands in gMain, so the rival comes of a gMain a little too late."""
    locator = LOCATORS[symbol]
    shift = VBLANK_CALLBACK - int(symbol == "CB2_Overworld") * 4
    main = lab.known[SYMBOL]
    truth = lab.known.pop(symbol)
    lab.known[SYMBOL] = replace(main, address=main.address + shift)
    (impostor,) = locator.scan(lab)
    assert impostor.address != truth.address
    probe = probe_against(symbol, "a callback that has nothing to do with the player")
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, truth).verdict is ProbeVerdict.HELD
    assert not eliminate(lab, locator).proven
    assert symbol not in lab.known


@pytest.mark.parametrize("symbol", CALLBACKS)
def test_a_callback_that_changes_from_place_to_place_is_not_proposed(lab: Lab, symbol: str) -> None:
    lab.label_wall()
    main = lab.address(SYMBOL) + 4 * CALLBACKS.index(symbol)
    with lab.at("wall") as emulator:
        emulator.write(
            main, (int(lab.address("CB2_Overworld")) + 8 | THUMB_BIT).to_bytes(4, "little")
        )
        lab.keep("wall")
    assert LOCATORS[symbol].scan(lab) == []
