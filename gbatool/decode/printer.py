"""Read the text printers, and which text a printer is printing.

Expansions make printers on the heap, and free them when their text is over: a list that is empty without
a text. Ruby and Sapphire have no printers: each window that texts are printed in keeps what a printer
keeps elsewhere, and where its text began.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.decode.fields import (
    Record,
    check_ram_pointer,
    read_array,
    read_record,
    read_symbol,
    read_u32,
)
from gbatool.decode.main import is_in_battle
from gbatool.engine import layouts
from gbatool.engine.engine import ARRAY, LIST
from gbatool.engine.layouts import Dtype, entry_address
from gbatool.engine.text import read_bytes
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.profile import Profile

PRINTERS, FIRST_PRINTER = "sTextPrinters", "sFirstTextPrinter"
WINDOWS = ("gFieldMessageBoxWindow", "gWindowTemplate_Contest_MoveDescription")
"""Ruby's and Sapphire's windows: of the field, and, in spite of its name, of battles."""
TEXT_BUFFERS = (("gStringVar4", 1000), ("gDisplayedStringBattle", 300))
"""Where expanded messages are printed from: in the field, and in battle. Sizes in bytes."""


@dataclass(frozen=True, slots=True)
class Printer:
    """A text printer.

    Attributes:
        index: Its number in the array, which is its window's, or its place in the list.
        address: Where its record is; where a list is empty, the pointer to the first one.
        active: It has not yet come to the end of its text.
        state: ``layouts.PRINTER_...``.
        next_char: The next byte that it will read; 0 where a list is empty.
        symbol: What holds its record.
        start: Where its text began; None where printers don't keep that.
    """

    index: int
    address: Address
    active: bool
    state: int
    next_char: int
    symbol: str
    start: int | None = None

    @property
    def prompts(self) -> bool:
        """It waits for a fresh press, with or without an arrow."""
        return self.active and self.state in (
            layouts.PRINTER_WAIT,
            layouts.PRINTER_CLEAR,
            layouts.PRINTER_SCROLL_PROMPT,
        )


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a buffer: the buffer's name and address, and its bytes to the end."""

    symbol: str
    address: Address
    data: bytes


def decode_printers(ram: Snapshot, profile: Profile) -> tuple[Printer, ...]:
    """All printers, by window, or in the order of their list.

    Raises:
        DecodeError: An active flag or a state is none of the engine's, or a list leaves RAM or leads
            back into itself.
        UnprovenSymbolError: ``sTextPrinters`` is not proven in the profile, or where printers are a
            list ``sFirstTextPrinter``.
    """
    layout = profile.structures.text_printer
    if profile.structures.text_printers == LIST:
        return tuple(
            _decode_printer(index, record) for index, record in enumerate(_listed(ram, profile))
        )
    base = profile.address(PRINTERS)
    records = read_array(ram, PRINTERS, base, layout, layouts.TEXT_PRINTER_COUNT)
    return tuple(
        _decode_printer(index, _entry(base, layout, index, record))
        for index, record in enumerate(records)
    )


def _entry(base: Address, layout: Dtype, index: int, values: np.void) -> Record:
    return Record(f"{PRINTERS}[{index}]", entry_address(base, layout, index), layout, values)


def _listed(ram: Snapshot, profile: Profile) -> Iterator[Record]:
    """The records of a list of printers, from the first one on.

    Raises:
        DecodeError: A pointer leads outside RAM or to a printer that came before, or there are more
            than the heap could hold.
    """
    layout = profile.structures.text_printer
    name, at = FIRST_PRINTER, profile.address(FIRST_PRINTER)
    pointer, seen = read_u32(ram, name, at), set[int]()
    while pointer:
        if pointer in seen or len(seen) == layouts.TEXT_PRINTERS_ON_HEAP:
            raise DecodeError(
                name, at, observed=f"0x{pointer:08X}", expected="a list of printers that ends"
            )
        address = check_ram_pointer(ram, name, at, pointer, size=layout.itemsize, align=4)
        record = read_record(ram, f"{FIRST_PRINTER}[{len(seen)}]", address, layout)
        yield record
        seen.add(pointer)
        name, at, pointer = record.called("next"), record.at("next"), record["next"]


def _decode_printer(index: int, record: Record) -> Printer:
    active = bool(record.check("active", 0, 1))
    if active:
        record.check("state", 0, layouts.PRINTER_PAUSE)
    return Printer(
        index, record.address, active, record["state"], record["current_char"], record.name
    )


def printers_symbol(profile: Profile) -> str:
    """The symbol without which nothing can be told of texts in the profile's engine."""
    return {ARRAY: PRINTERS, LIST: FIRST_PRINTER}.get(profile.structures.text_printers, WINDOWS[0])


