"""The description of a double's world: maps drawn in ASCII, NPCs, signs, warps and scripts.

Coordinates here are map-local: (0, 0) is the first character of the first row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

SOUTH, NORTH, WEST, EAST = 1, 2, 3, 4
"""Directions as the engine numbers them."""

DELTAS: Mapping[int, tuple[int, int]] = {SOUTH: (0, 1), NORTH: (0, -1), WEST: (-1, 0), EAST: (1, 0)}
OPPOSITE: Mapping[int, int] = {SOUTH: NORTH, NORTH: SOUTH, WEST: EAST, EAST: WEST}
LETTERS: Mapping[str, int] = {"S": SOUTH, "N": NORTH, "W": WEST, "E": EAST}


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """One kind of tile: metatile behaviour, collision bits, elevation."""

    behavior: int
    collision: int
    elevation: int


LEGEND: Mapping[str, DrawnTile] = {
    ".": DrawnTile(0x00, 0, 3),  # floor
    "#": DrawnTile(0x00, 1, 0),  # wall
    "0": DrawnTile(0x00, 0, 0),  # joins two elevations
    "4": DrawnTile(0x00, 0, 4),  # raised ground
    "B": DrawnTile(0x00, 0, 15),  # bridge
    "~": DrawnTile(0x10, 0, 1),  # water
    '"': DrawnTile(0x02, 0, 3),  # tall grass
    "v": DrawnTile(0x3B, 1, 0),  # ledges, by the way one may jump
    "^": DrawnTile(0x3A, 1, 0),
    "<": DrawnTile(0x39, 1, 0),
    ">": DrawnTile(0x38, 1, 0),
    "_": DrawnTile(0x33, 0, 3),  # its southern edge can't be crossed
    "D": DrawnTile(0x69, 1, 0),  # door
    "L": DrawnTile(0x61, 0, 3),  # ladder
    "e": DrawnTile(0x62, 0, 3),  # arrow mats
    "w": DrawnTile(0x63, 0, 3),
    "n": DrawnTile(0x64, 0, 3),
    "s": DrawnTile(0x65, 0, 3),
    "/": DrawnTile(0x6C, 0, 3),  # stairs up, pressed east
    "\\": DrawnTile(0x6D, 0, 3),  # stairs up, pressed west
    "}": DrawnTile(0x6E, 0, 3),  # stairs down, pressed east
    "{": DrawnTile(0x6F, 0, 3),  # stairs down, pressed west
    "=": DrawnTile(0x80, 1, 0),  # counter
    "!": DrawnTile(0x84, 1, 0),  # signpost, reads on contact from the south
    "i": DrawnTile(0x23, 0, 3),  # ice
    ")": DrawnTile(0x54, 0, 3),  # spinners, by the way they turn one
    "(": DrawnTile(0x55, 0, 3),
    "'": DrawnTile(0x56, 0, 3),
    ",": DrawnTile(0x57, 0, 3),
    "o": DrawnTile(0x58, 0, 3),  # stops spinning
}
METATILES: tuple[str, ...] = tuple(LEGEND)
"""Index + 1 is the metatile id of a character; ``' '`` is an undefined cell."""


@dataclass(frozen=True, slots=True)
class Say:
    r"""Print a message.

    Attributes:
        text: ``\n`` breaks a line, ``\v`` asks for a press and scrolls, ``\f`` asks for a press
            and clears the box.
        parks: Whether the script then waits in the native that tells that it wants A or B. False
            is the box that never says so and yet wants a press.
        wait: Whether a press is wanted at all before the script goes on.
    """

    text: str
    parks: bool = True
    wait: bool = True


@dataclass(frozen=True, slots=True)
class YesNo:
    """Open a yes/no box and go on with one script or the other.

    ``listed`` False makes it a choice of which memory shows only that the script waits.
    """

    yes: str
    no: str
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Fanfare:
    """Hold the script without a box for this many frames."""

    frames: int = 160


@dataclass(frozen=True, slots=True)
class Special:
    """Wait to be resumed for this many frames, as for a screen that fades or a machine that works."""

    frames: int


@dataclass(frozen=True, slots=True)
class Walk:
    """Let an NPC walk, by letters ``NSWE``, while the script waits."""

    local_id: int
    path: str


@dataclass(frozen=True, slots=True)
class Battle:
    """Fight: text while it runs, the outcome, then text of the aftermath."""

    opening: str
    outcome: int
    aftermath: str


@dataclass(frozen=True, slots=True)
class Naming:
    """Open the naming screen; START accepts."""


@dataclass(frozen=True, slots=True)
class WarpTo:
    """Go through a warp of the room where the script runs."""

    warp: int


Op: TypeAlias = "Say | YesNo | Fanfare | Special | Walk | Battle | Naming | WarpTo"


@dataclass(frozen=True, slots=True)
class Person:
    """An NPC of a map. It walks ``path`` repeatedly, a step every ``pace`` frames."""

    x: int
    y: int
    script: str | None = None
    facing: int = SOUTH
    elevation: int = 3
    path: str = ""
    pace: int = 48


@dataclass(frozen=True, slots=True)
class WarpAt:
    """A warp: where it is, and the room and warp number that it leads to."""

    x: int
    y: int
    room: str
    warp: int


@dataclass(frozen=True, slots=True)
class Sign:
    """A tile that starts a script when A is pressed facing it."""

    x: int
    y: int
    script: str


@dataclass(frozen=True, slots=True)
class Trigger:
    """A tile that starts a script, once, when a step ends on it."""

    x: int
    y: int
    script: str


@dataclass(frozen=True, slots=True)
class Join:
    """A room joined at an edge: ``offset`` tiles along it."""

    edge: int
    room: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """One map.

    Attributes:
        rows: Equally long strings over :data:`LEGEND` and ``' '``.
        encounter: Script that starts on each fourth step in tall grass.
        arrival: Script that starts once a warp has led here and the controls are back.
    """

    rows: tuple[str, ...]
    people: tuple[Person, ...] = ()
    warps: tuple[WarpAt, ...] = ()
    signs: tuple[Sign, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    joins: tuple[Join, ...] = ()
    encounter: str | None = None
    arrival: str | None = None

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class World:
    """The whole description of a double's world.

    Attributes:
        rooms: Name -> room; the order numbers them, all in map group 0.
        start: Room, x, y (map-local) and facing of the player at power-on.
        scripts: Name -> what happens.
    """

    rooms: Mapping[str, Room]
    start: tuple[str, int, int, int]
    scripts: Mapping[str, tuple[Op, ...]] = field(default_factory=dict)

    def room_number(self, name: str) -> int:
        """Map number of a room."""
        return list(self.rooms).index(name)

    def room(self, number: int) -> Room:
        """Room of a map number."""
        return list(self.rooms.values())[number]
