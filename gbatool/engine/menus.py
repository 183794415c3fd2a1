"""Menus of the engine: stable ids for what a ROM shows in its own language."""

from __future__ import annotations

START_MENU_IDS = (
    "pokedex",
    "pokemon",
    "bag",
    "player",
    "save",
    "option",
    "exit",
    "retire",
    "player_link",
)
"""By ``enum StartMenuOption`` of ``src/start_menu.c`` (FireRed, LeafGreen)."""

NO_LIST = 255
"""The multiple choice's list id when its entries were put together by code."""
