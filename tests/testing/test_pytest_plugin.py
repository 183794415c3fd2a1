"""The pytest plugin as users run it, and the examples of its page."""

from __future__ import annotations

import os
import re
import shlex
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from gbatool.demo import BEDROOM, ROM_FILE
from tests.test_readme import commands_of, matches

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "snapshot-testing.md"


@pytest.fixture
def users(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A user's folder in which pytest knows the plugin."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(pytester.path / "config"))
    for name in [name for name in os.environ if name.startswith("PYTEST_XDIST")]:
        monkeypatch.delenv(name)  # a worker's pytest ends without syrupy's report
    return pytester


def run(users: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest in a process of its own, the plugin named where it is not installed."""
    installed = entry_points(group="pytest11", name="gbatool")
    loaded = () if installed else ("-p", "gbatool.testing.pytest_plugin")
    return users.runpytest_subprocess(*loaded, "-p", "no:cacheprovider", *arguments)


def blocks(language: str) -> list[tuple[str, str]]:
    """The page's code blocks in a language, with the name of the file that each is."""
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}(?: (\S+))?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_page_ends_in_a_passing_snapshot_test(users: pytest.Pytester) -> None:
    written = [(name, code) for name, code in blocks("python") if name]
    assert len(written) == 1
    for name, code in written:
        (users.path / name).write_text(code, encoding="utf-8")
    commands = [
        command for _, block in blocks("console") for command in commands_of(block, "pytest")
    ]
    assert len(commands) == 2
    for shown in commands:
        result = run(users, *shlex.split(shown.command))
        assert result.ret == 0
        result.assert_outcomes(passed=3)
        assert matches(shown.lines, result.outlines), "\n".join(result.outlines)
    ((name, kept),) = blocks("ambr")
    assert kept in (users.path / "__snapshots__" / name).read_text(encoding="utf-8")


def test_a_snapshot_that_differs_fails_and_shows_the_row(users: pytest.Pytester) -> None:
    users.makepyfile("""
        from gbatool.decode.state import map_document
        from syrupy.filters import props

        def test_room(gba, gba_snapshot):
            gba.press("right", hold=30)
            assert gba.read(map_document).map.minimap == gba_snapshot

        def test_filters(gba, gba_snapshot):
            assert gba.read(map_document) == gba_snapshot(exclude=props("metatile", "bounds"))
    """)
    assert run(users, "--snapshot-update").ret == 0
    (file,) = users.path.glob("__snapshots__/*.ambr")
    text = file.read_text(encoding="utf-8")
    assert "elevation:" in text
    assert "metatile:" not in text
    assert "bounds" not in text
    walked = next(line for line in reversed(text.splitlines()) if line.startswith("  ..."))
    changed = walked.replace(">", ".", 1) if ">" in walked else f"{walked[:-1]}#"
    room = text[text.index("# name: test_room") :]
    file.write_text(text.replace(room, room.replace(walked, changed, 1)), encoding="utf-8")
    result = run(users)
    result.assert_outcomes(failed=1, passed=1)
    assert any(walked.strip() in line for line in result.outlines)


GAMES = """
    import pytest
    from gbatool.decode.player import decode_player

    def test_ini(gba):
        assert gba.read(decode_player).x == 10

    def test_walks(gba):
        gba.press("right", hold=30)
        assert gba.read(decode_player).x > 10

    def test_every_test_has_its_own(gba):
        assert gba.read(decode_player).x == 10

    @pytest.mark.gba(rom="$NO_SUCH_ROM")
    def test_no_variable(gba):
        raise AssertionError

    @pytest.mark.gba(rom="roms/no.gba")
    def test_no_file(gba):
        raise AssertionError

    @pytest.mark.gba(state="nowhere.ss0")
    def test_no_state(gba):
        raise AssertionError

    @pytest.mark.gba(game="x")
    def test_bad_marker(gba):
        raise AssertionError

    @pytest.mark.gba(state="power-on")
    class TestMarkers:
        def test_of_the_class(self, gba):
            assert gba.emulator.frame == 0

        @pytest.mark.gba(state="here/bedroom.png")
        def test_the_nearest_wins(self, gba):
            assert gba.read(decode_player).x == 10

    def test_memory_is_refused(gba, gba_snapshot):
        assert gba.emulator.snapshot() == gba_snapshot
"""


def test_a_game_is_opened_as_marker_and_ini_file_say(
    users: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THE_ROM", str(ROM_FILE))
    monkeypatch.setenv("GBATOOL_STATE", "power-on")
    users.mkdir("here").joinpath("bedroom.png").write_bytes(BEDROOM.read_bytes())
    users.makeini("[pytest]\ngba_rom = $THE_ROM\ngba_state = here/bedroom.png\n")
    users.makepyfile(GAMES)
    result = run(users, "-rs", "--strict-markers")
    result.assert_outcomes(passed=5, failed=1, skipped=2, errors=2)
    result.stdout.fnmatch_lines(
        [
            "SKIPPED * needs a ROM: set NO_SUCH_ROM to its file",
            "SKIPPED * needs the ROM roms/no.gba, which is not there",
        ]
    )
    for line in (
        "*UsageError: Snapshot is memory, which must not be kept in a snapshot file; decode *",
        "the gba fixture can't open the game: *nowhere.ss0*",
        "the gba marker takes rom, profile, state and trust_imported, by name",
    ):
        result.stdout.fnmatch_lines([line])


def test_a_rom_without_a_state_is_no_guess(users: pytest.Pytester) -> None:
    users.makeini(f"[pytest]\ngba_rom = {ROM_FILE}\n")
    users.makepyfile("def test_it(gba): pass")
    result = run(users)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*the gba fixture needs a state to start from: set gba_state*"])
