"""The map in the terminal: one sign a tile, coordinates, and a legend of what is on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from gbatool.engine.directions import Facing
from gbatool.render.terminal_map import LEFT_WIDTH, map_drawing
from gbatool.render.view import MapView
from tests.render.maps import ROWS, a_grid, a_view


def drawn(view: MapView, width: int | None = None) -> list[str]:
    console = Console(width=200, no_color=True, highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(map_drawing(view, width))
    return capture.get().splitlines()


def test_draws_one_of_everything(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(drawn(a_view())) == snapshot


def test_every_tile_takes_two_columns() -> None:
    rows = [line for line in drawn(a_view()) if line[:LEFT_WIDTH].strip().isdigit()]
    assert len(rows) == len(ROWS)
    assert {len(row) for row in rows} == {LEFT_WIDTH + 2 * len(ROWS[0])}


@pytest.mark.parametrize(("facing", "arrow"), [*zip(Facing, "▼▲◀▶", strict=True)])
def test_the_player_points_the_way_they_face(facing: Facing, arrow: str) -> None:
    view = a_view()
    assert view.player is not None
    turned = replace(view, player=replace(view.player, facing=facing))
    assert f"@{arrow} the player, (11, 10), facing {facing.value}" in drawn(turned)


def test_an_invisible_object_event_is_not_drawn() -> None:
    assert not any("object 9" in line for line in drawn(a_view()))


def test_local_labels_begin_at_0() -> None:
    lines = drawn(replace(a_view(), local=True))
    assert any(line.startswith("   0 ████") for line in lines)
    assert any("the player, (4, 3)" in line for line in lines)


def test_a_narrow_terminal_shows_the_columns_around_the_player() -> None:
    lines = drawn(a_view(), LEFT_WIDTH + 2 * 8)
    assert lines[1] == "columns 7 to 14 of it; a wider terminal shows more"
    assert any("@◀" in line for line in lines[2:])
    assert max(len(line) for line in lines[2:10]) <= LEFT_WIDTH + 2 * 8


def test_a_map_without_player_and_object_events_is_drawn_too() -> None:
    lines = drawn(MapView("a map", "frlg", a_grid(), missing=("object events not drawn: why",)))
    assert lines[-1] == "object events not drawn: why"
    assert not any("@" in line for line in lines)
