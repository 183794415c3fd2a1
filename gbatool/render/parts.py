"""Decoded parts of a document as lines and tables, one function a part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from gbatool.decode.dialog import Dialog
from gbatool.decode.documents import PartError
from gbatool.decode.exits import Exits
from gbatool.decode.objects import ObjectEvent
from gbatool.decode.player import MapId, Player
from gbatool.decode.scene import Scene
from gbatool.decode.surroundings import Neighbor, Surroundings
from gbatool.render.aligned_table import AlignedTable
from gbatool.render.game_parts import bag_table, battle_lines, party_table, trainer_lines
from gbatool.render.menu import menu_lines
from gbatool.render.view import destination_words, map_words, warp_words


def document_parts(
    document: object, *, local: bool, leave_out: Collection[str] = ()
) -> list[RenderableType]:
    """The parts of a decoded document, the map's grid left out.

    Args:
        document: One of ``gbatool.decode.documents``.
        local: Show map-local coordinates.
        leave_out: Names of parts to leave out.
    """
    shown: list[RenderableType] = []
    unavailable = getattr(document, "unavailable", {})
    alone = not hasattr(document, "scene")
    for name, draw in _DRAW.items():
        if name in leave_out:
            continue
        part = getattr(document, name, None)
        if part is not None:
            shown.append(draw(part, local))
        elif name in CLOSED and alone and hasattr(document, name) and name not in unavailable:
            shown.append(Text(CLOSED[name]))
    return shown


def document_gaps(document: object) -> list[RenderableType]:
    """The parts that a document lacks, with the reasons; empty when it is complete."""
    unavailable = getattr(document, "unavailable", {})
    errors: Mapping[str, PartError] = getattr(document, "errors", {})
    gaps = [missing_lines(unavailable)] if unavailable else []
    return [*gaps, *([damage_lines(errors)] if errors else [])]


def place(thing: object, *, local: bool) -> str:
    """The tile of anything that has ``x``, ``y``, ``local_x`` and ``local_y``."""
    names = ("local_x", "local_y") if local else ("x", "y")
    x, y = (getattr(thing, name) for name in names)
    return f"({x}, {y})"


def map_name(map_id: MapId | None) -> str:
    """A map's number and name; ``a map`` when it is not known which one."""
    return map_words(map_id) if map_id is not None else "a map"


_EXPECTED = {
    "move": "the player can walk",
    "advance": "waits for A",
    "choose": "waits for a choice",
    "type": "waits for a name",
    "wait": "busy",
}


def expected_words(scene: Scene | None) -> str:
    """What the game waits for."""
    expects = scene.expects if scene is not None else None
    return _EXPECTED[expects] if expects is not None else "what it waits for is unknown"


def scene_line(scene: Scene) -> RenderableType:
    """The mode, what the game waits for, and what decided the mode."""
    return Group(
        Text.assemble((scene.mode.value, "bold"), f", {expected_words(scene)}"),
        Text(scene.because, style="dim"),
    )


def player_line(player: Player, *, local: bool) -> RenderableType:
    """The player's tile, map, facing and elevation."""
    where = f" on {map_words(player.map)}" if player.map is not None else ""
    moving = "walking" if player.moving else "standing"
    return Text.assemble(
        (f"player at {place(player, local=local)}", "bold"),
        f"{where}, facing {player.facing.value}, {moving}, elevation {player.elevation}",
    )


def surroundings_lines(around: Surroundings, *, local: bool) -> RenderableType:
    """The four tiles around the player."""
    grid = AlignedTable("", "tile", "a step that way")
    for name in ("north", "south", "west", "east"):
        neighbor: Neighbor = getattr(around, name)
        grid.add_row(name, place(neighbor, local=local), _step_words(neighbor))
    return grid


def _step_words(neighbor: Neighbor) -> str:
    if not neighbor.open:
        because = neighbor.because.value.replace("_", " ") if neighbor.because else "refused"
        number = f" {neighbor.local_id}" if neighbor.local_id is not None else ""
        return f"refused: {because}{number}"
    if neighbor.jump:
        return "jumps the ledge"
    return "leaves the map" if neighbor.leaves_map else "open"


