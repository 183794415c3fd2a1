"""RetroArch's states are read as mGBA's; those of other programs are refused by name."""

from __future__ import annotations

import gzip
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.core.cores import LIBRETRO
from gbatool.core.protocol import RAW_STATE_SIZE
from gbatool.core.state_extras import Extra, pack_extras
from gbatool.errors import StateFileError
from gbatool.states.container import parse_state
from gbatool.states.load import load_state
from tests.core.available import available
from tests.states.tiny import power_on, running, tiny_rom


def serialised() -> bytes:
    """What a libretro core serialises: the state, save data and clock behind it."""
    raw = running().save_state().data.tobytes()
    return raw + pack_extras([Extra(2, b"\x5a" * 0x8000), Extra(4, bytes(16))])


def rastate(state: bytes) -> bytes:
    """RetroArch's container, with a block before and after the state."""
    file = b"RASTATE\x01"
    for kind, data in ((b"ACHV", b"abc"), (b"MEM ", state), (b"END ", b"")):
        file += kind + struct.pack("<I", len(data)) + data.ljust((len(data) + 7) & ~7, b"\0")
    return file


def rzip(data: bytes, chunk: int = 0x20000) -> bytes:
    """RetroArch's compression."""
    file = b"#RZIPv\x01#" + struct.pack("<IQ", chunk, len(data))
    for at in range(0, len(data), chunk):
        part = zlib.compress(data[at : at + chunk])
        file += struct.pack("<I", len(part)) + part
    return file


@pytest.mark.parametrize("wrap", [rastate, lambda state: rzip(rastate(state)), rzip, bytes])
def test_a_libretro_state_is_read_in_each_of_its_forms(wrap: object) -> None:
    state = serialised()
    found = parse_state(wrap(state), "game.state")  # type: ignore[operator]
    assert found.raw == state[:RAW_STATE_SIZE]
    assert found.save_data == b"\x5a" * 0x8000
    assert [extra.tag for extra in found.extras] == [4]


def test_what_a_libretro_core_serialises_goes_on_elsewhere() -> None:
    there = available(LIBRETRO).power_on(tiny_rom())
    there.run(7)
    file = rastate(there._serialise().tobytes())  # type: ignore[attr-defined]
    here = power_on(tiny_rom())
    load_state(here, tiny_rom(), parse_state(file, "game.state"), "game.state")
    assert here.live.ram_sha256() == there.live.ram_sha256()
    assert here.save_data() == there.save_data()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"RASTATE\x01END \0\0\0\0", "there is no state in it"),
        (b"RASTATE\x01MEM " + struct.pack("<I", 99), "has 0 of 99 bytes"),
        (rzip(b"x" * 99)[:-1], "damaged RetroArch state"),
        (b"#RZIPv\x01#" + struct.pack("<IQ", 1, 1 << 40), "says that it holds"),
    ],
    ids=["no-state", "cut-state", "cut-chunk", "endless"],
)
def test_a_damaged_container_is_named(data: bytes, message: str) -> None:
    with pytest.raises(StateFileError, match=message):
        parse_state(data, "game.state")


@given(st.binary(max_size=60))
def test_whatever_is_in_a_container_is_read_or_refused(data: bytes) -> None:
    for magic in (b"RASTATE\x01", b"#RZIPv\x01#", b"\x1f\x8b"):
        with pytest.raises(StateFileError):
            parse_state(magic + data, "game.state")


@pytest.mark.parametrize(
    ("data", "name", "program"),
    [
        (
            gzip.compress(struct.pack("<I16s", 10, b"A GAME\0\0\0\0\0\0ABCE"), mtime=0),
            "a.sgm",
            "VisualBoy",
        ),
        (b"\x1f\x8bdamaged", "a.sgm", "VisualBoy"),
        (b"\x0d\0\0\0SharkPortSave", "a.bin", "SharkPort"),
        (b"anything", "a.sps", "SharkPort"),
        (b"NO$GBA SNAPSHOT", "a.bin", r"no\$gba"),
        (b"anything", "a.SNA", r"no\$gba"),
    ],
    ids=["vba", "vba-name", "sharkport", "sharkport-name", "nocash", "nocash-name"],
)
def test_another_programs_state_is_named_with_what_to_do(
    data: bytes, name: str, program: str
) -> None:
    with pytest.raises(StateFileError, match=program) as caught:
        parse_state(data, name)
    assert "state mint LABEL --save game.sav" in caught.value.message
