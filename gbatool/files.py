"""Read and write files; the rest of the package opens none itself.

Only a regular file is read, no larger than its kind can be, and it is written whole or not at all.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from gbatool import interrupts
from gbatool.errors import FileProblemError

MAX_TEXT = 4 << 20
"""Bytes of a text that people write: a profile, a plan, a recipe."""
MAX_STATE = 8 << 20
"""Bytes of a savestate, with its picture and extra data; mGBA's own have 0.5 MB."""
MAX_RECORDS = 64 << 20
"""Bytes of what programs write: a log, a search, a work folder's index, a linker's symbols."""
MAX_LIBRARY = 64 << 20
"""Bytes of a shared library; mGBA's libretro core has 2 MB."""
TEMPORARY = ".gbatool.tmp"
"""The end of a temporary file's name: by it, what a killed command left is known."""
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFLNK: "a symbolic link",
}


def read_file(path: Path, what: str, limit: int = MAX_TEXT, *, follow: bool = True) -> bytes:
    """Read a file whole.

    Args:
        path: The file.
        what: The kind of file, for messages: "ROM", "savestate", ...
        limit: Bytes that such a file has at most; a larger one is not read.
        follow: Whether it may be a symbolic link.

    Raises:
        FileProblemError: It is missing, not a regular file, too large, or not readable.
    """
    with _reading(path, what), _open(path, what, follow=follow) as file:
        size = _size(file)
        data = file.read(limit + 1) if size <= limit else b""
    if size > limit or len(data) > limit:
        raise _too_large(path, what, max(size, len(data)), limit)
    return data


def child(folder: Path, name: str) -> Path:
    """The file of that name in a folder, for a name that was read from somewhere.

    Raises:
        FileProblemError: The name leads out of the folder, or is none.

    >>> child(Path("states"), "town.ss0").as_posix()
    'states/town.ss0'
    """
    if name in ("", ".", "..") or "/" in name or "\0" in name:
        raise FileProblemError(
            f"{name!r} is no name of a file in {folder}; a name has no / in it", name=name
        )
    return folder / name


def exists(path: Path) -> bool:
    """Whether there is something of that name.

    Raises:
        FileProblemError: That can't be found out: a name too long, a folder without permission.
    """
    return _kind(path) is not None


def is_file(path: Path) -> bool:
    """Whether it is a regular file, or a link to one; raises as :func:`exists`."""
    return _kind(path) == stat.S_IFREG


def is_folder(path: Path) -> bool:
    """Whether it is a folder, or a link to one; raises as :func:`exists`."""
    return _kind(path) == stat.S_IFDIR


def files_in(folder: Path) -> list[Path]:
    """The regular files of a folder, sorted; none if there is no such folder.

    Raises:
        FileProblemError: It can't be listed.
    """
    return [path for path in _entries(folder) if is_file(path)]


def folders_in(folder: Path) -> list[Path]:
    """The folders of a folder, as :func:`files_in`."""
    return [path for path in _entries(folder) if is_folder(path)]


def write_atomically(path: Path, data: bytes, *, follow: bool = True) -> None:
    """Replace ``path`` by ``data``; a reader sees the old content or the new, never a part of it.

    The data goes to a temporary file in the same folder, is flushed to the disk, and is then
    renamed over ``path``. A followed link stays one. The mode of an existing file is kept.
    Temporary files of killed commands are removed.

    Args:
        path: The file. Its folder must exist.
        data: The whole content.
        follow: Whether it may be a symbolic link.

    Raises:
        FileProblemError: The folder is missing, ``path`` is something else than a regular file, or
            writing failed.
    """
    with _writing(path), interrupts.deferred(str(path)):
        target = Path(os.path.realpath(path)) if follow else path
        check_replaceable(target)
        remove_leftovers(target.parent)
        _replace(target, data)


def append_to(
    path: Path, what: str, limit: int, make: Callable[[bytes], bytes], *, follow: bool = True
) -> None:
    """Append to a file of lines, with all others kept out; made if it does not exist.

    A last line without its end, which a killed command or a full disk leaves, is dropped. If
    writing fails, the file is as it was.

    Args:
        path: The file.
        what: The kind of file, for messages.
        limit: Bytes that such a file has at most.
        make: Given the file's whole lines, the lines to append; if it raises, nothing is written.
        follow: Whether it may be a symbolic link.

    Raises:
        FileProblemError: It can't be read or written, or is something else than a regular file.
    """
    with (
        _writing(path),
        interrupts.deferred(str(path)),
        _open(path, what, write=True, follow=follow) as file,
    ):
        fcntl.flock(file, fcntl.LOCK_EX)
        size = _size(file)
        if size > limit:
            raise _too_large(path, what, size, limit)
        data = file.read(limit)
        whole = data[: data.rfind(b"\n") + 1]
        _append(file, len(whole), make(whole))


