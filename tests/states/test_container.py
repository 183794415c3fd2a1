"""State files are parsed completely or refused with the reason, and written deterministically."""

from __future__ import annotations

import contextlib
import io
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from gbatool.core.protocol import RAW_STATE_SIZE
from gbatool.core.state_extras import MAX_EXTRA_SIZE, MAX_EXTRAS, Extra
from gbatool.errors import FileProblemError, StateFileError
from gbatool.states import png
from gbatool.states.container import (
    Container,
    SavedState,
    encode_state,
    in_container,
    parse_state,
    read_state,
    write_state,
)
from gbatool.states.load import capture
from tests.states import tiny
from tests.states.tiny import running, tiny_rom


@cache
def captured() -> SavedState:
    """A state with save data and a picture."""
    return capture(running())


def as_raw(state: SavedState) -> bytes:
    return encode_state(in_container(state, Container.RAW))


def as_png(state: SavedState) -> bytes:
    return encode_state(in_container(state, Container.PNG))


def with_magic(magic: int) -> SavedState:
    return SavedState(struct.pack("<I", magic) + captured().raw[4:], None, captured().picture)


def refusal(data: bytes) -> StateFileError:
    with pytest.raises(StateFileError) as caught:
        parse_state(data, "there.ss0")
    assert caught.value.message.startswith("there.ss0 ")
    return caught.value


def test_tells_what_the_state_says_of_itself() -> None:
    core, rom = running(frames=5), tiny_rom()
    state = capture(core)
    assert (state.title, state.game_code, state.frame) == ("TINY", "ZTNY", 5)
    assert (state.version, state.rom_crc32) == (7, rom.crc32)
    assert state.ram_sha256 == core.live.ram_sha256()


def test_reads_ram_without_an_emulator() -> None:
    core = running(frames=5)
    snapshot = capture(core).snapshot(core.rom)
    assert snapshot.ram_sha256() == core.live.ram_sha256()
    assert snapshot.u32(tiny.COUNTER) == core.live.u32(tiny.COUNTER) > 0
    assert snapshot.frame == core.frame


def test_a_png_state_comes_back_as_it_was() -> None:
    assert parse_state(as_png(captured()), "x") == captured()


def test_a_raw_state_comes_back_without_its_picture() -> None:
    found = parse_state(as_raw(captured()), "x")
    assert (found.raw, found.save_data) == (captured().raw, captured().save_data)
    assert found.picture is None
    assert found.container is Container.RAW


def test_a_raw_state_without_extras_is_the_serialisation_alone() -> None:
    assert as_raw(SavedState(captured().raw)) == captured().raw


@pytest.mark.parametrize("write", [as_raw, as_png])
def test_extras_are_kept(write: Callable[[SavedState], bytes]) -> None:
    extras = (Extra(3, b"cheats"), Extra(0x102, b"mGBA 0.10\0"))
    state = SavedState(captured().raw, b"save", captured().picture, extras=extras)
    found = parse_state(write(state), "x")
    assert (found.save_data, found.extras) == (b"save", extras)


def test_the_same_state_gives_the_same_bytes_on_a_fresh_core() -> None:
    assert as_png(capture(running())) == as_png(capture(running()))


def test_a_png_state_is_an_image_of_the_screen() -> None:
    core = running()
    with Image.open(io.BytesIO(as_png(capture(core)))) as image:
        image.verify()
        assert (image.format, image.mode, image.size) == ("PNG", "RGB", (240, 160))


def test_refuses_to_write_a_png_without_a_picture() -> None:
    with pytest.raises(StateFileError, match="needs a picture"):
        as_png(SavedState(captured().raw))


def test_writes_a_file_that_reads_back(tmp_path: Path) -> None:
    data = write_state(tmp_path / "x.ss0", captured())
    assert (tmp_path / "x.ss0").read_bytes() == data
    assert read_state(tmp_path / "x.ss0") == captured()


@pytest.mark.parametrize(
    ("name", "container"),
    [
        ("firered.ss0", Container.PNG),
        ("firered.SS9", Container.PNG),
        ("room.png", Container.PNG),
        ("room.state", Container.RAW),
        ("room", Container.RAW),
        ("room.ss0.state", Container.RAW),
    ],
)
def test_a_name_tells_the_kind_of_file(name: str, container: Container) -> None:
    assert Container.of_name(Path(name)) is container


def test_names_the_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match=r"there is no savestate at .*nowhere\.ss0"):
        read_state(tmp_path / "nowhere.ss0")


def test_refuses_a_folder(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="is a folder, not a savestate"):
        read_state(tmp_path)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is empty"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (b"\x1f\x8bVBA", "a gzip file"),
        (tiny_rom().data, "a Game Boy Advance ROM; give that with --rom"),
        (b"\xff" * 0x20000, "own save file"),
        (b"hello, this is a letter", "begins with 68 65 6c 6c"),
    ],
)
def test_says_what_a_file_is_that_is_no_state(data: bytes, reason: str) -> None:
    error = refusal(data)
    assert reason in error.message
    assert error.detail["problem"] == "not_a_state"


def test_a_picture_alone_is_no_state() -> None:
    picture = captured().picture
    assert picture is not None
    error = refusal(picture)
    assert "a PNG image without a savestate in it" in error.message
    assert error.detail["problem"] == "no_state_in_png"


