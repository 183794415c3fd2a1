"""A battle's script: what leads through it, and what its commands note, told from their likes.

The cartridges' battles run no byte code, so the rivals are staged on a real game of your own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from gbatool.core import open_emulator
from gbatool.engine.battle import ScriptCommands
from gbatool.engine.engine import Structures
from gbatool.memory import EWRAM, IWRAM, Snapshot
from gbatool.rom import load_rom
from gbatool.scan import LOCATORS
from gbatool.scan.battle.script import FORMS, BattleCommunication, BattleScriptPointer, _go_to
from gbatool.scan.derive import open_lab
from gbatool.scan.eliminate import eliminate, run_probes
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator
from tests.scan.staging import proposals

NOTES = 0x02023E82


class WithRom:
    """As much of a laboratory as the scan looks at: a ROM."""

    structures = Structures()

    def __init__(self, rom: bytes) -> None:
        self.rom = np.frombuffer(rom, np.uint8)

    def snapshot(self, _label: str) -> Snapshot:
        ewram, iwram = (np.zeros(region.size, np.uint8) for region in (EWRAM, IWRAM))
        return Snapshot(ewram, iwram, self.rom)


def scan(code: bytes) -> dict[int, str]:
    lab = cast("Lab", WithRom(bytes(64) + code + bytes(64)))
    return {int(found.address): found.reason for found in BattleCommunication().scan(lab)}


def asks(address: int, value: int = 0, command: int = 0x67) -> bytes:
    return bytes((0x2E,)) + address.to_bytes(4, "little") + bytes((value, command))


def test_what_is_set_to_0_before_a_question_is_proposed_with_how_often() -> None:
    found = scan(asks(NOTES) + asks(0x03001000, command=0x5A) + asks(NOTES, command=0x5B))
    assert found == {
        NOTES: "2 scripts of the ROM set it to 0 and then ask",
        0x03001000: "1 scripts of the ROM set it to 0 and then ask",
    }


@pytest.mark.parametrize(
    "code",
    [
        asks(NOTES, value=1),
        asks(NOTES, command=0x68),
        asks(0x08000100),
        asks(EWRAM.end - 4),
        asks(NOTES)[1:],
    ],
)
def test_other_byte_code_proposes_nothing(code: bytes) -> None:
    assert scan(code) == {}


@pytest.mark.parametrize("commands", FORMS)
def test_a_jump_is_its_command_and_an_address(commands: ScriptCommands) -> None:
    jump = bytes((commands.go_to, 0x34, 0x12, 0x00, 0x02))
    assert _go_to(commands, 0x02001234) == jump


@pytest.fixture(scope="module")
def real() -> Lab:
    """A laboratory with a real game, everything proven that a battle's script rests on."""
    lab, _ = open_lab(open_emulator(load_rom(Path(os.environ["GBATOOL_TEST_ROM"]))))
    for locator in LOCATORS.in_order((BattleCommunication.symbol,)):
        eliminate(lab, locator)
    return lab


@pytest.mark.rom
@pytest.mark.parametrize(
    ("locator", "rival"),
    [
        (BattleScriptPointer(), "another pointer into the ROM that changes during a turn"),
        (BattleCommunication(), "another byte that scripts set to 0 before they ask"),
    ],
    ids=lambda value: getattr(value, "symbol", None),
)
def test_every_rival_of_a_real_game_is_refuted(real: Lab, locator: Locator, rival: str) -> None:
    assert rival in locator.doc.rivals
    truth = real.known[locator.symbol].address
    impostors = {at: found for at, found in proposals(real, locator).items() if at != truth}
    assert impostors
    story = run_probes(real, locator, tuple(impostors.values()))
    assert story.left == ()
