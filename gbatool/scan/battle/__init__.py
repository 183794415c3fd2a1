"""Locators of what a battle keeps in memory."""
