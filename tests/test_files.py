"""A file is written atomically."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gbatool.errors import FileProblemError
from gbatool.files import make_folder, refuse_to_replace, write_atomically


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
