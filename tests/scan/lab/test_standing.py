"""The player's record: told by how it turns, from copies and from what only looks like one."""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.memory import Address
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.standing import (
    CURRENT,
    find_player_records,
    player_positions,
    turning_records,
)
from tests.scan.staging import Derived, planted

RECORD_BYTES = 0x24


def test_the_players_record_is_the_only_one_that_turns(variant: Derived) -> None:
    lab = variant.lab()
    slot = lab.known["gObjectEvents"].fields["player_slot"]
    record = variant.answers["gObjectEvents"] + RECORD_BYTES * slot
    with lab.at(OVERWORLD) as emulator:
        assert record in find_player_records(emulator.live)
        assert (
            player_positions(emulator)[0] == record + CURRENT or len(player_positions(emulator)) > 1
        )
        assert record + CURRENT in player_positions(emulator)


def test_a_still_copy_of_the_record_does_not_turn(base: Derived, lab: Lab) -> None:
    record = Address(base.answers["gObjectEvents"] + RECORD_BYTES * 0)
    free = Address(0x0203FF00)
    copy = Write(free, lab.snapshot(OVERWORLD).read(record, RECORD_BYTES).tobytes())
    with planted(lab, copy).at(OVERWORLD) as emulator:
        assert free in find_player_records(emulator.live)
        assert free not in turning_records(emulator, [free, record])
        assert turning_records(emulator, [free, record]) == [record]


def test_looking_changes_nothing(lab: Lab) -> None:
    with lab.at(OVERWORLD) as emulator:
        emulator.hold(Buttons.NONE)
        before = emulator.snapshot()
        player_positions(emulator)
        assert emulator.snapshot().ram_sha256() == before.ram_sha256()
        assert emulator.frame == before.frame
