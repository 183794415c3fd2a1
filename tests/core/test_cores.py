"""Cores are interchangeable, and chosen in a fixed order or by ``GBATOOL_CORE``."""

from __future__ import annotations

import ctypes.util
import gc
from pathlib import Path

import pytest

from gbatool.core import Buttons, core_version, cores, libmgba
from gbatool.core.abi_source import FILE, write
from gbatool.core.console import Console
from gbatool.core.libmgba import SERIES, check_version, load_library
from gbatool.core.libretro import check_libretro
from gbatool.errors import EmulatorUnavailableError
from gbatool.health import examine
from tests.cartridges import cartridge
from tests.core.available import all_available, available
from tests.states.tiny import SAVED_BYTE, tiny_rom

FRAMES = 400


def play(console: Console, frame: int) -> None:
    """One frame of a play that leaves the title and walks about."""
    keys = (Buttons.A, Buttons.START, Buttons.DOWN, Buttons.LEFT, Buttons.B | Buttons.UP)
    console.hold(keys[frame // 20 % len(keys)] if frame % 20 < 12 else Buttons.NONE)
    console.run(1)


def screen_of(console: Console) -> bytes:
    """VRAM and display registers, as snapshots carry them."""
    screen = console.snapshot().screen
    assert screen is not None
    assert screen.registers[0] != 0
    return screen.vram.tobytes() + screen.registers.tobytes()


def test_every_core_has_the_same_ram_after_every_frame() -> None:
    rom = cartridge("base").load()
    consoles = [core.power_on(rom) for core in all_available()]
    if len(consoles) < 2:
        pytest.skip("there is one core on this machine")
    for frame in range(FRAMES):
        for console in consoles:
            play(console, frame)
        first, *others = [console.live for console in consoles]
        for other in others:
            assert other.frame == first.frame == frame + 1
            assert other.ram_sha256() == first.ram_sha256(), f"differs after frame {frame + 1}"
    assert len({screen_of(console) for console in consoles}) == 1
    assert len({console.video_memory() for console in consoles}) == 1
    assert len({console.framebuffer().tobytes() for console in consoles}) == 1


@pytest.mark.parametrize("writer", cores.ORDER)
@pytest.mark.parametrize("reader", cores.ORDER)
def test_a_state_of_one_core_goes_on_in_another(writer: str, reader: str) -> None:
    rom = cartridge("base").load()
    here, there = (available(name).power_on(rom) for name in (writer, reader))
    for frame in range(70):
        play(here, frame)
    there.run(3)
    there.load_state(here.save_state())
    assert there.held == here.held
    for frame in range(70, 130):
        play(here, frame)
        play(there, frame)
    assert there.live.ram_sha256() == here.live.ram_sha256()
    assert there.frame == here.frame == 130


@pytest.mark.parametrize("name", cores.ORDER)
def test_save_memory_is_read_and_replaced(name: str) -> None:
    console = available(name).power_on(tiny_rom())
    assert console.save_data() == b""
    console.run(3)
    data = console.save_data()
    assert (len(data), data[0]) == (0x8000, SAVED_BYTE)
    console.restore_save_data(bytes(0x8000))
    console.load_state(console.save_state())
    assert console.save_data() == bytes(0x8000)


@pytest.mark.parametrize("name", cores.ORDER)
def test_a_frame_that_is_not_drawn_leaves_the_screen(name: str) -> None:
    console = available(name).power_on(tiny_rom())
    console.run(3)
    before = console.framebuffer().tobytes()
    console.draw(False)
    console.run(3)
    kept = console.framebuffer().tobytes()
    console.draw(True)
    console.run(3)
    assert kept != console.framebuffer().tobytes() != before


def test_consoles_of_a_libretro_core_share_nothing() -> None:
    core, rom = available(cores.LIBRETRO), tiny_rom()
    here, there = core.power_on(rom), core.power_on(rom)
    here.run(5)
    assert (here.frame, there.frame) == (5, 0)
    del here
    gc.collect()
    there.run(2)
    assert there.frame == 2


def test_the_generated_declarations_are_those_of_the_source(tmp_path: Path) -> None:
    write(tmp_path / "_abi.py")
    assert (tmp_path / "_abi.py").read_text() == FILE.read_text(), (
        "run `python -m gbatool.core.abi_source`"
    )


@pytest.mark.parametrize("version", ["0.9.3", "0.11.0", "0.100.0", "1.0"])
def test_another_version_is_refused_by_name(version: str) -> None:
    with pytest.raises(EmulatorUnavailableError, match=version) as caught:
        check_version(version, "the library")
    assert "apt-get" in caught.value.message
    check_version(f"{SERIES}.5", "the library")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("RAW_STATE_SIZE", 4, "its states have 397312 bytes"),
        ("SCREEN_WIDTH", 160, "its screen has 240x160 pixels"),
        ("PLATFORM_GBA", 1, "its core has platform 0"),
        ("SEARCHED_WORDS", 500, "the function table of its core was not found"),
    ],
)
def test_a_library_that_answers_otherwise_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: int, why: str
) -> None:
    available(cores.LIBMGBA)
    monkeypatch.setattr(libmgba, name, value)
    with pytest.raises(EmulatorUnavailableError, match=why):
        load_library()


def test_any_other_library_is_refused_by_name() -> None:
    other = ctypes.util.find_library("c") or "libc.so.6"
    with pytest.raises(EmulatorUnavailableError, match="neither projectVersion nor GBACoreCreate"):
        load_library(other)
    with pytest.raises(EmulatorUnavailableError, match="no libretro core"):
        check_libretro(Path(other))


def test_a_missing_library_names_the_command_of_every_system() -> None:
    with pytest.raises(EmulatorUnavailableError, match=r"libmoon\.so\.1") as caught:
        load_library("libmoon.so.1")
    assert "\n" not in caught.value.message
    for command in ("apt-get install", "dnf install", "pacman -S", "brew install"):
        assert command in caught.value.message


def test_the_variable_names_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    for core in all_available():
        monkeypatch.setenv(cores.VARIABLE, core.path or core.name)
        assert cores.core().name == core.name
        assert core_version() == core.version


def test_without_the_variable_the_first_that_works_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cores.VARIABLE, raising=False)
    first, *others = all_available()
    assert cores.core() == first
    report = examine()
    assert [core.name for core in report.cores] == list(cores.ORDER)
    assert [core.name for core in report.cores if core.runs] == [first.name]
    for core in report.cores:
        assert core.works == any(core.name == one.name for one in [first, *others])
        assert (core.passed_over is not None) == (core.works and not core.runs)


def test_what_is_no_core_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = tmp_path / "core.so"
    text.write_text("no library")
    for name in (str(tmp_path / "missing.so"), str(text)):
        monkeypatch.setenv(cores.VARIABLE, name)
        with pytest.raises(EmulatorUnavailableError, match=r"GBATOOL_CORE is .*\.so"):
            cores.core()
    assert not examine().healthy
