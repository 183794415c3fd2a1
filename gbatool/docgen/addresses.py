"""``docs/addresses.md``: the addresses of every shipped profile of a commercial game, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from gbatool.docgen.tables import table
from gbatool.profile import Profile

HEAD = """\
# Addresses of the shipped profiles

Generated from `profiles/*.yaml` by `./run docs`; don't edit it by hand.

What `gbatool derive` proves on these ROMs, from power-on and nothing but the ROM. Functions stand without the Thumb
bit. `gBackupMapLayout` is called `VMap` in newer decompilations. [verification.md](verification.md) says what each
address rests on, and how they compare with the linker's symbol tables.

"""


def addresses_page(profiles: Sequence[Profile]) -> str:
    """The page, with a column for each profile; an empty cell means that it has no such symbol."""
    first_seen = {
        name: int(symbol.address)
        for profile in reversed(profiles)
        for name, symbol in profile.symbols.items()
    }
    rows = [
        [f"`{name}`", *(_address(profile, name) for profile in profiles)]
        for name in sorted(first_seen, key=lambda name: (first_seen[name], name))
    ]
    columns = ["symbol", *(f"`{profile.name}`" for profile in profiles)]
    return HEAD + "\n".join(table(columns, rows)) + "\n"


def _address(profile: Profile, name: str) -> str:
    symbol = profile.symbols.get(name)
    return f"`{symbol.address}`" if symbol else ""
