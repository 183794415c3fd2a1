"""A ROM finds its own profile and never that of a sibling."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import gbatool
from gbatool.errors import FileProblemError, NoProfileError, ProfileError, WrongRomError
from gbatool.profile import Profile
from gbatool.profile.search import (
    find_profile,
    known_profiles,
    locate_profile,
    named_profile,
    profile_folders,
    shipped_folder,
)
from gbatool.profile.writer import format_profile
from tests.profile.examples import a_profile, a_rom, a_symbol


def put(folder: Path, name: str, profile: Profile) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(format_profile(replace(profile, name=name)))
    return path


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders of a search path; the first one has precedence."""
    return tmp_path / "first", tmp_path / "second"


def test_the_digest_picks_the_profile(folders: tuple[Path, Path]) -> None:
    put(folders[1], "other", a_profile(rom=a_rom(1)))
    put(folders[1], "mine", a_profile(a_symbol()))
    assert find_profile(a_rom(), folders=folders).name == "mine"


def test_the_first_folder_with_an_answer_wins(folders: tuple[Path, Path]) -> None:
    put(folders[1], "shipped", a_profile())
    path = put(folders[0], "own", a_profile())
    assert locate_profile(a_rom(), folders=folders).path == path


def test_two_profiles_of_one_rom_in_a_folder_are_refused(folders: tuple[Path, Path]) -> None:
    first, second = put(folders[0], "a", a_profile()), put(folders[0], "b", a_profile())
    with pytest.raises(ProfileError) as caught:
        find_profile(a_rom(), folders=folders)
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)
    assert "--profile" in str(caught.value)


def test_a_name_finds_the_file_of_that_name(folders: tuple[Path, Path]) -> None:
    put(folders[0], "a", a_profile())
    put(folders[1], "b", a_profile())
    assert find_profile(a_rom(), "b", folders).name == "b"


def test_a_path_is_read_wherever_it_is(tmp_path: Path, folders: tuple[Path, Path]) -> None:
    path = put(tmp_path / "elsewhere", "mine", a_profile())
    assert find_profile(a_rom(), str(path), folders).name == "mine"
    assert find_profile(a_rom(), path, folders).name == "mine"


def test_a_profile_of_another_rom_is_refused_naming_both(folders: tuple[Path, Path]) -> None:
    put(folders[0], "other", a_profile(rom=a_rom(1)))
    with pytest.raises(WrongRomError) as caught:
        find_profile(a_rom(), "other", folders)
    assert a_rom().sha1 in str(caught.value)
    assert a_rom(1).sha1 in str(caught.value)


def test_no_profile_says_what_the_rom_is_and_how_to_go_on(folders: tuple[Path, Path]) -> None:
    with pytest.raises(NoProfileError) as caught:
        find_profile(a_rom(revision=1), folders=folders)
    message = str(caught.value)
    assert "TEST GAME, code ABCE, language letter E, revision 1" in message
    assert a_rom(revision=1).sha1 in message
    assert "`gbatool derive --rom test.gba --out profiles/test-game-abce-r1.yaml`" in message


def test_a_sibling_revision_is_named_and_not_used(folders: tuple[Path, Path]) -> None:
    put(folders[0], "rev0", a_profile(a_symbol()))
    with pytest.raises(NoProfileError) as caught:
        find_profile(a_rom(revision=1), folders=folders)
    assert "profile rev0 has the same game code, but belongs to revision 0" in str(caught.value)
    assert "must not be used" in str(caught.value)
    assert caught.value.detail["near"] == ["rev0"]


def test_another_game_is_no_near_miss(folders: tuple[Path, Path]) -> None:
    put(folders[0], "other", a_profile(rom=a_rom(code="BCDE")))
    with pytest.raises(NoProfileError) as caught:
        find_profile(a_rom(), folders=folders)
    assert caught.value.detail["near"] == []


def test_a_broken_file_of_another_rom_is_mentioned_and_not_in_the_way(
    folders: tuple[Path, Path],
) -> None:
    put(folders[0], "mine", a_profile())
    (folders[0] / "broken.yaml").write_text("nonsense")
    assert find_profile(a_rom(), folders=folders).name == "mine"
    with pytest.raises(ProfileError, match=r"broken\.yaml was left out"):
        find_profile(a_rom(1), folders=folders)


def test_a_broken_file_of_this_rom_is_refused(folders: tuple[Path, Path]) -> None:
    text = put(folders[0], "mine", a_profile(a_symbol())).read_text()
    (folders[0] / "mine.yaml").write_text(text.replace("0x03001000", "0x0"))
    with pytest.raises(ProfileError, match=r"symbols\.gMain\.address"):
        find_profile(a_rom(), folders=folders)


def test_a_file_that_only_mentions_the_digest_does_not_count(folders: tuple[Path, Path]) -> None:
    other = replace(a_profile(rom=a_rom(1)), note=f"unlike {a_rom().sha1}")
    put(folders[0], "other", other)
    put(folders[0], "mine", a_profile())
    assert find_profile(a_rom(), folders=folders).name == "mine"


def test_a_mistyped_name_gets_a_suggestion(folders: tuple[Path, Path]) -> None:
    put(folders[0], "firered", a_profile())
    with pytest.raises(FileProblemError) as caught:
        named_profile("firerde", folders)
    assert "there is no profile firerde (did you mean firered?); known are: firered" in str(
        caught.value
    )
    assert str(folders[1]) in str(caught.value)


def test_a_missing_file_is_not_searched_for(folders: tuple[Path, Path]) -> None:
    put(folders[0], "mine", a_profile())
    with pytest.raises(FileProblemError, match=r"there is no profile at mine\.yaml"):
        named_profile("mine.yaml", folders)


def test_lists_what_is_there_and_what_is_broken(folders: tuple[Path, Path]) -> None:
    put(folders[0], "mine", a_profile())
    (folders[1]).mkdir()
    (folders[1] / "broken.yml").write_text("nonsense")
    (folders[1] / "README.md").write_text("not a profile, and not meant as one")
    found, broken = known_profiles(folders)
    assert [item.profile.name for item in found] == ["mine"]
    assert [item.path.name for item in broken] == ["broken.yml"]


def test_the_search_path_is_working_directory_config_directory_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert profile_folders() == (
        Path("profiles"),
        tmp_path / "config" / "gbatool" / "profiles",
        shipped_folder(),
    )


def test_without_a_config_directory_that_of_the_home_folder_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert profile_folders()[1] == tmp_path / ".config" / "gbatool" / "profiles"


def test_a_folder_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shipped_folder().parent)
    assert shipped_folder() not in profile_folders()[1:]
    assert profile_folders()[0].resolve() == shipped_folder().resolve()


def test_an_installed_package_has_its_profiles_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "gbatool"
    (package / "shipped_profiles").mkdir(parents=True)
    monkeypatch.setattr(gbatool, "__file__", str(package / "__init__.py"))
    assert shipped_folder() == package / "shipped_profiles"
    (package / "shipped_profiles").rmdir()
    assert shipped_folder() == tmp_path / "site-packages" / "profiles"


def test_every_shipped_profile_is_valid() -> None:
    found, broken = known_profiles((shipped_folder(),))
    assert broken == ()
    assert {"demo", "firered-us-1.0"} <= {item.profile.name for item in found}
    assert [item.profile.name for item in found] == [item.path.stem for item in found]
