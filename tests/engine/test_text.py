"""Text: one byte a glyph, codes with arguments, and an error for other bytes."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.engine.charmap import JAPANESE, LATIN
from gbatool.engine.text import (
    CONTROL_ARGUMENTS,
    Part,
    TextForm,
    decode_text,
    read_string,
    tokenize,
)
from gbatool.errors import DecodeError
from tests.ram import RamBuilder

CODES = [
    b"\xfa",
    b"\xfb",
    b"\xfe",
    b"\xf8\x00",
    b"\xfd\x01",
    b"\xfc\x08\xff",
    b"\xfc\x04\xfe\xff\xfb",
]
"""Prompts, a line break, a two-byte glyph, a placeholder, and codes whose arguments look like more."""


def test_a_code_that_only_a_changed_engine_has_takes_its_arguments_along() -> None:
    data = bytes.fromhex("FC 19 BC BB FF")
    assert decode_text(data, form=TextForm(arguments=(*CONTROL_ARGUMENTS, 1))) == "A"
    with pytest.raises(DecodeError, match="FC 19"):
        decode_text(data)


def test_a_number_between_codes_that_is_none_is_refused_in_a_changed_engine() -> None:
    form = TextForm(arguments=(*CONTROL_ARGUMENTS, None, 1))
    assert decode_text(bytes.fromhex("FC 1A BC BB FF"), form=form) == "A"
    with pytest.raises(DecodeError, match="is FC 19"):
        decode_text(bytes.fromhex("FC 19 BC BB FF"), form=form)


def test_shows_prompts_as_line_breaks_and_leaves_colours_out() -> None:
    data = bytes.fromhex("BB FC 01 02 BC FE BD FA BE FB BF FF")
    assert decode_text(data) == "AB\nC\nD\nE"


def test_an_argument_may_look_like_the_end_of_the_string() -> None:
    assert decode_text(bytes.fromhex("BB FC 08 FF BC FF")) == "AB"
    assert decode_text(bytes.fromhex("BB FC 04 FE FF FB BC FF")) == "AB"


@pytest.mark.parametrize(
    ("code", "arguments"),
    [(0x04, 3), (0x09, 0), (0x0B, 2), (0x0F, 0), (0x10, 2), (0x11, 1), (0x15, 0), (0x18, 0)],
)
def test_every_code_takes_its_number_of_arguments(code: int, arguments: int) -> None:
    data = bytes([0xFC, code, *([0xBB] * arguments), 0xC4, 0xFF])
    if code != 0x15:
        assert decode_text(data) == "J"
    assert CONTROL_ARGUMENTS[code] == arguments


def test_a_literal_plus_is_no_prompt() -> None:
    data = bytes.fromhex("BB FC 0C FB BC FF")
    assert decode_text(data) == "A+B"
    assert Part.CLEAR not in [token.part for token in tokenize(data, "text", 0)]


def test_names_placeholders_and_puts_in_the_player() -> None:
    data = bytes.fromhex("FD 01 00 FD 06 FF")
    assert decode_text(data) == "{PLAYER} {RIVAL}"
    assert decode_text(data, player="ADA") == "ADA {RIVAL}"


def test_reads_two_byte_glyphs() -> None:
    assert decode_text(bytes.fromhex("F8 00 F8 04 F9 02 F9 0A FF")) == "[A][START]←①"


def test_reads_the_latin_specials() -> None:
    assert decode_text(bytes.fromhex("CA C9 C5 1B 53 54 B4 B0 FF")) == "POKéPKMN’…"


def test_reads_japanese_by_the_roms_language_or_by_code() -> None:
    assert decode_text(bytes.fromhex("01 51 AB FF"), form=TextForm(japanese=True)) == "あア！"
    assert decode_text(bytes.fromhex("FC 15 01 FC 16 01 FF")) == "あÀ"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("BB 40 FF", "text at 0x02000001 is 40; expected a character"),
        ("FC 19 FF", "is FC 19"),
        ("F8 0D FF", "is F8 0D"),
        ("F9 18 FF", "is F9 18"),
        ("BB BC", "2 bytes without FF"),
        ("FC", "is FC"),
        ("FD", "without FF"),
    ],
)
def test_names_the_byte_that_is_no_text(data: str, says: str) -> None:
    with pytest.raises(DecodeError, match=says):
        decode_text(bytes.fromhex(data), "text", 0x02000000)


def test_reads_a_string_up_to_the_end_of_memory() -> None:
    ram = RamBuilder().write(0x0203FFFE, b"\xbb\xff").build()
    assert read_string(ram, "name", 0x0203FFFE, 100) == "A"
    with pytest.raises(DecodeError, match="outside readable memory"):
        read_string(ram, "name", 0x02040000, 100)


def test_the_tables_agree_where_languages_share_glyphs() -> None:
    shared = range(0xBB, 0xEF)
    assert [LATIN[byte] for byte in shared] == [JAPANESE[byte] for byte in shared]
    assert (JAPANESE[0x2E], JAPANESE[0x7E], JAPANESE[0x9F]) == ("ん", "ン", "ポ")


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_a_decode_error(data: bytes) -> None:
    with contextlib.suppress(DecodeError):
        assert list(tokenize(data, "text", 0x02000000))[-1].part is Part.END


@given(st.lists(st.sampled_from([bytes([byte]) for byte in LATIN] + CODES), max_size=60))
def test_tokens_of_any_text_lie_side_by_side_up_to_its_end(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    tokens = list(tokenize(data + b"\xff" + b"\x40", "text", 0x02000000))
    assert tokens[-1].part is Part.END
    assert [token.start for token in tokens] == [0, *(token.end for token in tokens[:-1])]
    assert len(tokens) == len(pieces) + 1
    assert tokens[-1].start == len(data)


def test_a_space_at_which_no_line_is_broken_is_a_space() -> None:
    assert decode_text(bytes.fromhex("BB 39 BC FF")) == "A B"
