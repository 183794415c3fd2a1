"""Expansions: text printers are a list on the heap, empty without a text."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gbatool.decode.dialog import Dialog, decode_dialog
from gbatool.decode.message import decode_message
from gbatool.decode.printer import decode_printers, find_printer
from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine import layouts
from gbatool.errors import DecodeError, UnprovenSymbolError
from gbatool.memory import EWRAM, Address
from gbatool.profile import Profile, Status, Symbol, Trait
from tests.decode.test_dialog import CLEAR_AT, SCROLL_AT, SPEECH
from tests.decode.world import ADDRESSES, PROFILE, World, profile_without

HEAD = "sFirstTextPrinter"
HEAD_AT, HEAP = 0x02003000, 0x02003100
RECORD, ACTIVE, STATE, NEXT = 0x30, 0x23, 0x24, 0x2C
TRAITS = {
    "text_printer.storage": "list",
    "text_printer.size": "0x30",
    "text_printer.active": "u8@0x23[6..6]",
    "text_printer.state": "u8@0x24",
    "text_printer.next": "u32@0x2C",
}
IN_USE = 1 << 7


def expanded(profile: Profile) -> Profile:
    """The same profile for an engine whose printers are a list."""
    traits = {name: Trait(name, value, Status.VERIFIED) for name, value in TRAITS.items()}
    head = Symbol(HEAD, Address(HEAD_AT), 4, Status.VERIFIED)
    symbols = {name: one for name, one in profile.symbols.items() if name != "sTextPrinters"}
    return dataclasses.replace(profile, traits=traits, symbols={**symbols, HEAD: head})


LISTED = expanded(PROFILE)


def printers(*positions: int | None, state: int = layouts.PRINTER_PRINTING) -> World:
    """A list of printers, each at a byte of the speech; None is one that is no longer active."""
    world = World().lock(1).script(mode=2, status=0, native="IsFieldMessageBoxHidden")
    world.main("CB2_Overworld").message(SPEECH)
    world.ram.put(HEAD_AT, "I", HEAP if positions else 0)
    for index, position in enumerate(positions):
        at = HEAP + 0x40 * index
        active = 0 if position is None else 1 << 6
        world.ram.put(at, "I", ADDRESSES["gStringVar4"] + (position or 0))
        world.ram.put(at + ACTIVE, "BB", IN_USE | active | 1, state)
        follower = at + 0x40 if index + 1 < len(positions) else 0
        world.ram.put(at + NEXT, "I", follower)
    return world


def pointing(world: World, at: int, to: int) -> World:
    """The same world with another pointer."""
    world.ram.put(at, "I", to)
    return world


def read(world: World) -> Dialog:
    dialog = decode_dialog(world.build(), LISTED)
    assert dialog is not None
    return dialog


def test_half_printed_lines_are_shown_as_they_are() -> None:
    dialog = read(printers(5))
    assert (dialog.lines, dialog.printing, dialog.waiting) == (("One", "t"), True, False)


@pytest.mark.parametrize(
    ("state", "at"),
    [(layouts.PRINTER_SCROLL_PROMPT, SCROLL_AT), (layouts.PRINTER_CLEAR, CLEAR_AT)],
)
def test_a_prompt_waits_for_a_press(state: int, at: int) -> None:
    world = printers(at + 1, state=state)
    assert (read(world).printing, read(world).waiting) == (False, True)
    scene = decode_scene(world.build(), LISTED)
    assert (scene.mode, scene.waiting_for_advance) == (Mode.DIALOG, True)
    assert f"{HEAD}[0]" in scene.because


def test_the_first_active_printer_of_the_list_is_read() -> None:
    ram = printers(None, 3, 5).build()
    assert [one.active for one in decode_printers(ram, LISTED)] == [False, True, True]
    found = find_printer(ram, LISTED)
    assert (found.index, found.next_char) == (1, ADDRESSES["gStringVar4"] + 3)


def test_a_text_that_is_over_is_open_while_the_script_waits() -> None:
    world = printers()
    world.script(mode=2, status=0, native="WaitForAorBPress").window(drawn=True)
    dialog = read(world)
    assert (dialog.lines, dialog.printing, dialog.waiting) == (("four",), False, True)
    message = decode_message(world.build(), LISTED)
    assert (message.active, message.boxes) == (False, (("One", "two", "three"), ("four",)))


def test_no_box_is_open_without_printers_and_script() -> None:
    world = printers().script(mode=0, status=2).lock(0)
    assert decode_dialog(world.build(), LISTED) is None
    assert not find_printer(world.build(), LISTED).active


def test_a_profile_without_the_head_can_not_tell() -> None:
    lean = expanded(profile_without())
    lean = dataclasses.replace(
        lean, symbols={name: one for name, one in lean.symbols.items() if name != HEAD}
    )
    with pytest.raises(UnprovenSymbolError, match=HEAD):
        decode_dialog(printers(3).build(), lean)


@pytest.mark.parametrize(
    ("world", "says"),
    [
        (
            pointing(printers(3, 5), HEAP + 0x40 + NEXT, HEAP),
            r"sFirstTextPrinter\[1\]\.next .* ends",
        ),
        (pointing(printers(3), HEAP + NEXT, HEAP), r"sFirstTextPrinter\[0\]\.next .* ends"),
        (pointing(printers(3), HEAD_AT, HEAP + 2), "sFirstTextPrinter .* a multiple of 4"),
        (
            pointing(printers(3), HEAD_AT, EWRAM.end - 0x20),
            "sFirstTextPrinter .* 48 bytes in EWRAM",
        ),
        (pointing(printers(3), HEAP + NEXT, 0x08000000), r"sFirstTextPrinter\[0\]\.next"),
        (printers(3, state=7), r"sFirstTextPrinter\[0\]\.state .* expected 0 to 6"),
    ],
)
def test_refuses_a_list_that_can_not_be(world: World, says: str) -> None:
    with pytest.raises(DecodeError, match=says):
        decode_dialog(world.build(), LISTED)


WORDS = st.one_of(
    st.integers(0, 2**32 - 1),
    st.integers(0, 40).map(lambda place: HEAP + 0x10 * place),
    st.just(0),
)


@settings(deadline=None, max_examples=200)
@given(head=WORDS, words=st.lists(WORDS, max_size=80), fill=st.binary(max_size=0x200))
@example(head=HEAP, words=[HEAP] * 12, fill=b"")
def test_garbage_is_read_to_an_end_or_refused(head: int, words: list[int], fill: bytes) -> None:
    world = World()
    world.ram.put(HEAD_AT, "I", head).write(HEAP, fill)
    for index, word in enumerate(words):
        world.ram.put(HEAP + 4 * index, "I", word)
    try:
        found = decode_printers(world.build(), LISTED)
    except DecodeError:
        return
    assert len(found) <= layouts.TEXT_PRINTERS_ON_HEAP
    assert len({printer.address for printer in found}) == len(found)
