"""Values of a derivation, written as JSON and read again."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, Elimination, ProbeFinding, Problem, Trial
from gbatool.scan.lab.explore import label_start_menu
from gbatool.scan.lab.talk import Talk, TextPosition
from gbatool.scan.lab.warp import WarpTaken
from gbatool.scan.work.serialize import from_plain, to_plain

CANDIDATE = Candidate(Address(0x02000010), "it looks so", {"width": 27})
TRIAL = Trial("poke", "poke", "wall", ((CANDIDATE, ProbeFinding("a", "b", 1, 2)),), (CANDIDATE,))
VALUES = [
    CANDIDATE,
    Elimination("gMain", (CANDIDATE,), frozenset({"poke", "key"}), (TRIAL,), (Problem("no wall"),)),
    Talk((TextPosition(Address(0x03000000), indexed=True),), Address(0x02000000)),
    WarpTaken(3, 1),
    Buttons.A | Buttons.B,
    {label_start_menu: "start_menu"},
    [None, True, -1, ""],
]


def again(value: object) -> object:
    return from_plain(json.loads(json.dumps(to_plain(value))))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_is_written_is_read_again(value: object) -> None:
    read = again(value)
    assert read == value
    assert type(read) is type(value)


@given(st.recursive(st.integers() | st.text() | st.none(), lambda inner: st.tuples(inner, inner)))
def test_any_nest_of_tuples_is_read_again(value: object) -> None:
    assert again(value) == value


def test_an_address_is_still_one() -> None:
    read = again((Address(0x02000000),))
    assert repr(read) == "(0x02000000,)"


def test_numbers_of_arrays_become_plain_ones() -> None:
    assert to_plain(np.uint32(7)) == 7


def test_the_reason_why_an_exploration_failed_is_kept() -> None:
    read = again(ProbeError("it is too dark", light=0))
    assert isinstance(read, ProbeError)
    assert (read.message, read.detail) == ("it is too dark", {"light": 0})


def test_a_set_is_written_in_one_order() -> None:
    assert to_plain(frozenset({"b", "a"})) == to_plain(frozenset({"a", "b"}))
    assert to_plain(frozenset({"b", "a"})) == {"is": "set", "of": ["a", "b"]}


@pytest.mark.parametrize("value", [1.5, b"raw", object(), lambda: None])
def test_what_can_not_be_read_again_is_not_written(value: object) -> None:
    with pytest.raises(TypeError, match="can't be kept"):
        to_plain(value)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A dataclass, but not of the package."""

    value: int


@pytest.mark.parametrize(
    "plain",
    [
        to_plain(Elsewhere(1)),
        {"is": "subprocess:Popen", "of": {"args": "true"}},
        {"is": "gbatool.files:os.system", "of": "true"},
        {"is": "gbatool.core.mgba_core:MgbaCore", "of": {}},
        {"is": "function", "of": "gbatool.memory:Address"},
        {"is": "gbatool.scan.findings:Candidate", "of": {"unknown": 1}},
        {"is": "gbatool.unknown:Unknown", "of": {}},
        {"of": 1},
        {},
    ],
)
def test_what_the_package_never_writes_is_refused(plain: object) -> None:
    with pytest.raises(ValueError, match="no value of a derivation"):
        from_plain(plain)
