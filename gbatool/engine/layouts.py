"""Structure layouts that the engine families share, as data, and what their fields hold.

Every layout is a packed little-endian numpy dtype whose fields carry the names of the public
decompilations in snake case. Sources: ``pret/pokefirered`` ``include/global.fieldmap.h``,
``include/main.h``, ``include/text.h``, ``include/script.h``, ``include/task.h``; sizes and offsets
were confirmed with the retail compiler. Only fields that something reads are named.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gbatool.memory import Address

Dtype = np.dtype[Any]


def struct(size: int, /, **fields: tuple[int, str | Dtype]) -> Dtype:
    """A dtype of ``size`` bytes with ``name=(offset, format)`` fields."""
    return np.dtype(
        {
            "names": list(fields),
            "offsets": [offset for offset, _ in fields.values()],
            "formats": [code for _, code in fields.values()],
            "itemsize": size,
        }
    )


def bits(code: str, first: int, count: int) -> Dtype:
    """The format of a number that has only ``count`` bits of a word, from bit ``first`` on.

    >>> number_of(struct(2, x=(0, bits("<u2", 4, 3))), "x", 0b0101_0011_1111)
    3
    """
    return np.dtype(code, metadata={"bits": (first, count)})


def has_field(layout: Dtype, field: str) -> bool:
    """Whether a structure has a field; where an engine's form of it is not known, it lacks some."""
    return field in (layout.names or ())


def bits_of(layout: Dtype, field: str) -> tuple[int, int] | None:
    """First bit and number of bits of a field that has only a part of its word; None for a whole one."""
    metadata = layout[field].base.metadata
    found: tuple[int, int] | None = metadata["bits"] if metadata else None
    return found


def number_of(layout: Dtype, field: str, word: int) -> int:
    """The number that a field's word holds: all of it, or its bits.

    Args:
        layout: The structure.
        field: Its name.
        word: What stands there.
    """
    part = bits_of(layout, field)
    return word if part is None else word >> part[0] & ((1 << part[1]) - 1)


def with_fields(layout: Dtype, size: int, /, **fields: tuple[int, str | Dtype]) -> Dtype:
    """A layout at another size, with fields moved or added.

    >>> with_fields(struct(4, x=(0, "u1"), y=(2, "<u2")), 8, y=(4, "<u4")) == struct(
    ...     8, x=(0, "u1"), y=(4, "<u4")
    ... )
    True
    """
    kept: dict[str, tuple[int, str | Dtype]]
    kept = {name: (offset_of(layout, name), layout[name]) for name in layout.names or ()}
    return struct(size, **{**kept, **fields})


def offset_of(layout: Dtype, field: str, element: int = 0) -> int:
    """Offset of a field in a structure, or of one element of a field that is an array.

    >>> offset_of(struct(8, x=(2, "3<u2")), "x"), offset_of(struct(8, x=(2, "3<u2")), "x", 1)
    (2, 4)
    """
    fields = layout.fields
    if fields is None:
        raise TypeError(f"{layout} has no fields")
    kind, offset = fields[field][:2]
    return int(offset) + element * kind.base.itemsize


def field_address(base: int, layout: Dtype, field: str, element: int = 0) -> Address:
    """Where a field of the structure at ``base`` stands, or one element of it.

    >>> field_address(0x02000000, struct(8, x=(2, "u1")), "x")
    0x02000002
    """
    return Address(base + offset_of(layout, field, element))


def entry_address(base: int, layout: Dtype, index: int) -> Address:
    """Where an entry of an array of structures at ``base`` stands.

    >>> entry_address(0x02000000, struct(8, x=(2, "u1")), 3)
    0x02000018
    """
    return Address(base + index * layout.itemsize)


BACKUP_MAP_LAYOUT = struct(0xC, width=(0, "<i4"), height=(4, "<i4"), map=(8, "<u4"))
MAP_BLOCK = np.dtype("<u2")
METATILE_MASK, COLLISION_MASK, ELEVATION_MASK = 0x03FF, 0x0C00, 0xF000
COLLISION_SHIFT, ELEVATION_SHIFT = 10, 12
UNDEFINED_BLOCK = 0x03FF
"""A cell outside every map: its collision bits are 0, and yet the engine blocks it."""

