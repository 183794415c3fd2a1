"""The text printer of a double: 4 frames a character, held A speeds it up, prompts wait for a press."""

from __future__ import annotations

import numpy as np

from gbatool.core.protocol import Buttons
from gbatool.engine import layouts
from gbatool.memory import Bytes
from tests.double.places import MESSAGE_COLUMNS, MESSAGE_ROWS, PLACES
from tests.double.state import State
from tests.double.text import CLEAR, END, NEW_LINE, SCROLL, encode

MID_SPEED = 3
SPED_UP = 1 << 4
CAN_SPEED_UP = 1
INK = 0x22
SCROLL_PIXELS, SCROLL_SPEED = 15, 2
ACCEPT = Buttons.A | Buttons.B


class Printer:
    """Prints one message at a time into window 0."""

    def __init__(self, state: State) -> None:
        self.state = state

    def clear_box(self) -> None:
        """Fill the message window with its background, as closing it does."""
        window = self.state.records("gWindows", layouts.WINDOW)[0]
        window["width"], window["height"] = MESSAGE_COLUMNS, MESSAGE_ROWS
        window["tile_data"] = PLACES["message_pixels"]
        self._pixels()[:] = layouts.WINDOW_BACKGROUND

    def _pixels(self) -> Bytes:
        size = MESSAGE_COLUMNS * MESSAGE_ROWS * layouts.TILE_BYTES
        return self.state.bytes_at(PLACES["message_pixels"], size)

    @property
    def active(self) -> bool:
        """Whether it prints, or waits at a prompt."""
        return bool(self.state.printer["active"])

    def start(self, text: str, *, battle: bool = False) -> None:
        """Begin a message."""
        state, printer = self.state, self.state.printer
        place = PLACES["gDisplayedStringBattle" if battle else "gStringVar4"]
        data = encode(text)
        state.bytes_at(place, len(data))[:] = np.frombuffer(data, np.uint8)
        printer["current_char"] = place
        printer["active"], printer["state"] = 1, layouts.PRINTER_PRINTING
        printer["text_speed"], printer["delay_counter"] = MID_SPEED, 0
        printer["sub_flags"] = printer["font_id"] = 2
        state.put("gTextFlags", CAN_SPEED_UP, "<u4")
        self.clear_box()
        if not battle:
            state.put("sMessageBoxType", 2)

    def run(self, held: int, new: int) -> None:
        """Go on by one frame."""
        printer = self.state.printer
        if not printer["active"]:
            return
        step = int(printer["state"])
        if step == layouts.PRINTER_PRINTING:
            self._print(held, new)
        elif step in {layouts.PRINTER_CLEAR, layouts.PRINTER_SCROLL_PROMPT}:
            if new & ACCEPT:
                scrolls = step == layouts.PRINTER_SCROLL_PROMPT
                printer["scroll_distance"] = SCROLL_PIXELS if scrolls else 0
                printer["state"] = (
                    layouts.PRINTER_SCROLLING if scrolls else layouts.PRINTER_PRINTING
                )
        elif step == layouts.PRINTER_SCROLLING:
            left = max(int(printer["scroll_distance"]) - SCROLL_SPEED, 0)
            printer["scroll_distance"] = left
            if not left:
                printer["state"] = layouts.PRINTER_PRINTING

    def _print(self, held: int, new: int) -> None:
        printer = self.state.printer
        if held & ACCEPT and int(printer["sub_flags"]) & SPED_UP:
            printer["delay_counter"] = 0
        if printer["delay_counter"]:
            printer["delay_counter"] -= 1
            if new & ACCEPT:
                printer["sub_flags"] = int(printer["sub_flags"]) | SPED_UP
                printer["delay_counter"] = 0
            return
        printer["delay_counter"] = printer["text_speed"]
        place = int(printer["current_char"])
        code = int(self.state.bytes_at(place, 1)[0])
        printer["current_char"] = place + 1
        if code == END:
            printer["active"] = 0
            self.state.put("sMessageBoxType", 0)
        elif code == CLEAR:
            printer["state"] = layouts.PRINTER_CLEAR
        elif code == SCROLL:
            printer["state"] = layouts.PRINTER_SCROLL_PROMPT
        elif code == NEW_LINE:
            printer["delay_counter"] = 0
        else:
            self._pixels()[0] = INK
