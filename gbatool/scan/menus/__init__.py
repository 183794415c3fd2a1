"""Locators of the start menu, questions, the bag, the party menu and the naming screen."""