BORDER = 7
"""Tiles of border left of and above the map; map-local (0, 0) is buffer (7, 7)."""
BORDER_WIDTH, BORDER_HEIGHT = 15, 14
"""Columns (7 + 8) and rows (7 + 7) that the buffer has more than the map."""
MAX_BLOCKS = 0x2800

OBJECT_EVENT_COUNT = 16
OBJECT_EVENT = struct(
    0x24,
    flags=(0, "<u4"),
    sprite_id=(4, "u1"),
    graphics_id=(5, "u1"),
    movement_type=(6, "u1"),
    trainer_type=(7, "u1"),
    local_id=(8, "u1"),
    map_num=(9, "u1"),
    map_group=(0xA, "u1"),
    elevation=(0xB, "u1"),
    initial_x=(0xC, "<i2"),
    initial_y=(0xE, "<i2"),
    current_x=(0x10, "<i2"),
    current_y=(0x12, "<i2"),
    previous_x=(0x14, "<i2"),
    previous_y=(0x16, "<i2"),
    directions=(0x18, "u1"),
    range=(0x19, "u1"),
    movement_action_id=(0x1C, "u1"),
    trainer_range=(0x1D, "u1"),
    current_behavior=(0x1E, "u1"),
    previous_behavior=(0x1F, "u1"),
    previous_movement_direction=(0x20, "u1"),
)
OBJECT_ACTIVE, OBJECT_HELD_MOVEMENT = 1 << 0, 1 << 6
OBJECT_INVISIBLE, OBJECT_IS_PLAYER = 1 << 13, 1 << 16
OBJECT_UNUSED_FLAGS = 0xC0000000
"""Never set; the two bits below are not used by the retail games, but by expansions."""
PLAYER_LOCAL_ID, CAMERA_LOCAL_ID = 0xFF, 0x7F

PLAYER_AVATAR = struct(
    0x20,
    flags=(0, "u1"),
    transition_flags=(1, "u1"),
    running_state=(2, "u1"),
    tile_transition_state=(3, "u1"),
    sprite_id=(4, "u1"),
    object_event_id=(5, "u1"),
    prevent_step=(6, "u1"),
    gender=(7, "u1"),
)
AVATAR_ON_FOOT, AVATAR_MACH_BIKE, AVATAR_ACRO_BIKE = 1 << 0, 1 << 1, 1 << 2
AVATAR_SURFING, AVATAR_UNDERWATER, AVATAR_FORCED = 1 << 3, 1 << 4, 1 << 6
AVATAR_STATES = 0x1F
"""Exactly one of these bits is set."""
RUNNING_TURN, RUNNING_MOVE = 1, 2
TILE_BETWEEN, TILE_CENTER = 1, 2

MAIN = struct(
    0x43C,
    callback1=(0, "<u4"),
    callback2=(4, "<u4"),
    saved_callback=(8, "<u4"),
    vblank_callback=(0xC, "<u4"),
    hblank_callback=(0x10, "<u4"),
    vcount_callback=(0x14, "<u4"),
    serial_callback=(0x18, "<u4"),
    intr_check=(0x1C, "<u2"),
    held_keys_raw=(0x28, "<u2"),
    new_keys_raw=(0x2A, "<u2"),
    held_keys=(0x2C, "<u2"),
    new_keys=(0x2E, "<u2"),
    new_and_repeated_keys=(0x30, "<u2"),
    state=(0x438, "u1"),
    flags=(0x439, "u1"),
)
MAIN_IN_BATTLE = 1 << 1
MAIN_VBLANK_CAME = 1 << 0
"""Of ``intr_check``: cleared before the main loop waits, so it is set while a frame's work runs."""
SPRITE_COUNT = 64
SPRITE = struct(0x44, callback=(0x1C, "<u4"), data=(0x2E, "8<i2"), flags=(0x3E, "u1"))
"""``gSprites`` has one more, a dummy."""
SPRITE_IN_USE = 1 << 0

