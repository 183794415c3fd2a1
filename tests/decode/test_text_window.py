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


def shown(world: World, *tiles: int) -> World:
    """A text window whose cells at row 15 from column 2 on hold these tiles."""
    world.put(FIELD, 0, "B", 2).put(FIELD, 9, "B", 30).put(FIELD, 0x12, "BxH", 16, 120)
    world.ram.screen.registers[0], world.ram.screen.registers[4] = 1 << 8, 31 << 8
    world.put(FIELD, 0x1A, "H", 1).put(FIELD, 0x28, "I", 0x0600F800)
    cells = world.ram.screen.vram[0xF800:0x10000].view("<u2").reshape(32, 32)
    cells[15, 2 : 2 + len(tiles)] = tiles
    return world


def test_a_text_that_is_over_is_open_while_its_glyphs_are_on_screen() -> None:
    first = 1 + 15 * 30 + 2
    world = window(OVER, len(SPEECH)).script(mode=1, status=1)
    assert read(shown(world, 0xF000 | first, 0xF000 | (first + 1))).lines == ("four",)
    assert decode_dialog(shown(world, 0, 0).build(), RUBY) is None


def test_a_text_that_another_window_drew_is_not_taken_for_none() -> None:
    world = shown(window(OVER, len(SPEECH)).script(mode=1, status=1), 0xF26D)
    with pytest.raises(NotLoadedError, match="tile 621"):
        decode_dialog(world.build(), RUBY)
    assert decode_scene(world.build(), RUBY).mode is Mode.MENU
    locked = shown(window(OVER, len(SPEECH)).script(mode=0, status=2), 0xF26D)
    scene = decode_scene(locked.build(), RUBY)
    assert (scene.mode, scene.expects) == (Mode.OVERWORLD, "wait")


def test_in_other_text_modes_the_first_glyph_has_the_tile_after_the_blank_ones() -> None:
    world = window(OVER, len(SPEECH)).script(mode=1, status=1)
    assert read(shown(world, 3).put(FIELD, 0, "B", 0)).lines == ("four",)


def test_what_is_not_in_view_is_no_message() -> None:
    world = shown(window(OVER, len(SPEECH)).script(mode=1, status=1), 1 + 15 * 30 + 2)
    assert decode_dialog(world.put(FIELD, 0x28, "I", 0x0600F000).build(), RUBY) is None


def test_a_menu_that_a_battles_window_prints_is_no_message() -> None:
    world = window(OVER, len(SPEECH), symbol=BATTLE)
    world.ram.record(ADDRESSES["gMain"], RUBY.family.main, callback2=0x08001309, flags=2)
    world.put(BATTLE, 0x12, "BxH", 16, 280).put(BATTLE, 0x28, "I", 0x0600F800)
    world.ram.screen.registers[0], world.ram.screen.registers[4] = 1 << 8, 31 << 8
    assert decode_dialog(world.build(), RUBY) is None


def test_a_window_that_was_never_set_up_is_not_on_screen() -> None:
    world = window(OVER, 0).put(FIELD, 0x20, "I", 0)
    assert world.ram.screen.vram.any() == 0
    assert decode_dialog(world.build(), RUBY) is None


def test_a_tile_map_outside_video_memory_is_damage() -> None:
    world = shown(window(OVER, len(SPEECH)), 1).put(FIELD, 0x28, "I", 0x06018000)
    with pytest.raises(DecodeError, match="tile map in video memory"):
        decode_dialog(world.build(), RUBY)


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
