"""The variants of the cartridge: the same game with its state in other places."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Variant:
    """``decoys`` 1 few, 2 many; ``moved`` names symbols that go to the other RAM."""

    name: str
    decoys: int = 1
    seed: int | None = None
    ewram_offset: int = 0
    iwram_offset: int = 0
    rom_offset: int = 0
    padding: int = 0
    moved: dict[str, str] = field(default_factory=dict)


VARIANTS = (
    Variant("base"),
    Variant("reordered", seed=20260, ewram_offset=0x140, iwram_offset=0x40, rom_offset=0x200),
    Variant(
        "moved",
        seed=411,
        ewram_offset=0x9A00,
        iwram_offset=0x700,
        rom_offset=0x1800,
        padding=0x24,
        moved={
            "gObjectEvents": "iwram",
            "gPlayerAvatar": "iwram",
            "gPlayerParty": "iwram",
            "gPlayerPartyCount": "iwram",
            "gBackupMapLayout": "ewram",
            "sLockFieldControls": "ewram",
        },
    ),
    Variant("crowded", decoys=2, seed=77, ewram_offset=0x300, iwram_offset=0x120, rom_offset=0x400),
)