TASK_COUNT = 16
TASK = struct(
    0x28,
    func=(0, "<u4"),
    is_active=(4, "u1"),
    prev=(5, "u1"),
    next=(6, "u1"),
    priority=(7, "u1"),
    data=(8, "16<i2"),
)


SCRIPT_CONTEXT = struct(
    0x74,
    stack_depth=(0, "u1"),
    mode=(1, "u1"),
    comparison_result=(2, "u1"),
    native=(4, "<u4"),
    script=(8, "<u4"),
    stack=(0xC, "20<u4"),
    commands=(0x5C, "<u4"),
    commands_end=(0x60, "<u4"),
    data=(0x64, "4<u4"),
)
SCRIPT_STOPPED, SCRIPT_BYTECODE, SCRIPT_NATIVE = 0, 1, 2
SCRIPT_STATUS_RUNNING, SCRIPT_STATUS_WAITING, SCRIPT_STATUS_SHUT_DOWN = 0, 1, 2

MULTICHOICE_COMMANDS, MULTICHOICE_NUMBER = {0x6F: 5, 0x70: 6, 0x71: 6}, 3
"""Script commands that offer a list, with the bytes that each takes, and where its number stands."""

TEXT_PRINTER_COUNT = 32
TEXT_PRINTER = struct(0x24, current_char=(0, "<u4"), active=(0x1B, "u1"), state=(0x1C, "u1"))
TEXT_PRINTERS_ON_HEAP = 64
"""A list of printers is no longer than that: there are 32 windows, and sprites are seldom printed on."""
PRINTER_PRINTING, PRINTER_WAIT, PRINTER_CLEAR, PRINTER_SCROLL_PROMPT = 0, 1, 2, 3
PRINTER_SCROLLING, PRINTER_SOUND, PRINTER_PAUSE = 4, 5, 6

TEXT_AUTO_SCROLL = 1 << 2

TEXT_WINDOW = struct(
    0x30,
    text_mode=(0, "u1"),
    columns=(9, "u1"),
    left=(0x12, "u1"),
    top=(0x14, "<u2"),
    state=(0x16, "<u2"),
    tile_start=(0x1A, "<u2"),
    index=(0x1E, "<u2"),
    text=(0x20, "<u4"),
    tile_map=(0x28, "<u4"),
)
"""Ruby and Sapphire: the window that a text is printed in keeps the printer's state. Source:
``include/text.h`` of ``pret/pokeruby``."""
TEXT_WINDOW_STATES = (
    PRINTER_PRINTING,  # over
    PRINTER_PRINTING,  # begins
    PRINTER_PRINTING,
    PRINTER_PRINTING,  # waits between two characters
    PRINTER_PAUSE,
    PRINTER_WAIT,
    PRINTER_PRINTING,  # begins a line
    PRINTER_PRINTING,  # puts a text in
    PRINTER_CLEAR,
    PRINTER_SCROLL_PROMPT,
    PRINTER_SOUND,
)
"""State of such a window -> the printer's state that says the same."""
TEXT_WINDOW_OVER = 0
TILES_BY_PLACE, FIRST_GLYPH_TILE = 2, 2
MESSAGE_ROW, MESSAGE_COLUMN = 15, 2
"""The text mode in which a glyph's tiles are numbered by its place in the window; in others the first
glyph has the second tile after a blank one. And the cell of the screen in which messages begin."""