@contextlib.contextmanager
def locked(path: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold the lock of a folder or a file in the block; a file is made if it does not exist.

    Args:
        path: The folder or file; a link is refused.
        wait: Whether to wait while another process holds it.

    Raises:
        BlockingIOError: Another process holds it, and ``wait`` isn't set.
        FileProblemError: It can't be opened.
    """
    flags = os.O_RDONLY if is_folder(path) else os.O_RDWR | os.O_CREAT
    with _writing(path):
        descriptor = os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(descriptor)


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
    """Refuse a file that exists, unless ``force`` is set, and one that can't be written.

    Raises:
        FileProblemError: The file exists and ``force`` isn't set, or see :func:`check_writable`.
    """
    if exists(path) and not force:
        raise FileProblemError(
            f"{path} is there already; name another file, or replace it with --force",
            file=str(path),
        )
    check_writable(path)


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written after the work for it was done.

    Args:
        path: The file; a missing folder may still be made.

    Raises:
        FileProblemError: It is something else than a regular file, or its folder can't have it.
    """
    check_replaceable(Path(os.path.realpath(path)))
    check_folder(path.parent)


def check_folder(folder: Path) -> None:
    """Refuse a folder that could not be made or written to.

    Raises:
        FileProblemError: It can't, or it is no folder.
    """
    there = next(parent for parent in (folder, *folder.parents) if exists(parent))
    if not is_folder(there):
        raise FileProblemError(f"{there} is no folder", file=str(there))
    if not os.access(there, os.W_OK | os.X_OK):
        raise FileProblemError(f"can't write to the folder {there}", file=str(there))


def check_replaceable(path: Path) -> None:
    """Refuse to write over anything but a regular file: a device, a pipe, a folder, a link.

    Raises:
        FileProblemError: It is something else.
    """
    with _writing(path), contextlib.suppress(FileNotFoundError, NotADirectoryError):
        kind = stat.S_IFMT(path.lstat().st_mode)
        if kind != stat.S_IFREG:
            raise FileProblemError(
                f"can't write {path}: it is {_KINDS.get(kind, 'no file')}; name a file",
                file=str(path),
            )


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that killed commands left in a folder; a live one's are locked."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(TEMPORARY):
                with contextlib.suppress(OSError, FileProblemError), locked(Path(entry.path)):
                    Path(entry.path).unlink()


def _open(path: Path, what: str, *, write: bool = False, follow: bool = True) -> BinaryIO:
    """Open a regular file; a pipe or a device does not hold the process up.

    Raises:
        OSError: It can't be opened.
        FileProblemError: It is something else.
    """
    if not follow and path.is_symlink():
        raise FileProblemError(f"{path} is a symbolic link, which is not followed", file=str(path))
    flags = (os.O_RDWR | os.O_CREAT) if write else os.O_RDONLY
    flags |= os.O_CLOEXEC | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    descriptor = os.open(path, flags, 0o666)
    kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
    if kind != stat.S_IFREG:
        os.close(descriptor)
        raise FileProblemError(
            f"{path} is {_KINDS.get(kind, 'no file')}, not a {what}", file=str(path)
        )
    return os.fdopen(descriptor, "r+b" if write else "rb")


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size


def _too_large(path: Path, what: str, size: int, limit: int) -> FileProblemError:
    return FileProblemError(
        f"{path} has {size} bytes; a {what} has at most {limit}",
        file=str(path),
        observed=size,
        expected=limit,
    )


def _kind(path: Path) -> int | None:
    try:
        return stat.S_IFMT(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise FileProblemError(f"can't look at {path}: {error.strerror}", file=str(path)) from error


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise FileProblemError(
            f"can't list the folder {folder}: {error.strerror}", file=str(folder)
        ) from error


@contextlib.contextmanager
def _problems(path: Path, doing: str, missing: str) -> Iterator[None]:
    """Turn an error of the system into one that names the file."""
    try:
        yield
    except FileNotFoundError as error:
        raise FileProblemError(missing, file=str(path)) from error
    except BlockingIOError:  # of a lock
        raise
    except OSError as error:
        raise FileProblemError(f"can't {doing} {path}: {error.strerror}", file=str(path)) from error


def _reading(path: Path, what: str) -> contextlib.AbstractContextManager[None]:
    return _problems(path, f"read the {what}", f"there is no {what} at {path}; check the path")


def _writing(path: Path) -> contextlib.AbstractContextManager[None]:
    folder = f"can't write {path}: there is no folder {path.parent}; make it first"
    return _problems(path, "write", folder)


def _replace(target: Path, data: bytes) -> None:
    descriptor, temporary = _temporary(target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), _mode(target))
            os.fsync(file.fileno())
            temporary.replace(target)  # while it is open, and so locked
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _temporary(folder: Path) -> tuple[int, Path]:
    """A new file, open and locked, so that no other command takes it for a leftover."""
    import tempfile  # imports random, which only writing needs

    while True:
        descriptor, name = tempfile.mkstemp(prefix=".", suffix=TEMPORARY, dir=folder)
        with contextlib.suppress(OSError):  # of a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, Path(name)
        os.close(descriptor)  # another command was quicker than the lock


def _append(file: BinaryIO, size: int, lines: bytes) -> None:
    """Write lines at the end of a file's whole lines, or leave the file at that size."""
    descriptor, end = file.fileno(), size
    try:
        os.ftruncate(descriptor, size)
        while lines:  # not by the file's buffer, which would be written once more as it is closed
            end += (count := os.pwrite(descriptor, lines, end))
            lines = lines[count:]
        os.fsync(descriptor)
    except BaseException:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, size)
        raise


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
