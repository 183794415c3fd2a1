"""text.control_codes: what a printer takes for arguments, which a table of lengths may not say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.engine.engine import SHARED
from gbatool.engine.text import CONTROL_ARGUMENTS, Arguments
from gbatool.engine.traits import CONTROL_CODES, trait_value, with_traits
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address
from gbatool.scan.eliminate import eliminate, run_probes
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.kernel.memory_scan import find_all
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.text import control_codes
from gbatool.scan.text.control_codes import (
    LENGTHS,
    MOST_NEW,
    ControlCodes,
    measured_argument,
    table_arguments,
    trait,
)
from tests.scan.staging import probe_against

RIVAL = "the lengths that other routines go by"
STOCK = CONTROL_ARGUMENTS


def claiming(*new: int | None) -> Candidate:
    """A candidate that says so of the codes behind the retail games'."""
    return Candidate(Address(0x08000000), "a table", {}, trait((*STOCK, *new)))


@pytest.mark.parametrize(
    ("behind", "new"),
    [
        (bytes(20), ()),
        (bytes((1, 2, 2, 4, 0, 0, 0x6C)), (0, 1, 1, 3)),
        (bytes((0, 2, 2, 4)), (None, 1, 1, 3)),
        (bytes((0xAF, 2)), ()),
        (bytes((2,)) * 40, (1,) * MOST_NEW),
    ],
)
def test_the_table_ends_where_no_length_can_be(behind: bytes, new: Arguments) -> None:
    assert table_arguments(LENGTHS + behind) == (*STOCK, *new)


@given(st.binary(max_size=40))
def test_whatever_follows_the_table_can_be_said_as_a_trait(behind: bytes) -> None:
    said = table_arguments(LENGTHS + behind)
    assert said[: len(STOCK)] == STOCK
    assert said[-1] is not None
    engine = with_traits(SHARED, trait(said))
    assert engine.control_arguments == said
    assert trait(said) == {CONTROL_CODES: trait_value(engine, CONTROL_CODES)}


@pytest.mark.parametrize("code", [0x01, 0x02, 0x04, 0x05, 0x0B])
def test_the_printer_shows_how_many_bytes_it_takes(lab: Lab, code: int) -> None:
    assert measured_argument(lab, code) == STOCK[code]


def printing(
    monkeypatch: pytest.MonkeyPatch, taken: dict[int, int], drawn: frozenset[int] = frozenset()
) -> None:
    """Let a printer take so many bytes behind a code; what it draws takes none."""
    monkeypatch.setattr(
        control_codes, "_pauses_behind", lambda _, code, zeros: zeros >= taken.get(code, 0)
    )
    monkeypatch.setattr(control_codes, "is_drawn", lambda _, code: code in drawn)


def test_a_table_that_the_printer_does_not_go_by_is_refuted(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    printing(monkeypatch, {0x19: 1, 0x1A: 3}, frozenset({0x1B}))
    probe = probe_against(CONTROL_CODES, RIVAL)
    for wrong in (claiming(0, 3), claiming(2, 3), claiming(1, 3, 0), claiming(None, 3)):
        assert probe.run(lab, wrong).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, claiming(1, 3)).verdict is ProbeVerdict.HELD


def test_both_the_table_and_the_printer_propose(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    printing(monkeypatch, {0x19: 1, 0x1A: 3}, frozenset({0x1B, 0x1C}))
    table = LENGTHS + bytes((1, 4, 2, 0xFF))
    monkeypatch.setattr(control_codes, "find_all", lambda *_: [0x40])
    monkeypatch.setattr(control_codes, "table_arguments", lambda _: table_arguments(table))
    story = eliminate(lab, ControlCodes())
    assert len(story.proposed) == 2
    assert story.survivor is not None
    assert story.survivor.traits == trait((*STOCK, 1, 3))
    assert story.proven


def test_a_printer_that_takes_more_than_any_code_has_can_not_be_followed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    printing(monkeypatch, {0x19: 9})
    with pytest.raises(ProbeError, match="does not go on behind the control code 19"):
        measured_argument(lab, 0x19)


def test_a_game_without_the_table_is_tried_with_the_retail_codes(lab: Lab) -> None:
    rom = lab.snapshot("overworld").region(ROM).tobytes()
    assert find_all(rom, LENGTHS) == []
    [candidate] = ControlCodes().scan(lab)
    assert candidate.traits == trait(CONTROL_ARGUMENTS)
    assert run_probes(lab, ControlCodes(), (candidate,)).proven
