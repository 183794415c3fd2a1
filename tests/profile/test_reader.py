"""Every problem of a profile file is reported with file, line, column, field and what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.errors import FileProblemError, ProfileError
from gbatool.profile import Status
from gbatool.profile.reader import load_profile, parse_profile
from gbatool.profile.writer import format_profile
from tests.profile.examples import full_profile

TEXT = f"""\
schema: gbatool/profile/2
name: test-game
rom:
  title: TEST GAME
  code: ABCE
  maker: '01'
  revision: 0
  size: 4096
  sha1: {"ab" * 20}
  sha256: {"cd" * 32}
engine: frlg
savestates:
  bedroom:
    made: autopilot
    core: 0.10.2
    frame: 1234
    ram_sha256: {"ef" * 32}
    player: {{x: 13, y: 13}}
symbols:
  gMain:
    address: 0x03001000
    size: 0x43C
    status: verified
    evidence:
      - {{kind: key, savestate: bedroom, predicted: keys follow, held: 10/10, left: 1}}
  CB2_Overworld:
    address: 0x08000200
    status: imported
unresolved:
  sMenu:
    reason: no menu was open
    candidates: [0x02001234, 0x02001240]
"""


def refused(old: str, new: str) -> str:
    """The message for the good text with one change."""
    assert TEXT.count(old) >= 1
    with pytest.raises(ProfileError) as caught:
        parse_profile(TEXT.replace(old, new, 1), "profiles/x.yaml")
    return str(caught.value)


def test_reads_every_part() -> None:
    profile = parse_profile(TEXT, "x.yaml")
    assert profile.name == "test-game"
    assert profile.rom.maker == "01"
    assert profile.savestates["bedroom"].player == (13, 13)
    assert profile.address("gMain") == 0x03001000
    assert profile.symbols["gMain"].evidence[0].held == "10/10"
    assert profile.symbols["CB2_Overworld"].status is Status.IMPORTED
    assert profile.symbols["CB2_Overworld"].size == 0
    assert [int(a) for a in profile.unresolved["sMenu"].candidates] == [0x02001234, 0x02001240]


ADDRESS = "0x03001000"


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("0x0", "0x0 is not an address in EWRAM (0x02000000 to 0x0203FFFF), IWRAM (0x03000000 to"),
        ("0x030010000", "0x030010000 has 9 hex digits; a bus address has eight"),
        ("0x0300100G", "'0x0300100G' is not an address in hex, such as 0x03001234"),
        ("50335744", "'50335744' is not an address in hex, such as 0x03001234; write 0x03001000"),
        ("0x04000000", "0x04000000 is not an address in EWRAM"),
        ("0x03009000", "0x03009000 is not an address in EWRAM"),
        ("0x03009000", "; this mirrors IWRAM: write 0x03001000"),
        ("0x02041000", "; this mirrors EWRAM: write 0x02001000"),
        ("0x0A000100", "; this mirrors the ROM: write 0x08000100"),
        ("0x200", "; if it is an offset in the ROM file, write 0x08000200"),
        ("0x03001002", "0x03001002 is not a multiple of 4, as the address of gMain is"),
        ("0x08000100", "0x08000100 lies in ROM, but gMain lies in EWRAM or IWRAM"),
        ("0x03007F00", "0x03007F00 with 0x43C bytes goes past the end of IWRAM"),
        ("-0x3001000", "'-0x3001000' is not an address in hex"),
        ("0x0300_1000", "'0x0300_1000' is not an address in hex"),
        ("[0x03001000]", "must be one value, not a list or a mapping"),
        ("", "is empty; write a text, or remove the line"),
    ],
)
def test_an_impossible_address_is_refused_with_its_place(written: str, says: str) -> None:
    message = refused(ADDRESS, written)
    assert message.startswith("profiles/x.yaml:21:")
    assert ": symbols.gMain.address: " in message
    assert says in message


def test_the_column_is_that_of_the_value() -> None:
    assert refused(ADDRESS, "0x0").startswith("profiles/x.yaml:21:14: symbols.gMain.address: ")


def test_the_address_of_a_function_has_no_thumb_bit() -> None:
    message = refused("0x08000200", "0x08000201")
    assert "symbols.CB2_Overworld.address: 0x08000201 is odd" in message
    assert message.endswith("write 0x08000200")


def test_an_address_past_the_end_of_the_rom_image_is_refused() -> None:
    assert "the ROM image, whose last byte is at 0x08000FFF" in refused("0x08000200", "0x08001000")


def test_candidates_are_checked_as_addresses_are() -> None:
    assert "unresolved.sMenu.candidates[1]: 0x0 is not" in refused("0x02001240", "0x0")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("profile/2", "profile/3", "1:9: schema: 'gbatool/profile/3' is not a schema that this"),
        ("name: test-game", "name: a/b", "2:7: name: 'a/b' is not a name"),
        ("name: test-game", "nam: test-game", "2:1: nam: is not a known key; did you mean name?"),
        ("name: test-game", "nam: test-game", "1:1: lacks name"),
        ("revision: 0", "revision: 256", "7:13: rom.revision: 256 is out of range; expected 0 to"),
        ("revision: 0", "revision: one", "'one' is not a whole number, such as 60 or 0x3C"),
        ("size: 4096", "size: 1", "8:9: rom.size: 1 is out of range"),
        ("sha1: ab", "sha1: AB", "rom.sha1: 'ABab"),
        ("sha1: ab", "sha1: b", "is not 40 lower-case hex digits"),
        ("  sha1:", "  sha_1:", "rom: lacks sha1"),
        ("engine: frlg", "engine: crystal", "'crystal' is not an engine family; known are frlg"),
        ("bedroom:", "bed room:", "savestates.bed room: 'bed room' is not a label"),
        ("frame: 1234", "frame: -1", "savestates.bedroom.frame: '-1' is not a whole number"),
        ("{x: 13, y: 13}", "{x: 13}", "savestates.bedroom.player: lacks y"),
        ("{x: 13, y: 13}", "[13, 13]", "player: must be a mapping of keys to values"),
        ("gMain:", "g Main:", "'g Main' is not the name of a symbol"),
        ("verified", "proven", "'proven' is not a status; expected one of verified, corroborated"),
        ("verified", "unresolved", "such symbols go under `unresolved`"),
        ("verified", "!verified verified", "has the tag !verified"),
        ("kind: key", "kind: scan", "verified needs evidence of the game behaving as predicted"),
        ("imported", "verified", "symbols.CB2_Overworld.status: verified needs evidence"),
        ("imported", "corroborated", "corroborated needs the scans that left this address alone"),
        ("held: 10/10, ", "", "25:9: symbols.gMain.evidence[0]: lacks held"),
        ("left: 1", "left: few", "symbols.gMain.evidence[0].left: 'few' is not a whole number"),
        ("size: 0x43C", "sizes: 0x43C", "symbols.gMain.sizes: is not a known key; did you mean"),
        ("reason: no menu was open", "note: x", "unresolved.sMenu.note: is not a known key"),
        ("reason: no menu", "needs: gMain\n    reason: no menu", "sMenu.needs: must be a list"),
        (
            "reason: no menu",
            "needs: [g M]\n    reason: no menu",
            "'g M' is not the name of a symbol",
        ),
        ("  sMenu:", "  gMain:", "unresolved.gMain: is also listed under `symbols` as verified"),
        (
            "  CB2_Overworld:",
            "  gMain:",
            "26:3: symbols.gMain: is repeated; first on line 20",
        ),
        ("engine: frlg", "name: test-game", "11:1: name: is repeated; first on line 2"),
        ("unresolved:", "- x", "is not YAML"),
        ("'01'", "'01", "is not YAML"),
    ],
)
def test_names_the_field_and_what_would_do(old: str, new: str, says: str) -> None:
    assert says in refused(old, new)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("", "x.yaml:1:1: is empty; a profile begins `schema: gbatool/profile/2`"),
        ("- a list", "x.yaml:1:1: must be a mapping of keys to values"),
        ("just text", "x.yaml:1:1: must be a mapping of keys to values"),
        ("name: x", "x.yaml:1:1: is not a profile: it has no `schema: gbatool/profile/2`"),
        (b"name: \xff", "x.yaml:1:1: is not UTF-8 text (byte 0xFF)"),
        ("name: \x07", "x.yaml:1:1: is not YAML: "),
        ("a: &a [*a]", "is used again by an alias"),
        ("[" * 3000, "is not YAML: "),
    ],
)
def test_a_file_that_is_no_profile_is_refused(data: str | bytes, says: str) -> None:
    with pytest.raises(ProfileError) as caught:
        parse_profile(data, "x.yaml")
    assert says in str(caught.value)


def test_one_reading_names_everything_that_is_wrong() -> None:
    text = TEXT.replace(ADDRESS, "0x0").replace("engine: frlg", "engine: x").replace("core", "cor")
    with pytest.raises(ProfileError) as caught:
        parse_profile(text, "x.yaml")
    problems = caught.value.detail["problems"]
    assert isinstance(problems, list)
    places = [(item["line"], item["field"]) for item in problems if isinstance(item, dict)]
    assert places == [
        (11, "engine"),
        (14, "savestates.bedroom"),
        (15, "savestates.bedroom.cor"),
        (21, "symbols.gMain.address"),
    ]
    assert str(caught.value).count("\n") == 3


def test_a_long_list_of_problems_is_cut_and_counted() -> None:
    symbols = "".join(f"  s{i}: {{address: 0x0, status: imported}}\n" for i in range(30))
    with pytest.raises(ProfileError, match=r"\.\.\. and 18 more"):
        parse_profile(TEXT.replace("symbols:\n", f"symbols:\n{symbols}"), "x.yaml")


def test_lists_may_be_left_empty() -> None:
    text = TEXT.replace("status: imported\n", "status: imported\n    evidence:\n")
    text = text.replace("[0x02001234, 0x02001240]", "")
    profile = parse_profile(text, "x.yaml")
    assert profile.symbols["CB2_Overworld"].evidence == ()
    assert profile.unresolved["sMenu"].candidates == ()


def test_only_what_fits_the_rom_file_is_taken_for_an_offset_in_it() -> None:
    assert "offset in the ROM file" in refused(ADDRESS, "0xFFF")
    assert "offset in the ROM file" not in refused(ADDRESS, "0x1000")


def test_a_synonym_is_read_as_the_canonical_name() -> None:
    profile = parse_profile(TEXT.replace("CB2_Overworld", "Task_ShowStartMenu"), "x.yaml")
    assert profile.symbols["Task_StartMenuHandleInput"].name == "Task_StartMenuHandleInput"


SYNONYMS = """\
  gObjectEvents: {address: 0x02001000, status: imported}
  gMapObjects: {address: 0x02001000, status: imported}
