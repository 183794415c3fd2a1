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
    """An address that is left.

    Attributes:
        address: Where, in hex.
        value: What stands there now.
        symbol: The symbol that it lies in, if the profile knows one.
        offset: Bytes from the symbol's beginning.
    """

    address: str
    value: int
    symbol: str | None
    offset: int | None


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """``search``: how many addresses are left, and the first of them.

    Attributes:
        width: Bytes of a value.
        signed: Whether values can be negative.
        count: Addresses that are left.
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
    """What a search has left, in a state of that frame."""
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