@pytest.mark.parametrize("write", [as_raw, as_png])
@pytest.mark.parametrize(
    ("version", "writer"),
    [(1, "0.5"), (4, "0.9"), (6, "between 0.9 and 0.10"), (11, "newer than 0.10")],
)
def test_names_both_versions_of_a_state_of_another_core(
    write: Callable[[SavedState], bytes], version: int, writer: str
) -> None:
    error = refusal(write(with_magic(0x01000000 + version)))
    assert f"version {version} (mGBA {writer})" in error.message
    assert "version 7 (mGBA 0.10)" in error.message
    assert (error.detail["observed"], error.detail["expected"]) == (version, 7)


@pytest.mark.parametrize("write", [as_raw, as_png])
def test_refuses_a_game_boy_state(write: Callable[[SavedState], bytes]) -> None:
    assert refusal(write(with_magic(0x00400003))).detail["problem"] == "game_boy"


@pytest.mark.parametrize("size", [4, 0x1000, RAW_STATE_SIZE - 1])
def test_names_both_sizes_of_a_truncated_raw_state(size: int) -> None:
    error = refusal(captured().raw[:size])
    assert f"has {RAW_STATE_SIZE} bytes, this file has {size}" in error.message
    assert error.detail["problem"] == "truncated"


@pytest.mark.parametrize(
    "tail",
    [
        b"junk",
        b"\0" * 8,
        struct.pack("<Iiq", 2, 16, RAW_STATE_SIZE + 32) + struct.pack("<Iiq", 0, 0, 0) + b"short",
        struct.pack("<Iiq", 2, -1, RAW_STATE_SIZE + 32) + struct.pack("<Iiq", 0, 0, 0),
        struct.pack("<Iiq", 2, 4, 0) + struct.pack("<Iiq", 0, 0, 0),
        struct.pack("<Iiq", 2, 0, RAW_STATE_SIZE + 16) * 40,
    ],
)
def test_refuses_what_follows_a_raw_state_and_is_no_extra_data(tail: bytes) -> None:
    error = refusal(captured().raw + tail)
    assert error.detail["problem"] == "wrong_size"
    assert f"has {RAW_STATE_SIZE + len(tail)} bytes" in error.message


def test_refuses_a_png_cut_off_anywhere() -> None:
    data = as_png(captured())
    for size in range(len(png.SIGNATURE), len(data), 7):
        error = refusal(data[:size])
        assert error.detail["problem"] == "damaged_png"
        assert f"cut off after {size} bytes" in error.message


def test_refuses_a_png_with_a_flipped_bit() -> None:
    data = bytearray(as_png(captured()))
    data[data.index(b"gbAs") + 20] ^= 1
    assert "the checksum of chunk gbAs" in refusal(bytes(data)).message


def rebuilt(kind: bytes, body: bytes) -> bytes:
    """The PNG state with the body of one chunk replaced, checksums right."""
    chunks = png.read_chunks(as_png(captured()))
    return png.write_chunks(
        png.Chunk(chunk.kind, body) if chunk.kind == kind else chunk for chunk in chunks
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"no zlib", "a broken zlib stream"),
        (zlib.compress(captured().raw)[:-9], "a zlib stream that is cut off"),
        (zlib.compress(captured().raw + b"x"), f"more than {RAW_STATE_SIZE} bytes"),
        (zlib.compress(captured().raw[:-1]), f"instead of {RAW_STATE_SIZE}"),
    ],
)
def test_names_what_is_wrong_with_the_state_in_a_png(body: bytes, reason: str) -> None:
    error = refusal(rebuilt(b"gbAs", body))
    assert reason in error.message
    assert error.detail["part"] == "the state"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"abc", "a header of 3 bytes"),
        (struct.pack("<II", 2, 0x7FFFFFFF), "a size of 2147483647 bytes"),
        (struct.pack("<II", 2, 5) + zlib.compress(b"four"), "4 bytes instead of 5"),
        (struct.pack("<II", 2, 5) + zlib.compress(bytes(10_000_000)), "more than 5 bytes"),
    ],
)
def test_names_what_is_wrong_with_an_extra_in_a_png(body: bytes, reason: str) -> None:
    assert reason in refusal(rebuilt(b"gbAx", body)).message


def with_more(kind: bytes, body: bytes, count: int) -> bytes:
    """The PNG state with so many more chunks before its last one."""
    *chunks, end = png.read_chunks(as_png(captured()))
    return png.write_chunks([*chunks, *[png.Chunk(kind, body)] * count, end])


def test_a_png_has_a_bounded_number_of_parts() -> None:
    zeros = struct.pack("<II", 3, MAX_EXTRA_SIZE) + zlib.compress(bytes(MAX_EXTRA_SIZE))
    assert "17 parts, 16 at most" in refusal(with_more(b"gbAx", zeros, MAX_EXTRAS)).message
    assert "more than 1000 chunks" in refusal(with_more(b"tEXt", b"", 1000)).message


def test_a_picture_of_another_size_is_left_out() -> None:
    header = struct.pack(">II5B", 480, 320, *png.RGB_8_BIT)
    assert parse_state(rebuilt(b"IHDR", header), "x").picture is None


@given(st.binary(max_size=64), st.integers(0, 2000))
def test_a_damaged_file_is_refused_or_read_and_never_crashes(damage: bytes, place: int) -> None:
    data = bytearray(as_png(captured()))
    data[place : place + len(damage)] = damage
    with contextlib.suppress(StateFileError):
        assert len(parse_state(bytes(data), "x").raw) == RAW_STATE_SIZE
