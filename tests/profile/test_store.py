"""A profile file is replaced atomically, and a notice is given for everything lost."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.errors import FileProblemError, GbatoolError, ProfileError, WrongRomError
from gbatool.profile.reader import load_profile
from gbatool.profile.store import save_profile
from gbatool.profile.writer import format_profile
from tests.profile.examples import a_profile, a_rom, a_symbol, full_profile


def quiet(notice: str) -> None:
    pytest.fail(f"unexpected notice: {notice}")


def test_writes_a_new_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "profiles" / "x.yaml"
    save_profile(path, full_profile(), quiet)
    assert load_profile(path) == full_profile()


def test_adds_to_the_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    save_profile(path, a_profile(a_symbol("gMain")), quiet)
    written = save_profile(path, a_profile(a_symbol("gTasks", 0x03002000)), quiet)
    assert sorted(written.symbols) == ["gMain", "gTasks"]
    assert load_profile(path) == written


def test_says_which_comment_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    text = format_profile(a_profile(a_symbol())).replace("symbols:", "symbols:  # the RAM\n")
    path.write_text(text)
    notices: list[str] = []
    save_profile(path, a_profile(a_symbol("gTasks", 0x03002000)), notices.append)
    line = text[: text.index("#")].count("\n") + 1
    assert notices == [
        f"{path}:{line}: this comment is lost now; a `note:` would be kept: # the RAM"
    ]
    assert "#" not in path.read_text()


def test_a_file_that_says_the_same_keeps_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(format_profile(full_profile()) + "# mine\n")
    save_profile(path, full_profile(), quiet)
    assert path.read_text().endswith("# mine\n")


def test_notes_survive(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    save_profile(path, a_profile(a_symbol(note="line 1\nline 2")), quiet)
    save_profile(path, a_profile(a_symbol("gTasks", 0x03002000)), quiet)
    assert load_profile(path).symbols["gMain"].note == "line 1\nline 2"


@pytest.mark.parametrize(
    ("new", "error"),
    [
        (a_profile(a_symbol("gMain", 0x03002000)), ProfileError),
        (a_profile(rom=a_rom(1)), WrongRomError),
        (a_profile(replace(a_symbol("gTasks", 0x03002000), evidence=())), ProfileError),
    ],
    ids=["contradiction", "another ROM", "not readable"],
)
def test_a_refusal_leaves_the_file_as_it_was(
    tmp_path: Path, new: object, error: type[GbatoolError]
) -> None:
    path = tmp_path / "x.yaml"
    save_profile(path, a_profile(a_symbol()), quiet)
    before = path.read_bytes()
    with pytest.raises(error):
        save_profile(path, new, quiet)  # type: ignore[arg-type]
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["x.yaml"]


def test_a_file_that_is_not_a_profile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("my shopping list\n")
    with pytest.raises(ProfileError, match=r"x\.yaml:1:1"):
        save_profile(path, full_profile(), quiet)
    assert path.read_text() == "my shopping list\n"


def test_trust_in_imported_symbols_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    save_profile(path, full_profile(), quiet)
    path.write_text(path.read_text() + "# mine\n")
    assert save_profile(path, full_profile().trusting_imported(), quiet) == full_profile()
    assert path.read_text().endswith("# mine\n")


WRITER = """
import sys
from pathlib import Path
from gbatool.profile.store import save_profile
from tests.profile.examples import a_profile, a_symbol

symbols = [a_symbol(f"s{sys.argv[1]}{i}", 0x02001000) for i in range(8)]
sys.stdin.readline()
for symbol in symbols:
    save_profile(Path("x.yaml"), a_profile(symbol), print)
"""


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(i)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(root)},
            stdin=subprocess.PIPE,
            text=True,
        )
        for i in range(3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.close()
    for process in processes:
        process.wait()
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(load_profile(tmp_path / "x.yaml").symbols) == 24


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileProblemError, match="can't make the folder"):
        save_profile(tmp_path / "file" / "x.yaml", full_profile(), quiet)
