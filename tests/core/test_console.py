"""Each kind of core: every fault of mGBA becomes an error of the tool."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from gbatool.core import Buttons, Emulator, branch, cores, open_emulator, press
from gbatool.core.bindings import load_bindings
from gbatool.core.protocol import EmulatorState
from gbatool.errors import (
    EmulatorFaultError,
    EmulatorUnavailableError,
    OutOfRegionError,
    StateFileError,
)
from gbatool.memory import EWRAM, IWRAM, Region
from gbatool.rom import Rom
from tests.cartridges import cartridge
from tests.core.available import available


@pytest.fixture(scope="module", params=cores.ORDER)
def emulator(request: pytest.FixtureRequest) -> Emulator:
    core = available(request.param).power_on(cartridge("base").load())
    core.run(10)
    return core


def failing_import(name_of_module: str, message: str) -> Callable[..., object]:
    real = builtins.__import__

    def fake(name: str, *args: object, **kwargs: object) -> object:
        if name.startswith(name_of_module):
            raise ImportError(message)
        return real(name, *args, **kwargs)  # type: ignore[arg-type]

    return fake


@pytest.mark.parametrize(
    ("message", "missing", "advice"),
    [
        (
            "libmgba.so.0.10: cannot open shared object file: No such file or directory",
            "libmgba.so.0.10",
            "apt-get install libmgba0.10",
        ),
        ("No module named 'mgba'", "mgba", "pip install mgba"),
    ],
)
def test_a_missing_library_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, message: str, missing: str, advice: str
) -> None:
    monkeypatch.setattr(builtins, "__import__", failing_import("mgba", message))
    with pytest.raises(EmulatorUnavailableError, match=advice) as caught:
        load_bindings()
    assert caught.value.detail["missing"] == missing


def test_an_image_that_mgba_can_not_load_is_named() -> None:
    with pytest.raises(EmulatorFaultError, match=r"broken\.gba"):
        open_emulator(Rom(b"\x00" * 0x200, "broken.gba"))


def test_frames_pass_only_when_they_are_run(emulator: Emulator) -> None:
    before = emulator.frame
    emulator.snapshot()
    assert emulator.frame == before
    with branch(emulator):
        emulator.run(3)
        assert emulator.frame == before + 3
    assert emulator.frame == before


def test_a_branch_restores_ram_and_held_buttons(emulator: Emulator) -> None:
    digest = emulator.snapshot().ram_sha256()
    with branch(emulator):
        press(emulator, Buttons.A)
        emulator.hold(Buttons.B)
        emulator.run(20)
        assert emulator.snapshot().ram_sha256() != digest
    assert emulator.snapshot().ram_sha256() == digest
    assert emulator.held is Buttons.NONE


def test_live_ram_is_a_view_and_a_snapshot_is_not(emulator: Emulator) -> None:
    with branch(emulator):
        live, frozen = emulator.live, emulator.snapshot()
        emulator.write(EWRAM.base + 0x30000, b"\x5a")
        assert live.u8(EWRAM.base + 0x30000) == 0x5A
        assert frozen.u8(EWRAM.base + 0x30000) != 0x5A
        assert np.shares_memory(live.ewram, emulator.live.ewram)


@pytest.mark.parametrize("region", [EWRAM, IWRAM])
def test_first_and_last_byte_of_ram_can_be_written(emulator: Emulator, region: Region) -> None:
    with branch(emulator):
        for address in (region.base, region.end - 1):
            emulator.write(address, b"\xa5")
            assert emulator.live.u8(address) == 0xA5


@pytest.mark.parametrize("address", [0x0203FFFF, 0x01FFFFFF, 0x03007FFF, 0x08000000, 0])
def test_a_write_that_is_not_whole_inside_ram_is_refused(emulator: Emulator, address: int) -> None:
    with pytest.raises(OutOfRegionError, match=f"0x{address:08X}"):
        emulator.write(address, b"\x00\x00")


def test_a_truncated_state_is_refused(emulator: Emulator) -> None:
    state = emulator.save_state()
    with pytest.raises(StateFileError, match="bytes"):
        emulator.load_state(EmulatorState(state.data[:-100]))


def test_a_state_of_another_core_version_is_refused_and_nothing_changes(
    emulator: Emulator,
) -> None:
    state = emulator.save_state()
    other = state.data.copy()
    other[0] += 9
    digest = emulator.snapshot().ram_sha256()
    with pytest.raises(StateFileError, match="another core"):
        emulator.load_state(EmulatorState(other))
    assert emulator.snapshot().ram_sha256() == digest


def test_a_state_of_another_game_is_refused(emulator: Emulator) -> None:
    state = emulator.save_state()
    other = state.data.copy()
    other[0x1C:0x20] = np.frombuffer(b"AXXX", np.uint8)
    with pytest.raises(StateFileError):
        emulator.load_state(EmulatorState(other))


def test_the_screen_is_rgb_and_a_copy(emulator: Emulator) -> None:
    screen = emulator.framebuffer()
    assert screen.shape == (160, 240, 3)
    assert screen.dtype == np.uint8
    screen[:] = 7
    assert not np.array_equal(emulator.framebuffer(), screen)


def test_video_memory_is_palette_vram_and_oam(emulator: Emulator) -> None:
    assert len(emulator.video_memory()) == 0x400 + 0x18000 + 0x400


def test_the_same_inputs_from_power_on_give_the_same_ram() -> None:
    digests = set()
    for _ in range(2):
        core = open_emulator(cartridge("base").load())
        for _ in range(10):
            press(core, Buttons.A, 2, 10)
        digests.add(core.snapshot().ram_sha256())
    assert len(digests) == 1


def test_a_rom_keeps_its_data_when_the_core_is_gone() -> None:
    rom = cartridge("base").load()
    core = open_emulator(rom)
    core.run(1)
    view = core.live.rom
    del core
    assert bytes(view[:4]) == rom.data[:4]
    assert replace(rom, name="x").sha1 == rom.sha1


def rom_with_a_clock() -> Rom:
    """An image that drives its clock's pins, which lie in the ROM's own address range."""
    image = bytearray(0x200)
    words = {
        0x00: 0xEA000036,  # b 0xE0, past the pins at 0xC4
        0xE0: 0xE3A00302,  # mov r0, #0x08000000
        0xE4: 0xE28000C4,  # add r0, r0, #0xC4
        0xE8: 0xE3A01001,  # mov r1, #1
        0xEC: 0xE1C010B4,  # strh r1, [r0, #4]: the pins can be read
        0xF0: 0xE3A01007,  # mov r1, #7
        0xF4: 0xE1C010B2,  # strh r1, [r0, #2]: all of them are outputs
        0xF8: 0xE1C010B0,  # strh r1, [r0]
        0xFC: 0xEAFFFFFE,  # b .
    }
    for at, word in words.items():
        image[at : at + 4] = word.to_bytes(4, "little")
    image[0xAC:0xB0] = b"U3IE"  # a code that mGBA gives a clock to
    image[0xB2] = 0x96
    return Rom(bytes(image), "clock.gba")


def test_a_game_that_drives_its_clock_does_not_change_the_rom_in_memory() -> None:
    rom = rom_with_a_clock()
    before = bytes(bytearray(rom.data))
    core = open_emulator(rom)
    core.run(5)
    assert rom.data == before
    assert bytes(core.live.rom) == before
