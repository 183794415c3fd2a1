"""Conversations: found without knowing the text engine, read to the end, or refused."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from gbatool.core import Buttons
from gbatool.engine.text import decode_text
from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, ROM, Address, Snapshot
from gbatool.scan.derive import open_lab
from gbatool.scan.findings import Candidate
from gbatool.scan.lab import talk
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.sign import EVENTS
from gbatool.scan.lab.talk import (
    CLOSED,
    FACING,
    MAX_JUMP,
    PRINTING,
    SIGN_TEXT,
    WAITING,
    TextPosition,
    find_talk,
    find_text_positions,
)
from gbatool.scan.text.text_printers import find_terminator
from tests.actions.worlds import open_double, talk_world
from tests.double.text import encode
from tests.ram import RamBuilder
from tests.scan.staging import Derived, starting_at, with_dead_buttons

POINTER, TEXT = 0x03000100, 0x02001000
LABELS = (FACING, PRINTING, WAITING, CLOSED)


def test_the_first_pointer_is_the_printers_and_begins_with_its_text(variant: Derived) -> None:
    lab = variant.lab()
    found = find_talk(lab)
    printers = Address(variant.answers["sTextPrinters"])
    window = variant.solved.known["sTextPrinters"].fields["window_id"]
    assert printers + 0x24 * window in found.pointers
    assert found.start == variant.answers["gStringVar4"]


def test_each_state_of_a_conversation_is_what_it_is_called(variant: Derived) -> None:
    lab = variant.lab()
    find_talk(lab)
    locked = [lab.snapshot(label).u8(variant.answers["sLockFieldControls"]) for label in LABELS]
    assert locked == [0, 1, 1, 0]
    window = variant.solved.known["sTextPrinters"].fields["window_id"]
    active = variant.answers["sTextPrinters"] + 0x24 * window + 0x1B
    assert [lab.snapshot(label).u8(active) for label in (PRINTING, WAITING)] == [1, 0]
    assert lab.open_directions(CLOSED)


def test_where_nothing_responds_no_conversation_is_labelled(lab: Lab) -> None:
    dead = with_dead_buttons(lab, Buttons.A)
    with pytest.raises(ProbeError, match="nothing within reach responds to A"):
        find_talk(dead)
    assert set(dead.states) == {OVERWORLD}


def test_without_a_map_only_what_is_next_to_the_player_is_asked(base: Derived) -> None:
    """No NPC is beside the player where the autopilot ends."""
    lab = base.bare_lab()
    with pytest.raises(ProbeError, match="nothing within reach responds to A"):
        find_talk(lab)


def test_facing_an_npc_no_map_is_needed(base: Derived, lab: Lab) -> None:
    beside = starting_at(lab, FACING)
    beside.known.clear()
    assert find_talk(beside).start == base.answers["gStringVar4"]


def text_of(lab: Lab) -> bytes:
    """The whole text of the laboratory's conversation."""
    start, snapshot = find_talk(lab).start, lab.snapshot(WAITING)
    return snapshot.read(start, find_terminator(snapshot, start) + 1 - start).tobytes()


def test_with_a_map_header_the_conversation_is_with_the_injected_sign(variant: Derived) -> None:
    lab = variant.lab()
    assert text_of(lab) == SIGN_TEXT
    events = variant.answers["gMapHeader"] + EVENTS
    assert [EWRAM.holds(lab.snapshot(label).u32(events)) for label in LABELS] == [True] * 4
    assert ROM.holds(lab.snapshot(OVERWORLD).u32(events))


OWN_TEXT = encode("A rather long line of text, which takes a while.")
"""Of the double's script ``wordy``. Its printer takes the first character as the text begins."""


def test_without_a_map_header_the_conversation_is_the_maps_own() -> None:
    lab, _ = open_lab(open_double(talk_world("wordy")))
    assert text_of(lab) == OWN_TEXT[1:]


def test_where_no_sign_is_read_the_conversation_is_the_maps_own() -> None:
    """With a wrong header the sign is put where the game never looks."""
    lab, _ = open_lab(open_double(talk_world("wordy")))
    lab.known["gMapHeader"] = Candidate(Address(EWRAM.end - 0x100), "no header")
    assert text_of(lab) == OWN_TEXT[1:]


def test_where_a_sign_has_no_room_the_conversation_is_the_maps_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def has_none(_: Lab, size: int) -> Address:
        raise ProbeError(f"EWRAM has no {size} unused bytes")

    monkeypatch.setattr(talk, "find_scratch", has_none)
    lab, _ = open_lab(open_double(talk_world("wordy")))
    lab.known["gMapHeader"] = Candidate(Address(EWRAM.end - 0x100), "no header")
    assert text_of(lab) == OWN_TEXT[1:]


