"""How a document names the ROM that it is about."""

from __future__ import annotations

from gbatool.documents import RomRef
from gbatool.profile.model import Profile


def rom_ref(profile: Profile) -> RomRef:
    """A document's ``rom``; the empty profile that stands in for a missing one is not named."""
    known = profile.symbols or profile.savestates or profile.unresolved
    return RomRef(profile.rom.sha1, profile.name if known else None)
