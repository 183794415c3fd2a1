"""Numbers with the word that they count."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and its word, which takes an ``s`` unless ``many`` is given.

    >>> counted(1, "frame"), counted(2, "frame"), counted(0, "press", "presses")
    ('1 frame', '2 frames', '0 presses')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