"""


def test_two_synonyms_of_one_symbol_with_different_addresses_are_refused() -> None:
    other = SYNONYMS.replace("0x02001000", "0x02002000", 1)
    message = refused("symbols:\n", f"symbols:\n{other}")
    assert (
        "21:3: symbols.gMapObjects: is another name of gObjectEvents (line 20), and yet" in message
    )
    assert "0x02001000 here, 0x02002000 there" in message


def test_two_synonyms_of_one_symbol_are_refused_even_if_they_agree() -> None:
    message = refused("symbols:\n", f"symbols:\n{SYNONYMS}")
    assert "another name of gObjectEvents (line 20); keep one of the two" in message


def test_two_names_may_share_an_address() -> None:
    profile = parse_profile(
        TEXT.replace("  CB2_", "  gOther: {address: 0x03001000, status: imported}\n  CB2_"),
        "x.yaml",
    )
    assert profile.symbols["gOther"].address == profile.symbols["gMain"].address


def test_an_imported_symbol_may_be_unresolved_as_well() -> None:
    text = TEXT.replace("  sMenu:", "  CB2_Overworld:").replace("[0x02001234, 0x02001240]", "[]")
    profile = parse_profile(text, "x.yaml")
    assert profile.symbols.keys() & profile.unresolved.keys() == {"CB2_Overworld"}


def test_sections_may_be_empty_or_absent() -> None:
    head = TEXT.split("savestates:", maxsplit=1)[0]
    assert parse_profile(head, "x.yaml").symbols == {}
    assert parse_profile(f"{head}symbols:\nunresolved: {{}}\nsavestates:\n", "x.yaml").symbols == {}


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    data = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    assert parse_profile(data, "x.yaml") == parse_profile(TEXT, "x.yaml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="there is no profile at"):
        load_profile(tmp_path / "x.yaml")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_and_never_crashes(data: st.DataObject) -> None:
    text = format_profile(full_profile())
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    damage = data.draw(
        st.text(max_size=8) | st.sampled_from(["*", "&a", "{", "]", ": ", "\n- ", "!"])
    )
    damaged = text[:start] + damage + text[end:]
    try:
        profile = parse_profile(damaged, "x.yaml")
    except ProfileError as error:
        assert str(error).startswith("x.yaml:")  # noqa: PT017 - either outcome is right
    else:
        assert parse_profile(format_profile(profile), "x.yaml") == profile
