"""Save a profile: merged with the file's present contents, written atomically."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gbatool.errors import UsageError
from gbatool.files import check_writable, exists, locked, make_folder, read_file, write_atomically
from gbatool.profile.comments import find_comments
from gbatool.profile.merge import check_same_rom, merge
from gbatool.profile.model import Profile, RomIdentity
from gbatool.profile.reader import NAME, load_profile, parse_profile
from gbatool.profile.writer import format_profile
from gbatool.rom import Rom

Notice = Callable[[str], None]


def save_profile(path: Path, profile: Profile, on_notice: Notice) -> Profile:
    """Write a profile to a file, keeping every symbol that the file had.

    A file whose contents would not change is not written.

    Args:
        path: The file; it need not exist. A missing folder is made.
        profile: The symbols to add.
        on_notice: Called with a sentence for each comment that is lost and each address that is
            replaced, before the file is written.

    Returns:
        The profile as it was written.

    Raises:
        ProfileError: The file is not a valid profile, ``profile`` could not be read back, or it
            contradicts a proven address. The file is not changed.
        WrongRomError: The file is the profile of another ROM.
        FileProblemError: It can't be read or written.
    """
    make_folder(path.parent)
    with locked(path.parent, wait=True):  # of two at once, the second would drop the first one's
        return _save(path, replace(profile, trust_imported=False), on_notice)


def check_saving(path: Path | None, name: str, rom: Rom) -> None:
    """Refuse what :func:`save_profile` would refuse after the profile was made.

    Args:
        path: The file, which need not exist; None if nothing is written.
        name: The profile's name.
        rom: The ROM that it will be of.

    Raises:
        UsageError: The name is none that a profile can have.
        ProfileError: The file is not a valid profile.
        WrongRomError: The file is the profile of another ROM.
        FileProblemError: It can't be read or written.
    """
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is no name of a profile, such as firered-us-1.0; give one with --name",
            name=name,
        )
    if path is None:
        return
    check_writable(path)
    if exists(path):
        check_same_rom(load_profile(path), RomIdentity.of(rom))


def _save(path: Path, profile: Profile, on_notice: Notice) -> Profile:
    if exists(path):
        data = read_file(path, "profile")
        old = parse_profile(data, str(path))
        merged = merge(old, profile)
        profile = merged.profile
        for notice in merged.notices:
            on_notice(notice)
        if profile == old:
            return profile
        for comment in find_comments(data.decode()):
            on_notice(
                f"{path}:{comment.line}: this comment is lost now; a `note:` would be kept:"
                f" {comment.text}"
            )
    text = format_profile(profile)
    parse_profile(text, f"{path} (as it would be written)")
    write_atomically(path, text.encode())
    return profile
