"""Load maps into a double's RAM, cross their edges, and place object events on them."""

from __future__ import annotations

import numpy as np

from gbatool.engine import layouts
from gbatool.engine.families import FRLG
from gbatool.engine.layouts import field_address
from tests.double.places import PLACES
from tests.double.rom_image import RomImage, blocks_of, template_bytes
from tests.double.state import PLAYER, State, View
from tests.double.world import (
    EAST,
    LEGEND,
    METATILES,
    NORTH,
    SOUTH,
    WEST,
    Join,
    Room,
    World,
)

BORDER = layouts.BORDER
SPAWN_LEFT, SPAWN_RIGHT, SPAWN_DOWN = 2, 17, 16
MAX_SAVE_SHIFT_WORDS = 32
LOCATION_OFFSET = 4
WARP_NONE = -1

ANYWHERE = 9
"""Group and number of a map that there is not."""


class Maps:
    """Loads the rooms of a world into the state's map buffer."""

    def __init__(self, state: State, world: World, image: RomImage) -> None:
        self.state, self.world, self.image = state, world, image

    @property
    def room(self) -> Room:
        """The room that is loaded."""
        return self.world.room(int(self.state.own["room"]))

    def load(self, number: int) -> None:
        """Fill buffer, header and location with a room that has no object events yet."""
        self.state.own["room"] = number
        self._fill_buffer()
        header = self.image.headers[number]
        self.state.records("gMapHeader", layouts.MAP_HEADER)[0] = np.frombuffer(
            self.image.data, layouts.MAP_HEADER, 1, header & 0x1FFFFFF
        )[0]
        self._set_location()

    def _fill_buffer(self) -> None:
        state, room = self.state, self.room
        width = room.width + layouts.BORDER_WIDTH
        height = room.height + layouts.BORDER_HEIGHT
        if width * height >= layouts.MAX_BLOCKS:
            raise ValueError("the room is too big for the map buffer")
        state.layout["width"], state.layout["height"] = width, height
        state.layout["map"] = PLACES["gBackupMapData"]
        blocks = state.blocks()
        blocks[:] = layouts.UNDEFINED_BLOCK
        for join in room.joins:
            self._fill_margin(blocks, room, join)
        blocks[BORDER : BORDER + room.height, BORDER : BORDER + room.width] = blocks_of(room)

    def _fill_margin(self, blocks: View, room: Room, join: Join) -> None:
        other = blocks_of(self.world.rooms[join.room])
        left, top = self._origin(room, join)
        for y in range(other.shape[0]):
            for x in range(other.shape[1]):
                if 0 <= top + y < blocks.shape[0] and 0 <= left + x < blocks.shape[1]:
                    blocks[top + y, left + x] = other[y, x]

    def _origin(self, room: Room, join: Join) -> tuple[int, int]:
        """Where the joined room's first tile lies in this room's buffer."""
        other = self.world.rooms[join.room]
        return {
            NORTH: (BORDER + join.offset, BORDER - other.height),
            SOUTH: (BORDER + join.offset, BORDER + room.height),
            WEST: (BORDER - other.width, BORDER + join.offset),
            EAST: (BORDER + room.width, BORDER + join.offset),
        }[join.edge]

    def _set_location(self, warp: int = WARP_NONE) -> None:
        place = self.state.save_block1 + LOCATION_OFFSET
        location = self.state.bytes_at(place, layouts.WARP_DATA.itemsize).view(layouts.WARP_DATA)[0]
        location["map_group"], location["map_num"] = 0, int(self.state.own["room"])
        location["warp_id"] = warp

    def lose_location(self) -> None:
        """Make the location invalid, as it is while the start of a battle moves the save block."""
        self.state.bytes_at(self.state.save_block1 + LOCATION_OFFSET, 2)[:] = ANYWHERE

    def find_location(self) -> None:
        """Make the location valid again."""
        self._set_location()

    def move_save_blocks(self) -> None:
        """Draw a new offset for the save blocks, as every warp does."""
        state = self.state
        shift = 4 * (state.random() % MAX_SAVE_SHIFT_WORDS)
        for name in ("gSaveBlock1", "gSaveBlock2"):
            state.put(f"{name}Ptr", PLACES[name] + shift, "<u4")
        state.put("gPokemonStoragePtr", PLACES["gSaveBlock2"] + shift, "<u4")
        self._set_location()

    def write_templates(self) -> None:
        """Write the object templates of the room to SaveBlock1."""
        place = field_address(self.state.save_block1, FRLG.save_block1, "object_templates")
        room = self.room
        data = b"".join(
            template_bytes(self.world, room, number, self.image.scripts)
            for number in range(len(room.people))
        )
        size = layouts.OBJECT_TEMPLATE.itemsize * 64
        self.state.bytes_at(place, size)[:] = 0
        self.state.bytes_at(place, len(data))[:] = np.frombuffer(data, np.uint8)

    def place_player(self, x: int, y: int, facing: int) -> None:
        """Put the player on a tile of the loaded map and remove the other object events."""
        state = self.state
        state.objects[:] = np.zeros(1, layouts.OBJECT_EVENT)[0]
        player = state.objects[PLAYER]
        player["flags"] = layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER
        player["local_id"] = layouts.PLAYER_LOCAL_ID
        player["map_num"] = int(state.own["room"])
        self.put_object(PLAYER, x, y)
        player["initial_x"], player["initial_y"] = x, y
        player["movement_action_id"] = 0xFF
        elevation = self.elevation_at(x, y)
        level = elevation if elevation not in {0, 15} else 3
        player["elevation"] = level | level << 4
        player["directions"] = facing | facing << 4
        player["previous_movement_direction"] = facing
        state.avatar["flags"] = 1
        state.avatar["running_state"] = state.avatar["tile_transition_state"] = 0
        state.avatar["object_event_id"] = PLAYER
        self.write_position()

    def put_object(self, slot: int, x: int, y: int) -> None:
        """Put an object on a tile, standing still."""
        record = self.state.objects[slot]
        record["current_x"], record["current_y"] = x, y
        record["previous_x"], record["previous_y"] = x, y

    def write_position(self) -> None:
        """Copy the player's position into SaveBlock1, map-local."""
        x, y = self.state.position
        place = self.state.bytes_at(self.state.save_block1, 4).view("<i2")
        place[0], place[1] = x - BORDER, y - BORDER

    def spawn(self) -> None:
        """Spawn object events near the screen, and remove those far from it."""
        x, y = (c - BORDER for c in self.state.position)
        for number, person in enumerate(self.room.people):
            slot = self.slot_of(number + 1)
            home_x, home_y = person.x + BORDER, person.y + BORDER
            near = x - SPAWN_LEFT <= home_x <= x + SPAWN_RIGHT and y <= home_y <= y + SPAWN_DOWN
            if near and slot is None:
                self._appear(number)
            elif slot is not None and not near:
                here = self.state.objects[slot]
                now_x, now_y = int(here["current_x"]), int(here["current_y"])
                if not (
                    x - SPAWN_LEFT <= now_x <= x + SPAWN_RIGHT and y <= now_y <= y + SPAWN_DOWN
                ):
                    here["flags"] = 0

    def _appear(self, number: int) -> None:
        person = self.room.people[number]
        slot = next((s for s in range(layouts.OBJECT_EVENT_COUNT) if not self.is_active(s)), None)
        if slot is None:
            return
        record = self.state.objects[slot]
        record["flags"] = layouts.OBJECT_ACTIVE
        record["local_id"] = record["graphics_id"] = number + 1
        record["movement_type"] = 1
        record["map_num"] = int(self.state.own["room"])
        record["elevation"] = person.elevation | person.elevation << 4
        self.put_object(slot, person.x + BORDER, person.y + BORDER)
        record["initial_x"], record["initial_y"] = person.x + BORDER, person.y + BORDER
        record["directions"] = person.facing | person.facing << 4
        record["movement_action_id"] = 0xFF
        self.state.own["walkers"][slot]["timer"] = person.pace
        self.state.own["walkers"][slot]["at"] = 0
        self.state.own["walkers"][slot]["left"] = 0

    def is_active(self, slot: int) -> bool:
        """Whether an object slot is in use."""
        return bool(int(self.state.objects[slot]["flags"]) & layouts.OBJECT_ACTIVE)

    def slot_of(self, local_id: int) -> int | None:
        """Slot of an NPC of the loaded room; None when it is not in memory."""
        room = int(self.state.own["room"])
        for slot in range(layouts.OBJECT_EVENT_COUNT):
            record = self.state.objects[slot]
            ids = (int(record["local_id"]), int(record["map_num"]))
            if slot != PLAYER and self.is_active(slot) and ids == (local_id, room):
                return slot
        return None

    def cross(self, join: Join, x: int, y: int) -> tuple[int, int]:
        """Load the joined room without a pause; give the tile (x, y) in its coordinates.

        As in the engine, the objects' coordinates follow one frame later.
        """
        left, top = self._origin(self.room, join)
        own = self.state.own
        own["shift_x"], own["shift_y"] = BORDER - left, BORDER - top
        self.load(self.world.room_number(join.room))
        self.write_templates()
        return x + BORDER - left, y + BORDER - top

    def shift_objects(self) -> None:
        """Bring the objects' coordinates into the space of the map that was crossed into."""
        own = self.state.own
        if not own["shift_x"] and not own["shift_y"]:
            return
        for name in ("x", "y"):
            for kind in ("current", "previous", "initial"):
                self.state.objects[f"{kind}_{name}"] += own[f"shift_{name}"]
        own["shift_x"] = own["shift_y"] = 0
        self.spawn()

    def elevation_at(self, x: int, y: int) -> int:
        """Elevation of a cell of the buffer, 0 outside it."""
        height, width = self.state.blocks().shape
        if not (0 <= x < width and 0 <= y < height):
            return 0
        return int(self.state.blocks()[y, x]) >> layouts.ELEVATION_SHIFT

    def behavior_at(self, x: int, y: int) -> int:
        """Behaviour of a cell of the buffer, by the metatile that is in it now."""
        number = int(self.state.blocks()[y, x]) & layouts.METATILE_MASK
        if not 0 < number <= len(METATILES):
            return 0
        return LEGEND[METATILES[number - 1]].behavior

    def is_inside(self, x: int, y: int) -> bool:
        """Whether a buffer cell belongs to the loaded map."""
        room = self.room
        return BORDER <= x < BORDER + room.width and BORDER <= y < BORDER + room.height

    def join_at(self, x: int, y: int) -> Join | None:
        """The joined room that a cell outside the map belongs to."""
        for join in self.room.joins:
            left, top = self._origin(self.room, join)
            other = self.world.rooms[join.room]
            if left <= x < left + other.width and top <= y < top + other.height:
                return join
        return None
