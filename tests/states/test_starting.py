"""A command starts from the requested state, or fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.errors import DigestMismatchError, WrongRomError
from gbatool.game import Request, open_game
from gbatool.profile.writer import format_profile
from tests.states.pins import pin, put_state, tiny_profile, tiny_state
from tests.states.tiny import tiny_rom


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the tiny cartridge, its profile with a pin, and the pinned file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Path("tiny.gba").write_bytes(tiny_rom().data)
    Path("other.gba").write_bytes(tiny_rom(revision=1).data)
    room = put_state(Path("savestates/room.ss0"))
    Path("profiles").mkdir()
    Path("profiles/tiny.yaml").write_text(format_profile(tiny_profile(pin("room", file=room))))


def started(rom: str, state: str) -> tuple[str, int]:
    """RAM digest and frame of the core with which a command starts."""
    request = Request(rom=Path(rom), state=state)
    with open_game(request, lambda _notice: None, needs_profile=False) as game:
        assert game.snapshot.ram_sha256() == game.emulator.live.ram_sha256()
        return game.emulator.live.ram_sha256(), game.emulator.frame


@pytest.mark.parametrize("state", ["room", "savestates/room.ss0"])
def test_starts_from_a_label_or_a_file(state: str) -> None:
    assert started("tiny.gba", state) == (tiny_state().ram_sha256, 3)


def test_another_file_in_the_place_of_a_pinned_one_is_refused() -> None:
    put_state(Path("savestates/room.ss0"), frames=9)
    with pytest.raises(DigestMismatchError, match="pinned as 'room'"):
        started("tiny.gba", "room")


def test_a_pinned_ram_digest_counts_even_when_the_file_is_the_pinned_one() -> None:
    room = Path("savestates/room.ss0").read_bytes()
    profile = tiny_profile(pin("room", frames=9, file=room))
    Path("profiles/tiny.yaml").write_text(format_profile(profile))
    with pytest.raises(DigestMismatchError, match="SHA-256 of its RAM"):
        started("tiny.gba", "room")


def test_a_state_of_another_rom_is_refused() -> None:
    with pytest.raises(WrongRomError):
        started("other.gba", "savestates/room.ss0")
