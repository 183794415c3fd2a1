"""The message box: its text follows from the printer's progress."""

from __future__ import annotations

import pytest

from gbatool.decode.dialog import Dialog, decode_dialog
from gbatool.engine import layouts
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.world import ADDRESSES, PROFILE, World, profile_without, text

SPEECH = text("One\ntwo|three/four")
"""Two lines, one that scrolls in, and a last box."""
SCROLL_AT, CLEAR_AT = SPEECH.index(0xFA), SPEECH.index(0xFB)


def talking(position: int, *, state: int = layouts.PRINTER_PRINTING) -> World:
    """A dialog whose printer has reached a byte of the text."""
    world = World().message(SPEECH).printer(position, state=state).window(drawn=True)
    return world.lock(1).script(mode=2, status=0, native="IsFieldMessageBoxHidden")


def read(world: World) -> Dialog:
    dialog = decode_dialog(world.build(), PROFILE)
    assert dialog is not None
    return dialog


def test_no_box_is_open_without_a_dialog() -> None:
    assert decode_dialog(World().build(), PROFILE) is None


def test_half_printed_lines_are_shown_as_they_are() -> None:
    dialog = read(talking(5))
    assert dialog.lines == ("One", "t")
    assert dialog.box == ("One", "two")
    assert (dialog.printing, dialog.waiting) == (True, False)
    assert dialog.remaining == "three\nfour"


def test_before_the_first_glyph_there_are_no_lines() -> None:
    assert read(talking(0)).lines == ()


@pytest.mark.parametrize(
    ("position", "state", "lines", "remaining"),
    [
        (SCROLL_AT + 1, layouts.PRINTER_SCROLL_PROMPT, ("One", "two"), "three\nfour"),
        (CLEAR_AT + 1, layouts.PRINTER_CLEAR, ("two", "three"), "four"),
    ],
)
def test_at_a_prompt_the_old_lines_are_still_there(
    position: int, state: int, lines: tuple[str, ...], remaining: str
) -> None:
    dialog = read(talking(position, state=state))
    assert (dialog.lines, dialog.box, dialog.remaining) == (lines, lines, remaining)
    assert (dialog.printing, dialog.waiting) == (False, True)


def test_a_scroll_moves_the_last_line_up() -> None:
    dialog = read(talking(SCROLL_AT + 1, state=layouts.PRINTER_SCROLLING))
    assert (dialog.lines, dialog.box) == (("two", ""), ("two", "three"))
    assert dialog.printing


def test_a_cleared_box_starts_again() -> None:
    dialog = read(talking(CLEAR_AT + 3))
    assert (dialog.lines, dialog.box, dialog.remaining) == (("fo",), ("four",), "")


def test_a_pause_until_a_press_waits_without_an_arrow() -> None:
    message = b"\xbb\xfc\x09\xbc\xff"
    world = talking(3, state=layouts.PRINTER_WAIT).message(message)
    dialog = read(world)
    assert (dialog.lines, dialog.box, dialog.waiting) == (("A",), ("AB",), True)


def test_text_that_scrolls_by_itself_waits_for_no_button() -> None:
    world = talking(SCROLL_AT + 1, state=layouts.PRINTER_SCROLL_PROMPT)
    world.put("gTextFlags", 0, "I", layouts.TEXT_AUTO_SCROLL)
    assert not read(world).waiting


def finished(native: str | None = "WaitForAorBPress") -> World:
    """The text has ended; the printer is inactive and the box still there."""
    world = talking(len(SPEECH)).printer(len(SPEECH), active=0)
    return world.script(mode=2 if native else 1, status=0, native=native)


def test_a_finished_box_stays_open_until_it_is_pressed_away() -> None:
    dialog = read(finished())
    assert dialog == Dialog(
        lines=("four",), box=("four",), printing=False, waiting=True, remaining=""
    )


def test_a_finished_box_is_told_without_windows_by_the_native_alone() -> None:
    lean = profile_without("gWindows")
    dialog = decode_dialog(finished().build(), lean)
    assert dialog is not None
    assert dialog.waiting
    with pytest.raises(NotLoadedError, match="gWindows in the profile"):
        decode_dialog(finished("WaitForFanfareFinish").build(), lean)
    assert decode_dialog(World().build(), lean) is None


def test_a_box_that_a_fanfare_holds_waits_for_no_button() -> None:
    dialog = read(finished("WaitForFanfareFinish"))
    assert (dialog.lines, dialog.waiting) == (("four",), False)


def test_the_question_stays_while_a_choice_is_open() -> None:
    world = finished(None).script(mode=1, status=1)
    dialog = read(world)
    assert (dialog.lines, dialog.waiting) == (("four",), False)


def test_a_window_that_was_closed_holds_no_box() -> None:
    assert decode_dialog(finished(None).window(drawn=False).build(), PROFILE) is None


