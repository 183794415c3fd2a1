"""A map in the terminal: two columns a tile, legible without colour."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.engine.directions import Facing
from gbatool.render.view import (
    ENTER_FACING,
    MapView,
    TerrainKind,
    destination_words,
    map_words,
    warp_words,
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
PLAYER_STYLE, PERSON_STYLE, WARP_STYLE = "bold black on bright_yellow", "bold cyan", "bold magenta"
IDS = "0123456789abcdefghijklmnopqrstuvwxyz"
LEFT_WIDTH = 5  # three digits, a space, and air


def map_drawing(view: MapView, width: int | None = None) -> RenderableType:
    """Title, grid with its coordinates, and a legend of everybody and every exit.

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
    """The columns' numbers, written downwards."""
    numbers = [f"{view.label(x):>3}" for x in columns]
    lines = []
    for place in range(3):
        digits = "".join(f" {number[place]}" for number in numbers)
        if digits.strip():
            lines.append(Text(" " * LEFT_WIDTH + digits, style="grey50"))
    return lines


def _marks(view: MapView) -> dict[tuple[int, int], tuple[str, str]]:
    """What stands on tiles; later ones cover earlier ones."""
    marks: dict[tuple[int, int], tuple[str, str]] = {}
    for warp in view.warps():
        facing = ENTER_FACING.get(warp.enter)
        text = (ARROWS_OUT[facing] if facing else "◇") + _id(warp.index)
        marks[warp.x, warp.y] = (text, WARP_STYLE)
    for someone in view.people():
        marks[someone.x, someone.y] = (
            ARROWS[someone.facing] + _id(someone.local_id),
            PERSON_STYLE,
        )
    if view.player is not None:
        arrow = ARROWS[view.player.facing]
        marks[view.player.x, view.player.y] = (f"@{arrow}", PLAYER_STYLE)
    return marks


def _id(number: int) -> str:
    return IDS[number] if number < len(IDS) else "+"


def _legend(view: MapView) -> list[Text]:
    lines: list[Text] = []
    if view.player is not None:
        player = view.player
        words = f" you, {view.place(player.x, player.y)}, facing {player.facing.value}"
        lines.append(Text.assemble((f"@{ARROWS[player.facing]}", PLAYER_STYLE), words))
    for someone in view.people():
        mark = ARROWS[someone.facing] + _id(someone.local_id)
        moving = ", walking" if someone.moving else ""
        words = f" somebody, id {someone.local_id}, {view.place(someone.x, someone.y)}, facing "
        lines.append(Text.assemble((mark, PERSON_STYLE), words + someone.facing.value + moving))
    for warp in view.warps():
        facing = ENTER_FACING.get(warp.enter)
        mark = (ARROWS_OUT[facing] if facing else "◇") + _id(warp.index)
        words = (
            f" exit {warp.index}, {view.place(warp.x, warp.y)}, {warp_words(warp)},"
            f" to {destination_words(warp)}"
        )
        lines.append(Text.assemble((mark, WARP_STYLE), words))
    for connection in view.exits.connections if view.exits is not None else ():
        lines.append(
            Text.assemble(
                (f"{ARROWS_OUT[connection.edge]} ", WARP_STYLE),
                f" over the {connection.edge.value} edge to {map_words(connection.map)}",
            )
        )
    seen = {view.terrain(x, y) for y in view.rows for x in view.columns}
    terrain = Text(
        "   ".join(f"{TERRAIN[kind][0]} {kind.value}" for kind in TerrainKind if kind in seen)
    )
    lines.append(terrain)
    lines += [Text(reason, style="yellow") for reason in view.missing]
    return lines
