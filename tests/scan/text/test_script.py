"""The script context, its status, its native and the message box: told from what follows them."""

from __future__ import annotations

import pytest

from gbatool.engine import layouts
from gbatool.memory import EWRAM, ROM, THUMB_BIT
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.explore import START_MENU
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.talk import PRINTING, WAITING, find_talk
from gbatool.scan.text.mode_byte import mode_snapshots
from gbatool.scan.text.script import (
    MODE,
    NATIVE,
    GlobalScriptContext,
    GlobalScriptContextStatus,
    MessageBoxType,
    WaitForAorBPress,
    _is_command_table,
    _waits,
)
from tests.ram import RamBuilder
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals, unused

CONTEXT = "sGlobalScriptContext"


def test_a_copy_of_the_context_is_refuted_by_its_mode(crowded: Derived, crowded_lab: Lab) -> None:
    decoy = crowded.answers["sDecoyScriptContext"]
    check_told_apart(crowded_lab, CONTEXT, "a copy of the context", decoy)


def test_a_flag_that_follows_the_status_is_refuted_by_shutting_down(lab: Lab) -> None:
    """The flag is planted in what was measured of each mode: the game itself has none."""
    locator = GlobalScriptContextStatus()
    at = unused(lab, 1)
    snapshots = mode_snapshots(lab)
    for label, snapshot in snapshots.items():
        value = locator.value_in(label) or 0
        snapshots[label] = RamBuilder.of(snapshot).put(at, "B", value).build()
    check_told_apart(lab, locator.symbol, "a flag that follows the status", at)


def test_a_flag_that_follows_the_box_is_refuted_by_hiding(
    crowded: Derived, crowded_lab: Lab
) -> None:
    decoy = crowded.answers["sDecoyMessageBoxType"]
    check_told_apart(crowded_lab, "sMessageBoxType", "a flag that follows the box", decoy)


def test_a_native_that_waits_for_something_else_is_refuted_by_keys(lab: Lab) -> None:
    """While a text prints the script waits for its end, in another native."""
    truth = lab.known["WaitForAorBPress"]
    probe = probe_against("WaitForAorBPress", "a native that waits for something else")
    assert probe.run(lab, truth).verdict is ProbeVerdict.HELD
    lab.states[WAITING] = lab.states[PRINTING]
    (impostor,) = WaitForAorBPress().scan(lab)
    assert impostor.address != truth.address
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED


def test_the_native_of_the_waiting_script_is_the_symbol(base: Derived, lab: Lab) -> None:
    native = lab.snapshot(WAITING).u32(lab.address(CONTEXT) + NATIVE)
    assert native == base.answers["WaitForAorBPress"] | THUMB_BIT


@pytest.mark.parametrize(
    ("label", "offset", "data"),
    [
        (WAITING, MODE, bytes((layouts.SCRIPT_BYTECODE,))),
        (OVERWORLD, MODE, bytes((layouts.SCRIPT_BYTECODE,))),
        (WAITING, NATIVE, EWRAM.base.to_bytes(4, "little")),
        (WAITING, 0x60, bytes(4)),  # the end of the command table
    ],
)
def test_a_context_that_does_not_wait_in_a_native_is_not_proposed(
    lab: Lab, label: str, offset: int, data: bytes
) -> None:
    assert lab.address(CONTEXT) in proposals(lab, GlobalScriptContext())
    with lab.at(label) as emulator:
        emulator.write(lab.address(CONTEXT) + offset, data)
        lab.keep(label)
    assert lab.address(CONTEXT) not in proposals(lab, GlobalScriptContext())


def test_the_status_is_left_open_in_the_start_menu() -> None:
    status = GlobalScriptContextStatus()
    values = {label: status.value_in(label) for label in (OVERWORLD, PRINTING, START_MENU)}
    assert values == {OVERWORLD: 2, PRINTING: 0, START_MENU: None}


def test_the_box_counts_only_while_its_text_prints() -> None:
    box = MessageBoxType()
    values = [box.value_in(label) for label in (PRINTING, PRINTING + " later", WAITING, OVERWORLD)]
    assert values == [2, 2, 0, 0]


@pytest.mark.parametrize("image", [0, 1, 2, 3])
def test_a_command_table_may_name_handlers_in_another_image_of_the_cartridge(image: int) -> None:
    """Expansions mark commands so; there are three images."""
    ram, table = RamBuilder(), ROM.base + 0x100
    for index in range(20):
        ram.put(table + 4 * index, "I", ROM.base + (index % 2) * image * ROM.size + 0x801)
    assert _is_command_table(ram.build(), table, table + 80) is (image < 3)


def test_a_game_that_has_lost_the_text_does_not_wait_in_it(lab: Lab) -> None:
    """A wrong byte written can lead the printer anywhere."""
    here = find_talk(lab)
    astray = RamBuilder.of(lab.snapshot(WAITING))
    for position in here.positions:
        astray.put(position.address, "I", 0)
    assert not _waits(lab, astray.build())
