"""Where a slide over ice or spinners ends.

On ice the player moves on in the same direction until a tile that is none, or until a step is
refused. A spinner turns the player its own way, over any ground until a tile that stops it, another
spinner, or a refused step. Currents, slopes, trick floors and thin ice are not
followed: their ends depend on more than the ground.
"""

from __future__ import annotations

from collections.abc import Callable

from gbatool.decode.map import Tile
from gbatool.engine.behaviors import Behavior, Kind
from gbatool.engine.directions import Facing

TakeStep = Callable[[Facing], Tile | None]
"""Takes the next step in a direction and gives the tile; None when it is refused."""

SLIDING_KINDS = frozenset({Kind.ICE, Kind.SPINNER})
SLIDE_TILE_FRAMES = 8
"""What each tile costs after the first, which is stepped onto."""
FURTHEST = 256
"""Longer than any slide; spinners can send one around for ever."""


def slide(
    behavior: Callable[[Tile], Behavior], enter: TakeStep, first: Tile, direction: Facing
) -> list[Tile] | None:
    """The tiles that the player passes after a step onto ``first``, that one included.

    Args:
        behavior: What a tile does.
        enter: Takes the next step; the caller keeps track of where that is taken from.
        first: The tile that is stepped onto.
        direction: Which way.

    Returns:
        None when it never ends, or ends where it had come through: such an end can't be told from
        passing by.
    """
    path, moving, spinning = [first], direction, False
    while len(path) < FURTHEST:
        here = behavior(path[-1])
        if here.kind is Kind.SPINNER:
            moving, spinning = here.directions[0], True
        elif here.kind is Kind.SPIN_STOP or (here.kind is not Kind.ICE and not spinning):
            break
        following = enter(moving)
        if following is None:
            break
        path.append(following)
    else:
        return None
    return None if path[-1] in path[:-1] else path
