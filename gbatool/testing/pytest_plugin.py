"""The pytest plugin: a game in a savestate as a fixture, and snapshots of what is decoded.

ROM, profile and state are those of the test's ``gba`` marker, else of the ini file, else of the
command line's environment variables, else the demo cartridge in its bedroom. See
``docs/snapshot-testing.md``.

Only pytest is imported before a test uses a fixture.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from gbatool.testing.gba import Gba

MARKER = "gba"
SETTINGS = {
    "rom": "the ROM, a file; $NAME takes it from the environment",
    "profile": "its profile, a name or a file; by default the ROM's digest picks one",
    "state": "the savestate to start from: a file, a label that the profile pins, or power-on",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of marker, ini file and environment together."""

    rom: str | None = None
    profile: str | None = None
    state: str | None = None
    trust_imported: bool = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the settings of the ini file."""
    for name, words in SETTINGS.items():
        parser.addini(f"gba_{name}", f"gba fixture: {words}", default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(rom=None, profile=None, state=None, trust_imported=False): which game the gba"
        " fixture opens, from which state; what is left out comes from the ini file",
    )


@pytest.fixture
def gba(request: pytest.FixtureRequest) -> Gba:
    """A game, freshly opened for this test; see :class:`gbatool.testing.gba.Gba`.

    The test is skipped if the ROM file does not exist: ROMs are not committed.
    """
    from gbatool.errors import GbatoolError
    from gbatool.game import Request, open_game
    from gbatool.testing.gba import Gba

    settings, root = _settings(request), request.config.rootpath
    rom = _rom(settings.rom, root)
    if rom is not None and settings.state is None:
        pytest.fail(
            "the gba fixture needs a state to start from: set gba_state in the ini file, or mark"
            " the test with @pytest.mark.gba(state=...)",
            pytrace=False,
        )
    asked = Request(
        rom=rom,
        profile=_file_or_name(settings.profile, root),
        state=_file_or_name(settings.state, root),
        trust_imported=settings.trust_imported,
    )
    try:
        with open_game(asked, _drop_notice) as game:
            return Gba(game)
    except GbatoolError as error:
        pytest.fail(f"the gba fixture can't open the game: {error.message}", pytrace=False)


@pytest.fixture
def gba_snapshot(request: pytest.FixtureRequest) -> SnapshotAssertion:
    """Syrupy's ``snapshot`` in the form of :func:`gbatool.testing.review.review`."""
    try:
        from gbatool.testing.syrupy_extension import GbaSnapshotExtension
    except ImportError:
        pytest.fail("gba_snapshot needs syrupy: pip install 'gbatool[test]'", pytrace=False)
    snapshot: SnapshotAssertion = request.getfixturevalue("snapshot")
    return snapshot.use_extension(GbaSnapshotExtension)


def _settings(request: pytest.FixtureRequest) -> Settings:
    """Settings by precedence: nearest marker, outer markers, ini file, environment; key by key."""
    found: dict[str, object] = {}
    for name in SETTINGS:
        value = request.config.getini(f"gba_{name}") or os.environ.get(f"GBATOOL_{name.upper()}")
        if value:
            found[name] = value
    for marker in reversed(list(request.node.iter_markers(MARKER))):
        found |= marker.kwargs
        if marker.args or not marker.kwargs.keys() <= {*SETTINGS, "trust_imported"}:
            pytest.fail(
                f"the {MARKER} marker takes {', '.join(SETTINGS)} and trust_imported, by name",
                pytrace=False,
            )
    return Settings(**found)  # type: ignore[arg-type]


def _rom(value: str | None, root: Path) -> Path | None:
    """The ROM's file, relative to the folder of the ini file; None for the demo cartridge."""
    if value is None:
        return None
    if value.startswith("$"):
        name, value = value[1:], os.environ.get(value[1:], "")
        if not value:
            pytest.skip(f"needs a ROM: set {name} to its file")
    path = root / Path(value).expanduser()
    if not path.is_file():
        pytest.skip(f"needs the ROM {value}, which is not there")
    return path


def _file_or_name(value: str | None, root: Path) -> str | None:
    """A file relative to the folder of the ini file, or a name as the command line takes it."""
    if value is None or not (root / value).is_file():
        return value
    return str(root / value)


def _drop_notice(_: str) -> None:
    """Tests have no use for notices."""
