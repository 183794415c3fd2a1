"""The RAM of a double, with views on its structures; it is the double's only state."""

from __future__ import annotations

from typing import Any

import numpy as np

from gbatool.engine import layouts, menus
from gbatool.engine.layouts import field_address
from gbatool.memory import EWRAM, IWRAM, THUMB_BIT, Bytes, region_of
from tests.double.places import FUNCTION_PLACES, OWN_STATE, PLACES, PRINTER

View = Any
"""A numpy record or array whose assignments write through to RAM."""

PLAYER = 0
"""Object slot of the player in a double."""


class State:
    """EWRAM and IWRAM of a double, all zero at first."""

    def __init__(self) -> None:
        self.ewram: Bytes = np.zeros(EWRAM.size, np.uint8)
        self.iwram: Bytes = np.zeros(IWRAM.size, np.uint8)
        self.main: View = self.records("gMain", layouts.MAIN)[0]
        self.layout: View = self.records("gBackupMapLayout", layouts.BACKUP_MAP_LAYOUT)[0]
        self.objects: View = self.records(
            "gObjectEvents", layouts.OBJECT_EVENT, layouts.OBJECT_EVENT_COUNT
        )
        self.avatar: View = self.records("gPlayerAvatar", layouts.PLAYER_AVATAR)[0]
        self.printer: View = self.records("sTextPrinters", PRINTER)[0]
        self.script: View = self.records("sGlobalScriptContext", layouts.SCRIPT_CONTEXT)[0]
        self.tasks: View = self.records("gTasks", layouts.TASK, layouts.TASK_COUNT)
        self.menu: View = self.records("sMenu", menus.MENU)[0]
        self.own: View = self.records("own_state", OWN_STATE)[0]
        self._numbers: dict[tuple[str, str], View] = {}

    def bytes_at(self, address: int, size: int) -> Bytes:
        """A writable view of RAM."""
        region = region_of(address)
        data = self.ewram if region is EWRAM else self.iwram
        base = EWRAM.base if region is EWRAM else IWRAM.base
        return data[address - base : address - base + size]

    def records(self, symbol: str, layout: layouts.Dtype, count: int = 1) -> View:
        """A symbol's memory as records."""
        return self.bytes_at(PLACES[symbol], layout.itemsize * count).view(layout)

    def _number(self, symbol: str, code: str) -> View:
        key = (symbol, code)
        if key not in self._numbers:
            dtype = np.dtype(code)
            self._numbers[key] = self.bytes_at(PLACES[symbol], dtype.itemsize).view(dtype)
        return self._numbers[key]

    def get(self, symbol: str, code: str = "u1") -> int:
        """A symbol that is one number."""
        return int(self._number(symbol, code)[0])

    def put(self, symbol: str, value: int, code: str = "u1") -> None:
        """Set a symbol that is one number."""
        self._number(symbol, code)[0] = value

    @property
    def locked(self) -> bool:
        """Whether field controls are locked."""
        return self.get("sLockFieldControls") != 0

    def lock(self, locked: bool) -> None:
        """Lock or free the field controls."""
        self.put("sLockFieldControls", int(locked))

    def fade(self, active: bool) -> None:
        """Set or clear the bit that says that the palette fades."""
        place = field_address(PLACES["gPaletteFade"], layouts.PALETTE_FADE, "active")
        self.bytes_at(place, 1)[0] = 0x80 if active else 0

    @property
    def callback(self) -> int:
        """The function that runs each frame, Thumb bit included."""
        return int(self.main["callback2"])

    def set_callback(self, name: str) -> None:
        """Let another function run each frame."""
        self.main["callback2"] = function(name)

    def set_native(self, name: str | None) -> None:
        """Let the script wait in a native function, or run byte code."""
        if name is None:
            self.script["mode"] = layouts.SCRIPT_BYTECODE
        else:
            self.script["mode"] = layouts.SCRIPT_NATIVE
            self.script["native"] = function(name)

    def waits_in(self, name: str) -> bool:
        """Whether the script waits in that native."""
        mode, native = int(self.script["mode"]), int(self.script["native"])
        return mode == layouts.SCRIPT_NATIVE and native == function(name)

    def task(self, name: str | None) -> None:
        """Run one task, or none."""
        self.tasks["is_active"] = 0
        if name is not None:
            self.tasks[0]["func"] = function(name)
            self.tasks[0]["is_active"] = 1
            self.tasks[0]["prev"], self.tasks[0]["next"] = 0xFE, 0xFF

    @property
    def save_block1(self) -> int:
        """Where SaveBlock1 is now."""
        return self.get("gSaveBlock1Ptr", "<u4")

    @property
    def position(self) -> tuple[int, int]:
        """Buffer coordinates of the player."""
        player = self.objects[PLAYER]
        return int(player["current_x"]), int(player["current_y"])

    @property
    def facing(self) -> int:
        """Direction that the player faces."""
        return int(self.objects[PLAYER]["directions"]) & 0xF

    def blocks(self) -> View:
        """The live map buffer, shape (height, width)."""
        width, height = int(self.layout["width"]), int(self.layout["height"])
        size = width * height * 2
        return self.bytes_at(int(self.layout["map"]), size).view("<u2").reshape(height, width)

    def random(self) -> int:
        """Draw a 16-bit number the way the engine does."""
        value = (self.get("gRngValue", "<u4") * 0x41C64E6D + 0x6073) & 0xFFFFFFFF
        self.put("gRngValue", value, "<u4")
        return value >> 16


def function(name: str) -> int:
    """A stored pointer to a function."""
    return FUNCTION_PLACES[name] | THUMB_BIT
