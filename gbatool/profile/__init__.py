"""ROM profiles: the model, the YAML file, and where profiles are looked for."""

from __future__ import annotations

from gbatool.profile.model import (
    Evidence,
    PinnedState,
    Profile,
    RomIdentity,
    Status,
    Symbol,
    Unresolved,
)
from gbatool.profile.names import canonical_name

__all__ = [
    "Evidence",
    "PinnedState",
    "Profile",
    "RomIdentity",
    "Status",
    "Symbol",
    "Unresolved",
    "canonical_name",
]
