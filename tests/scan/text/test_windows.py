"""gWindows: the record that decides where letters are drawn, told from copies of it."""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import PRINTING, WAITING
from gbatool.scan.text.windows import PIXELS, MovePixels, Windows
from tests.scan.staging import Derived, check_told_apart, proposals, unused

RECORD = 0xC


def copied(lab: Lab, spoil: int | None = None) -> Address:
    """A copy of the message box's record in both states, one byte of it spoilt if that is named."""
    record = bytearray(lab.snapshot(WAITING).read(lab.address("gWindows"), RECORD).tobytes())
    if spoil is not None:
        record[spoil] += 1
    at = unused(lab, RECORD)
    for label in (PRINTING, WAITING):
        with lab.at(label) as emulator:
            emulator.write(at, bytes(record))
            lab.keep(label)
    return at


def test_a_copy_of_the_record_does_not_decide_where_letters_are_drawn(lab: Lab) -> None:
    check_told_apart(lab, "gWindows", "a copy of the message box's record", copied(lab))


def test_a_copy_that_follows_at_every_frame_is_refuted(aliased: Derived, aliased_lab: Lab) -> None:
    decoy = aliased.answers["sDecoySameWindows"]
    rival = "a copy of the message box's record"
    check_told_apart(aliased_lab, "gWindows", rival, decoy)


@pytest.mark.parametrize("byte", [0, 2, 3, 6, PIXELS])
def test_a_record_that_is_not_what_the_screen_shows_is_not_proposed(lab: Lab, byte: int) -> None:
    spoilt = copied(lab, byte)
    found = proposals(lab, Windows())
    assert lab.address("gWindows") in found
    assert spoilt not in found


def test_without_video_memory_nothing_is_proposed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(self: Lab, label: str) -> Snapshot:
        with self.at(label) as emulator:
            ram = emulator.snapshot()
        return Snapshot(ram.ewram, ram.iwram, ram.rom, ram.frame)

    monkeypatch.setattr(Lab, "snapshot", blind)
    assert Windows().scan(lab) == []


def test_a_text_that_draws_nothing_more_says_nothing_of_the_window(lab: Lab) -> None:
    candidate = lab.known["gWindows"]
    assert MovePixels().run(lab, candidate).verdict is ProbeVerdict.HELD
    lab.states[PRINTING] = lab.states[WAITING]
    with pytest.raises(ProbeError, match="no letter is drawn"):
        MovePixels().run(lab, candidate)
