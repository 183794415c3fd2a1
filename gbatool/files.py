"""Write files whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from gbatool.errors import FileProblemError


def write_atomically(path: Path, data: bytes) -> None:
    """Replace ``path`` by ``data``; whoever reads it sees the old file or the new one.

    The data goes to a temporary file in the same folder, is flushed to the disk, and is then
    renamed over ``path``. A symbolic link is followed, so that the link stays a link. The mode of
    a file that exists is kept.

    Args:
        path: Where to. The folder must exist.
        data: The whole content.

    Raises:
        FileProblemError: The folder is missing, ``path`` is a folder, or the disk refused.
    """
    try:
        _replace(Path(os.path.realpath(path)), data)
    except FileNotFoundError as error:
        raise FileProblemError(
            f"can't write {path}: there is no folder {path.parent}; make it first",
            file=str(path),
        ) from error
    except IsADirectoryError as error:
        raise FileProblemError(
            f"can't write {path}: it is a folder; name a file", file=str(path)
        ) from error
    except OSError as error:
        raise FileProblemError(f"can't write {path}: {error.strerror}", file=str(path)) from error


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, if they are not there.

    Raises:
        FileProblemError: The disk refused, or a file is in the way.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"can't make the folder {folder}: {error.strerror}", file=str(folder)
        ) from error


def refuse_to_replace(path: Path, *, force: bool) -> None:
    """Refuse to write over a file that somebody may still want.

    Args:
        path: What will be written.
        force: Whether the user said that it may be replaced.

    Raises:
        FileProblemError: The file is there and ``force`` isn't set.
    """
    if path.exists() and not force:
        raise FileProblemError(
            f"{path} is there already; name another file, or replace it with --force",
            file=str(path),
        )


def _replace(target: Path, data: bytes) -> None:
    if target.is_dir():
        raise IsADirectoryError(str(target))
    import tempfile  # brings in random numbers, which only writing needs

    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), _mode(target))
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, else what a plain ``open`` would have given."""
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the rename itself last; file systems that can't are left alone."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
