"""Symbol files of several tools are read alike, and an invalid line is named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.errors import ProfileError
from gbatool.memory import Address
from gbatool.profile.symfile import SymbolLine, read_symbols

LINES = {
    "address, size, name": "03005040 0000000c VMap",
    "the same with a kind": "03005040 g 0000000c VMap",
    "address, name, size": "03005040 VMap 0000000C",
    "with 0x": "0x03005040 0xC VMap",
    "with a bank": "00:03005040 0000000c VMap",
    "with spaces and a comment": "  3005040\t0000000c   VMap ; the map",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_reads_address_size_and_name(line: str) -> None:
    assert read_symbols(line, "x.sym").symbols == (SymbolLine("VMap", Address(0x03005040), 12, 1),)


@pytest.mark.parametrize("line", ["03005040 VMap", "03005040 B VMap", "VMap = 0x03005040;"])
def test_reads_a_line_without_a_size(line: str) -> None:
    assert read_symbols(line, "x.sym").symbols == (SymbolLine("VMap", Address(0x03005040), 0, 1),)


@pytest.mark.parametrize("name", ["fade", "b", "ADD", "thenan.3", ".L12", "_start", "C0FFEE"])
def test_a_name_that_looks_like_a_number_is_a_name(name: str) -> None:
    for line in (f"03005040 00000010 {name}", f"03005040 {name} 00000010"):
        (symbol,) = read_symbols(line, "x.sym").symbols
        assert (symbol.name, symbol.size) == (name, 16)


def test_passes_over_comments_and_marks() -> None:
    text = "; no$gba\n# also\n// and\n\n08000000 .thumb\n08000000 .byt:0010\n08000100 main ; end\n"
    assert [(s.name, s.line) for s in read_symbols(text, "x.sym").symbols] == [("main", 7)]


def test_counts_what_lies_in_other_memories() -> None:
    text = "04000000 REG_BASE\n05000000 PLTT\n02040000 EWRAM_END\n03001000 gMain\n"
    found = read_symbols(text, "x.sym")
    assert [symbol.name for symbol in found.symbols] == ["gMain"]
    assert found.elsewhere == 3


def test_clears_the_thumb_bit_of_a_function_and_of_nothing_else() -> None:
    found = read_symbols("08000101 CB2_Overworld\n08000103 gText_YesNo\n", "x.sym")
    assert [int(symbol.address) for symbol in found.symbols] == [0x08000100, 0x08000103]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("0 gMain", "gMain is at 0x0, which means that it was not found"),
        ("030050400 VMap", "030050400 has 9 hex digits; a bus address has eight"),
        ("09FFFFFF gMain\n0B000000 x", "x is at 0x0B000000, which is not in EWRAM, IWRAM or ROM"),
        ("00:4000 wram", "'00:4000' is an address of a Game Boy, not of a Game Boy Advance"),
        ("hello world", "'hello' is not an address in hex"),
        ("03005040", "has an address, but no name"),
        ("03005040 12 34", "has no name that C allows: '12 34'"),
        ("03005040 gMain gTasks", "has no name that C allows: 'gMain gTasks'"),
        ("03005040 xyz g-h 0", "has 4 words; expected address, size and name"),
        ("03005040 123456789 gMain", "has no size in hex"),
        ("gMain = 50335744", "'50335744' is not an address in hex"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(line: str, says: str) -> None:
    with pytest.raises(ProfileError) as caught:
        read_symbols(f"03001000 gTasks\n{line}\n", "x.sym")
    number = 2 + line.count("\n")
    assert f"x.sym:{number}: {says}" in str(caught.value)
    assert "--skip-bad-lines" in str(caught.value)


def test_wrong_lines_can_be_left_out_and_are_listed() -> None:
    found = read_symbols("0 a\n03001000 gMain\nnonsense\n", "x.sym", skip_bad_lines=True)
    assert [symbol.name for symbol in found.symbols] == ["gMain"]
    assert [item.line for item in found.bad] == [1, 3]


def test_a_file_without_symbols_is_refused() -> None:
    with pytest.raises(ProfileError, match="holds no symbol"):
        read_symbols("; nothing\n", "x.sym")


def test_a_name_with_several_addresses_keeps_them_all() -> None:
    text = "03001000 4 sMenu\n03002000 c sMenu\n03001000 4 sMenu\n03003000 gOther\n"
    text = text.replace(" c ", " 0c ")
    found = read_symbols(text, "x.sym").by_name()
    assert [int(line.address) for line in found["sMenu"]] == [0x03001000, 0x03002000]


def test_synonyms_are_one_symbol() -> None:
    found = read_symbols("03001000 VMap\n03001000 gBackupMapLayout\n", "x.sym").by_name()
    assert list(found) == ["gBackupMapLayout"]
    assert len(found["gBackupMapLayout"]) == 1


names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{1,20}", fullmatch=True)
rows = st.lists(
    st.tuples(
        st.integers(0x02000000, 0x0203FFFE).map(lambda a: a & ~1), st.integers(0, 0xFFFF), names
    ),
    min_size=1,
)


@settings(deadline=None)
@given(rows, st.sampled_from(["{a:08x} {s:08x} {n}", "{a:08X} {n} {s:08X}", "{a:x} l {s:08x} {n}"]))
def test_whatever_was_written_is_read(items: list[tuple[int, int, str]], form: str) -> None:
    text = "\n".join(form.format(a=address, s=size, n=name) for address, size, name in items)
    read = read_symbols(text, "x.sym").symbols
    assert [(symbol.address, symbol.size, symbol.name) for symbol in read] == items


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read_symbols(text, "x.sym").symbols
    except ProfileError as error:
        refusal, found = str(error), ()
    else:
        refusal = ""
    assert bool(found) == (refusal == "")
    assert found or "x.sym" in refusal
