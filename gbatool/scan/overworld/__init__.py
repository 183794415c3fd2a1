"""Locators of the map, object events, the player, save blocks and the party."""