WINDOW = struct(
    0xC,
    bg=(0, "u1"),
    left=(1, "u1"),
    top=(2, "u1"),
    width=(3, "u1"),
    height=(4, "u1"),
    palette=(5, "u1"),
    base_block=(6, "<u2"),
    tile_data=(8, "<u4"),
)
WINDOW_COUNT, TILE_BYTES = 32, 32
WINDOW_BACKGROUND = 0x11
"""Two pixels of colour 1, which the engine fills text windows with."""
NO_BACKGROUND = 0xFF
"""A window's ``bg`` when the slot is free."""
BACKGROUNDS, TILE_MAP_COLUMNS, TILE_NUMBER = 4, 32, 0x3FF
VRAM_BASE, TILE_MAP_BYTES, CHARACTER_BLOCK_BYTES, SCREEN_ROWS = 0x06000000, 0x800, 0x4000, 20
FIRST_BACKGROUND_BIT, BACKGROUND_CONTROL, BACKGROUND_SCROLL = 8, 4, 8
"""Of the display registers: the bit of the first one that shows background 0, and the numbers of the
half-words at which the backgrounds' control and their scroll (across, down) begin. Source: GBATEK."""

PALETTE_FADE = struct(0x10, active=(7, bits("u1", 7, 1)))

MAP_EVENTS = struct(
    0x14,
    object_count=(0, "u1"),
    warp_count=(1, "u1"),
    coord_count=(2, "u1"),
    bg_count=(3, "u1"),
    objects=(4, "<u4"),
    warps=(8, "<u4"),
    coords=(0xC, "<u4"),
    bgs=(0x10, "<u4"),
)
OBJECT_TEMPLATE = struct(
    0x18,
    local_id=(0, "u1"),
    graphics_id=(1, "u1"),
    kind=(2, "u1"),
    x=(4, "<i2"),
    y=(6, "<i2"),
    elevation=(8, "u1"),
    movement_type=(9, "u1"),
    range=(0xA, "u1"),
    trainer_type=(0xC, "<u2"),
    trainer_range=(0xE, "<u2"),
    script=(0x10, "<u4"),
    flag=(0x14, "<u2"),
)
WARP_EVENT = struct(
    8,
    x=(0, "<i2"),
    y=(2, "<i2"),
    elevation=(4, "u1"),
    warp_id=(5, "u1"),
    map_num=(6, "u1"),
    map_group=(7, "u1"),
)
DYNAMIC_WARP = 0x7F
BG_EVENT = struct(
    0xC, x=(0, "<u2"), y=(2, "<u2"), elevation=(4, "u1"), kind=(5, "u1"), script=(8, "<u4")
)
MAP_CONNECTIONS = struct(8, count=(0, "<i4"), connections=(4, "<u4"))
MAP_CONNECTION = struct(
    0xC, direction=(0, "u1"), offset=(4, "<i4"), map_group=(8, "u1"), map_num=(9, "u1")
)
ROM_LAYOUT = struct(
    0x18,
    width=(0, "<i4"),
    height=(4, "<i4"),
    border=(8, "<u4"),
    map=(0xC, "<u4"),
    primary_tileset=(0x10, "<u4"),
    secondary_tileset=(0x14, "<u4"),
)
"""``struct MapLayout``, as far as every family has it."""
TILESET = struct(
    0x10,
    is_compressed=(0, "u1"),
    is_secondary=(1, "u1"),
    tiles=(4, "<u4"),
    palettes=(8, "<u4"),
    metatiles=(0xC, "<u4"),
)
"""``struct Tileset``, as far as every family has it."""
MAP_HEADER = struct(
    0x1C,
    layout=(0, "<u4"),
    events=(4, "<u4"),
    scripts=(8, "<u4"),
    connections=(0xC, "<u4"),
    music=(0x10, "<u2"),
    layout_id=(0x12, "<u2"),
    region_map_section=(0x14, "u1"),
    cave=(0x15, "u1"),
    weather=(0x16, "u1"),
    map_type=(0x17, "u1"),
    biking_allowed=(0x18, "u1"),
    flags=(0x19, "u1"),
    floor=(0x1A, "i1"),
    battle_type=(0x1B, "u1"),
)
WARP_DATA = struct(
    8, map_group=(0, "i1"), map_num=(1, "i1"), warp_id=(2, "i1"), x=(4, "<i2"), y=(6, "<i2")
)
