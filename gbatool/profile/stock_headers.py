"""The game headers of stock games, to compare another ROM's with.

They lie in ``stock_headers.yaml``: what :func:`gbatool.engine.rom_header.read_game_header` gives for
the ROM with the SHA-1 that stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gbatool.engine.rom_header import (
    Capacities,
    FlagNumbers,
    GameHeader,
    GameTables,
    NameLengths,
    SaveFields,
)
from gbatool.memory import Address
from gbatool.reading import LOADER

FILE = Path(__file__).with_name("stock_headers.yaml")


@dataclass(frozen=True, slots=True)
class StockGame:
    """A game as it was sold.

    Attributes:
        name: Such as "FireRed".
        revision: The ROM's revision byte.
        sha1: Of the whole ROM.
        header: What it says of itself.
    """

    name: str
    revision: int
    sha1: str
    header: GameHeader


@cache
def stock_games() -> tuple[StockGame, ...]:
    """Every stock game whose header is known."""
    return tuple(_read(FILE.read_text(encoding="utf-8")))


def stock_game(header: GameHeader, revision: int) -> StockGame | None:
    """The stock game of a header's version and language and a ROM's revision, if it is known."""
    wanted = (header.version, header.language, revision)
    for game in stock_games():
        if (game.header.version, game.header.language, game.revision) == wanted:
            return game
    return None


def _read(text: str) -> Iterator[StockGame]:
    for entry in yaml.load(text, LOADER):
        yield StockGame(entry["game"], entry["revision"], entry["sha1"], _header(entry["header"]))


def _header(fields: dict[str, Any]) -> GameHeader:
    tables = {name: at if at is None else Address(at) for name, at in fields["tables"].items()}
    groups = {
        "tables": GameTables(**tables),
        "save": SaveFields(**fields["save"]),
        "flags": FlagNumbers(**fields["flags"]),
        "name_lengths": NameLengths(**fields["name_lengths"]),
        "capacities": Capacities(**fields["capacities"]),
    }
    return GameHeader(**fields | groups)
