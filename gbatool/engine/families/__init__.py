"""The engine families, each one value: the only place where a family's name decides something."""

from __future__ import annotations

from collections.abc import Mapping

from gbatool.engine.engine import Engine
from gbatool.engine.families.emerald import EMERALD
from gbatool.engine.families.frlg import FRLG
from gbatool.engine.families.rs import RS

ENGINES: Mapping[str, Engine] = {engine.name: engine for engine in (FRLG, EMERALD, RS)}
DEFAULT_FAMILY = FRLG.name
"""The family of a profile that is made without one."""
UNKNOWN_FAMILY = "unknown"
"""Family of a profile whose game reads its tilesets in a way of its own: it has no layouts of its own."""

__all__ = ["DEFAULT_FAMILY", "EMERALD", "ENGINES", "FRLG", "RS", "UNKNOWN_FAMILY"]
