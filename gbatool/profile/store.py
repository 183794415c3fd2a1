"""Save a profile: merged with what the file holds, whole or not at all."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from gbatool.files import make_folder, write_atomically
from gbatool.profile.comments import find_comments
from gbatool.profile.merge import merge
from gbatool.profile.model import Profile
from gbatool.profile.reader import parse_profile
from gbatool.profile.writer import format_profile
from gbatool.rom import read_file

Notice = Callable[[str], None]


def save_profile(path: Path, profile: Profile, on_notice: Notice) -> Profile:
    """Write a profile to a file, keeping every symbol that the file had.

    A file that would say the same afterwards is not touched.

    Args:
        path: The file; it need not exist. A folder that is missing is made.
        profile: What is newly known.
        on_notice: Called with one sentence for each thing that somebody should know (a comment
            that is lost, an address that was replaced), before anything is written.

    Returns:
        The profile as it was written.

    Raises:
        ProfileError: The file holds something that is not a valid profile, ``profile`` could
            not be read back, or it contradicts a proven address. The file is left as it was.
        WrongRomError: The file is the profile of another ROM.
        FileProblemError: It can't be read or written.
    """
    make_folder(path.parent)
    with _writing(path.parent):
        return _save(path, replace(profile, trust_imported=False), on_notice)


def _save(path: Path, profile: Profile, on_notice: Notice) -> Profile:
    if path.exists():
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


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Let one process at a time read, merge and write in a folder: others wait.

    Two that merged into the same old file at once would lose what the first one wrote.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
