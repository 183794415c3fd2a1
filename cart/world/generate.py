"""Writes the world as assembler: maps, events, scripts, texts and tables."""

from __future__ import annotations

from pathlib import Path

from cart.art.generate import tilesets
from cart.world import dialogue, places
from cart.world.charmap import encode, encode_fixed
from cart.world.maps import Map
from cart.world.scripts import COMMANDS, STD_ORDER, STD_SCRIPTS, assemble
from cart.world.starts import Start

HEAD = """#ifndef RECORD_EXTRA
#define RECORD_EXTRA 0
#endif
    .syntax unified
"""
SPARE = "    .skip RECORD_EXTRA\n"
"""Behind each record that a hack of the engine may have made larger."""


def _bytes(data: bytes) -> str:
    return f"    .byte {', '.join(map(str, data))}\n" if data else ""


class Writer:
    """Assembler text in which every symbol has a section, an alignment and a size."""

    def __init__(self) -> None:
        self.parts: list[str] = [HEAD]

    def symbol(self, name: str, body: str, align: int = 2, *, label: bool = True) -> None:
        """``body`` may define its own label (``label`` false): its first line is then ``name:``."""
        head = f'    .section .rodata.{name},"a",%progbits\n    .global {name}\n'
        head += f"    .type {name},%object\n    .balign {1 << align}\n"
        self.parts.append(head + (f"{name}:\n" if label else "") + body)
        self.parts.append(f"    .size {name}, . - {name}\n")

    def decoy(self, name: str, body: str, align: int = 2) -> None:
        """What nothing reads, where a variant has many decoys."""
        self.parts.append("#if DECOY_LEVEL >= 2\n")
        self.symbol(name, body, align)
        self.parts.append("#endif\n")

    def gift(self, name: str, species: int, level: int, item: int) -> None:
        """A script that gives a mon, where the engine has a routine for that."""
        held = f"    .2byte {item}\n" if item else ""
        self.parts.append("#if GIFT_ROUTINE\n")
        self.symbol(
            name,
            f"    .byte {COMMANDS['callnative'][0]}\n    .4byte ScrCmd_createmon\n    .byte 0, 6\n"
            f"    .2byte {species}, {level}\n    .4byte {int(item > 0)}\n{held}"
            f"    .byte {COMMANDS['end'][0]}\n",
            0,
        )
        self.parts.append("#endif\n")

    def text(self, name: str, text: str) -> None:
        self.symbol(name, _bytes(encode(text)), 0)

    def words(self, name: str, words: list[str]) -> None:
        self.symbol(name, "".join(f"    .4byte {word}\n" for word in words))


def _map(out: Writer, m: Map, layout_id: int, by_name: dict[str, Map]) -> None:
    sets = tilesets()
    for name, blocks in (("Blocks", m.blocks(sets)), ("Border", m.border_blocks(sets))):
        rows = "".join(f"    .2byte {', '.join(map(str, blocks[i:i + 16]))}\n"
                       for i in range(0, len(blocks), 16))  # fmt: skip
        out.symbol(f"sMap{name}_{m.name}", rows)
    out.symbol(
        f"gMapLayout_{m.name}",
        f"    .4byte {m.width}, {m.height}, sMapBorder_{m.name}, sMapBlocks_{m.name}\n"
        f"    .4byte gTileset_Outdoor, gTileset_{m.secondary}\n    .byte 2, 2, 0, 0\n",
    )
    _events(out, m, by_name)
    connections = "0"
    if m.connections:
        connections = f"gMapConnections_{m.name}"
        rows = "".join(
            f"    .byte {d}, 0, 0, 0\n    .4byte {o}\n    .byte {by_name[t].group}, {by_name[t].num}, 0, 0\n"
            for d, o, t in m.connections
        )
        out.symbol(f"sMapConnectionList_{m.name}", rows)
        out.words(connections, [str(len(m.connections)), f"sMapConnectionList_{m.name}"])
    out.symbol(
        f"gMapHeader_{m.name}",
        f"    .4byte gMapLayout_{m.name}, gMapEvents_{m.name}, {m.on_load}, {connections}\n"
        f"    .2byte {300 + layout_id}, {layout_id}\n"
        f"    .byte {m.section}, 0, {2 if m.outdoors else 0}, {m.kind}, {int(m.kind < 8)}, {m.flags}, 0, {m.battle}\n",
    )