def test_leftovers_in_the_windows_memory_are_no_box() -> None:
    world = finished(None)
    world.ram.write(0x02030000, bytes(range(256)) * 13)
    assert decode_dialog(world.build(), PROFILE) is None


def test_the_screen_decides_where_it_is_known() -> None:
    """Whatever runs: a script, a menu, or nothing at all."""
    for world in (finished(None), finished(None).script(mode=0, status=2)):
        assert read(world.on_screen()).lines == ("four",)
        assert decode_dialog(world.on_screen(drawn=False).build(), PROFILE) is None


def test_a_buffer_that_was_used_again_is_not_what_is_on_screen() -> None:
    world = finished(None).on_screen().message(text("Something else"))
    with pytest.raises(NotLoadedError, match="the buffer holds another"):
        decode_dialog(world.build(), PROFILE)


def test_a_text_that_this_printer_did_not_print_is_not_told() -> None:
    world = finished(None).on_screen().put("sTextPrinters", 0, "I", 0)
    with pytest.raises(NotLoadedError, match="not printed by this printer"):
        decode_dialog(world.build(), PROFILE)


def test_the_last_text_of_a_battle_stays_while_its_box_is_on_screen() -> None:
    world = finished(None).on_screen().main("BattleMainCB2", in_battle=True)
    world.ram.write(ADDRESSES["gDisplayedStringBattle"], SPEECH)
    end = ADDRESSES["gDisplayedStringBattle"] + len(SPEECH)
    world.put("sTextPrinters", 0, "I", end)
    assert read(world).lines == ("four",)
    world.ram.screen.registers[9] = 160  # scrolled to the menu of actions
    assert decode_dialog(world.build(), PROFILE) is None


def test_a_window_of_another_screen_is_no_message_box() -> None:
    world = finished(None).on_screen().main("CB2_BagMenuRun")
    assert decode_dialog(world.build(), PROFILE) is None


def test_a_stale_printer_is_no_box_once_the_script_has_ended() -> None:
    world = finished(None).script(mode=0, status=2, native="WaitForAorBPress")
    assert decode_dialog(world.build(), PROFILE) is None


def test_a_printer_of_another_window_is_read_when_it_is_the_one_that_prints() -> None:
    world = World().message(SPEECH).printer(3, index=24)
    dialog = decode_dialog(world.build(), PROFILE)
    assert dialog is not None
    assert dialog.lines == ("One",)


@pytest.mark.parametrize(
    ("pointer", "says"),
    [
        (0x09000000, "is 0x09000000; expected a byte of gStringVar4"),
        (0, "is 0x00000000; expected a byte of gStringVar4"),
        (ADDRESSES["gStringVar4"] - 1, "expected a byte of gStringVar4"),
        (ADDRESSES["gStringVar4"] + 1001, "expected a byte of gStringVar4"),
        (ADDRESSES["gStringVar4"] + 500, "byte 500 of gStringVar4; expected the start of a"),
    ],
)
def test_refuses_a_printer_outside_its_text(pointer: int, says: str) -> None:
    world = talking(0).put("sTextPrinters", 0, "I", pointer)
    with pytest.raises(DecodeError, match=says) as caught:
        decode_dialog(world.build(), PROFILE)
    assert not isinstance(caught.value, NotLoadedError)


def test_a_text_printed_straight_from_the_rom_can_not_be_told_now() -> None:
    world = talking(0).put("sTextPrinters", 0, "I", 0x08000100)
    with pytest.raises(NotLoadedError, match="0x08000100; expected a byte of gStringVar4"):
        decode_dialog(world.build(), PROFILE)


def test_refuses_a_printer_in_the_middle_of_a_code() -> None:
    world = talking(2).message(b"\xbb\xfc\x01\x02\xbc\xff")
    with pytest.raises(DecodeError, match="expected the start of a character"):
        decode_dialog(world.build(), PROFILE)


@pytest.mark.parametrize(("offset", "value"), [(0x1B, 2), (0x1C, 7)])
def test_refuses_a_flag_or_state_that_does_not_exist(offset: int, value: int) -> None:
    world = talking(0).put("sTextPrinters", offset, "B", value)
    with pytest.raises(DecodeError, match=r"sTextPrinters\[0\]"):
        decode_dialog(world.build(), PROFILE)


def test_refuses_an_unknown_character() -> None:
    with pytest.raises(DecodeError, match="gStringVar4 at 0x02001801 is 40"):
        read(talking(1).message(b"\xbb\x40\xff"))


@pytest.mark.parametrize("missing", ["sTextPrinters", "gStringVar4"])
def test_an_unproven_printer_or_buffer_is_refused(missing: str) -> None:
    with pytest.raises(UnprovenSymbolError, match=missing):
        decode_dialog(talking(3).build(), profile_without(missing, "gDisplayedStringBattle"))
