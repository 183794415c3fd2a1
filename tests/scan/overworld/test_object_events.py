"""gObjectEvents: the array that people are looked up in, its beginning, and its copies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.engine import layouts
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Region
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, StepResult
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.overworld.object_events import (
    FAR_FROM_PLAYER,
    PHANTOM_SLOTS,
    SIZE,
    ObjectEvents,
    PokePhantom,
    WatchTurn,
    _Phantom,
    find_player_slots,
)
from tests.ram import RamBuilder
from tests.scan.staging import (
    Derived,
    barring,
    check_told_apart,
    derived,
    planted,
    proposals,
    unused,
)

SYMBOL = "gObjectEvents"
COUNT = layouts.OBJECT_EVENT_COUNT
PREVIOUS_MOVEMENT_DIRECTION, FACING = 0x20, 0x18
AT = Address(0x02001000)


def player_record(**other: int) -> dict[str, int]:
    here = {"current_x": 10, "current_y": 12, "previous_x": 10, "previous_y": 12, "directions": 1}
    flags = layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER
    return {"flags": flags, **here, **other}


def test_a_field_that_agrees_with_the_facing_at_rest_is_refuted_by_turning(lab: Lab) -> None:
    """A dead array agrees with the facing at rest, as previousMovementDirection does."""
    array = lab.snapshot(OVERWORLD).read(lab.address(SYMBOL), SIZE * COUNT).tobytes()
    at = unused(lab, SIZE * COUNT)
    rival = "previousMovementDirection at +0x20, which agrees with the facing at rest"
    check_told_apart(planted(lab, Write(at, array)), SYMBOL, rival, at)


def test_the_previous_movement_direction_itself_agrees_only_after_the_turn(lab: Lab) -> None:
    candidate = lab.known[SYMBOL]
    shifted = replace(
        candidate, address=Address(candidate.address + PREVIOUS_MOVEMENT_DIRECTION - FACING)
    )
    assert WatchTurn().run(lab, candidate).verdict is ProbeVerdict.HELD
    assert WatchTurn().run(lab, shifted).verdict is ProbeVerdict.REFUTED


def test_a_copy_that_follows_by_a_frame_is_refuted_by_a_phantom(base: Derived, lab: Lab) -> None:
    decoy = base.answers["sDecoyObjectEvents"]
    check_told_apart(lab, SYMBOL, "a copy of the array that follows it by a frame", decoy)


def test_an_array_begun_too_early_or_too_late_is_refuted_by_a_phantom(lab: Lab) -> None:
    truth = lab.known[SYMBOL]
    for player in range(COUNT):
        late = truth.fields["player_slot"] - player
        shifted = Candidate(truth.address + SIZE * late, "shifted", {"player_slot": player})
        verdict = PokePhantom().run(lab, shifted).verdict
        assert verdict is (ProbeVerdict.REFUTED if late else ProbeVerdict.HELD), late


def test_the_scan_can_not_tell_where_the_array_begins(lab: Lab) -> None:
    rival = "the array begun some slots too early or too late"
    truth = lab.address(SYMBOL)
    begun = [
        at for at in proposals(lab, ObjectEvents()) if at != truth and (at - truth) % SIZE == 0
    ]
    assert begun
    for impostor in (begun[0], begun[-1]):
        check_told_apart(lab, SYMBOL, rival, impostor)


def test_the_players_slot_in_a_copy_behind_the_array_is_refuted_by_moving_the_player() -> None:
    """No phantom is written into the player's own slot, and all others lie in the true array."""
    plain = derived("plain")
    lab, truth = plain.lab(), plain.answers[SYMBOL]
    assert plain.answers["sDecoyObjectEvents"] == truth + SIZE * COUNT
    late = truth + SIZE * (1 + lab.known[SYMBOL].fields["player_slot"])
    impostor = proposals(lab, ObjectEvents())[late]
    assert impostor.fields["player_slot"] == COUNT - 1
    assert PokePhantom().run(lab, impostor).verdict is ProbeVerdict.HELD
    rival = "the array begun late, with the player's slot in a copy behind it"
    check_told_apart(lab, SYMBOL, rival, late)


