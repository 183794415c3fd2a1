"""The signs that mark exits, object events and the player on any background.

They are drawn enlarged and scaled down afterwards, so that edges are smooth.
"""

from __future__ import annotations

from PIL import ImageDraw

from gbatool.engine.directions import Facing

Colour = tuple[int, int, int]
Rect = tuple[float, float, float, float]

SCALE = 4
"""Signs are drawn this many times larger than they are shown."""

PAPER: Colour = (250, 248, 243)
EXIT: Colour = (150, 92, 178)
OBJECT: Colour = (38, 132, 168)
PLAYER: Colour = (226, 84, 44)
WHITE: Colour = (255, 255, 255)


def inset(box: Rect, share: float) -> Rect:
    """A box that is smaller by a share of its width on every side."""
    left, top, right, bottom = box
    by = (right - left) * share
    return left + by, top + by, right - by, bottom - by


def draw_exit(pen: ImageDraw.ImageDraw, box: Rect, facing: Facing | None) -> None:
    """A plate with an arrow, or with a ring where no direction is pressed."""
    pen.rounded_rectangle(inset(box, 0.08), (box[2] - box[0]) * 0.2, EXIT)
    if facing is not None:
        draw_arrow(pen, box, facing, WHITE, 0.26)
    else:
        pen.ellipse(inset(box, 0.3), None, WHITE, int((box[2] - box[0]) * 0.08))


def draw_object(pen: ImageDraw.ImageDraw, box: Rect, facing: Facing) -> None:
    """A disc with a nose on the side that it faces."""
    side = box[2] - box[0]
    ahead_x, ahead_y = facing.dx, facing.dy
    middle_x, middle_y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    tip = (middle_x + ahead_x * side * 0.48, middle_y + ahead_y * side * 0.48)
    across = (-ahead_y * side * 0.24, ahead_x * side * 0.24)
    base = (middle_x + ahead_x * side * 0.24, middle_y + ahead_y * side * 0.24)
    nose = [
        tip,
        (base[0] + across[0], base[1] + across[1]),
        (base[0] - across[0], base[1] - across[1]),
    ]
    pen.polygon(nose, OBJECT)
    pen.ellipse(inset(box, 0.16), OBJECT)


def draw_player(pen: ImageDraw.ImageDraw, box: Rect, facing: Facing) -> None:
    """A ringed disc with an arrow the way they face."""
    pen.ellipse(inset(box, 0.04), PLAYER, WHITE, int((box[2] - box[0]) * 0.07))
    draw_arrow(pen, box, facing, WHITE, 0.27)


def draw_arrow(
    pen: ImageDraw.ImageDraw, box: Rect, facing: Facing, colour: Colour, share: float
) -> None:
    """A triangle in the middle of the tile, pointing."""
    left, top, right, bottom = inset(box, share)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    points = {
        Facing.NORTH: [(middle_x, top), (right, bottom), (left, bottom)],
        Facing.SOUTH: [(left, top), (right, top), (middle_x, bottom)],
        Facing.WEST: [(left, middle_y), (right, top), (right, bottom)],
        Facing.EAST: [(left, top), (right, middle_y), (left, bottom)],
    }
    pen.polygon(points[facing], colour)
