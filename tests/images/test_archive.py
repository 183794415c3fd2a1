"""A zip with exactly one ROM in it is that ROM."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.errors import NotARomError
from gbatool.rom import Rom, load_rom
from tests.states.tiny import tiny_rom


def zipped(**entries: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name.replace("__", "/"), data)
    return file.getvalue()


def opened(data: bytes, folder: Path) -> Rom:
    path = folder / "game.zip"
    path.write_bytes(data)
    return load_rom(path)


def test_the_only_rom_is_used_and_named(tmp_path: Path) -> None:
    data = zipped(read_me=b"text" * 100, folder__tiny=tiny_rom().data, small=b"")
    rom = opened(data, tmp_path)
    assert (rom.data, rom.name) == (tiny_rom().data, "tiny")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped(text=b"text" * 100), r"no Game Boy Advance ROM in it \(text\)"),
        (
            zipped(a=tiny_rom().data, b=tiny_rom(revision=1).data),
            r"2 Game Boy Advance ROMs in it \(a, b\)",
        ),
        (zipped(a=tiny_rom().data)[:-30], "damaged"),
    ],
    ids=["no-rom", "two-roms", "cut"],
)
def test_anything_else_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(NotARomError, match=message):
        opened(data, tmp_path)


@given(at=st.integers(0), change=st.integers(1, 255))
def test_a_damaged_archive_never_gives_another_rom(
    tmp_path_factory: pytest.TempPathFactory, at: int, change: int
) -> None:
    data = bytearray(zipped(a=tiny_rom().data))
    data[4 + at % (len(data) - 4)] ^= change
    try:
        rom = opened(bytes(data), tmp_path_factory.mktemp("zip"))
    except NotARomError:
        return
    assert rom.data == tiny_rom().data