def _events(out: Writer, m: Map, by_name: dict[str, Map]) -> None:
    people = "".join(
        f"    .byte {i}, {p.graphics}, 0, 0\n    .2byte {p.x}, {p.y}\n    .byte {p.elevation}, {p.movement}\n"
        f"    .2byte {p.range_x | p.range_y << 4}, 0, 0\n    .4byte {p.script}\n    .2byte {p.flag}, 0\n"
        for i, p in enumerate(m.people, 1)
    )
    warps = "".join(
        f"    .2byte {x}, {y}\n    .byte 0, {warp}, {by_name[target].num}, {by_name[target].group}\n"
        for x, y, target, warp in m.warps
    )
    triggers = "".join(
        f"    .2byte {x}, {y}\n    .byte 3, 0\n    .2byte {var}, {value}, 0\n    .4byte {script}\n"
        for x, y, var, value, script in m.triggers
    )
    signs = "".join(
        f"    .2byte {x}, {y}\n    .byte 0, {kind}, 0, 0\n    .4byte {script}\n"
        for x, y, kind, script in m.signs
    )
    names = []
    for kind, body in (("Objects", people), ("Warps", warps), ("Coords", triggers), ("Bgs", signs)):
        names.append(f"sMap{kind}_{m.name}" if body else "0")
        if body:
            out.symbol(names[-1], body)
    counts = f"{len(m.people)}, {len(m.warps)}, {len(m.triggers)}, {len(m.signs)}"
    out.symbol(f"gMapEvents_{m.name}", f"    .byte {counts}\n    .4byte {', '.join(names)}\n")


def _maps(out: Writer, maps: tuple[Map, ...]) -> None:
    by_name = {m.name: m for m in maps}
    groups: dict[int, dict[int, str]] = {}
    for layout_id, m in enumerate(maps, 1):
        _map(out, m, layout_id, by_name)
        groups.setdefault(m.group, {})[m.num] = f"gMapHeader_{m.name}"
    out.words("gMapLayouts", [f"gMapLayout_{m.name}" for m in maps])
    first = min(groups)
    for number, group in sorted(groups.items()):
        out.words(f"sMapGroup{number}", [group[i] for i in range(len(group))])
    out.words("gMapGroups", [f"sMapGroup{max(i, first)}" for i in range(max(groups) + 1)])
    for number, name in places.SECTIONS.items():
        out.text(f"sMapName_{number}", name)
    out.words("sMapNames", [f"sMapName_{number}" for number in sorted(places.SECTIONS)])
    out.words("gMapNameCount", [str(len(places.SECTIONS))])


def _tables(out: Writer) -> None:
    d = dialogue
    for i, labels in enumerate(d.MULTICHOICES):
        for j, label in enumerate(labels):
            out.text(f"sMultichoice{i}_{j}", label)
        actions = [w for j in range(len(labels)) for w in (f"sMultichoice{i}_{j}", "0")]
        out.words(f"sMultichoice{i}", actions)
    lists = [
        w for i, labels in enumerate(d.MULTICHOICES) for w in (f"sMultichoice{i}", str(len(labels)))
    ]
    out.words("sMultichoiceLists", lists)
    keys = (_bytes(encode(row)[:8]) for page in d.KEYBOARD for row in page)
    out.symbol("sKeyboardChars", "".join(keys), 0)
    for table, prefix, texts in (
        ("gStatLabels", "sStat", d.STATS),
        ("gBattleActionLabels", "sBattleAction", d.BATTLE_ACTIONS),
        ("gPartyActionLabels", "sPartyAction", d.PARTY_ACTIONS),
        ("gBagPocketNames", "sPocketName", d.POCKETS),
        ("gStartMenuHelp", "sMenuHelp", d.MENU_HELP),
    ):
        for i, text in enumerate(texts):
            out.text(f"{prefix}{i}", text)
        out.words(table, [f"{prefix}{i}" for i in range(len(texts))])
    for i, text in enumerate(d.MENU_LABELS):
        out.text(f"sMenuLabel{i}", text)
    actions = [w for i in range(len(d.MENU_LABELS)) for w in (f"sMenuLabel{i}", "0")]
    out.words("sStartMenuActionTable", actions)
    _items(out)
    fixed = (("gSpeciesNames", [s[0] for s in d.SPECIES], 11), ("gMoveNames", [m[0] for m in d.MOVES], 13),
             ("gTypeNames", list(d.TYPES), 7), ("gAbilityNames", list(d.ABILITIES), 13))  # fmt: skip
    for name, entries, size in fixed:
        spare = SPARE if name in ("gSpeciesNames", "gMoveNames") else ""
        out.symbol(name, "".join(_bytes(encode_fixed(text, size)) + spare for text in entries), 0)
    out.symbol("gSpeciesInfo", "".join(_species(s) + SPARE for s in d.SPECIES))
    out.symbol("gBattleMoves", "".join(_move(m) + SPARE for m in d.MOVES))
    curve = "".join(f"    .4byte {level**3 if level > 1 else 0}\n" for level in range(101))
    out.symbol("gExperienceTables", curve)