def test_where_the_player_is_not_free_a_is_not_pressed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_talk(lab)
    labels = [PRINTING, WAITING, CLOSED]
    fresh = starting_at(lab, OVERWORLD)
    pressed_in: list[str] = []
    spots: list[str] = []

    def each_state(other: Lab) -> Iterator[None]:
        for label in labels:
            with other.at(OVERWORLD):
                spots.append(label)
                other.emulator.load_state(lab.states[label])
                yield

    def presses(_: Lab) -> list[Snapshot]:
        pressed_in.append(spots[-1])
        return [fresh.emulator.snapshot()]

    monkeypatch.setattr(talk, "_spots", each_state)
    monkeypatch.setattr(talk, "_trace_of_press", presses)
    with pytest.raises(ProbeError, match="nothing within reach"):
        find_talk(fresh)
    assert (spots, pressed_in) == (labels, [CLOSED])


def pointers_of(values: list[int]) -> list[int]:
    ram = [RamBuilder().put(POINTER, "I", value).build() for value in values]
    return [int(position.address) for position in find_text_positions(ram) if not position.indexed]


def indices_of(values: list[int], texts: list[int]) -> list[int]:
    """Half-words with a pointer to the text right behind each."""
    ram = [
        RamBuilder().put(POINTER - 2, "HI", value, text).build()
        for value, text in zip(values, texts, strict=True)
    ]
    return [int(position.address) for position in find_text_positions(ram) if position.indexed]


def test_a_pointer_that_advances_with_the_text_is_found() -> None:
    assert pointers_of([TEXT + step for step in range(8)]) == [POINTER]
    assert pointers_of([TEXT + step * MAX_JUMP for step in range(8)]) == [POINTER]


def test_an_index_that_advances_before_a_pointer_to_the_text_is_found() -> None:
    assert indices_of([*range(8)], [TEXT] * 8) == [POINTER - 2]


def test_an_index_before_something_else_is_not() -> None:
    assert indices_of([*range(8)], [0x08000000] * 8) == []
    assert indices_of([*range(8)], [TEXT + step // 4 for step in range(8)]) == []


def test_the_position_gives_the_address_of_the_next_character() -> None:
    ram = RamBuilder().put(POINTER - 2, "HI", 5, TEXT).build()
    assert TextPosition(Address(POINTER), indexed=False).next_character(ram) == TEXT
    assert TextPosition(Address(POINTER - 2), indexed=True).next_character(ram) == TEXT + 5


@pytest.mark.parametrize(
    "steps",
    [
        [0, 0, 0, 0, 0, 0, 0, 0],  # stands still
        [0, 1, 2, 3, 4, 5, 4, 6],  # goes back
        [0, 1, 2, 3, 4, 5, 6, 7 + MAX_JUMP],  # jumps
        [0, 0, 0, 0, 0, 0, 0, 6],  # moved once, not like a text
        [0, 1, 2, 3, 4, 4, 4, 4],  # too little
    ],
)
def test_other_words_are_not(steps: list[int]) -> None:
    assert pointers_of([TEXT + step for step in steps]) == []
    assert indices_of([3 + step for step in steps], [TEXT] * len(steps)) == []


@pytest.mark.parametrize("base_address", [0, 0x08000000, 0x0203FFFC, 0x04000000])
def test_a_counter_that_does_not_point_into_ram_is_not(base_address: int) -> None:
    assert pointers_of([base_address + step for step in range(8)]) == []


def test_the_trace_may_be_of_any_memory() -> None:
    rng = np.arange(8)
    ram = [RamBuilder().put(0x0203FF00, "I", 0x03001000 + int(step)).build() for step in rng]
    assert find_text_positions(ram) == [TextPosition(Address(0x0203FF00), indexed=False)]


def test_texts_with_pauses_come_last_and_fit_into_their_room(lab: Lab) -> None:
    """They are for engines that print a page in one frame."""
    header = lab.address("gMapHeader")
    texts = []
    for _ in talk._before_a_sign(lab):
        live = lab.emulator.live
        room = live.u32(header + EVENTS)
        script = live.u32(live.u32(room + 0x10) + 8)
        text = live.u32(script + 2)
        data = live.read(text, min(200, EWRAM.end - text)).tobytes().partition(b"\xff")[0] + b"\xff"
        texts.append(data)
        assert text + len(data) <= room + talk.PACED_BYTES
    assert texts == [one for one in (SIGN_TEXT, *talk.PACED_TEXTS) for _ in range(4)]
    assert {decode_text(one) for one in talk.PACED_TEXTS} == {decode_text(SIGN_TEXT)[:26]}
