"""Watching reports the changes of each frame and leaves the emulator as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.compare.watch import FrameChanges, ValueChange, differences, watch
from gbatool.core import Buttons, Emulator, open_emulator, press
from gbatool.decode.state import decode_state, map_document, player_document, scene_document
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.errors import JsonValue, UnprovenSymbolError
from gbatool.states.container import parse_state
from gbatool.states.load import load_state
from tests.cartridges import answer_profile
from tests.decode.world import profile_without

PROFILE = answer_profile()


@pytest.fixture
def emulator() -> Emulator:
    rom = load_demo_rom()
    console = open_emulator(rom)
    load_state(console, rom, parse_state(BEDROOM.read_bytes(), "bedroom"), "bedroom")
    return console


def test_a_step_is_told_frame_by_frame(emulator: Emulator) -> None:
    began = emulator.frame
    changes = list(
        watch(emulator, PROFILE, "player", player_document, frames=40, held=Buttons.RIGHT)
    )
    seen = [
        (change.frame - began, d.path, d.before, d.after)
        for change in changes
        for d in change.differences
        if d.path in ("player.facing", "player.x")
    ]
    assert seen[0] == (1, "player.facing", "south", "east")
    assert [(path, before, after) for _, path, before, after in seen[1:]] == [
        ("player.x", 10, 11),
        ("player.x", 11, 12),
    ]
    assert seen[2][0] - seen[1][0] == 16


def test_afterwards_the_emulator_is_as_before(emulator: Emulator) -> None:
    frame, ram, held = emulator.frame, emulator.snapshot().ram_sha256(), emulator.held
    assert list(watch(emulator, PROFILE, "scene", scene_document, frames=9, held=Buttons.START))
    assert (emulator.frame, emulator.snapshot().ram_sha256(), emulator.held) == (frame, ram, held)


def test_watching_that_is_broken_off_is_forgotten_too(emulator: Emulator) -> None:
    frame = emulator.frame
    watching = watch(emulator, PROFILE, "scene", scene_document, frames=99, held=Buttons.START)
    assert next(watching).frame > frame
    watching.close()  # type: ignore[attr-defined]
    assert emulator.frame == frame


def test_nothing_changes_when_nothing_is_pressed(emulator: Emulator) -> None:
    assert list(watch(emulator, PROFILE, "player", player_document, frames=20)) == []
    assert list(watch(emulator, PROFILE, "state", decode_state, frames=20)) == []


def test_a_part_that_can_not_be_read_is_null_until_it_can() -> None:
    console = open_emulator(load_demo_rom())
    changes: list[FrameChanges] = []
    for _ in range(80):
        changes += watch(console, PROFILE, "map", map_document, frames=14, held=Buttons.A)
        if changes:
            break
        press(console, Buttons.A, 2, 12)
    (change,) = changes
    appeared, gone = change.differences
    assert (appeared.path, appeared.before) == ("map", None)
    assert isinstance(appeared.after, dict)
    assert appeared.after["width"] == 12
    assert gone.path == "unavailable"
    assert "expected a loaded map" in str(gone.before)


def test_what_the_profile_can_not_tell_is_refused_at_once(emulator: Emulator) -> None:
    poor = profile_without("gObjectEvents")
    with pytest.raises(UnprovenSymbolError):
        next(watch(emulator, poor, "player", player_document, frames=1))


def test_the_drawing_of_the_map_and_the_frame_are_left_out() -> None:
    before: JsonValue = {"frame": 1, "map": {"minimap": ["a"], "width": 3}}
    after: JsonValue = {"frame": 2, "map": {"minimap": ["b"], "width": 4}}
    assert list(differences(before, after)) == [ValueChange("map.width", 3, 4)]


def test_a_key_that_comes_or_goes_is_null_where_it_is_not() -> None:
    assert list(differences({"a": {"x": 1}}, {"a": {"y": 2}})) == [
        ValueChange("a.x", 1, None),
        ValueChange("a.y", None, 2),
    ]


JSON = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, JSON)
def test_there_is_a_difference_exactly_when_two_documents_differ(
    one: JsonValue, other: JsonValue
) -> None:
    assert bool(list(differences({"a": one}, {"a": other}))) == (one != other)
    assert list(differences(one, one)) == []