def _decoys(out: Writer) -> None:
    """Tables as an engine leaves them behind: some whole, some that only begin alike."""
    d = dialogue
    whole = (("sDecoySpeciesNames", [s[0] for s in d.SPECIES], 11),
             ("sDecoyMoveNames", [m[0] for m in d.MOVES], 13),
             ("sDecoyTypeNames", [*d.TYPES[:-1], "OTHER"], 7),
             ("sDecoyAbilityNames", [*d.ABILITIES[:-1], "ANOTHER ONE"], 13))  # fmt: skip
    for name, entries, size in whole:
        out.decoy(name, "".join(_bytes(encode_fixed(text, size)) for text in entries), 0)
    out.decoy("sDecoyBattleMoves", "".join(map(_move, d.MOVES)))
    others: list[tuple[str | int, ...]]
    others = [(*s[:1], *(int(value) ^ 8 for value in s[1:7]), *s[7:]) for s in d.SPECIES[3:]]
    out.decoy("sDecoySpeciesInfo", "".join(map(_species, [*d.SPECIES[:3], *others])))
    names = [f"sMapName_{number}" for number in sorted(places.SECTIONS)]
    out.decoy("sDecoyMapNames", "".join(f"    .4byte {n}\n" for n in [*names[:-1], names[0]]))


def _wild(out: Writer, maps: tuple[Map, ...]) -> None:
    rows = ""
    for m in maps:
        if m.name not in dialogue.WILD:
            continue
        slots = "".join(
            f"    .byte {low}, {high}\n    .2byte {species}\n"
            for low, high, species in dialogue.WILD[m.name]
        )
        out.symbol(f"sWildLand_{m.name}", slots)
        out.words(f"sWildLandInfo_{m.name}", ["21", f"sWildLand_{m.name}"])
        rows += f"    .byte {m.group}, {m.num}, 0, 0\n    .4byte sWildLandInfo_{m.name}, 0, 0, 0\n"
    out.symbol("gWildMonHeaders", rows + "    .byte 255, 255, 0, 0\n    .4byte 0, 0, 0, 0\n")


def _items(out: Writer) -> None:
    count = max(dialogue.ITEMS) + 1
    rows = ""
    for number in range(count):
        name, price, pocket, about = dialogue.ITEMS.get(number, dialogue.ITEMS[0])
        if number in dialogue.ITEMS:
            out.text(f"sItemText{number}", about)
        rows += _bytes(encode_fixed(name, 14))
        label = f"sItemText{number if number in dialogue.ITEMS else 0}"
        rows += f"    .2byte {number if number in dialogue.ITEMS else 0}, {price}\n    .byte 0, 0\n"
        rows += (
            f"    .4byte {label}\n    .byte {int(pocket == 2)}, {int(pocket == 2)}, {pocket}, 4\n"
        )
        rows += "    .4byte 0, 0, 0, 0\n" + SPARE
    out.symbol("gItems", rows)
    out.words("gItemCount", [str(count)])


def _move(move: tuple[str, int, int, int, int]) -> str:
    _, power, kind, accuracy, points = move
    return _bytes(bytes((0, power, kind, accuracy, points, 0, 0, 0, 0, 0, 0, 0)))


def _species(species: tuple[str | int, ...]) -> str:
    stats = [int(value) for value in species[1:]]
    return _bytes(
        bytes([*stats, 190, 250, 0, 0, 0, 0, 0, 0, 127, 20, 70, 0, 1, 1, 1, 0, 0, 0, 0, 0])
    )


def generate(out_dir: Path, start: Start) -> Path:
    """Writes the world that has this start into the directory; where to."""
    out = Writer()
    for name, text in dialogue.TEXTS.items():
        out.text(name, text)
    for name, source in (STD_SCRIPTS | dialogue.SCRIPTS).items():
        out.symbol(name, assemble(name, source), 0, label=False)
    for number, (species, level, item) in enumerate(dialogue.GIFTS):
        out.gift(f"gScript_Gift{number}", species, level, item)
    out.words("gStdScripts", STD_ORDER)
    _maps(out, start.maps)
    _tables(out)
    _decoys(out)
    _wild(out, start.maps)
    path = out_dir / f"world_{start.name}.S"
    path.write_text("".join(out.parts))
    return path
