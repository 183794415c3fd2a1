"""gSaveBlock1 and gSaveBlock2 where they do not move, told from copies.

The cartridges are of a family whose blocks move; between two warps they stay, and what the pointers
lead to is what these locators look for.
"""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.core import Buttons
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write, write8, write32
from gbatool.scan.overworld.fixed_save_blocks import CountFromThere, SaveBlock1, SaveBlock2
from gbatool.scan.overworld.save_blocks import OPTIONS, SHIFT
from tests.scan.staging import planted, probe_against, proposals, unused

FIRST, SECOND = "gSaveBlock1", "gSaveBlock2"
both = pytest.mark.parametrize("symbol", [FIRST, SECOND])


def block_of(lab: Lab, symbol: str) -> int:
    return lab.snapshot(OVERWORLD).u32(lab.address(f"{symbol}Ptr"))


def test_a_copy_of_the_first_block_is_refuted_by_a_position(lab: Lab) -> None:
    block, at = block_of(lab, FIRST), unused(lab, SHIFT)
    for label in (OVERWORLD, lab.label_wall()):
        copy = lab.snapshot(label).read(block, SHIFT).tobytes()
        with lab.at(label) as emulator:
            emulator.write(at, copy)
            lab.keep(label)
    proposed = proposals(lab, SaveBlock1())
    assert {block, at} <= proposed.keys()
    probe = probe_against(FIRST, "a copy of the block, or of its beginning")
    assert probe.run(lab, proposed[at]).verdict is ProbeVerdict.REFUTED


def test_a_block_that_steps_are_counted_in_holds(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cartridge writes the position again; the other family's engine, staged here, counts."""
    block, real_step = block_of(lab, FIRST), lab.step

    def step(button: Buttons) -> bool:
        x, y = (lab.emulator.live.s16(block + at) for at in (0, 2))
        moved = real_step(button)
        dx, dy = STEPS[button] if moved else (0, 0)
        lab.emulator.write(block, np.array([x + dx, y + dy], "<i2").tobytes())
        return moved

    monkeypatch.setattr(lab, "step", step)
    candidate = proposals(lab, SaveBlock1())[block]
    assert CountFromThere().run(lab, candidate).verdict is ProbeVerdict.HELD


def test_a_copy_of_the_second_block_is_refuted_by_the_text_speed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its frame counter goes on as well: the copy is planted in each frame that the scan reads."""
    block, at = block_of(lab, SECOND), unused(lab, SHIFT)
    real_trace = lab.trace

    def trace(*args: object) -> object:
        taken = real_trace(*args)  # type: ignore[arg-type]
        for snapshot in taken:
            snapshot.read(at, SHIFT)[:] = snapshot.read(block, SHIFT)
        return taken

    monkeypatch.setattr(lab, "trace", trace)
    proposed = proposals(lab, SaveBlock2())
    assert {block, at} <= proposed.keys()
    probe = probe_against(SECOND, "a copy of the block")
    assert probe.run(lab, proposed[at]).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, proposed[block]).verdict is ProbeVerdict.HELD


def test_a_copy_that_does_not_count_the_frames_is_not_proposed(lab: Lab) -> None:
    block, at = block_of(lab, SECOND), unused(lab, SHIFT)
    copy = lab.snapshot(OVERWORLD).read(block, SHIFT).tobytes()
    assert at not in proposals(planted(lab, Write(at, copy)), SaveBlock2())


def test_a_block_of_another_position_is_not_proposed(lab: Lab) -> None:
    block = block_of(lab, FIRST)
    assert block in proposals(lab, SaveBlock1())
    assert block not in proposals(planted(lab, write32(block, 0x00630063)), SaveBlock1())


def test_a_block_of_impossible_options_is_not_proposed(lab: Lab) -> None:
    block = block_of(lab, SECOND)
    assert block in proposals(lab, SaveBlock2())
    assert block not in proposals(planted(lab, write8(block + OPTIONS, 7)), SaveBlock2())


@both
def test_in_a_family_whose_blocks_move_there_is_none(lab: Lab, symbol: str) -> None:
    story = eliminate(lab, LOCATORS[symbol])
    assert list(map(str, story.problems)) == ["the engine family frlg does not have it"]
    assert not story.proven
