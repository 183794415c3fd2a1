"""Decode the naming screen: what was typed, the page, and where the cursor stands."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import check_ram_pointer, check_range, read_array, read_record, read_u32
from gbatool.decode.header import is_japanese
from gbatool.decode.names import SPECIES_NAMES, Named, read_named
from gbatool.engine.layouts import SPRITE, SPRITE_COUNT, field_address
from gbatool.engine.naming import (
    BUTTONS,
    COLUMNS,
    KEYBOARD,
    LOWER,
    SUBJECTS_WITH_SPECIES,
    TAKES_INPUT,
    TEMPLATE_MOST_CHARACTERS,
    TEXT_SIZE,
)
from gbatool.engine.text import decode_text
from gbatool.errors import NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

SCREEN, SPRITES = "sNamingScreen", "gSprites"


@dataclass(frozen=True, slots=True)
class NamingScreen:
    """An open naming screen.

    Attributes:
        text: What was typed so far.
        most: How many characters fit.
        page: ``engine.naming.SYMBOLS``, ``UPPER`` or ``LOWER``.
        column: Of the cursor; the column after the last key holds the buttons.
        row: Of the cursor.
        takes_input: Keys are looked at now.
        subject: Who or what is named: ``player``, ``rival``, ``box``, ``caught``, ``nickname``, or
            a secret ``phrase``.
        species: Of a creature that is named.
    """

    text: str
    most: int
    page: int
    column: int
    row: int
    takes_input: bool
    subject: str
    species: Named | None


def decode_naming(ram: Snapshot, profile: Profile) -> NamingScreen:
    """Read the naming screen.

    Raises:
        NotLoadedError: None is allocated.
        DecodeError: It holds something impossible.
        UnprovenSymbolError: ``sNamingScreen`` or ``gSprites`` is not proven in the profile, or the game
            is Japanese.
    """
    if is_japanese(profile):
        raise UnprovenSymbolError(
            "the naming screen of Japanese games has other pages, which are not known here",
            symbol=SCREEN,
            profile=profile.name,
        )
    address = profile.address(SCREEN)
    pointer = read_u32(ram, SCREEN, address)
    if not pointer:
        raise NotLoadedError(SCREEN, address, observed="0", expected="an open naming screen")
    layout = profile.structures.naming_screen
    check_ram_pointer(ram, SCREEN, address, pointer, size=layout.itemsize, align=4)
    record = read_record(ram, SCREEN, pointer, layout)
    template = int(record["template"])
    most = int(read_array(ram, f"{SCREEN}.template", template, "u1", 2)[TEMPLATE_MOST_CHARACTERS])
    check_range(f"{SCREEN}.template.maxChars", template, most, 1, TEXT_SIZE - 1)
    page = check_range(
        f"{SCREEN}.currentPage",
        field_address(pointer, layout, "page"),
        int(record["page"]),
        0,
        LOWER,
    )
    sprite = check_range(
        f"{SCREEN}.cursorSpriteId",
        field_address(pointer, layout, "cursor_sprite"),
        int(record["cursor_sprite"]),
        0,
        SPRITE_COUNT - 1,
    )
    at = field_address(profile.address(SPRITES) + sprite * SPRITE.itemsize, SPRITE, "data")
    column, row = (
        int(value) for value in read_array(ram, f"{SPRITES}[{sprite}].data", at, "<i2", 2)
    )
    check_range(f"{SPRITES}[{sprite}].data[0]", at, column, 0, COLUMNS[page])
    last_row = len(BUTTONS) - 1 if column == COLUMNS[page] else len(KEYBOARD[page]) - 1
    check_range(f"{SPRITES}[{sprite}].data[1]", at + 2, row, 0, last_row)
    subjects = profile.family.menus.naming_subjects
    kind = check_range(
        f"{SCREEN}.templateNum",
        field_address(pointer, layout, "kind"),
        int(record["kind"]),
        0,
        len(subjects) - 1,
    )
    subject, species = subjects[kind], None
    if subject in SUBJECTS_WITH_SPECIES:
        field = f"{SCREEN}.monSpecies"
        species_at = field_address(pointer, layout, "species")
        number = int(record["species"])
        species = read_named(ram, profile, SPECIES_NAMES, number, field=field, address=species_at)
    raw = bytes(record["text"].tolist()) + b"\xff"
    return NamingScreen(
        text=decode_text(raw, f"{SCREEN}.textBuffer", pointer),
        most=most,
        page=page,
        column=column,
        row=row,
        takes_input=int(record["state"]) == TAKES_INPUT,
        subject=subject,
        species=species,
    )
