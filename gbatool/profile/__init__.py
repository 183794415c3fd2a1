"""ROM profiles: the model, the YAML file, and where profiles are looked for."""

from __future__ import annotations

from gbatool.profile.model import (
    STATIC_KINDS,
    Evidence,
    PinnedState,
    Profile,
    RomIdentity,
    Status,
    Symbol,
    Trait,
    Unresolved,
)
from gbatool.profile.names import canonical_name

__all__ = [
    "STATIC_KINDS",
    "Evidence",
    "PinnedState",
    "Profile",
    "RomIdentity",
    "Status",
    "Symbol",
    "Trait",
    "Unresolved",
    "canonical_name",
]
