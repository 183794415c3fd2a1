"""Which engine a ROM's headers propose, as far as the ROM alone can tell.

The game header is compared with the one of the stock game it names. Binary hacks repoint some of its
tables and leave the others in place; a game that was rebuilt from source has none of them in place.
What a header says is proposed, never proven: only a probe tells whether the game does so.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from gbatool.engine.expansion_header import ExpansionHeader, read_expansion_header
from gbatool.engine.rom_header import LANGUAGES, Capacities, GameHeader, read_game_header
from gbatool.memory import Address
from gbatool.profile.stock_headers import StockGame, stock_game
from gbatool.rom import Rom

BY_VERSION = {1: "Sapphire", 2: "Ruby", 3: "Emerald", 4: "FireRed", 5: "LeafGreen"}
"""The game header's version number: ``include/constants/global.h``."""
BY_CODE = {"AXP": "Sapphire", "AXV": "Ruby", "BPE": "Emerald", "BPR": "FireRed", "BPG": "LeafGreen"}
"""A game code without its last letter, the language."""
ENGLISH = 2
SHOWN_TABLES = 6
"""More repointed tables than this are counted, not listed."""
SHOWN_OFFSETS = 3
"""More changed offsets than this are counted, not listed: then the structure is another one."""

TABLES, SAVE, FLAGS = "tables.", "save.", "flags."
CAPACITIES, LENGTHS = "capacities.", "name_lengths."
"""How the names of a group's fields begin."""
SIZES = {"save.block1_size": "SaveBlock1", "save.block2_size": "SaveBlock2"}
DECIMAL = (CAPACITIES, LENGTHS, "national_dex_count")
"""Fields that count something; all others print in hex."""

Value = int | str | None
Tables = Literal["in place", "some repointed", "all elsewhere"]


@dataclass(frozen=True, slots=True)
class HeaderChange:
    """A field of the game header that differs from the stock game's.

    Attributes:
        field: Such as ``save.party`` or ``tables.moves``.
        stock: The stock game's value; None where its header says nothing.
        found: This ROM's; None where the header says nothing.
    """

    field: str
    stock: str | None
    found: str | None


@dataclass(frozen=True, slots=True)
class RomEngine:
    """The engine that a ROM's headers propose.

    Attributes:
        text: One line for people.
        known_by: What the game was told by: the ROM's SHA-1, its headers, only the game code of the
            cartridge header, or nothing.
        game: The stock game that it is or is based on; None if that is not known.
        tables: Where the tables are, compared with the stock game; None without a comparison.
        changes: What differs from the stock game's header.
    """

    text: str
    known_by: Literal["sha1", "headers", "game code", "nothing"]
    game: str | None
    tables: Tables | None
    changes: tuple[HeaderChange, ...]


def rom_engine(rom: Rom) -> RomEngine:
    """Name the engine that a ROM's headers propose."""
    header, expansion = read_game_header(rom.data), read_expansion_header(rom.data)
    if header is None:
        return _without_game_header(rom, expansion)
    game = BY_VERSION.get(header.version)
    stock = stock_game(header, rom.revision)
    if stock is None:
        text = _expansion(expansion, game) if expansion else _not_compared(rom, header)
        return RomEngine(text, "headers", game, None, ())
    if stock.sha1 == rom.sha1:
        return RomEngine(_name(stock.name, rom), "sha1", game, "in place", ())
    changes = tuple(_changes(stock.header, header))
    tables = _tables(stock, changes)
    if expansion:
        text = ", ".join([_expansion(expansion, game), *_told_name(changes)])
    else:
        text = _compared(rom, stock, tables, changes)
    return RomEngine(text, "headers", game, tables, changes)


def _without_game_header(rom: Rom, expansion: ExpansionHeader | None) -> RomEngine:
    game = BY_CODE.get(rom.game_code[:3])
    if expansion:
        return RomEngine(_expansion(expansion, game), "headers", game, None, ())
    if game:
        text = f"{_name(game, rom)}, by its game code only (no game header)"
        return RomEngine(text, "game code", game, None, ())
    return RomEngine("unknown (no game header)", "nothing", None, None, ())


def _name(game: str, rom: Rom) -> str:
    """A game's name with its revision, as 1.0."""
    return f"{game} 1.{rom.revision}"


def _expansion(expansion: ExpansionHeader, game: str | None) -> str:
    release = "" if expansion.tagged else ", unreleased"
    number = ".".join(map(str, expansion.version))
    return f"pokeemerald-expansion {number}{release} ({game or 'base unknown'})"


def _not_compared(rom: Rom, header: GameHeader) -> str:
    """A header for which no stock game's is known."""
    game = BY_VERSION.get(header.version)
    if game is None:
        return f'unknown: version {header.version}, "{header.name}"'
    name = _name(game, rom)
    if header.language != ENGLISH:
        name = f"{name} ({LANGUAGES[header.language]})"
    return f"{name} by its header, which can't be compared: the stock game's is not known"


