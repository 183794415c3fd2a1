"""List and locate savestates: those that a profile pins, and the files in the usual folders.

A pinned state is found by its digest, whatever the file's name. A file that only has a pinned label
as its name is listed as changed, and loading it under that label is refused.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from gbatool.demo import FOLDER as DEMO_FOLDER
from gbatool.errors import FileProblemError, StateFileError, UsageError, did_you_mean
from gbatool.files import MAX_STATE, exists, files_in, read_file
from gbatool.profile.model import PinnedState, Profile
from gbatool.rom import Rom
from gbatool.states.container import Container, SavedState, parse_state

STATE_NAME = re.compile(r"\.(state|ss[0-9]|png)$", re.IGNORECASE)


class PinStatus(str, Enum):
    """Relation of a state to the pins of a profile."""

    PINNED = "pinned"
    """A file has the pinned digest."""
    CHANGED = "changed"
    """A file has the pinned label as its name, and another digest."""
    MISSING = "missing"
    """No file has the pinned digest or label."""
    UNPINNED = "unpinned"
    """A file that the profile does not pin."""


@dataclass(frozen=True, slots=True)
class StateEntry:
    """One line of ``state list``.

    Attributes:
        label: The pinned label, or the file's name without its suffix.
        standing: Its relation to the pins of the profile.
        file: Folder and name of the file; None when there is none.
        container: The kind of file.
        title: Title of the ROM that it was made with.
        game_code: Game code of that ROM.
        this_rom: Whether that is the given ROM; None when either is not known.
        frame: Frames since power-on.
        made: How it was made, for a pinned one.
        player: The player's tile in buffer coordinates, for a pinned one.
        problem: Why the file can't be used; None if it can.
    """

    label: str
    standing: PinStatus
    file: str | None = None
    container: Container | None = None
    title: str | None = None
    game_code: str | None = None
    this_rom: bool | None = None
    frame: int | None = None
    made: str | None = None
    player: tuple[int, int] | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """The file of a pinned state, not compared with the pin yet."""

    path: Path
    pin: PinnedState


@dataclass(frozen=True, slots=True)
class Located:
    """A state's file, and its pin when it was named by its label."""

    path: Path
    pin: PinnedState | None


@dataclass(frozen=True, slots=True)
class _Found:
    path: Path
    sha256: str
    state: SavedState | None
    problem: str | None


