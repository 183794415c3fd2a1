"""Decode the naming screen: what was typed, the page, and where the cursor stands."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.fields import read_entry, read_pointed, read_record, read_u32
from gbatool.decode.header import is_japanese, text_form
from gbatool.decode.names import END, Named, read_named_field
from gbatool.engine.layouts import SPRITE_COUNT
from gbatool.engine.naming import (
    BUTTONS,
    COLUMNS,
    KEYBOARD,
    LOWER,
    SUBJECTS_WITH_SPECIES,
    TAKES_INPUT,
    TEXT_SIZE,
)
from gbatool.engine.text import decode_text
from gbatool.errors import NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

SCREEN, SPRITES, LAST_BYTE = "sNamingScreen", "gSprites", 0xFF


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
        subject: What is named: ``player``, ``rival``, ``box``, ``caught``, ``nickname``, or
            a secret ``phrase``; None for something else that only a changed engine names.
        species: Of a mon that is named.
    """

    text: str
    most: int
    page: int
    column: int
    row: int
    takes_input: bool
    subject: str | None
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
    address, engine = profile.address(SCREEN), profile.structures
    if not read_u32(ram, SCREEN, address):
        raise NotLoadedError(SCREEN, address, observed="0", expected="an open naming screen")
    screen = read_pointed(ram, profile, SCREEN, engine.naming_screen)
    template = read_record(ram, f"{SCREEN}.template", screen["template"], engine.naming_template)
    most = template.check("max_chars", 1, TEXT_SIZE - 1)
    page = screen.check("current_page", 0, LOWER)
    sprite = screen.check("cursor_sprite_id", 0, SPRITE_COUNT - 1)
    cursor = read_entry(ram, profile, SPRITES, sprite, engine.sprite)
    column, row = cursor.array("data")[:2]
    cursor.check_element("data", 0, 0, COLUMNS[page])
    last_row = len(BUTTONS) - 1 if column == COLUMNS[page] else len(KEYBOARD[page]) - 1
    cursor.check_element("data", 1, 0, last_row)
    subjects = profile.family.menus.naming_subjects
    last = LAST_BYTE if profile.traits else len(subjects) - 1
    number, species = screen.check("template_num", 0, last), None
    subject = subjects[number] if number < len(subjects) else None
    if subject in SUBJECTS_WITH_SPECIES:
        species = read_named_field(ram, profile, engine.names.species, screen, "mon_species")
    return NamingScreen(
        text=decode_text(
            screen.data("text") + END, f"{SCREEN}.textBuffer", screen.at("text"), text_form(profile)
        ),
        most=most,
        page=page,
        column=column,
        row=row,
        takes_input=screen["state"] == TAKES_INPUT,
        subject=subject,
        species=species,
    )
