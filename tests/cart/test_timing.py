"""The cartridge has the engine's timing, and its page has the measured values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cart.figures import FIGURES, Figure

PAGE = Path(__file__).parents[2] / "docs" / "cartridge.md"
EXACT = (
    "walk one tile",
    "coordinates change, facing that way already",
    "previousCoords catch up",
    "coordinates change when a turn comes first",
    "longest tap that only turns",
    "facing changes in a turn",
    "bump, same key held",
    "stairs after a turn and a step",
    "door",
    "arrow mat, and out of the door",
    "save block pointer moves before the key",
    "frames a glyph, slow / mid / fast",
    "scroll of a line at mid",
    "start menu",
    "yes/no ignores input",
    "talk",
)


def _named(name: str) -> Figure:
    return next(figure for figure in FIGURES if figure.behaviour == name)


@pytest.mark.parametrize("name", EXACT)
def test_a_figure_is_the_engines_to_the_frame(name: str) -> None:
    figure = _named(name)
    assert figure.measure() == figure.engine


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.behaviour)
def test_the_page_shows_what_the_cartridge_does(figure: Figure) -> None:
    assert figure.row() in PAGE.read_text().splitlines()