def state_folders() -> tuple[Path, ...]:
    """The folders to search, in order; they need not exist."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path("savestates"), Path(data).expanduser() / "gbatool" / "savestates", DEMO_FOLDER


def find_pinned(profile: Profile, label: str, folders: Sequence[Path] | None = None) -> PinnedFile:
    """The file of a pinned state: the one with its digest, else the one with its label as name.

    Args:
        profile: The profile that pins it.
        label: Its label.
        folders: The folders to search; :func:`state_folders` by default.

    Raises:
        UsageError: The profile pins no state of that label.
        FileProblemError: No file has its digest or label.
    """
    folders = state_folders() if folders is None else folders
    pin = pin_of(profile, label)
    named = [path for path in _files(folders) if path.stem == label]
    for path in (*named, *_files(folders)):
        if pin.file_sha256 is not None and _sha256(path) == pin.file_sha256:
            return PinnedFile(path, pin)
    if named:
        return PinnedFile(named[0], pin)
    raise FileProblemError(
        f"the savestate {label!r} is pinned, but no file here is it (made: {pin.made}); put it in"
        f" {folders[0]}/, or make it again with `gbatool state mint {label}`",
        label=label,
        made=pin.made,
        sha256=pin.file_sha256,
        searched=[str(folder) for folder in folders[:1]],
    )


def locate_state(profile: Profile, text: str, folders: Sequence[Path] | None = None) -> Located:
    """Locate a state by its file or label.

    A text that names an existing file, or has a folder or a suffix in it (``./x``, ``x.ss0``), is a
    file; any other is a label.

    Raises:
        UsageError: It is no file, and the profile pins no state of that label.
        FileProblemError: The label is pinned, and no file has its digest or label.
    """
    path = Path(text)
    if exists(path) or os.sep in text or path.suffix:
        return Located(path, None)
    pinned = find_pinned(profile, text, folders)
    return Located(pinned.path, pinned.pin)


def pin_of(profile: Profile, label: str) -> PinnedState:
    """The pin of a label.

    Raises:
        UsageError: The profile pins no state of that label.
    """
    pin = profile.savestates.get(label)
    if pin is not None:
        return pin
    known = sorted(profile.savestates)
    raise UsageError(
        f"there is no file {label!r}, and profile {profile.name} pins no savestate of that label"
        f"{did_you_mean(label, known)}; pinned: {', '.join(known) or 'none'}",
        label=label,
        known=list(known),
    )


def list_states(
    rom: Rom | None, profile: Profile, folders: Sequence[Path] | None = None
) -> tuple[StateEntry, ...]:
    """Pinned states by label, then the other files in the order of the folders.

    The demo cartridge's own states are listed for that cartridge only.

    Args:
        rom: The ROM to compare with; None to compare with none.
        profile: Its pins are listed; without pins only files are.
        folders: The folders to search; :func:`state_folders` by default.
    """
    found = [
        item
        for item in _look(state_folders() if folders is None else folders)
        if item.path.parent != DEMO_FOLDER or _is_of(item, rom)
    ]
    entries: list[StateEntry] = []
    for label, pin in sorted(profile.savestates.items()):
        match = _match(pin, found)
        if match is None:
            entries.append(_entry(label, PinStatus.MISSING, None, pin, rom))
            continue
        found.remove(match)
        same = _is_pinned(pin, match)
        standing = PinStatus.PINNED if same else PinStatus.CHANGED
        entries.append(_entry(label, standing, match, pin, rom))
    entries += [_entry(item.path.stem, PinStatus.UNPINNED, item, None, rom) for item in found]
    return tuple(entries)


def _is_of(item: _Found, rom: Rom | None) -> bool:
    return item.state is not None and rom is not None and item.state.rom_crc32 == rom.crc32


def _match(pin: PinnedState, found: list[_Found]) -> _Found | None:
    same = [item for item in found if _is_pinned(pin, item)]
    named = [item for item in found if item.path.stem == pin.label]
    return next(iter(same + named), None)


def _is_pinned(pin: PinnedState, item: _Found) -> bool:
    """Whether a file is the pinned one: by its digest, or by its RAM if no file was pinned."""
    if pin.file_sha256 is not None:
        return item.sha256 == pin.file_sha256
    named = item.path.stem == pin.label
    return named and item.state is not None and item.state.ram_sha256 == pin.ram_sha256


def _entry(
    label: str, standing: PinStatus, item: _Found | None, pin: PinnedState | None, rom: Rom | None
) -> StateEntry:
    state = item.state if item else None
    return StateEntry(
        label=label,
        standing=standing,
        file=_shown(item.path) if item else None,
        container=state.container if state else None,
        title=state.title if state else None,
        game_code=state.game_code if state else None,
        this_rom=state.rom_crc32 == rom.crc32 if state and rom else None,
        frame=state.frame if state else pin.frame if pin else None,
        made=pin.made if pin else None,
        player=pin.player if pin else None,
        problem=item.problem if item else None,
    )


def _shown(path: Path) -> str:
    """Folder and file, never an absolute path."""
    return f"{path.parent.name}/{path.name}"


def _look(folders: Sequence[Path]) -> Iterator[_Found]:
    for path in _files(folders):
        data = read_file(path, "savestate", MAX_STATE)
        digest = hashlib.sha256(data).hexdigest()
        try:
            yield _Found(path, digest, parse_state(data, path.name), None)
        except StateFileError as error:
            if (
                error.detail["problem"] != "no_state_in_png"
            ):  # screenshots may be in the same folder
                yield _Found(path, digest, None, error.message)


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in files_in(folder) if STATE_NAME.search(path.name))


def _sha256(path: Path) -> str:
    return hashlib.sha256(read_file(path, "savestate", MAX_STATE)).hexdigest()