def _compared(
    rom: Rom,
    stock: StockGame,
    tables: Tables,
    changes: tuple[HeaderChange, ...],
) -> str:
    name = _name(stock.name, rom)
    if not changes:
        return f"{name} by its header, which is unchanged; the ROM is not the stock one"
    by_table, by_field = _told_tables(tables, changes), _told_fields(changes)
    if tables == "all elsewhere":
        return f"{stock.name}-based, changed: {', '.join([*by_field, *by_table])}"
    text = f"{name}, changed: {', '.join([*by_table, *by_field])}"
    if any(change.field.startswith((SAVE, CAPACITIES)) for change in changes):
        return text
    return f"{text}; save offsets and bag capacities as in the stock game, perhaps stale"


def _tables(stock: StockGame, changes: tuple[HeaderChange, ...]) -> Tables:
    changed = sum(change.field.startswith(TABLES) for change in changes)
    known = sum(at is not None for at in dataclasses.astuple(stock.header.tables))
    if not changed:
        return "in place"
    return "some repointed" if changed < known else "all elsewhere"


def _changes(stock: GameHeader, found: GameHeader) -> Iterator[HeaderChange]:
    values = _flat(found)
    for field, value in _flat(stock).items():
        if values[field] != value:
            yield HeaderChange(field, _text_of(field, value), _text_of(field, values[field]))


def _flat(header: GameHeader) -> Mapping[str, Value]:
    """Every field by its name, fields of a group with the group's name and a dot before it."""
    flat: dict[str, Value] = {}
    for field in dataclasses.fields(header):
        value = getattr(header, field.name)
        if dataclasses.is_dataclass(value):
            inner = dataclasses.fields(value)
            flat |= {f"{field.name}.{part.name}": getattr(value, part.name) for part in inner}
        else:
            flat[field.name] = value
    return flat


def _text_of(field: str, value: Value) -> str | None:
    if value is None or isinstance(value, str | Address):
        return value if value is None else str(value)
    return str(value) if field.startswith(DECIMAL) else f"0x{value:X}"


def _told_name(changes: tuple[HeaderChange, ...]) -> Iterator[str]:
    yield from (f'named "{change.found}"' for change in changes if change.field == "name")


def _told_tables(tables: Tables, changes: tuple[HeaderChange, ...]) -> Iterator[str]:
    moved = [_part(change, TABLES) for change in changes if change.found and _is(change, TABLES)]
    left_out = sum(not change.found and _is(change, TABLES) for change in changes)
    if moved and tables != "all elsewhere":
        shown = len(moved) <= SHOWN_TABLES
        yield f"{', '.join(moved) if shown else _counted(len(moved), 'table')} repointed"
    if left_out:
        yield f"{_counted(left_out, 'table')} left out"
    if moved and tables == "all elsewhere":
        yield "the other tables elsewhere" if left_out else "tables elsewhere"


def _told_fields(changes: tuple[HeaderChange, ...]) -> Iterator[str]:
    """The other changes in words, the most telling first."""
    yield from _told_name(changes)
    for change in changes:
        if change.field in SIZES:
            yield f"{SIZES[change.field]} {change.found} bytes instead of {change.stock}"
        elif change.field == "national_dex_count":
            yield f"national Pokédex {_instead(change)}"
        elif change.field == "assistant":
            yield f"Emerald Rogue's assistant header at {change.found}"
        elif _is(change, LENGTHS):
            yield f"length of {_part(change, LENGTHS)} names {_instead(change)}"
        elif _is(change, CAPACITIES) and change.found:
            yield f"room for {_instead(change)} {_part(change, CAPACITIES)}"
    lost = sum(_is(change, CAPACITIES) and not change.found for change in changes)
    if lost:
        yield f"{lost} of {len(dataclasses.fields(Capacities))} capacities left out"
    offsets = [change for change in changes if _is(change, SAVE) and change.field not in SIZES]
    if len(offsets) > SHOWN_OFFSETS:
        yield _counted(len(offsets), "save offset")
    else:
        yield from (f"{_part(change, SAVE)} at {_instead(change)}" for change in offsets)
    flags = sum(_is(change, FLAGS) for change in changes)
    if flags:
        yield _counted(flags, "flag number")


def _is(change: HeaderChange, group: str) -> bool:
    return change.field.startswith(group)


def _part(change: HeaderChange, group: str) -> str:
    return change.field.removeprefix(group).replace("_", " ")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _instead(change: HeaderChange) -> str:
    return f"{change.found or 'nowhere'} instead of {change.stock or 'nowhere'}"
