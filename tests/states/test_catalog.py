"""A pinned state is found by its digest, and the list shows each file's relation to the pins."""

from __future__ import annotations

from pathlib import Path

import pytest

from gbatool.demo import FOLDER as DEMO_FOLDER
from gbatool.demo import load_demo_rom
from gbatool.errors import FileProblemError, UsageError
from gbatool.states.catalog import (
    PinStatus,
    find_pinned,
    list_states,
    locate_state,
    state_folders,
)
from gbatool.states.container import Container
from tests.states.pins import pin, put_state, tiny_profile, tiny_state
from tests.states.tiny import tiny_rom


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "savestates").mkdir()
    return tmp_path / "savestates"


def test_finds_a_pinned_state_by_its_digest_whatever_it_is_called(folder: Path) -> None:
    put_state(folder / "room.ss0", frames=9)
    file = put_state(folder / "firered.ss4")
    found = find_pinned(tiny_profile(pin("room", file=file)), "room", [folder])
    assert found.path == folder / "firered.ss4"
    assert found.pin.label == "room"


def test_prefers_the_file_of_the_labels_name_among_equals(folder: Path) -> None:
    put_state(folder / "another.ss0")
    file = put_state(folder / "room.ss0")
    profile = tiny_profile(pin("room", file=file))
    assert find_pinned(profile, "room", [folder]).path == folder / "room.ss0"


def test_gives_the_file_of_the_labels_name_even_when_it_was_changed(folder: Path) -> None:
    """Loading it then names both digests, instead of reporting a missing file."""
    put_state(folder / "room.ss0", frames=9)
    profile = tiny_profile(pin("room", file=b"another"))
    assert find_pinned(profile, "room", [folder]).path == folder / "room.ss0"


def test_says_how_a_pinned_state_was_made_that_is_not_here(folder: Path) -> None:
    put_state(folder / "other.ss0")
    profile = tiny_profile(pin("room", made="autopilot", file=b"gone"))
    with pytest.raises(FileProblemError, match=r"no file here is it \(made: autopilot\)"):
        find_pinned(profile, "room", [folder, folder / "nowhere"])


def test_suggests_the_nearest_label(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"did you mean room\?.*pinned: room, town"):
        find_pinned(tiny_profile(pin("room"), pin("town")), "rooom", [folder])


def test_a_profile_without_pins_says_so(folder: Path) -> None:
    with pytest.raises(UsageError, match="pinned: none"):
        find_pinned(tiny_profile(), "room", [folder])


@pytest.mark.parametrize("text", ["nowhere.ss0", "./room", "folder/room"])
def test_what_looks_like_a_file_is_one(folder: Path, text: str) -> None:
    located = locate_state(tiny_profile(pin("room")), text, [folder])
    assert (located.path, located.pin) == (Path(text), None)


def test_a_file_of_a_bare_name_is_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "room").write_bytes(b"")
    assert locate_state(tiny_profile(pin("room")), "room", [folder]).pin is None


def test_a_bare_word_is_a_label(folder: Path) -> None:
    file = put_state(folder / "room.ss0")
    located = locate_state(tiny_profile(pin("room", file=file)), "room", [folder])
    assert located.path == folder / "room.ss0"
    assert located.pin == pin("room", file=file)


def test_lists_how_each_state_stands(folder: Path) -> None:
    file = put_state(folder / "room.ss0")
    put_state(folder / "town.ss0", frames=9)
    put_state(folder / "mine.state", frames=5)
    profile = tiny_profile(
        pin("room", made="autopilot", file=file),
        pin("town", frames=8, file=b"other"),
        pin("cave", frames=7, file=b"gone"),
    )
    entries = list_states(tiny_rom(), profile, [folder])
    assert [(entry.label, entry.standing, entry.file, entry.frame) for entry in entries] == [
        ("cave", PinStatus.MISSING, None, 7),
        ("room", PinStatus.PINNED, "savestates/room.ss0", 3),
        ("town", PinStatus.CHANGED, "savestates/town.ss0", 9),
        ("mine", PinStatus.UNPINNED, "savestates/mine.state", 5),
    ]
    assert (entries[1].made, entries[1].player) == ("autopilot", (7, 7))
    assert (entries[1].title, entries[1].game_code) == ("TINY", "ZTNY")
    assert entries[1].container is Container.PNG


def test_a_pin_without_a_file_is_held_by_the_ram_of_the_file_of_its_name(folder: Path) -> None:
    put_state(folder / "room.ss0")
    put_state(folder / "town.ss0", frames=9)
    entries = list_states(None, tiny_profile(pin("room"), pin("town")), [folder])
    assert [entry.standing for entry in entries] == [PinStatus.PINNED, PinStatus.CHANGED]


def test_tells_states_of_another_rom(folder: Path) -> None:
    put_state(folder / "room.ss0")
    (mine,) = list_states(tiny_rom(), tiny_profile(), [folder])
    (theirs,) = list_states(tiny_rom(revision=1), tiny_profile(), [folder])
    (unknown,) = list_states(None, tiny_profile(), [folder])
    assert (mine.this_rom, theirs.this_rom, unknown.this_rom) == (True, False, None)


def test_lists_a_damaged_file_with_its_reason(folder: Path) -> None:
    (folder / "broken.state").write_bytes(b"junk")
    (entry,) = list_states(None, tiny_profile(), [folder])
    assert entry.standing is PinStatus.UNPINNED
    assert "broken.state is not an mGBA savestate" in str(entry.problem)


def test_leaves_out_screenshots_and_other_files(folder: Path) -> None:
    (folder / "screen.png").write_bytes(tiny_state().picture or b"")
    (folder / "README.md").write_text("hello")
    (folder / "recipes").mkdir()
    assert list_states(None, tiny_profile(), [folder]) == ()


def test_looks_in_the_working_directory_first_and_in_the_package_last(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    expected = (Path("savestates"), tmp_path / "gbatool" / "savestates", DEMO_FOLDER)
    assert state_folders() == expected


def test_the_demo_cartridges_state_is_listed_for_that_cartridge_alone() -> None:
    assert list_states(tiny_rom(), tiny_profile(), [DEMO_FOLDER]) == ()
    (entry,) = list_states(load_demo_rom(), tiny_profile(), [DEMO_FOLDER])
    assert (entry.label, entry.file) == ("bedroom", "demo/bedroom.png")
