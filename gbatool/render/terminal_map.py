"""A map in the terminal: two columns a tile, legible without colour."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.decode.exits import Warp
from gbatool.engine.directions import Facing
from gbatool.render.view import (
    ENTER_FACING,
    MapView,
    TerrainKind,
    connection_words,
)

TERRAIN = {
    TerrainKind.WALL: ("██", "grey42"),
    TerrainKind.FLOOR: (" ·", "grey50"),
    TerrainKind.GRASS: ("''", "green"),
    TerrainKind.WATER: ("~~", "blue"),
    TerrainKind.LEDGE: ("vv", "yellow"),
    TerrainKind.SIGN: ("▐▌", "yellow"),
}
LEDGES = {Facing.NORTH: "^^", Facing.SOUTH: "vv", Facing.WEST: "<<", Facing.EAST: ">>"}
ARROWS = {Facing.NORTH: "▲", Facing.SOUTH: "▼", Facing.WEST: "◀", Facing.EAST: "▶"}
ARROWS_OUT = {Facing.NORTH: "↑", Facing.SOUTH: "↓", Facing.WEST: "←", Facing.EAST: "→"}
PLAYER_STYLE, OBJECT_STYLE, WARP_STYLE = "bold black on bright_yellow", "bold cyan", "bold magenta"
IDS = "0123456789abcdefghijklmnopqrstuvwxyz"
LEFT_WIDTH = 5  # three digits, a space, and air


def map_drawing(view: MapView, width: int | None = None) -> RenderableType:
    """Title, grid with its coordinates, and a legend of the player, object events and exits.

    Args:
        view: What to draw.
        width: Columns that the terminal has; None draws the whole map, however wide.
    """
    columns = _window(view, width)
    parts: list[RenderableType] = [Text(view.title, style="bold")]
    if len(columns) < view.grid.width:
        first, last = view.label(columns[0]), view.label(columns[-1])
        parts.append(Text(f"columns {first} to {last} of it; a wider terminal shows more"))
    parts += _header(view, columns)
    marks = _marks(view)
    for y in view.rows:
        line = Text(f"{view.label(y):>{LEFT_WIDTH - 1}} ", style="grey50")
        for x in columns:
            line.append(*(marks.get((x, y)) or _ground(view, x, y)))
        parts.append(line)
    return Group(*parts, Text(), *_legend(view))


def _ground(view: MapView, x: int, y: int) -> tuple[str, str]:
    terrain = view.terrain(x, y)
    text, style = TERRAIN[terrain]
    return (LEDGES[view.ledge(x, y)] if terrain is TerrainKind.LEDGE else text), style


def _window(view: MapView, width: int | None) -> range:
    """The columns to draw: all that fit, the player in the middle."""
    room = view.grid.width if width is None else max(8, (width - LEFT_WIDTH) // 2)
    if room >= view.grid.width or view.player is None:
        return view.columns[:room]
    first = min(max(view.player.x - room // 2, view.columns[0]), view.columns[-1] + 1 - room)
    return range(first, first + room)


def _header(view: MapView, columns: range) -> list[Text]:
    """The column numbers, one digit a line, read from top to bottom."""
    numbers = [f"{view.label(x):>3}" for x in columns]
    lines = []
    for place in range(3):
        digits = "".join(f" {number[place]}" for number in numbers)
        if digits.strip():
            lines.append(Text(" " * LEFT_WIDTH + digits, style="grey50"))
    return lines


def _marks(view: MapView) -> dict[tuple[int, int], tuple[str, str]]:
    """Tile -> text and style of what is on it; later ones cover earlier ones."""
    marks: dict[tuple[int, int], tuple[str, str]] = {}
    for warp in view.warps():
        marks[warp.x, warp.y] = (_warp_mark(warp), WARP_STYLE)
    for event in view.visible_objects():
        marks[event.x, event.y] = (ARROWS[event.facing] + _id(event.local_id), OBJECT_STYLE)
    if view.player is not None:
        arrow = ARROWS[view.player.facing]
        marks[view.player.x, view.player.y] = (f"@{arrow}", PLAYER_STYLE)
    return marks


def _warp_mark(warp: Warp) -> str:
    facing = ENTER_FACING.get(warp.enter)
    return (ARROWS_OUT[facing] if facing else "◇") + _id(warp.index)


def _id(number: int) -> str:
    return IDS[number] if number < len(IDS) else "+"


def _legend(view: MapView) -> list[Text]:
    lines: list[Text] = []
    if view.player is not None:
        mark, words = f"@{ARROWS[view.player.facing]}", view.player_words(view.player)
        lines.append(Text.assemble((mark, PLAYER_STYLE), f" {words}"))
    for event in view.visible_objects():
        mark = ARROWS[event.facing] + _id(event.local_id)
        lines.append(Text.assemble((mark, OBJECT_STYLE), f" {view.object_words(event)}"))
    for warp in view.warps():
        lines.append(Text.assemble((_warp_mark(warp), WARP_STYLE), f" {view.exit_words(warp)}"))
    for connection in view.connections():
        mark = f"{ARROWS_OUT[connection.edge]} "
        lines.append(Text.assemble((mark, WARP_STYLE), f" {connection_words(connection)}"))
    seen = {view.terrain(x, y) for y in view.rows for x in view.columns}
    terrain = Text(
        "   ".join(f"{TERRAIN[kind][0]} {kind.value}" for kind in TerrainKind if kind in seen)
    )
    lines.append(terrain)
    lines += [Text(reason, style="yellow") for reason in view.missing]
    return lines
