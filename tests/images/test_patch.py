"""A patch makes exactly the image that its author had, or is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.cli import main
from gbatool.errors import PatchError
from gbatool.images.patch import apply_patch
from gbatool.profile.model import RomIdentity
from gbatool.rom import load_rom
from tests.images.made import bps, ips, ups
from tests.states.tiny import tiny_rom

MOST = 0x2000000
Maker = Callable[[bytes, bytes], bytes]
IMAGES = st.one_of(
    st.binary(min_size=1, max_size=300),
    st.builds(
        lambda a, b, n: a + b * n, st.binary(max_size=30), st.binary(max_size=9), st.integers(1, 30)
    ),
).filter(bool)


@pytest.mark.parametrize("make", [ips, ups, bps])
@given(base=IMAGES, target=IMAGES)
def test_the_result_is_the_authors(make: Maker, base: bytes, target: bytes) -> None:
    assert apply_patch(base, make(base, target), "x", MOST) == target


@pytest.mark.parametrize("make", [ups, bps])
@given(at=st.integers(0), change=st.integers(1, 255))
def test_no_changed_byte_of_a_patch_goes_unnoticed(make: Maker, at: int, change: int) -> None:
    base, target = bytes(range(200)), bytes(range(50, 240)) + b"abc"
    patch = bytearray(make(base, target))
    patch[at % len(patch)] ^= change
    with pytest.raises(PatchError):
        apply_patch(base, bytes(patch), "x", MOST)


@pytest.mark.parametrize("make", [ips, ups, bps])
@given(data=st.binary(max_size=80))
def test_whatever_follows_the_header_is_read_or_refused(make: Maker, data: bytes) -> None:
    header = make(b"a", b"b")[:5]
    try:
        result = apply_patch(b"base", header + data, "x", 1000)
    except PatchError:
        return
    assert len(result) <= 1000


@pytest.mark.parametrize("make", [ups, bps])
def test_another_rom_and_the_patched_one_are_told_apart(make: Maker) -> None:
    base, target = b"the base" * 9, b"the target" * 9
    patch = make(base, target)
    with pytest.raises(PatchError, match="made for another ROM: CRC-32") as caught:
        apply_patch(b"another" * 9, patch, "hack.ups", MOST)
    assert caught.value.detail["problem"] == "wrong_base"
    with pytest.raises(PatchError, match="patched already"):
        apply_patch(target, patch, "hack.ups", MOST)


@pytest.mark.parametrize("make", [ips, ups, bps])
def test_a_result_beyond_the_cartridge_is_refused(make: Maker) -> None:
    with pytest.raises(PatchError, match="a ROM has at most 50"):
        apply_patch(b"b" * 40, make(b"b" * 40, b"t" * 60), "x", 50)


def test_a_file_that_is_no_patch_is_named() -> None:
    with pytest.raises(PatchError, match="no patch: it begins with 4d 5a"):
        apply_patch(b"base", b"MZ", "hack.exe", MOST)


def hacked() -> tuple[bytes, bytes]:
    base = tiny_rom().data
    return base, base[:0xA0] + b"TINY HACK\0\0\0" + base[0xAC:] + b"more" * 16


def test_the_profile_belongs_to_the_result_and_names_the_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, target = hacked()
    rom_file, patch = tmp_path / "game.gba", tmp_path / "hack.bps"
    rom_file.write_bytes(base)
    patch.write_bytes(bps(base, target))
    rom = load_rom(rom_file, patch)
    assert rom.data == target
    assert rom.name == "game.gba patched by hack.bps"
    identity = RomIdentity.of(rom)
    assert (identity.sha1, identity.base_sha1) == (rom.sha1, load_rom(rom_file).sha1)
    assert RomIdentity.of(load_rom(rom_file)).base_sha1 is None
    assert main(["rom", "info", "--rom", str(rom_file), "--patch", str(patch)]) == 0
    shown = capsys.readouterr().out
    assert "TINY HACK" in shown
    assert f"from the ROM with SHA-1 {load_rom(rom_file).sha1}" in shown
    assert rom_file.read_bytes() == base


def test_a_patch_needs_a_rom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rom", "info", "--patch", str(tmp_path / "x.ips")]) == 2
    assert "give it with --rom" in capsys.readouterr().err
