"""Write files atomically, and make folders."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from gbatool.errors import FileProblemError


def write_atomically(path: Path, data: bytes) -> None:
    """Replace ``path`` by ``data``; a reader sees the old content or the new, never a part of it.

    The data goes to a temporary file in the same folder, is flushed to the disk, and is then
    renamed over ``path``. A symbolic link is followed, so that it stays a link. The mode of an
    existing file is kept.

    Args:
        path: The file. Its folder must exist.
        data: The whole content.

    Raises:
        FileProblemError: The folder is missing, ``path`` is a folder, or writing failed.
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
    """Make a folder and its parents, if they do not exist.

    Raises:
        FileProblemError: It can't be made, or a file has its name.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"can't make the folder {folder}: {error.strerror}", file=str(folder)
        ) from error


def refuse_to_replace(path: Path, *, force: bool) -> None:
    """Refuse to replace an existing file unless ``force`` is set.

    Args:
        path: The file to write.
        force: Whether the user allowed to replace it.

    Raises:
        FileProblemError: The file exists and ``force`` isn't set.
    """
    if path.exists() and not force:
        raise FileProblemError(
            f"{path} is there already; name another file, or replace it with --force",
            file=str(path),
        )


def _replace(target: Path, data: bytes) -> None:
    if target.is_dir():
        raise IsADirectoryError(str(target))
    import tempfile  # imports random, which only writing needs

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
    """The mode of the replaced file, else the mode that ``open`` gives a new file."""
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Flush the rename to the disk, where the file system supports it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