def dialog_box(dialog: Dialog) -> RenderableType:
    """The message box as it is on screen."""
    state = "printing" if dialog.printing else "waits for A" if dialog.waiting else "waits"
    return text_box(dialog.lines, state)


def text_box(lines: Sequence[str], title: str | None = None) -> RenderableType:
    """Lines of text in a frame."""
    return Panel.fit(Text("\n".join(lines)), title=title, title_align="right", padding=(0, 1))


def objects_table(objects: Sequence[ObjectEvent], *, local: bool) -> RenderableType:
    """The object events of the map, the player's own left out."""
    if not objects:
        return Text("no object event besides the player is on this map")
    grid = AlignedTable(
        "id", "tile", "facing", "moving", "elevation", "graphics", "does", "sees", "map"
    )
    for event in objects:
        grid.add_row(
            str(event.local_id),
            place(event, local=local),
            event.facing.value,
            "yes" if event.moving else "no",
            str(event.elevation),
            str(event.graphics_id),
            habit_words(event),
            sight_words(event),
            map_words(event.map) + (" (invisible)" if event.invisible else ""),
        )
    return grid


def habit_words(event: ObjectEvent) -> str:
    """How an object event moves, and its movement type."""
    habit = "-" if event.habit is None else event.habit.value.replace("_", " ")
    return f"{habit} ({event.movement_type})"


def sight_words(event: ObjectEvent) -> str:
    """A trainer's range of sight in tiles; empty for others."""
    if event.sight is None:
        return ""
    where = "all around" if event.sight.all_around else "ahead"
    return f"{event.sight.range} {where}"


def exits_table(exits: Exits, *, local: bool) -> RenderableType:
    """The map's warps and connections."""
    if not exits.warps and not exits.connections:
        return Text("this map has no warp and no connection")
    grid = AlignedTable("exit", "tile", "how", "to", "arrives at")
    for warp in exits.warps:
        known = warp.to.x is not None and warp.to.y is not None
        arrives = f"({warp.to.x}, {warp.to.y})" if known else f"warp {warp.to.warp_id}"
        grid.add_row(
            str(warp.index),
            place(warp, local=local),
            warp_words(warp),
            destination_words(warp),
            arrives,
        )
    for connection in exits.connections:
        edge = connection.edge.value
        grid.add_row(edge, "", f"over the {edge} edge", map_words(connection.map), "")
    return grid


def missing_lines(unavailable: Mapping[str, str]) -> RenderableType:
    """Parts that could not be decoded, one line a reason."""
    parts: dict[str, list[str]] = {}
    for part, why in unavailable.items():
        parts.setdefault(why, []).append(part)
    lines = (f"no {', '.join(names)}: {why}" for why, names in parts.items())
    return Group(*(Text(line, style="dim yellow") for line in lines))


def damage_lines(errors: Mapping[str, PartError]) -> RenderableType:
    """Parts whose structures hold impossible values, a line each."""
    lines = (f"{part} is damaged: {error.message}" for part, error in errors.items())
    return Group(*(Text(line, style="bold red") for line in lines))


_DRAW: Mapping[str, Callable[[Any, bool], RenderableType]] = {
    "scene": lambda scene, _: scene_line(scene),
    "player": lambda player, local: player_line(player, local=local),
    "surroundings": lambda around, local: surroundings_lines(around, local=local),
    "objects": lambda objects, local: objects_table(objects, local=local),
    "exits": lambda exits, local: exits_table(exits, local=local),
    "dialog": lambda dialog, _: dialog_box(dialog),
    "menu": lambda menu, _: menu_lines(menu),
    "battle": lambda battle, _: battle_lines(battle),
    "party": lambda party, _: party_table(party),
    "bag": lambda bag, _: bag_table(bag),
    "trainer": lambda trainer, _: trainer_lines(trainer),
}
"""Part of a document -> how it is drawn, in the order of the output."""

ON_THE_MAP = ("surroundings", "objects", "exits")
"""Parts that a drawing of the map shows too."""

CLOSED = {
    "dialog": "no message box is open",
    "menu": "no menu is open",
    "battle": "no battle is on",
}
"""Shown for such a part when a document holds no other and the part is None."""
