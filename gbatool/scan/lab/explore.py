"""Exploration by branches: bring about the states that probes need, from the overworld state.

Each ``label_…`` function makes sure that its states exist in the laboratory, or raises
``ProbeError``. It presses keys on branches and compares; only proven symbols are taken for granted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from gbatool.core import Buttons, press
from gbatool.engine import layouts
from gbatool.engine.layouts import OBJECT_EVENT, OBJECT_EVENT_COUNT, field_address
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Snapshot
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration

START_MENU = "start_menu"
MENU_FRAMES = 40
BACK_FRAMES = 60
MAX_TARGETS = 24

BufferTile = tuple[int, int]
"""x and y in buffer coordinates."""


@exploration
def label_start_menu(lab: Lab) -> str:
    """Label a state in which START has opened something that locks the player and that B closes.

    Raises:
        ProbeError: START opens nothing of that kind.
    """
    if START_MENU in lab.states:
        return START_MENU
    ways = lab.open_directions(OVERWORLD)
    with lab.at(OVERWORLD) as emulator:
        press(emulator, Buttons.START, 2, MENU_FRAMES)
        lab.keep(START_MENU)
    held = not any(lab.moves(START_MENU, way) for way in ways)
    with lab.at(START_MENU) as emulator:
        press(emulator, Buttons.B, 2, BACK_FRAMES)
        back = any(map(lab.could_step, ways))
    if held and back:
        return START_MENU
    del lab.states[START_MENU]
    raise ProbeError("START opens nothing that locks the player and that B closes")


def closed_tiles(lab: Lab, snapshot: Snapshot) -> set[BufferTile]:
    """Tiles of the live map that a walk avoids: walls, and object events where those are proven."""
    fields = lab.known["gBackupMapLayout"].fields
    width, height = fields["width"], fields["height"]
    blocks = snapshot.array(fields["map"], layouts.MAP_BLOCK, (height, width))
    right = width - (layouts.BORDER_WIDTH - layouts.BORDER)
    bottom = height - (layouts.BORDER_HEIGHT - layouts.BORDER)
    closed = {
        (x, y)
        for y in range(height)
        for x in range(width)
        if not (layouts.BORDER <= x < right and layouts.BORDER <= y < bottom)
        or int(blocks[y, x]) & layouts.COLLISION_MASK
    }
    return closed | set(npcs(lab, snapshot))


def npcs(lab: Lab, snapshot: Snapshot) -> list[BufferTile]:
    """Tiles of the object events other than the player's, if they are proven."""
    if "gObjectEvents" not in lab.known:
        return []
    address = lab.address("gObjectEvents")
    slots = snapshot.array(address, OBJECT_EVENT, OBJECT_EVENT_COUNT)
    wanted = layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER
    others = slots[slots["flags"] & wanted == layouts.OBJECT_ACTIVE]
    return [(int(slot["current_x"]), int(slot["current_y"])) for slot in others]


def routes(start: BufferTile, closed: set[BufferTile]) -> dict[BufferTile, list[Buttons]]:
    """Shortest ways from ``start`` to every reachable tile, breadth first."""
    found: dict[BufferTile, list[Buttons]] = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for button, (dx, dy) in STEPS.items():
            there = here[0] + dx, here[1] + dy
            if there not in found and there not in closed:
                found[there] = [*found[here], button]
                queue.append(there)
    return found


def go(lab: Lab, way: list[Buttons]) -> bool:
    """Walk from the emulator's present state; False as soon as a step does not happen."""
    return all(lab.step(button, finish=True) for button in way)


def events(lab: Lab, snapshot: Snapshot, kind: str) -> list[BufferTile]:
    """Buffer tiles of the loaded map's ``bg`` or ``warp`` events, if its header is proven."""
    if "gMapHeader" not in lab.known:
        return []
    header = lab.address("gMapHeader")
    pointer = snapshot.u32(field_address(header, layouts.MAP_HEADER, "events"))
    if not ROM.holds(pointer) or not snapshot.holds(pointer, layouts.MAP_EVENTS.itemsize):
        return []
    record = snapshot.record(pointer, layouts.MAP_EVENTS)
    layout = layouts.BG_EVENT if kind == "bg" else layouts.WARP_EVENT
    count, array = int(record[f"{kind}_count"]), int(record[f"{kind}s"])
    if not count or not snapshot.holds(array, count * layout.itemsize):
        return []
    rows = snapshot.array(array, layout, count)
    return [(int(row["x"]) + layouts.BORDER, int(row["y"]) + layouts.BORDER) for row in rows]


def approaches(
    targets: list[BufferTile], ways: dict[BufferTile, list[Buttons]]
) -> Iterator[list[Buttons]]:
    """Ways that end beside a target, the last button turning towards it; the shortest first."""
    reachable = []
    for x, y in targets:
        for button, (dx, dy) in STEPS.items():
            beside = x - dx, y - dy
            if beside in ways:
                reachable.append([*ways[beside], button])
    yield from sorted(reachable, key=len)[:MAX_TARGETS]
