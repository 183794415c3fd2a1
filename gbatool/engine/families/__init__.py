"""The engine families, each one value: the only place where a family's name decides something.

The values are imported when one of them is first asked for: the command line needs no more than names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

DEFAULT_FAMILY = "frlg"
"""The family of a profile that is made without one."""
UNKNOWN_FAMILY = "unknown"
"""Family of a profile whose game reads its tilesets in a way of its own: it has no layouts of its own."""

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gbatool.engine.engine import Engine
    from gbatool.engine.families.emerald import EMERALD
    from gbatool.engine.families.frlg import FRLG
    from gbatool.engine.families.rs import RS

    ENGINES: Mapping[str, Engine]
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from gbatool.engine.families.emerald import EMERALD
        from gbatool.engine.families.frlg import FRLG
        from gbatool.engine.families.rs import RS

        engines = {engine.name: engine for engine in (FRLG, EMERALD, RS)}
        globals().update(EMERALD=EMERALD, ENGINES=engines, FRLG=FRLG, RS=RS)
        return globals()[name]


__all__ = ["DEFAULT_FAMILY", "EMERALD", "ENGINES", "FRLG", "RS", "UNKNOWN_FAMILY"]
