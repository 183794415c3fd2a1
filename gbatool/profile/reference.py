"""A document's ``rom`` field."""

from __future__ import annotations

from gbatool.documents import RomRef
from gbatool.profile.model import Profile


def rom_ref(profile: Profile) -> RomRef:
    """ROM and profile of a document; the empty profile used where none exists is not named."""
    known = profile.symbols or profile.savestates or profile.unresolved
    return RomRef(profile.rom.sha1, profile.name if known else None)
