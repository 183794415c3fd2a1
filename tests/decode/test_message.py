"""The message as boxes: scrolling continues a box, clearing begins another."""

from __future__ import annotations

import pytest

from gbatool.decode.message import decode_message
from gbatool.engine import layouts
from gbatool.errors import DecodeError, UnprovenSymbolError
from tests.decode.test_dialog import CLEAR_AT, SCROLL_AT, SPEECH, finished, talking
from tests.decode.world import PROFILE, profile_without

BOXES = (("One", "two", "three"), ("four",))


@pytest.mark.parametrize(
    ("position", "state", "current", "shown"),
    [
        (0, layouts.PRINTER_PRINTING, 0, (("",),)),
        (5, layouts.PRINTER_PRINTING, 0, (("",),)),
        (SCROLL_AT + 1, layouts.PRINTER_SCROLL_PROMPT, 0, (("One", "two"),)),
        (CLEAR_AT + 1, layouts.PRINTER_CLEAR, 0, (("One", "two", "three"),)),
        (CLEAR_AT + 3, layouts.PRINTER_PRINTING, 1, (("One", "two", "three"),)),
    ],
)
def test_tells_the_box_on_screen_and_what_was_shown_whole(
    position: int, state: int, current: int, shown: tuple[tuple[str, ...], ...]
) -> None:
    message = decode_message(talking(position, state=state).build(), PROFILE)
    assert message.boxes == BOXES
    assert (message.current, message.shown) == (current, shown)
    assert (message.active, message.position) == (True, position)
    assert message.is_in_last_box is (current == 1)


def test_a_message_that_has_ended_was_shown_whole() -> None:
    message = decode_message(finished().build(), PROFILE)
    assert (message.active, message.shown, message.is_in_last_box) == (False, BOXES, True)
    assert message.text == SPEECH


def test_refuses_a_printer_outside_its_text() -> None:
    world = talking(0).put("sTextPrinters", 0, "I", 0x08000000)
    with pytest.raises(DecodeError, match="gStringVar4"):
        decode_message(world.build(), PROFILE)


def test_an_unproven_buffer_is_refused() -> None:
    lean = profile_without("gStringVar4", "gDisplayedStringBattle")
    with pytest.raises(UnprovenSymbolError):
        decode_message(talking(3).build(), lean)
