"""Pin a savestate in a profile: store its digests under a label."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace

from gbatool.decode.player import decode_player
from gbatool.errors import FailedClosedError, UsageError
from gbatool.profile.model import PinnedState, Profile
from gbatool.profile.search import FoundProfile
from gbatool.profile.store import save_profile
from gbatool.rom import Rom
from gbatool.states.container import SavedState
from gbatool.states.load import check_rom

FROM_FILE = "file"
"""``PinnedState.made`` of a state that was read from a file of the user."""


def make_pin(
    label: str,
    made: str,
    state: SavedState,
    file: bytes | None,
    core: str,
    rom: Rom,
    profile: Profile,
) -> PinnedState:
    """The pin of a state.

    Args:
        label: Its label on the command line and in evidence.
        made: How it was made: ``autopilot``, ``recipe NAME`` or ``file``.
        state: The state.
        file: The content of its file; None if no file is kept.
        core: Version of the mGBA that was used.
        rom: The ROM that it was made with.
        profile: Used to decode the player's tile.
    """
    player = None
    try:
        here = decode_player(state.snapshot(rom), profile)
        player = (here.x, here.y)
    except FailedClosedError:
        pass  # no player is on a map, or the profile lacks a symbol
    return PinnedState(
        label=label,
        made=made,
        ram_sha256=state.ram_sha256,
        core=core,
        frame=state.frame,
        file_sha256=hashlib.sha256(file).hexdigest() if file is not None else None,
        player=player,
    )


def save_pin(
    found: FoundProfile,
    pin: PinnedState,
    state: SavedState,
    rom: Rom,
    on_notice: Callable[[str], None],
    *,
    force: bool = False,
) -> Profile:
    """Write a pin into its profile's file.

    Args:
        found: The profile and its file.
        pin: The pin to add.
        state: The pinned state.
        rom: The ROM that the profile belongs to.
        on_notice: Called with each notice of :func:`gbatool.profile.store.save_profile`.
        force: Whether a pin of that label with other digests may be replaced.

    Raises:
        WrongRomError: The state was made with another ROM.
        UsageError: The label is pinned already, with other digests.
        FailedClosedError: The profile can't be merged into its file.
    """
    check_rom(state, rom, pin.label)
    old = found.profile.savestates.get(pin.label)
    if old is not None and not force:
        same = (old.ram_sha256, old.file_sha256) == (pin.ram_sha256, pin.file_sha256)
        if not same:
            raise UsageError(
                f"profile {found.profile.name} pins another state as {pin.label!r} already, and"
                " its evidence may rest on it; take another label, or replace the pin with --force",
                label=pin.label,
                observed=pin.ram_sha256,
                expected=old.ram_sha256,
            )
    savestates = {**found.profile.savestates, pin.label: pin}
    return save_profile(found.path, replace(found.profile, savestates=savestates), on_notice)


def with_files(profile: Profile, files: Mapping[str, bytes]) -> Profile:
    """The same profile, whose pins have the digests of the files that were written.

    Args:
        profile: A profile with a pin for each of the labels.
        files: Label -> content of the state's file.
    """
    pins = {
        label: replace(profile.savestates[label], file_sha256=hashlib.sha256(file).hexdigest())
        for label, file in files.items()
    }
    return replace(profile, savestates={**profile.savestates, **pins})
