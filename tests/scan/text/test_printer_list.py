"""sFirstTextPrinter: the head of a list on the heap, and how its printers are laid out."""

from __future__ import annotations

import pytest

from gbatool.engine.engine import ARRAY, LIST
from gbatool.engine.traits import STORAGE
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.family import may_have
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import CLOSED, PRINTING, WAITING, find_talk
from gbatool.scan.text.printer_list import FirstTextPrinter, PokeCurrentChar, PokeHead
from tests.scan.staging import Derived, probe_against
from tests.scan.text.list_console import (
    FLAGS,
    FOLLOWER,
    FOLLOWER_HEAD,
    HEAD,
    HEAD_COPY,
    NEXT,
    PRINTER,
    STATE,
    list_lab,
)

SYMBOL = "sFirstTextPrinter"
FIELDS = {"active": FLAGS, "bit": 6, "state": STATE, "next": NEXT}
TRUTH = Candidate(HEAD, "the head", FIELDS)


@pytest.fixture
def listed() -> Lab:
    """A laboratory on a console with a list of printers."""
    return list_lab()


def test_the_head_is_proven_along_with_the_printers_layout(listed: Lab) -> None:
    story = eliminate(listed, FirstTextPrinter())
    assert [*map(str, story.problems)] == []
    assert story.proven
    assert story.survivor is not None
    assert story.survivor.address == HEAD
    assert dict(story.survivor.traits) == {
        "text_printer.storage": "list",
        "text_printer.size": "0x30",
        "text_printer.active": "u8@0x23[6..6]",
        "text_printer.state": "u8@0x24",
        "text_printer.next": "u32@0x2C",
    }
    assert set(story.survivor.traits) == set(FirstTextPrinter.teaches)
    assert not listed.structures.has("sTextPrinters")


@pytest.mark.parametrize(
    ("rival", "impostor"),
    [
        ("a copy of the pointer", Candidate(HEAD_COPY, "a copy", FIELDS)),
        (
            "a pointer to something that follows the printer",
            Candidate(FOLLOWER_HEAD, "another", FIELDS),
        ),
        (
            "the flag that says that a printer is in use",
            Candidate(HEAD, "in use", {**FIELDS, "bit": 7}),
        ),
        (
            "another byte of the printer, for its state",
            Candidate(HEAD, "its delay", {**FIELDS, "state": STATE + 1}),
        ),
        (
            "another word of the printer, for the next one",
            Candidate(HEAD, "its callback", {**FIELDS, "next": 0x1C}),
        ),
    ],
)
def test_a_rival_is_refuted_by_its_probe(listed: Lab, rival: str, impostor: Candidate) -> None:
    probe = probe_against(SYMBOL, rival)
    probe.stage.bring(listed)
    assert {PRINTER, FOLLOWER} <= set(find_talk(listed).pointers)
    assert probe.run(listed, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(listed, TRUTH).verdict is ProbeVerdict.HELD


@pytest.mark.parametrize("probe", [PokeHead(), PokeCurrentChar()])
def test_a_text_that_ends_too_soon_says_nothing_of_the_head(
    listed: Lab, probe: PokeHead | PokeCurrentChar
) -> None:
    find_talk(listed)
    with listed.at(PRINTING) as emulator:
        emulator.write(emulator.live.u32(PRINTER) + 1, b"\xff")
        listed.keep(PRINTING)
    with pytest.raises(ProbeError, match="ends too soon"):
        probe.run(listed, TRUTH)


def test_a_word_that_names_no_printer_says_nothing(listed: Lab) -> None:
    find_talk(listed)
    with pytest.raises(ProbeError, match="names no printer"):
        PokeHead().run(listed, Candidate(Address(0x02000800), "nothing", FIELDS))


@pytest.mark.parametrize("label", [WAITING, CLOSED])
def test_a_word_that_is_not_null_without_a_text_is_not_proposed(listed: Lab, label: str) -> None:
    find_talk(listed)
    assert {one.address for one in FirstTextPrinter().scan(listed)} == {HEAD}
    with listed.at(label) as emulator:
        emulator.write(HEAD, b"\x01")
        listed.keep(label)
    assert FirstTextPrinter().scan(listed) == []


def test_printers_of_a_list_are_looked_for_until_an_array_is_proven(
    base: Derived, lab: Lab
) -> None:
    assert base.solved.traits[STORAGE] == ARRAY
    assert may_have(lab, "sTextPrinters")
    assert not may_have(lab, SYMBOL)
    array = lab.known.pop("sTextPrinters")
    assert may_have(lab, SYMBOL)
    assert may_have(lab, "sTextPrinters")
    assert not may_have(lab, "gFieldMessageBoxWindow")
    lab.known[SYMBOL] = Candidate(array.address, "a list", {}, {STORAGE: LIST})
    assert not may_have(lab, "sTextPrinters")


def test_a_game_with_an_array_is_told_that_it_has_no_list(base: Derived, lab: Lab) -> None:
    story = eliminate(lab, FirstTextPrinter())
    assert [*map(str, story.problems)] == ["the engine family frlg does not have it"]
    assert SYMBOL not in base.derivation.profile.unresolved
    assert base.derivation.profile.traits == {}
