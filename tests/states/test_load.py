"""Only the right state is loaded into the core, and mGBA and gbatool read each other's files."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gbatool.core import branch
from gbatool.errors import DigestMismatchError, StateFileError, WrongRomError
from gbatool.profile.model import PinnedState
from gbatool.states.container import (
    SAVE_TYPE_OFFSET,
    Container,
    SavedState,
    encode_state,
    in_container,
    parse_state,
    write_state,
)
from gbatool.states.load import HasSaveMemory, capture, draw, load_state, load_state_file
from tests.states import tiny
from tests.states.tiny import mgba_loads, mgba_saves, power_on, running, tiny_rom

ALL_OF_MGBA = tiny.SCREENSHOT | tiny.SAVE_DATA | tiny.CHEATS | tiny.RTC | tiny.METADATA
OF_A_WINDOW = tiny.SCREENSHOT | tiny.SAVE_DATA


@cache
def captured() -> SavedState:
    """A state with save data and a picture."""
    return capture(running())


def pin_of(data: bytes, ram: str | None = None) -> PinnedState:
    state = parse_state(data, "x")
    return PinnedState(
        label="room",
        made="file",
        ram_sha256=ram or state.ram_sha256,
        core="0.10.1",
        frame=state.frame,
        file_sha256=hashlib.sha256(data).hexdigest(),
    )


@pytest.mark.parametrize("container", list(Container))
def test_mgba_opens_a_state_that_was_written_here(container: Container) -> None:
    there, here = power_on(tiny_rom()), running(frames=9)
    assert mgba_loads(there, encode_state(capture(here, container)), OF_A_WINDOW)
    assert there.live.ram_sha256() == here.live.ram_sha256()
    assert there.frame == here.frame
    assert there.save_data() == here.save_data()
    assert there.save_data()[0] == tiny.SAVED_BYTE


@pytest.mark.parametrize("flags", [0, tiny.SAVE_DATA, OF_A_WINDOW, ALL_OF_MGBA])
def test_a_state_that_mgba_wrote_opens_here(tmp_path: Path, flags: int) -> None:
    there, here = running(frames=9), power_on(tiny_rom())
    (tmp_path / "x.ss0").write_bytes(mgba_saves(there, flags))
    state = load_state_file(here, here.rom, tmp_path / "x.ss0")
    assert here.live.ram_sha256() == there.live.ram_sha256()
    assert here.frame == there.frame
    assert (state.picture is not None) == bool(flags & tiny.SCREENSHOT)
    if flags & tiny.SAVE_DATA:
        assert here.save_data() == there.save_data()


def test_the_game_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    there, here = running(frames=9), power_on(tiny_rom())
    write_state(tmp_path / "x.ss0", capture(there))
    load_state_file(here, here.rom, tmp_path / "x.ss0")
    there.run(20)
    here.run(20)
    assert encode_state(capture(here)) == encode_state(capture(there))


def test_capturing_changes_nothing() -> None:
    core = running(frames=9)
    before = core.save_state()
    capture(core)
    assert np.array_equal(core.save_state().data, before.data)
    assert core.held == before.held


def test_the_picture_is_the_states_own_and_not_the_last_branchs() -> None:
    core = running(frames=9)
    with branch(core):
        core.run(50)
        assert draw(core) != draw(running(frames=9))
    assert draw(core) == draw(running(frames=9))


def test_save_memory_does_not_reset_the_flash_chip() -> None:
    """Restoring save data switches a 128 KiB flash chip back to its first bank."""
    raw = bytearray(captured().raw)
    raw[SAVE_TYPE_OFFSET] = 3  # flash, 1 Mbit
    raw[SAVE_TYPE_OFFSET + 2] |= 0x10  # second bank
    core = power_on(tiny_rom())
    load_state(core, core.rom, replace(captured(), raw=bytes(raw), save_data=bytes(0x20000)), "x")
    assert core.save_state().data[SAVE_TYPE_OFFSET + 2] & 0x10
    assert core.save_data() == bytes(0x20000)


def test_a_game_that_writes_its_save_memory_runs_on() -> None:
    """mGBA reports new save data some frames later, through callbacks that must still exist."""
    core = running(frames=60)
    assert core.save_data()[0] == tiny.SAVED_BYTE
    assert core.frame == 60


def test_saving_and_loading_gives_back_every_byte() -> None:
    core = running(frames=9)
    state = core.save_state()
    with branch(core):
        core.run(30)
    assert np.array_equal(core.save_state().data, state.data)
    assert np.array_equal(running(frames=9).save_state().data, state.data)


def test_a_state_holds_nothing_of_the_memory_that_it_was_put_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """mGBA does not write the format's reserved fields."""
    core = running()
    clean = core.save_state()
    monkeypatch.setattr(np, "empty", lambda shape, dtype: np.full(shape, 0xAA, dtype))
    assert np.array_equal(core.save_state().data, clean.data)


