"""sTextPrinters and gStringVar4: what prints and what is printed, told from copies of both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gbatool.errors import ProbeError
from gbatool.memory import EWRAM, ROM, Address
from gbatool.scan.eliminate import eliminate
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import PRINTING, find_talk
from gbatool.scan.text.text_printers import (
    MAX_TAKEN,
    PokeCurrentChar,
    PokeTextAhead,
    StringVar4,
    TextPrinters,
    find_terminator,
    named_start,
)
from tests.ram import RamBuilder
from tests.scan.staging import Derived, check_told_apart, proposals, unused

TEXT = Address(0x02001000)


def change(lab: Lab, label: str, address: int, data: bytes) -> None:
    """Write into one labelled state."""
    with lab.at(label) as emulator:
        emulator.write(address, data)
        lab.keep(label)


def test_a_printer_that_follows_is_refuted_by_sending_it_to_the_end(
    crowded: Derived, crowded_lab: Lab
) -> None:
    decoy = crowded.answers["sDecoyTextPrinters"]
    rival = "a copy of the printer that follows it"
    check_told_apart(crowded_lab, "sTextPrinters", rival, decoy)


def test_a_copy_of_the_text_is_refuted_by_changing_letters_ahead(lab: Lab) -> None:
    text = lab.snapshot(PRINTING).read(lab.address("gStringVar4"), 200).tobytes()
    at = unused(lab, len(text))
    change(lab, PRINTING, at, text)
    check_told_apart(lab, "gStringVar4", "a copy of the text", at)


def test_a_text_of_other_letters_is_not_proposed(lab: Lab) -> None:
    text = bytearray(lab.snapshot(PRINTING).read(lab.address("gStringVar4"), 200).tobytes())
    text[0] ^= 1
    at = unused(lab, len(text))
    change(lab, PRINTING, at, bytes(text))
    assert at not in proposals(lab, StringVar4())


def test_a_printer_of_a_window_that_can_not_be_is_not_proposed(lab: Lab) -> None:
    printer = lab.known["sTextPrinters"]
    at = printer.address + 0x24 * printer.fields["window_id"]
    assert printer.address in proposals(lab, TextPrinters())
    change(lab, PRINTING, at + 4, bytes((32,)))
    assert proposals(lab, TextPrinters()) == {}


def test_a_text_that_ends_too_soon_says_nothing_of_the_printer(lab: Lab) -> None:
    lab.states[PRINTING] = lab.states["talk_waiting"]
    with pytest.raises(ProbeError, match="ends too soon"):
        PokeCurrentChar().run(lab, lab.known["sTextPrinters"])


def test_a_text_with_no_letter_ahead_says_nothing_of_the_buffer(lab: Lab) -> None:
    snapshot = lab.snapshot(PRINTING)
    start = lab.address("gStringVar4")
    end = find_terminator(snapshot, start)
    change(lab, PRINTING, start, bytes(end - start))
    with pytest.raises(ProbeError, match="no letter is left"):
        PokeTextAhead().run(lab, lab.known["gStringVar4"])


def test_a_probe_that_could_not_run_leaves_the_symbol_unproven_with_the_reason(lab: Lab) -> None:
    start = lab.known.pop("gStringVar4").address
    end = find_terminator(lab.snapshot(PRINTING), start)
    change(lab, PRINTING, start, bytes(end - start))
    story = eliminate(lab, StringVar4())
    assert not story.proven
    assert list(map(str, story.problems)) == ["poke-ahead: no letter is left to be printed"]
    assert "gStringVar4" not in lab.known


def test_the_terminator_is_the_first_one() -> None:
    ram = RamBuilder().put(TEXT, "5B", 0xBB, 0xBC, 0xFF, 0xBD, 0xFF).build()
    assert find_terminator(ram, TEXT) == TEXT + 2


def test_a_text_without_end_is_refused_with_its_address() -> None:
    with pytest.raises(ProbeError, match="0x02001000 has no end"):
        find_terminator(RamBuilder().build(), TEXT)


@settings(deadline=None, max_examples=80)
@given(
    before=st.lists(st.sampled_from((0xBB, 0xBC, 0xFC, 0xFF)), max_size=MAX_TAKEN + 4),
    named=st.sets(st.integers(-2, MAX_TAKEN + 4)),
    room=st.integers(0, 3),
)
@example(before=[0xBB] * (MAX_TAKEN + 4), named={MAX_TAKEN - 1}, room=0)
@example(before=[0xBB] * (MAX_TAKEN + 4), named={MAX_TAKEN}, room=0)
def test_a_text_begins_at_the_nearest_name_before_it_in_the_same_text(
    before: list[int], named: set[int], room: int
) -> None:
    """``before``: the bytes before the first one seen, the nearest first; ``named``: how far back."""
    first = Address(EWRAM.base + len(before) + room)
    ram = RamBuilder(rom_size=0x100).write(first - len(before), bytes(reversed(before)))
    for word, back in enumerate(sorted(named)):
        ram.put(ROM.base + 4 * word, "I", first - back)
    in_the_text = before.index(0xFF) if 0xFF in before else len(before) + room
    possible = [back for back in named if 0 <= back <= min(in_the_text, MAX_TAKEN - 1)]
    assert named_start(ram.build(), first) == first - min(possible, default=0)


def test_the_scan_proposes_the_named_start_where_the_printer_was_seen_late(
    base: Derived, lab: Lab
) -> None:
    start = base.answers["gStringVar4"]
    seen = find_talk(lab)
    lab._explored[find_talk] = replace(seen, start=Address(start + 2))
    assert {start, start + 2} & proposals(lab, StringVar4()).keys() == {start}
