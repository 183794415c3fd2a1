"""Locators of texts, the script context and the field lock."""
