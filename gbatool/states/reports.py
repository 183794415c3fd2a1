"""The documents of the ``state`` commands: one savestate, a list, and the checks of pins."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from gbatool.core.protocol import Emulator
from gbatool.decode.player import Player, decode_player
from gbatool.documents import RomRef
from gbatool.errors import DigestMismatchError, FailedClosedError, FileProblemError
from gbatool.profile.model import PinnedState, Profile
from gbatool.profile.reference import rom_ref
from gbatool.rom import Rom
from gbatool.states.catalog import StateEntry, find_pinned, list_states, pin_of
from gbatool.states.container import Container, SavedState
from gbatool.states.load import load_state_file

EXTRA_NAMES = {3: "cheats", 4: "clock", 0x101: "time", 0x102: "creator"}


@dataclass(frozen=True, slots=True)
class StateReport:
    """One savestate.

    Attributes:
        rom: The given ROM, which need not be the state's.
        frame: Frames since power-on.
        file: The file's name.
        container: The kind of file.
        file_sha256: Digest of the file.
        ram_sha256: Digest of EWRAM followed by IWRAM.
        format_version: Version of mGBA's format.
        title: Title of the ROM that it was made with.
        game_code: Code of that ROM.
        rom_crc32: CRC-32 of that ROM, eight hex digits.
        this_rom: Whether that is the given ROM.
        save_data_size: Bytes of save memory in the file; 0 when it has none.
        extras: Names of the other extra data in the file.
        has_picture: Whether the file contains a picture of the screen.
        pinned_as: Its label in the profile, None when it isn't pinned.
        made: How it was made, for a pinned one.
        player: The player; None with the reason under ``unavailable``.
    """

    schema: str
    rom: RomRef
    frame: int
    file: str
    container: Container
    file_sha256: str
    ram_sha256: str
    format_version: int
    title: str
    game_code: str
    rom_crc32: str
    this_rom: bool
    save_data_size: int
    extras: tuple[str, ...]
    has_picture: bool
    pinned_as: str | None
    made: str | None
    player: Player | None
    unavailable: Mapping[str, str]


def describe_state(
    name: str, file: bytes, state: SavedState, rom: Rom, profile: Profile
) -> StateReport:
    """Describe a savestate's file, and decode the player if the profile allows it.

    Args:
        name: The file's name.
        file: Its content.
        state: The state in it.
        rom: The given ROM.
        profile: Its profile, which may be an empty one.
    """
    digest = hashlib.sha256(file).hexdigest()
    pin = next((p for p in profile.savestates.values() if _is(p, digest, state)), None)
    this_rom = state.rom_crc32 == rom.crc32
    player, unavailable = None, {}
    if not this_rom:
        unavailable["player"] = f"the state was made with another ROM than {rom.name}"
    elif rom_ref(profile).profile is None:
        unavailable["player"] = "there is no profile of this ROM; make one with `gbatool derive`"
    else:
        try:
            player = decode_player(state.snapshot(rom), profile)
        except FailedClosedError as error:
            unavailable["player"] = error.message
    return StateReport(
        schema="gbatool/savestate/1",
        rom=rom_ref(profile),
        frame=state.frame,
        file=name,
        container=state.container,
        file_sha256=digest,
        ram_sha256=state.ram_sha256,
        format_version=state.version,
        title=state.title,
        game_code=state.game_code,
        rom_crc32=f"{state.rom_crc32:08X}",
        this_rom=this_rom,
        save_data_size=len(state.save_data or b""),
        extras=tuple(EXTRA_NAMES.get(extra.tag, f"tag {extra.tag}") for extra in state.extras),
        has_picture=state.picture is not None,
        pinned_as=pin.label if pin else None,
        made=pin.made if pin else None,
        player=player,
        unavailable=unavailable,
    )


def _is(pin: PinnedState, digest: str, state: SavedState) -> bool:
    return pin.file_sha256 == digest or (
        pin.file_sha256 is None and pin.ram_sha256 == state.ram_sha256
    )


@dataclass(frozen=True, slots=True)
class StateList:
    """The document of ``state list``."""

    schema: str
    rom: RomRef
    states: tuple[StateEntry, ...]


def report_states(rom: Rom, profile: Profile, folders: Sequence[Path] | None = None) -> StateList:
    """The savestates that the profile pins, and the files in the usual folders."""
    return StateList("gbatool/savestates/1", rom_ref(profile), list_states(rom, profile, folders))


class StateCheckResult(str, Enum):
    """Result of checking one pinned state."""

    HOLDS = "holds"
    MISSING = "missing"
    FILE_DIFFERS = "file_differs"
    RAM_DIFFERS = "ram_differs"
    UNUSABLE = "unusable"


@dataclass(frozen=True, slots=True)
class StateCheck:
    """The check of one pinned state.

    Attributes:
        label: Its label.
        finding: The result.
        file: The file's name; None when there is none.
        message: What is wrong and what to do; None when it holds.
    """

    label: str
    finding: StateCheckResult
    file: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class StateChecks:
    """The document of ``state verify``; ``all_hold`` if every state has its pinned digests."""

    schema: str
    rom: RomRef
    all_hold: bool
    checks: tuple[StateCheck, ...]


def verify_states(
    emulator: Emulator,
    rom: Rom,
    profile: Profile,
    labels: Sequence[str] = (),
    folders: Sequence[Path] | None = None,
) -> StateChecks:
    """Check pinned states by loading them: digest of the file, then of the RAM in the core.

    Args:
        emulator: A core that runs ``rom``; it is left in the last state.
        rom: The ROM.
        profile: The profile that pins them.
        labels: The labels to check; all if none is named.
        folders: The folders to search for files.

    Raises:
        UsageError: A label is not pinned.
    """
    chosen = [pin_of(profile, label) for label in labels or sorted(profile.savestates)]
    checks = tuple(_verify(emulator, rom, profile, pin, folders) for pin in chosen)
    return StateChecks(
        schema="gbatool/savestate-checks/1",
        rom=rom_ref(profile),
        all_hold=all(check.finding is StateCheckResult.HOLDS for check in checks),
        checks=checks,
    )


def _verify(
    emulator: Emulator,
    rom: Rom,
    profile: Profile,
    pin: PinnedState,
    folders: Sequence[Path] | None,
) -> StateCheck:
    try:
        path = find_pinned(profile, pin.label, folders).path
    except FileProblemError as error:
        return StateCheck(pin.label, StateCheckResult.MISSING, None, error.message)
    try:
        load_state_file(emulator, rom, path, pin)
    except DigestMismatchError as error:
        of_file = error.detail["what"] == "file"
        finding = StateCheckResult.FILE_DIFFERS if of_file else StateCheckResult.RAM_DIFFERS
        return StateCheck(pin.label, finding, path.name, error.message)
    except FailedClosedError as error:
        return StateCheck(pin.label, StateCheckResult.UNUSABLE, path.name, error.message)
    return StateCheck(pin.label, StateCheckResult.HOLDS, path.name)
