"""Ruby and Sapphire: a text window has the fields of the text printer."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.dialog import Dialog, decode_dialog
from gbatool.decode.message import decode_message
from gbatool.decode.printer import find_printer
from gbatool.decode.scene import Mode, decode_scene
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.test_dialog import CLEAR_AT, SCROLL_AT, SPEECH
from tests.decode.world import ADDRESSES, PROFILE, World, profile_without

RUBY = dataclasses.replace(PROFILE, engine="rs")
FIELD, BATTLE = "gFieldMessageBoxWindow", "gWindowTemplate_Contest_MoveDescription"
IN_ROM = 0x08005600
OVER, NORMAL, DELAY, PAUSE, BUTTON, CLEAR, SCROLL = 0, 2, 3, 4, 5, 8, 9


def window(state: int, index: int, *, symbol: str = FIELD, at: int = IN_ROM) -> World:
    world = World().lock(1).script(mode=2, status=0, native="IsFieldMessageBoxHidden")
    world.ram.record(ADDRESSES["gMain"], RUBY.family.main, callback2=0x08001101)
    world.ram.write(at, SPEECH)
    world.put(symbol, 0x16, "H", state)
    return world.put(symbol, 0x1E, "HI", index, at)


def read(world: World) -> Dialog:
    dialog = decode_dialog(world.build(), RUBY)
    assert dialog is not None
    return dialog


@pytest.mark.parametrize("state", [NORMAL, DELAY, PAUSE])
def test_half_printed_lines_are_shown_as_they_are(state: int) -> None:
    dialog = read(window(state, 5))
    assert (dialog.lines, dialog.printing, dialog.waiting) == (("One", "t"), True, False)
    assert dialog.remaining == "three\nfour"


@pytest.mark.parametrize(("state", "index"), [(SCROLL, SCROLL_AT + 1), (CLEAR, CLEAR_AT + 1)])
def test_a_prompt_waits_for_a_press(state: int, index: int) -> None:
    world = window(state, index)
    assert (read(world).printing, read(world).waiting) == (False, True)
    scene = decode_scene(world.build(), RUBY)
    assert (scene.mode, scene.waiting_for_advance) == (Mode.DIALOG, True)
    assert FIELD in scene.because


def test_a_button_is_waited_for_without_an_arrow() -> None:
    assert read(window(BUTTON, 3)).waiting


def test_a_text_may_stand_in_ram_or_in_the_rom_since_its_start_is_known() -> None:
    assert read(window(NORMAL, 3, at=ADDRESSES["gStringVar4"])).lines == ("One",)
    assert read(window(NORMAL, 3)).lines == ("One",)


def test_a_text_that_is_over_is_open_while_the_script_waits() -> None:
    world = window(OVER, len(SPEECH))
    ruby = dataclasses.replace(profile_without("gWindows"), engine="rs")
    with pytest.raises(NotLoadedError, match="a script that runs on"):
        decode_dialog(world.build(), ruby)
    world.script(mode=2, status=0, native="WaitForAorBPress")
    dialog = decode_dialog(world.build(), ruby)
    assert dialog is not None
    assert (dialog.lines, dialog.printing, dialog.waiting) == (("four",), False, True)
    assert decode_message(world.build(), ruby).boxes == (("One", "two", "three"), ("four",))


def test_a_battles_window_is_read_where_the_fields_is_over() -> None:
    world = window(NORMAL, 3, symbol=BATTLE)
    assert read(world).lines == ("One",)
    lean = dataclasses.replace(profile_without(BATTLE), engine="rs")
    assert not find_printer(world.build(), lean).active


def test_a_profile_without_the_window_can_not_tell() -> None:
    lean = dataclasses.replace(profile_without(FIELD), engine="rs")
    with pytest.raises(UnprovenSymbolError, match=FIELD):
        decode_dialog(window(NORMAL, 3).build(), lean)


@pytest.mark.parametrize(
    ("world", "says"),
    [
        (window(11, 3), r"gFieldMessageBoxWindow\.state .* expected 0 to 10"),
        (window(NORMAL, 3).put(FIELD, 0x20, "I", 0x0A), r"gFieldMessageBoxWindow\.text"),
        (window(NORMAL, 0x200), r"gFieldMessageBoxWindow\.currentChar"),
    ],
)
def test_refuses_a_window_that_can_not_be(world: World, says: str) -> None:
    with pytest.raises(DecodeError, match=says):
        decode_dialog(world.build(), RUBY)