def test_a_core_with_save_memory_is_told_from_one_without() -> None:
    assert isinstance(running(), HasSaveMemory)
    assert not isinstance(object(), HasSaveMemory)


@pytest.mark.parametrize("other", [tiny_rom(revision=1), tiny_rom("OTHER", "ZOTH")])
def test_a_state_of_another_rom_names_both(tmp_path: Path, other: object) -> None:
    assert hasattr(other, "crc32")
    core = power_on(other)  # type: ignore[arg-type]
    before = core.live.ram_sha256()
    write_state(tmp_path / "x.ss0", captured())
    with pytest.raises(WrongRomError) as caught:
        load_state_file(core, core.rom, tmp_path / "x.ss0")
    assert f"TINY (ZTNY), ROM CRC-32 {tiny_rom().crc32:08X}" in caught.value.message
    assert f"CRC-32 {core.rom.crc32:08X}" in caught.value.message
    assert f"{core.rom.title} ({core.rom.game_code})" in caught.value.message
    assert core.live.ram_sha256() == before


def test_mgba_alone_would_take_a_state_of_another_revision() -> None:
    """The reason for the check above: the bindings report success."""
    core = power_on(tiny_rom(revision=1))
    assert mgba_loads(core, encode_state(captured()), OF_A_WINDOW)


def test_a_pinned_state_loads_when_both_digests_agree(tmp_path: Path) -> None:
    data = write_state(tmp_path / "x.ss0", captured())
    core = power_on(tiny_rom())
    load_state_file(core, core.rom, tmp_path / "x.ss0", pin_of(data))
    assert core.live.ram_sha256() == captured().ram_sha256


def test_another_file_under_a_pinned_label_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    pin = pin_of(encode_state(captured()))
    data = write_state(tmp_path / "x.ss0", capture(running(frames=8)))
    core = power_on(tiny_rom())
    before = core.live.ram_sha256()
    with pytest.raises(DigestMismatchError) as caught:
        load_state_file(core, core.rom, tmp_path / "x.ss0", pin)
    assert caught.value.detail == {
        "label": "room",
        "file": "x.ss0",
        "what": "file",
        "observed": hashlib.sha256(data).hexdigest(),
        "expected": pin.file_sha256,
    }
    assert str(pin.file_sha256) in caught.value.message
    assert core.live.ram_sha256() == before


def test_other_ram_than_pinned_is_refused(tmp_path: Path) -> None:
    data = write_state(tmp_path / "x.ss0", captured())
    core = power_on(tiny_rom())
    with pytest.raises(DigestMismatchError) as caught:
        load_state_file(core, core.rom, tmp_path / "x.ss0", pin_of(data, ram="0" * 64))
    assert caught.value.detail["what"] == "RAM"
    assert caught.value.detail["observed"] == captured().ram_sha256
    assert caught.value.detail["expected"] == "0" * 64


def test_a_pin_without_a_files_digest_is_held_by_its_ram(tmp_path: Path) -> None:
    pin = replace(pin_of(encode_state(captured())), file_sha256=None)
    write_state(tmp_path / "x.state", in_container(captured(), Container.RAW))
    core = power_on(tiny_rom())
    load_state_file(core, core.rom, tmp_path / "x.state", pin)
    write_state(tmp_path / "y.state", capture(running(frames=8), Container.RAW))
    with pytest.raises(DigestMismatchError):
        load_state_file(core, core.rom, tmp_path / "y.state", pin)


def test_a_state_that_the_core_refuses_is_an_error() -> None:
    raw = bytearray(captured().raw)
    raw[0x68:0x6C] = b"\xff" * 4  # negative CPU cycles
    core = power_on(tiny_rom())
    with pytest.raises(StateFileError, match="mGBA refused"):
        load_state(core, core.rom, replace(captured(), raw=bytes(raw)), "x")