def test_one_open_direction_is_enough_for_a_phantom(lab: Lab) -> None:
    lab.open[OVERWORLD] = lab.open_directions(OVERWORLD)[:1]
    finding = PokePhantom().run(lab, lab.known[SYMBOL])
    assert (finding.held, finding.tried) == (3, 3)


def test_without_an_open_direction_a_phantom_says_nothing(lab: Lab) -> None:
    lab.open[OVERWORLD] = ()
    with pytest.raises(ProbeError, match="no open direction"):
        PokePhantom().run(lab, lab.known[SYMBOL])


def test_what_refuses_the_step_wherever_the_phantom_stands_is_no_array(lab: Lab) -> None:
    """An object event in a slot of this array bars the way, whatever its coordinates."""
    truth = lab.known[SYMBOL]
    player = truth.fields["player_slot"]
    array = lab.snapshot(OVERWORLD).read(truth.address, SIZE * COUNT).tobytes()
    at = unused(lab, SIZE * COUNT)
    copied = planted(lab, Write(at, array))
    way = copied.open_directions(OVERWORLD)[0]
    slots = [at + SIZE * slot for slot in PHANTOM_SLOTS if slot != player]
    barred = barring(copied, way, *slots)
    impostor = Candidate(at, "bars the way", {"player_slot": player})
    for distance in (1, FAR_FROM_PLAYER):
        phantom = _Phantom(impostor, COUNT - 1, way, barred, distance)
        assert barred.outcome(OVERWORLD, way, phantom) is StepResult.REFUSED
    assert PokePhantom().run(barred, impostor).verdict is ProbeVerdict.REFUTED
    assert PokePhantom().run(barred, truth).verdict is ProbeVerdict.HELD


def test_a_second_player_makes_the_array_implausible(lab: Lab) -> None:
    truth = lab.known[SYMBOL]
    slot = truth.address + SIZE * truth.fields["player_slot"]
    record = lab.snapshot(OVERWORLD).read(slot, SIZE).tobytes()
    other = truth.address + SIZE * (COUNT - 1)
    assert truth.address not in proposals(planted(lab, Write(other, record)), ObjectEvents())


def test_unused_flags_make_the_array_implausible(lab: Lab) -> None:
    other = lab.address(SYMBOL) + SIZE * (COUNT - 1)
    spoiled = planted(lab, write8(other, layouts.OBJECT_ACTIVE), write8(other + 3, 0x80))
    assert lab.address(SYMBOL) not in proposals(spoiled, ObjectEvents())


@pytest.mark.parametrize("region", RAM_REGIONS, ids=lambda region: region.name)
def test_a_record_at_the_end_of_memory_is_found(region: Region) -> None:
    at = region.end - SIZE
    ram = RamBuilder().record(at, layouts.OBJECT_EVENT, **player_record()).build()
    assert find_player_slots(ram, 10, 12) == [at]


def test_the_players_record_is_found_at_rest_on_its_tile() -> None:
    ram = RamBuilder().record(AT, layouts.OBJECT_EVENT, **player_record()).build()
    assert find_player_slots(ram, 10, 12) == [AT]
    assert find_player_slots(ram, 10, 13) == []


@pytest.mark.parametrize(
    "other",
    [
        {"flags": layouts.OBJECT_ACTIVE},
        {"flags": layouts.OBJECT_IS_PLAYER},
        {"previous_x": 9},
        {"directions": 0},
        {"directions": 5},
        {"flags": 1 << 30 | layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER},
    ],
)
def test_what_can_not_be_the_players_record_is_passed_over(other: dict[str, int]) -> None:
    ram = RamBuilder().record(AT, layouts.OBJECT_EVENT, **player_record(**other)).build()
    assert find_player_slots(ram, 10, 12) == []
