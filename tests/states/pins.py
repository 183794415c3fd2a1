"""Profiles of the tiny cartridge that pin states of it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from gbatool.profile.model import PinnedState, Profile, RomIdentity
from gbatool.states.container import SavedState, write_state
from gbatool.states.load import capture
from tests.states.tiny import running, tiny_rom


def tiny_state(frames: int = 3) -> SavedState:
    return capture(running(frames=frames))


def put_state(path: Path, frames: int = 3) -> bytes:
    """Write a state of the tiny cartridge."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_state(path, tiny_state(frames))


def pin(label: str, frames: int = 3, made: str = "file", file: bytes | None = None) -> PinnedState:
    """A pin of the state that the tiny cartridge has after so many frames."""
    return PinnedState(
        label=label,
        made=made,
        ram_sha256=tiny_state(frames).ram_sha256,
        core="0.10.1",
        frame=frames,
        file_sha256=hashlib.sha256(file).hexdigest() if file is not None else None,
        player=(7, 7),
    )


def tiny_profile(*pins: PinnedState) -> Profile:
    states = {item.label: item for item in pins}
    return Profile("tiny", RomIdentity.of(tiny_rom()), engine="frlg", savestates=states)
