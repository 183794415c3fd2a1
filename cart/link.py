"""Linker scripts and symbol files: where each variant puts every global."""

from __future__ import annotations

import random
from pathlib import Path

from cart.elf import SHT_NOBITS, SHT_PROGBITS, STT_FUNC, Elf
from cart.variants import Variant

EWRAM, IWRAM, ROM = 0x02000000, 0x03000000, 0x08000000
EWRAM_END = 0x02040000
# The stacks need the end of IWRAM.
IWRAM_END = 0x03007A00
READ_FAR = (
    *("gBattleMoves", "gMoveNames", "gSpeciesNames"),
    *("sDecoyBattleMoves", "sDecoyMoveNames", "sDecoySpeciesNames"),
)
"""Tables that scripts read with any index: as in a real ROM, much must follow them."""


def _sections(objects: list[Path]) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    for path in objects:
        for section in Elf(path.read_bytes()).sections:
            wanted = section.name.startswith((".text.", ".rodata", ".bss."))
            if section.kind in (SHT_PROGBITS, SHT_NOBITS) and wanted and section.size:
                found[section.name] = found.get(section.name, 0) + section.size
    return sorted(found.items())


def _ordered(names: list[str], variant: Variant, salt: str) -> list[str]:
    if variant.seed is None:
        return names
    shuffled = list(names)
    random.Random(f"{variant.seed}{salt}").shuffle(shuffled)
    return shuffled


def _symbol(section: str) -> str:
    return section.rsplit(".", 1)[-1]


def _with_tables_first(names: list[str]) -> list[str]:
    """The same sections, tables of the second half changed places with others of the first."""
    names, half = list(names), len(names) // 2
    for i in range(half, len(names)):
        if _symbol(names[i]) in READ_FAR:
            names[i - half], names[i] = names[i], names[i - half]
    return names


def _with_followers(names: list[str], variant: Variant) -> list[str]:
    """The same sections, those that are to lie behind another one moved there."""
    followers = {_symbol(name): name for name in names if _symbol(name) in variant.behind}
    out = []
    for name in names:
        if _symbol(name) not in followers:
            out.append(name)
            out += [f for s, f in followers.items() if variant.behind[s] == _symbol(name)]
    return out


def _region(name: str, size: int, variant: Variant) -> str:
    """The RAM in which a variable's section lies."""
    _, _, region, symbol = name.split(".", 3)
    if size <= variant.swap_up_to:
        region = "iwram" if region == "ewram" else "ewram"
    return variant.moved.get(symbol, region)


def _gaps(sizes: list[int], free: int, variant: Variant, salt: str) -> list[int]:
    """Bytes to leave free before each section, so that together they fill a RAM."""
    chance = random.Random(f"{variant.seed}{salt}gaps")
    shares = [chance.random() for _ in sizes]
    # Alignment takes up to three bytes of each gap for itself.
    room = free - sum(sizes) - 3 * len(sizes)
    return [int(room * share / sum(shares)) for share in shares]


def link_script(objects: list[Path], variant: Variant) -> str:
    """The linker script: regions, then each section on a line of its own."""
    regions: dict[str, list[str]] = {"ewram": [], "iwram": [], "text": [], "rodata": []}
    sizes = dict(_sections(objects))
    rooms = {
        "ewram": EWRAM_END - EWRAM - variant.ewram_offset,
        "iwram": IWRAM_END - IWRAM - variant.iwram_offset,
    }
    for name, size in sizes.items():
        if name.startswith(".bss."):
            regions[_region(name, size, variant)].append(name)
        elif name != ".text.entry":
            regions["text" if name.startswith(".text.") else "rodata"].append(name)

    def lines(key: str) -> str:
        out = []
        names = _with_followers(_ordered(regions[key], variant, key), variant)
        if variant.seed is not None:
            names = _with_tables_first(names)
        gaps = [0] * len(names)
        if variant.spread and key in rooms:
            gaps = _gaps([sizes[name] for name in names], rooms[key], variant, key)
        for i, (name, gap) in enumerate(zip(names, gaps, strict=True)):
            if gap:
                out.append(f"        . += {gap};")
            if variant.padding and i % 7 == 3 and _symbol(name) not in variant.behind:
                out.append(f"        . += {variant.padding * (1 + i % 3)};")
            out.append(f"        *({name})")
        return "\n".join(out)

    return f"""ENTRY(_start)
SECTIONS {{
    .rom {ROM:#x} : {{
        *(.text.entry)
        . = ALIGN(4);
        . += {variant.rom_offset};
{lines("text")}
        . = ALIGN(4);
{lines("rodata")}
        . = ALIGN(4);
    }}
    .ewram {EWRAM + variant.ewram_offset:#x} (NOLOAD) : {{
{lines("ewram")}
    }}
    ASSERT(. <= {EWRAM_END:#x}, "EWRAM is full")
    .iwram {IWRAM + variant.iwram_offset:#x} (NOLOAD) : {{
{lines("iwram")}
    }}
    ASSERT(. <= {IWRAM_END:#x}, "IWRAM is full")
    /DISCARD/ : {{ *(.comment) *(.ARM.attributes) *(.note*) *(.ARM.exidx*) *(.ARM.extab*) }}
}}
"""


def symbol_lines(image: bytes) -> str:
    """``AAAAAAAA SSSSSSSS name`` for each global, sorted by address; no Thumb bits."""
    rows = set()
    for symbol in Elf(image).symbols():
        if not symbol.name or symbol.size == 0:
            continue
        address = symbol.address & ~1 if symbol.kind == STT_FUNC else symbol.address
        rows.add((address, symbol.size, symbol.name))
    return "".join(f"{address:08X} {size:08X} {name}\n" for address, size, name in sorted(rows))
