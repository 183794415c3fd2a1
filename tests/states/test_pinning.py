"""A pin has a state's digests, and replaces another pin only on request."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.errors import UsageError, WrongRomError
from gbatool.profile.model import PinnedState, Profile
from gbatool.profile.reader import load_profile
from gbatool.profile.search import FoundProfile
from gbatool.profile.writer import format_profile
from gbatool.states.container import SavedState, encode_state
from gbatool.states.pinning import make_pin, save_pin
from tests.states.pins import tiny_profile, tiny_state
from tests.states.tiny import tiny_rom


def made(label: str, state: SavedState) -> PinnedState:
    file = encode_state(state)
    return make_pin(label, "file", state, file, "0.10.1", tiny_rom(), tiny_profile())


@pytest.fixture
def found(tmp_path: Path) -> FoundProfile:
    path = tmp_path / "tiny.yaml"
    path.write_text(format_profile(tiny_profile()))
    return FoundProfile(load_profile(path), path)


def save(
    found: FoundProfile, pin: PinnedState, state: SavedState, *, force: bool = False
) -> Profile:
    return save_pin(found, pin, state, tiny_rom(), lambda _notice: None, force=force)


def test_keeps_both_digests_the_frame_and_the_core() -> None:
    state = tiny_state(5)
    assert made("room", state) == PinnedState(
        label="room",
        made="file",
        ram_sha256=state.ram_sha256,
        core="0.10.1",
        frame=5,
        file_sha256=hashlib.sha256(encode_state(state)).hexdigest(),
        player=None,
    )


def test_writes_the_pin_into_the_profiles_file(found: FoundProfile) -> None:
    state = tiny_state(5)
    save(found, made("room", state), state)
    assert load_profile(found.path).savestates == {"room": made("room", state)}


def test_pinning_the_same_state_again_is_fine(found: FoundProfile) -> None:
    state = tiny_state(5)
    once = replace(found, profile=save(found, made("room", state), state))
    again = save(once, made("room", state), state)
    assert again.savestates == {"room": made("room", state)}


def test_another_state_of_a_pinned_label_needs_force(found: FoundProfile) -> None:
    old, new = tiny_state(5), tiny_state(6)
    once = replace(found, profile=save(found, made("room", old), old))
    with pytest.raises(UsageError, match="pins another state as 'room' already"):
        save(once, made("room", new), new)
    assert load_profile(found.path).savestates["room"].frame == 5
    save(once, made("room", new), new, force=True)
    assert load_profile(found.path).savestates["room"].frame == 6


def test_a_state_of_another_rom_is_not_pinned(found: FoundProfile) -> None:
    state = tiny_state(5)
    pin = made("room", state)
    with pytest.raises(WrongRomError):
        save_pin(found, pin, state, tiny_rom(revision=1), lambda _notice: None)
    assert load_profile(found.path).savestates == {}
