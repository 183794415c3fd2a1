"""The variants of the cartridge: the same game with its state in other places."""

from __future__ import annotations

from dataclasses import dataclass, field

from cart.world import starts


@dataclass(frozen=True, slots=True)
class Variant:
    """Where one variant puts everything, and how it is compiled.

    Attributes:
        name: As its files are called.
        decoys: Level of decoys: 1 few, 2 many, 3 also such as equal the truth in every frame.
        seed: Of the order of all symbols; None keeps them sorted by name.
        ewram_offset: Bytes left free before the first symbol; so the other two.
        iwram_offset: The same in IWRAM.
        rom_offset: The same in ROM.
        padding: Bytes left free before every seventh symbol, once to three times.
        spread: Whether all that a RAM has free lies in gaps between its symbols.
        swap_up_to: Symbols of at most so many bytes change from one RAM to the other.
        moved: Symbols that lie in the RAM that is named, whatever else is said.
        behind: Symbols that follow directly on the one that is named, wherever that lies.
        optimise: The compiler's optimisation.
        hack: What its engine does otherwise: macros of ``include/types.h``. The key is kept in a
            folder of its own, for not everything can be found there.
        engine: What its engine keeps in another form, likewise: all of it can be found there. The
            key is kept in a folder of its own.
        start: Where a new game begins, and on which maps. Those that do not begin in the bedroom
            are kept in a folder of their own as well.
    """

    name: str
    decoys: int = 1
    seed: int | None = None
    ewram_offset: int = 0
    iwram_offset: int = 0
    rom_offset: int = 0
    padding: int = 0
    spread: bool = False
    swap_up_to: int = 0
    moved: dict[str, str] = field(default_factory=dict)
    behind: dict[str, str] = field(default_factory=dict)
    optimise: str = "-O2"
    hack: dict[str, int] = field(default_factory=dict)
    engine: dict[str, int] = field(default_factory=dict)
    start: starts.Start = starts.BEDROOM

    @property
    def folder(self) -> str:
        """Where its files are kept, below the folder of all."""
        if self.hack:
            return "hacks"
        if self.engine:
            return "engines"
        return "" if self.start is starts.BEDROOM else "places"

    @property
    def macros(self) -> dict[str, int]:
        """What all of its sources are compiled with."""
        changes = {**self.hack, **self.engine}
        return changes if self.start is starts.BEDROOM else {**changes, "STRICT_EVENTS": 1}


VARIANTS = (
    Variant("base"),
    Variant("reordered", seed=20260, ewram_offset=0x140, iwram_offset=0x40, rom_offset=0x200),
    Variant(
        "moved",
        seed=411,
        ewram_offset=0x9A00,
        iwram_offset=0x700,
        rom_offset=0x1840,
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
    Variant(
        "swapped",
        seed=5150,
        ewram_offset=0x2C80,
        iwram_offset=0x98,
        rom_offset=0x6A0,
        swap_up_to=0x1800,
        # What moves within SLACK bytes and is reached through a pointer stays in the larger RAM.
        moved={"gSaveBlock2": "ewram"},
    ),
    Variant(
        "aliased", decoys=3, seed=1207, ewram_offset=0x580, iwram_offset=0x1C4, rom_offset=0x90
    ),
    Variant("sparse", seed=36, ewram_offset=0x10, iwram_offset=0x8, rom_offset=0x2A4, spread=True),
    Variant(
        "compact",
        seed=8128,
        ewram_offset=0x4444,
        iwram_offset=0xA20,
        rom_offset=0xC00,
        padding=0x13,
        optimise="-Os",
    ),
    Variant(
        "plain",
        seed=65,
        ewram_offset=0x7D4,
        iwram_offset=0x3EC,
        rom_offset=0x2310,
        padding=0x6,
        behind={"sDecoyObjectEvents": "gObjectEvents"},
        optimise="-O0",
    ),
    Variant(
        "inner",
        seed=2717,
        ewram_offset=0x1D10,
        iwram_offset=0x5C,
        rom_offset=0x1C0,
        padding=0x9,
        moved={"gBackupMapData": "iwram"},
    ),
    Variant(
        "pocket",
        seed=3301,
        ewram_offset=0xB0C,
        iwram_offset=0x3A8,
        rom_offset=0x5A8,
        padding=0x15,
        moved={"gSaveBlock1": "iwram", "gSaveBlock2": "iwram"},
    ),
)
HACKS = (
    Variant("renumbered", seed=907, ewram_offset=0x88, hack={"BEHAVIOR_FLIP": 0x40}),
    Variant("reshaped", seed=1511, ewram_offset=0x644, hack={"OBJECT_EXTRA": 4}),
    Variant("enlarged", seed=6007, ewram_offset=0x2A0, hack={"RECORD_EXTRA": 4}),
)
ENGINES = (
    Variant(
        "changed",
        seed=1161,
        ewram_offset=0x3C0,
        iwram_offset=0xE4,
        rom_offset=0x2C8,
        engine={
            "WIDE_GRAPHICS": 1,
            "AVATAR_STATE": 1,
            "LATE_FADE": 1,
            "PLAIN_MONS": 1,
            "GROWN_BATTLERS": 1,
            "GIFT_ROUTINE": 1,
            "MOVED_SAVE": 1,
        },
    ),
    Variant(
        "packed",
        seed=1081,
        ewram_offset=0x170,
        iwram_offset=0x2C,
        rom_offset=0x4E0,
        engine={"PACKED_MONS": 1, "GIFT_ROUTINE": 1},
    ),
)
PLACES = (
    Variant(
        "town",
        seed=3000,
        ewram_offset=0x1A8,
        iwram_offset=0x64,
        rom_offset=0x340,
        start=starts.TOWN,
    ),
    Variant(
        "route",
        seed=3001,
        ewram_offset=0x5C0,
        iwram_offset=0x130,
        rom_offset=0xC,
        start=starts.ROUTE,
    ),
    Variant(
        "cave", seed=3002, ewram_offset=0xF04, iwram_offset=0x210, padding=0xC, start=starts.CAVE
    ),
    Variant(
        "islet", seed=3003, ewram_offset=0x2B4, iwram_offset=0x18, padding=0x7, start=starts.ISLET
    ),
    Variant(
        "beside-walker",
        seed=3004,
        ewram_offset=0x8D0,
        iwram_offset=0x2F0,
        rom_offset=0xA4,
        start=starts.BESIDE_WALKER,
    ),
)
