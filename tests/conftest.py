"""Set-up of every test: a terminal of fixed width without colour, and real ROMs only on request."""

from __future__ import annotations

import os

# Typer and rich look at these when they are imported, so they come first.
os.environ["TERMINAL_WIDTH"] = os.environ["COLUMNS"] = "100"
os.environ["_TYPER_FORCE_DISABLE_TERMINAL"] = "1"
os.environ["NO_COLOR"] = "1"
for name in ("FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE"):
    os.environ.pop(name, None)
for name in [name for name in os.environ if name.startswith("GBATOOL_")]:
    if not name.startswith("GBATOOL_TEST_"):
        del os.environ[name]
if os.environ.get("GBATOOL_TEST_CORE"):
    os.environ["GBATOOL_CORE"] = os.environ["GBATOOL_TEST_CORE"]

import pytest  # noqa: E402

TEST_ROM = "GBATOOL_TEST_ROM"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a real game when there is none, and say so."""
    if os.environ.get(TEST_ROM):
        return
    reason = f"needs a real game: set {TEST_ROM} to a ROM of your own"
    for item in items:
        if item.get_closest_marker("rom") is not None:
            item.add_marker(pytest.mark.skip(reason=reason))
