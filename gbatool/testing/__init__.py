"""Support for tests of a game: the pytest plugin, its ``gba`` fixture, and reviewable snapshots.

``Gba`` is imported on first use, since pytest loads the plugin in every run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gbatool.testing.gba import Gba

__all__ = ["Gba"]


def __getattr__(name: str) -> object:
    if name == "Gba":
        from gbatool.testing.gba import Gba

        return Gba
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
