"""Files are read within bounds, and written whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gbatool.errors import FileProblemError
from gbatool.files import (
    TEMPORARY,
    append_to,
    child,
    exists,
    files_in,
    locked,
    make_folder,
    read_file,
    refuse_to_replace,
    write_atomically,
)
from gbatool.reading import inflate


def test_writes_and_replaces_leaving_no_other_file(tmp_path: Path) -> None:
    target = tmp_path / "profile.yaml"
    write_atomically(target, b"one")
    write_atomically(target, b"two")
    assert target.read_bytes() == b"two"
    assert [entry.name for entry in tmp_path.iterdir()] == ["profile.yaml"]


def test_a_failed_write_leaves_the_old_content_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "profile.yaml"
    target.write_bytes(b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileProblemError, match="No space left on device"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["profile.yaml"]


def test_keeps_the_mode_of_the_file_that_it_replaces(tmp_path: Path) -> None:
    target = tmp_path / "state"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_atomically(target, b"new")
    assert target.stat().st_mode & 0o777 == 0o640


def test_gives_a_new_file_the_mode_that_open_would_give(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_atomically(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_follows_a_link_instead_of_replacing_it(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_names_the_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match=r"there is no folder .*nowhere"):
        write_atomically(tmp_path / "nowhere" / "file", b"")


def test_refuses_a_folder(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="it is a folder"):
        write_atomically(tmp_path, b"")


def test_refuses_to_replace_a_file_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileProblemError, match="replace it with --force"):
        refuse_to_replace(tmp_path / "file", force=False)
    refuse_to_replace(tmp_path / "file", force=True)
    refuse_to_replace(tmp_path / "other", force=False)


def test_makes_folders_and_names_what_is_in_the_way(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileProblemError, match=r"can't make the folder .*file"):
        make_folder(tmp_path / "file")


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def make_sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(20 << 30)


def link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (make_pipe, "is a pipe, not a ROM"),
        (make_socket, "can't read the ROM"),
        (make_sparse, "has 21474836480 bytes; a ROM has at most 1000"),
        (link_to_device, "is a device, not a ROM"),
        (Path.mkdir, "is a folder, not a ROM"),
    ],
)
def test_what_has_no_end_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "game.gba")
    with pytest.raises(FileProblemError, match=says):
        read_file(tmp_path / "game.gba", "ROM", 1000)


def test_a_file_that_grows_while_it_is_read_is_bounded_too() -> None:
    """The size of a file of ``/proc`` is said to be 0."""
    with pytest.raises(FileProblemError, match="has 11 bytes; a ROM has at most 10"):
        read_file(Path("/proc/self/status"), "ROM", 10)


@pytest.mark.parametrize(
    "use",
    [
        lambda link: read_file(link, "state", follow=False),
        lambda link: write_atomically(link, b"", follow=False),
        lambda link: append_to(link, "log", 100, lambda _: b"line\n", follow=False),
    ],
)
def test_a_link_is_not_followed_where_it_must_not_be(
    tmp_path: Path, use: Callable[[Path], object]
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / "link").symlink_to(victim)
    link = tmp_path / "link"
    with pytest.raises(FileProblemError, match="symbolic link"):
        use(link)
    with pytest.raises(FileProblemError), locked(link):
        pytest.fail("locked what a link points to")
    assert victim.read_bytes() == b"precious"


@pytest.mark.parametrize("make", [make_pipe, make_socket, link_to_device])
def test_only_a_regular_file_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "state")
    before = (tmp_path / "state").stat()
    with pytest.raises(FileProblemError, match=r"can't write .*: it is a (pipe|socket|device)"):
        write_atomically(tmp_path / "state", b"state")
    assert (tmp_path / "state").stat().st_ino == before.st_ino
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["", ".", "..", "/tmp/x", "../x", "a/b", "a\0b"])
def test_no_name_leads_out_of_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileProblemError, match="no name of a file"):
        child(tmp_path, name)


@pytest.mark.parametrize(
    "use",
    [
        exists,
        files_in,
        lambda path: read_file(path, "ROM"),
        lambda path: write_atomically(path, b""),
    ],
)
def test_a_name_that_the_system_refuses_is_named(
    tmp_path: Path, use: Callable[[Path], object]
) -> None:
    with pytest.raises(FileProblemError, match="File name too long"):
        use(tmp_path / ("x" * 300))


def test_a_name_as_long_as_the_system_allows_is_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 255), b"data")
    assert read_file(tmp_path / ("x" * 255), "state") == b"data"


def test_what_a_killed_command_left_is_removed_and_what_a_live_one_writes_is_not(
    tmp_path: Path,
) -> None:
    dead, live = (tmp_path / f".{name}{TEMPORARY}" for name in ("dead", "live"))
    dead.write_bytes(b"half")
    with live.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write_atomically(tmp_path / "state", b"state")
        assert [path.name for path in files_in(tmp_path)] == [live.name, "state"]
    write_atomically(tmp_path / "state", b"state")
    assert [path.name for path in files_in(tmp_path)] == ["state"]


def test_lines_are_appended_to_whole_lines(tmp_path: Path) -> None:
    log = tmp_path / "log"
    append_to(log, "log", 100, lambda data: b"one\n" if not data else b"wrong\n")
    log.write_bytes(log.read_bytes() + b"half a li")
    append_to(log, "log", 100, lambda data: b"two\n" if data == b"one\n" else b"wrong\n")
    assert log.read_bytes() == b"one\ntwo\n"
    with pytest.raises(FileProblemError, match="has 8 bytes; a log has at most 7"):
        append_to(log, "log", 7, lambda _: b"three\n")


def test_a_full_disk_leaves_the_lines_that_were_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileProblemError, match="No space left"):
        append_to(log, "log", 100, lambda _: b"two\n")
    assert log.read_bytes() == b"one\n"


def test_lines_that_are_written_in_parts_are_whole_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, write = tmp_path / "log", os.pwrite
    room = 10

    def short(descriptor: int, data: bytes, offset: int) -> int:
        if offset >= room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data[:3], offset)

    monkeypatch.setattr(os, "pwrite", short)
    append_to(log, "log", 100, lambda _: b"seven__\n")
    with pytest.raises(FileProblemError, match="No space left"):
        append_to(log, "log", 100, lambda _: b"too long\n")
    assert log.read_bytes() == b"seven__\n"


@pytest.mark.parametrize(
    "stream", [b"no zlib", zlib.compress(b"12345")[:-1], zlib.compress(b"123456")]
)
def test_a_stream_is_inflated_to_its_limit_only(stream: bytes) -> None:
    assert inflate(zlib.compress(b"12345"), 5) == b"12345"
    with pytest.raises(ValueError, match=r"a (broken )?zlib stream"):
        inflate(stream, 5)


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, call: str, error: int) -> Iterator[None]:
    """The system refuses one call."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patched:
        if call == "replace":
            patched.setattr(Path, "replace", refuse)
        elif call == "mkstemp":
            patched.setattr("tempfile.mkstemp", refuse)
        else:
            patched.setattr(os, call, refuse)
        yield


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
@pytest.mark.parametrize("call", ["mkstemp", "fchmod", "fsync", "replace"])
def test_whatever_the_system_refuses_the_file_is_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: int
) -> None:
    target = tmp_path / "state"
    target.write_bytes(b"old")
    with failing(monkeypatch, call, error), pytest.raises(FileProblemError, match="can't write"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["state"]
    write_atomically(target, b"new")
    assert target.read_bytes() == b"new"
