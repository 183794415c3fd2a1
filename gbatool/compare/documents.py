"""The JSON document of ``search``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gbatool.compare.diff import SymbolMap
from gbatool.compare.search import Search
from gbatool.documents import RomRef
from gbatool.memory import Address
from gbatool.profile import Profile
from gbatool.profile.reference import rom_ref


@dataclass(frozen=True, slots=True)
class Hit:
    """An address that a search has left.

    Attributes:
        address: In hex.
        value: Its value in the last state.
        symbol: The symbol that it lies in; None if the profile has none there.
        offset: Bytes from the symbol's address.
    """

    address: str
    value: int
    symbol: str | None
    offset: int | None


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """The document of ``search``.

    Attributes:
        width: Size of a value in bytes.
        signed: Whether values are read as signed.
        count: The number of addresses left.
        hits: The first of them, by address.
    """

    schema: Literal["gbatool/search/1"]
    rom: RomRef
    frame: int
    width: int
    signed: bool
    count: int
    hits: tuple[Hit, ...]


def search_document(search: Search, profile: Profile, frame: int, limit: int) -> SearchDocument:
    """The document of a search whose last state is of frame ``frame``, with up to ``limit`` hits."""
    symbols = SymbolMap(profile)
    addresses, values = search.addresses[:limit].tolist(), search.values[:limit].tolist()
    hits = tuple(
        Hit(str(Address(address)), value, *symbols.place(address))
        for address, value in zip(addresses, values, strict=True)
    )
    return SearchDocument(
        schema="gbatool/search/1",
        rom=rom_ref(profile),
        frame=frame,
        width=search.width,
        signed=search.signed,
        count=len(search.addresses),
        hits=hits,
    )
