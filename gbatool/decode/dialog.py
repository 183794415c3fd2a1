"""Decode the open message box: its lines as the player sees them.

The engine keeps the whole message, expanded, in one buffer, and a printer that walks over it. What
is on screen follows from how far the printer has come: FB clears the box, FA scrolls it by one
line, and both wait for a press first, during which the old lines are still there.

A box that has finished printing stays on screen, under a menu that it asks with, or until a press,
with the printer inactive and ``sMessageBoxType`` back at 0: neither alone says that the box closed. The
screen says it, and the text in the buffer is the one that is on it if the printer read it to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gbatool.decode.header import text_form
from gbatool.decode.main import is_in_battle, is_on_field
from gbatool.decode.printer import (
    PRINTERS,
    Printer,
    Text,
    find_printer,
    resting_window,
    scrolls_by_itself,
    text_of,
)
from gbatool.decode.script import CONTEXT, decode_script, waits_in
from gbatool.decode.window import is_text_window_drawn, is_window_drawn
from gbatool.engine.engine import ARRAY
from gbatool.engine.text import END, Part, Token, tokenize
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

MESSAGE_WINDOW = 0
_PROMPTS = (Part.SCROLL, Part.CLEAR)


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open message box.

    Attributes:
        lines: The lines on screen now, half-printed ones included.
        box: The whole text of the box now on screen, up to the next prompt, even if it is not yet
            printed: lines, in order.
        printing: Characters are still coming.
        waiting: It waits for a fresh press of A or B.
        remaining: Everything after this box, as text, empty when this is the last one.
    """

    lines: tuple[str, ...]
    box: tuple[str, ...]
    printing: bool
    waiting: bool
    remaining: str


def decode_dialog(ram: Snapshot, profile: Profile) -> Dialog | None:
    """Read the open message box; None when no box is open.

    A box whose text has ended is open as long as it is on screen, whatever goes on meanwhile.

    Raises:
        NotLoadedError: What is on screen can't be told: a text is printed straight from the ROM, or
            its buffer was used for something else since, or nothing tells whether it is drawn.
        DecodeError: The printer points outside its text, or the text holds an unknown code.
        UnprovenSymbolError: What prints texts, or the text buffer, is not proven in the profile.
    """
    printer = find_printer(ram, profile)
    if not printer.active and not _stays_open(ram, profile):
        return None
    text = (
        text_of(ram, profile, printer) if printer.active else _text_at_rest(ram, profile, printer)
    )
    tokens = list(tokenize(text.data, text.symbol, text.address, text_form(profile)))
    if not printer.active:
        _check_printed(printer, text, tokens)
    consumed = _tokens_before(printer, text, tokens) if printer.active else len(tokens)
    prompting = printer.prompts
    on_screen = consumed - 1 if prompting and tokens[consumed - 1].part in _PROMPTS else consumed
    end = _end_of_box(tokens, on_screen)
    waits = not printer.active and waits_in(
        decode_script(ram, profile), profile, "WaitForAorBPress"
    )
    return Dialog(
        lines=_render(tokens[:on_screen]),
        box=_render(tokens[:end]),
        printing=printer.active and not prompting,
        waiting=waits or (prompting and not scrolls_by_itself(ram, profile)),
        remaining="".join(token.text for token in tokens[end + 1 :]),
    )


def is_box_drawn(ram: Snapshot, profile: Profile) -> bool | None:
    """Whether the message box of the field, or of a battle, is on screen with something in it.

    Returns:
        None when the profile or the snapshot can't tell.

    Raises:
        DecodeError: Its window can't be right.
    """
    if profile.structures.prints_by_printers:
        return is_window_drawn(ram, profile, MESSAGE_WINDOW)
    symbol = resting_window(ram, profile)
    return is_text_window_drawn(ram, profile, symbol) if profile.has(symbol) else None


def _stays_open(ram: Snapshot, profile: Profile) -> bool:
    """Whether a box whose text has ended is still there.

    Raises:
        NotLoadedError: A script does something else meanwhile, and nothing tells what is drawn.
    """
    on_field = is_on_field(ram, profile)
    if on_field is False and not is_in_battle(ram, profile):
        return False
    drawn = is_box_drawn(ram, profile)
    if drawn and ram.screen is not None:
        return True
    script = decode_script(ram, profile)
    if script is None or not script.running or on_field is False:
        return False
    if drawn is None and not waits_in(script, profile, "WaitForAorBPress"):
        raise NotLoadedError(
            CONTEXT,
            profile.address(CONTEXT),
            observed="a script that runs on",
            expected="one that waits, or gWindows in the profile to tell whether its box is open",
        )
    return drawn is not False


def _text_at_rest(ram: Snapshot, profile: Profile, printer: Printer) -> Text:
    """The text of a box that is open although its printer is done.

    Raises:
        NotLoadedError: It was put there at once, or by something else than this printer.
    """
    try:
        return text_of(ram, profile, printer)
    except DecodeError as error:
        raise NotLoadedError(
            error.field,
            printer.address,
            observed=error.observed,
            expected="the end of the text that is on screen: it was not printed by this printer",
        ) from error


def is_last_message(ram: Snapshot, profile: Profile) -> bool:
    """Whether a battle's text may be its last message, and not what the menu of actions asks.

    The menu's text is put on screen at once, into another window than the one that messages are
    printed in. False where nothing keeps the end of the last message.

    Raises:
        DecodeError: The text can't be right.
    """
    if not (profile.has(PRINTERS) and profile.structures.text_printers == ARRAY):
        return False
    printer = find_printer(ram, profile)
    try:
        text = text_of(ram, profile, printer)
    except DecodeError:
        return False
    return printer.next_char - text.address == text.data.find(END) + 1


def _check_printed(printer: Printer, text: Text, tokens: Sequence[Token]) -> None:
    """Refuse a text that is not the one that the printer came to the end of.

    Where printers are freed at their end, nothing is left to compare.

    Raises:
        NotLoadedError: The buffer was used for something else since.
    """
    read = printer.next_char - text.address
    if printer.next_char and read not in (tokens[-1].start, tokens[-1].end):
        raise NotLoadedError(
            text.symbol,
            text.address,
            observed=f"a text of {tokens[-1].end} bytes",
            expected=f"the one on screen, of which {read} were printed: the buffer holds another",
        )


def _tokens_before(printer: Printer, text: Text, tokens: Sequence[Token]) -> int:
    """How many tokens the printer has read."""
    position = printer.next_char - text.address
    for count, token in enumerate(tokens):
        if token.start >= position:
            if token.start > position:
                break
            return count
    if position == tokens[-1].end:
        return len(tokens)
    raise DecodeError(
        f"{printer.symbol}.currentChar",
        printer.address,
        observed=f"byte {position} of {text.symbol}",
        expected=f"the start of a character in its first {tokens[-1].end} bytes",
    )


def _end_of_box(tokens: Sequence[Token], start: int) -> int:
    """Index of the prompt, or the end, that closes the box in which token ``start`` stands."""
    for index in range(start, len(tokens)):
        if tokens[index].part in (*_PROMPTS, Part.END):
            return index
    return len(tokens) - 1


def _render(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The lines that are on screen after these tokens; no lines when nothing was drawn."""
    lines = [""]
    for token in tokens:
        if token.part is Part.NEWLINE:
            lines.append("")
        elif token.part is Part.SCROLL:
            lines = [*lines[1:], ""]
        elif token.part in (Part.CLEAR, Part.FILL):
            lines = [""]
        elif token.part is not Part.END:
            lines[-1] += token.text
    return tuple(lines) if any(lines) else ()
