"""Locators of ROM tables that the engine looks names and records up in."""