def knows_printers(profile: Profile) -> bool:
    """Whether :func:`find_printer` can tell anything."""
    return profile.has(printers_symbol(profile))


def resting_window(ram: Snapshot, profile: Profile) -> str:
    """Which of Ruby's and Sapphire's windows messages stand in when no text is printed."""
    in_battle = profile.has(WINDOWS[1]) and is_in_battle(ram, profile)
    return WINDOWS[1 if in_battle else 0]


def find_printer(ram: Snapshot, profile: Profile) -> Printer:
    """The first active printer; the message box's when none is active.

    Raises:
        DecodeError: See :func:`decode_printers`.
        UnprovenSymbolError: The engine's :func:`printers_symbol` is not proven in the profile.
    """
    base = profile.address(printers_symbol(profile))
    if profile.structures.text_printers == LIST:
        printers = decode_printers(ram, profile)
        none = Printer(0, base, active=False, state=0, next_char=0, symbol=FIRST_PRINTER)
        return next((one for one in printers if one.active), none)
    if not profile.structures.prints_by_printers:
        windows = [
            _decode_window(ram, profile, index, symbol)
            for index, symbol in enumerate(WINDOWS)
            if profile.has(symbol)
        ]
        resting = resting_window(ram, profile)
        at_rest = next(window for window in windows if window.symbol == resting)
        return next((window for window in windows if window.active), at_rest)
    layout = profile.structures.text_printer
    records = read_array(ram, PRINTERS, base, layout, layouts.TEXT_PRINTER_COUNT)
    if (records["active"] > 1).any():
        decode_printers(ram, profile)  # raises, and names the printer
    active = np.flatnonzero(records["active"])
    index = int(active[0]) if len(active) else 0
    return _decode_printer(index, _entry(base, layout, index, records[index]))


def _decode_window(ram: Snapshot, profile: Profile, index: int, symbol: str) -> Printer:
    """A window of Ruby's or Sapphire's as a printer."""
    record = read_symbol(ram, profile, symbol, profile.structures.text_window)
    state = record.check("state", 0, len(layouts.TEXT_WINDOW_STATES) - 1)
    start, active = record["text"], state != layouts.TEXT_WINDOW_OVER
    if active:
        record.pointer(ram, "text", size=1, regions=(*RAM_REGIONS, ROM))
    return Printer(
        index=index,
        address=record.address,
        active=active,
        state=layouts.TEXT_WINDOW_STATES[state],
        next_char=start + record["index"],
        symbol=symbol,
        start=start,
    )


def text_of(ram: Snapshot, profile: Profile, printer: Printer) -> Text:
    """The text that a printer reads from, from its first byte on.

    Where a list is empty, no printer tells what was printed last: then it is the message of the field,
    or of the battle.

    Raises:
        NotLoadedError: It reads straight from the ROM, as short battle texts do: where that text
            began can't be told.
        DecodeError: It points into none of the buffers that messages are printed from.
        UnprovenSymbolError: The profile lacks the one that it could be.
    """
    if printer.start is not None:
        start = Address(printer.start)
        name = f"{printer.symbol}.text"
        return Text(name, start, read_bytes(ram, name, start, TEXT_BUFFERS[0][1]))
    if not printer.next_char and profile.structures.text_printers == LIST:
        name, size = TEXT_BUFFERS[int(is_in_battle(ram, profile))]
        return Text(name, profile.address(name), read_bytes(ram, name, profile.address(name), size))
    known = [(name, size) for name, size in TEXT_BUFFERS if profile.has(name)]
    if not known:
        profile.address(TEXT_BUFFERS[0][0])
    for name, size in known:
        start = profile.address(name)
        if start <= printer.next_char <= start + size:
            return Text(name, start, read_bytes(ram, name, start, size))
    unknown = [name for name, _ in TEXT_BUFFERS if not profile.has(name)]
    if unknown and any(region.holds(printer.next_char) for region in RAM_REGIONS):
        profile.address(unknown[0])
    in_rom = ROM.holds(printer.next_char) and ram.holds(printer.next_char)
    kind = NotLoadedError if in_rom else DecodeError
    raise kind(
        f"{printer.symbol}.currentChar",
        printer.address,
        observed=f"0x{printer.next_char:08X}",
        expected=" or ".join(f"a byte of {name}" for name, _ in known),
    )


def scrolls_by_itself(ram: Snapshot, profile: Profile) -> bool:
    """Whether prompts go on without a press; False when the profile has no ``gTextFlags``."""
    if not profile.has("gTextFlags"):
        return False
    address = profile.address("gTextFlags")
    return bool(read_u32(ram, "gTextFlags", address) & layouts.TEXT_AUTO_SCROLL)
