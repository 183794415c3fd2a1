"""YAML and JSON of anybody are read, or refused with their place."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.errors import JsonValue
from gbatool.reading import (
    MAX_VALUES,
    NotJsonError,
    RefusedNodeError,
    checked,
    read_document,
    read_json,
)


def read(text: str | bytes) -> JsonValue:
    return read_document(text, "a list").plain()


def test_values_are_read_as_they_are_written() -> None:
    text = "[1, -2, 0x10, yes, 'yes', ~, 1.50, 2024-13-45, !!int 7, {a: b}]"
    assert read(text) == [1, -2, 16, True, "yes", None, "1.50", "2024-13-45", 7, {"a": "b"}]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 3000, "1:1001: is not YAML"),
        ("[" * 50 + "]" * 50, "is nested too deeply; at most 32 levels"),
        ("a: &x [1]\nb: *x", "1:4: is used again by an alias"),
        ("&x [*x]", "1:1: is used again by an alias"),
        ("a: b\na: c", "2:1: a: is repeated; first on line 1"),
        ("- 1\n- !!int abc", "2:3: [1]: 'abc' is not a whole number"),
        ("- 01", "1:3: [0]: '01' is not a whole number"),
        (f"- {'9' * 5000}", "has 5000 digits; that is out of range"),
        ("- !mine x", "has the tag !mine"),
        ('"\\UFFFFFFFF"', "is not YAML"),
        ('"\\ud800"', "is not YAML"),
        ("a\n--- b", "2:1: is not YAML"),
        ("a: \x07", "1:1: is not YAML"),
        (b"a: b\nc: \xff", "2:1: is not UTF-8 text (byte 0xFF)"),
        ("", "1:1: is empty; a list"),
        ("," * (MAX_VALUES + 1), "is too much"),
    ],
)
def test_what_can_not_be_read_is_refused_with_its_place(text: str | bytes, says: str) -> None:
    with pytest.raises(RefusedNodeError) as caught:
        read(text)
    assert says in caught.value.problem.shown("file").removeprefix("file:")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"[1,\n 2", "2:3: is not JSON"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"a": 1, "a": 2}', "a key is repeated, of 'a, a'"),
        (b"[NaN]", "NaN is no number"),
        (b"[1e999, Infinity]", "Infinity is no number"),
        (b'"\\ud800"', "surrogates not allowed"),
        (b"1" * 5000, "is not JSON"),
        (b'"a\n\xff"', "2:1: is not UTF-8 text (byte 0xFF)"),
    ],
)
def test_json_that_can_not_be_read_is_refused_with_its_place(data: bytes, says: str) -> None:
    with pytest.raises(NotJsonError, match=r"^\d+:\d+: ") as caught:
        read_json(data)
    assert says in str(caught.value)


TEXTS = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)


@given(VALUES)
def test_json_is_read_as_it_was_written(value: JsonValue) -> None:
    for ascii_only in (True, False):
        assert read_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=60) | st.text("[]{}:,-?*&!|>'\"%@\n ab1~", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for reader, refusal in ((read, RefusedNodeError), (read_json, NotJsonError)):
        with contextlib.suppress(refusal):
            reader(data)


@dataclass(frozen=True, slots=True)
class Inner:
    """A record in a record."""

    number: int
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Outer:
    """A record."""

    inner: tuple[Inner, ...]
    anything: JsonValue = None


def test_a_record_is_made_of_what_its_types_say() -> None:
    raw = {"inner": [{"number": 1}, {"number": 2, "text": "b"}], "anything": [1]}
    assert checked(raw, Outer, "") == Outer((Inner(1), Inner(2, "b")), [1])


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"inner": [{"number": True}]}, r"inner\[0\].number is True; expected int"),
        ({"inner": [{"number": 1, "text": 2}]}, r"inner\[0\].text is 2; expected str or NoneType"),
        ({"inner": {}}, "inner is {}; expected tuple"),
        ({"inner": [1]}, r"inner\[0\] lacks a field"),
        ({"inner": [], "more": 1}, "it lacks a field, or has one too many"),
        ([], "it lacks a field"),
    ],
)
def test_a_record_of_other_types_is_refused(raw: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        checked(raw, Outer, "")
