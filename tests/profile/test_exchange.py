"""An export can be imported again, as unproven, and only for the same ROM."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from gbatool.errors import (
    FileProblemError,
    ProfileError,
    UnprovenSymbolError,
    UsageError,
    WrongRomError,
)
from gbatool.profile import Profile, Status
from gbatool.profile.exports import Format, export, withheld
from gbatool.profile.imports import format_of, read_foreign
from gbatool.profile.reader import load_profile
from gbatool.profile.transfer import ImportRequest, import_file
from tests.profile.examples import a_profile, a_rom, a_symbol, full_profile

NAMES = {
    Format.SYM: "x.sym",
    Format.NOCASH: "x.txt",
    Format.JSON: "x.json",
    Format.LUA: "x.lua",
    Format.C: "x.h",
}


def quiet(notice: str) -> None:
    pytest.fail(f"unexpected notice: {notice}")


@pytest.mark.parametrize("kind", Format)
def test_an_export_looks_as_its_readers_expect(kind: Format, snapshot: SnapshotAssertion) -> None:
    assert export(full_profile().trusting_imported(), kind) == snapshot


@pytest.mark.parametrize("kind", Format)
def test_an_export_is_imported_as_it_was_and_unproven(kind: Format, tmp_path: Path) -> None:
    profile = full_profile().trusting_imported()
    file = tmp_path / NAMES[kind]
    file.write_text(export(profile, kind))
    out = tmp_path / "new.yaml"
    report = import_file(a_rom(), ImportRequest(file, out), quiet)
    read = load_profile(out)
    assert report.imported == ("CB2_Overworld", "gMain", "gTasks")
    assert read.name == "new"
    for name, symbol in profile.symbols.items():
        assert read.symbols[name].address == symbol.address
        assert read.symbols[name].status is Status.IMPORTED
        assert read.symbols[name].size == (0 if kind is Format.NOCASH else symbol.size)


@pytest.mark.parametrize("kind", Format)
def test_an_export_is_refused_for_another_rom(kind: Format, tmp_path: Path) -> None:
    file = tmp_path / NAMES[kind]
    file.write_text(export(full_profile(), kind))
    with pytest.raises(WrongRomError) as caught:
        import_file(a_rom(1), ImportRequest(file, tmp_path / "new.yaml"), quiet)
    assert a_rom().sha1 in str(caught.value)
    assert a_rom(1).sha1 in str(caught.value)
    assert not (tmp_path / "new.yaml").exists()


@pytest.mark.parametrize("kind", Format)
def test_unproven_symbols_are_left_out_unless_trusted(kind: Format) -> None:
    assert "CB2_Overworld" not in export(full_profile(), kind)
    assert "CB2_Overworld" in export(full_profile().trusting_imported(), kind)
    assert withheld(full_profile()) == 1


def test_an_export_of_nothing_is_refused() -> None:
    profile = a_profile(a_symbol(status=Status.IMPORTED))
    with pytest.raises(UnprovenSymbolError, match="1 imported ones: --trust-imported"):
        export(profile, Format.SYM)


def test_two_names_of_one_address_are_both_exported() -> None:
    text = export(a_profile(a_symbol("gMain"), a_symbol("gOther")), Format.SYM)
    assert "03001000 0000043c gMain\n03001000 0000043c gOther\n" in text


def test_the_header_is_valid_c(tmp_path: Path) -> None:
    profile = a_profile(a_symbol("gMain"), a_symbol("thenan.3", 0x03002000))
    (tmp_path / "x.h").write_text(export(profile, Format.C))
    (tmp_path / "x.c").write_text(
        '#include "x.h"\nint check[ADDR_gMain == 0x03001000 && SIZE_thenan_3 == 0x43C ? 1 : -1];\n'
    )
    found = shutil.which("cc")
    compiler = [found] if found else [sys.executable, "-m", "ziglang", "cc"]
    command = [*compiler, "-c", str(tmp_path / "x.c"), "-o", str(tmp_path / "x.o")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_json_has_the_evidence_too() -> None:
    document = json.loads(export(full_profile(), Format.JSON))
    assert document["schema"] == "gbatool/profile-document/1"
    assert document["rom"] == {"sha1": a_rom().sha1, "profile": "test-game"}
    assert [row["name"] for row in document["symbols"]] == ["gMain", "gTasks"]
    assert document["symbols"][0]["evidence"][1]["held"] == "10/10"


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        (Format.JSON, '{"gMain": "0x03001000"}', (0x03001000, 0)),
        (Format.JSON, '{"gMain": 50335744}', (0x03001000, 0)),
        (
            Format.JSON,
            '{"symbols": {"gMain": {"address": "0x3001000", "size": 8}}}',
            (0x03001000, 8),
        ),
        (Format.LUA, "local gMain = 0x03001000 -- here", (0x03001000, 0)),
        (Format.LUA, '["gMain"] = {size = 0x8, address = 0x03001000},', (0x03001000, 8)),
        (Format.C, "#define gMain 0x03001000", (0x03001000, 0)),
        (Format.C, "#define gMain (*(struct Main *)0x03001000UL) // here", (0x03001000, 0)),
        (Format.C, "# define ADDR_gMain (0x03001000)\n#define SIZE_gMain 0x8u", (0x03001000, 8)),
    ],
)
def test_reads_what_other_people_write(kind: Format, text: str, found: tuple[int, int]) -> None:
    (symbol,) = read_foreign(text, "x", kind).symbols
    assert (symbol.name, int(symbol.address), symbol.size) == ("gMain", *found)


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        (Format.JSON, "{", "x:1:2: is not JSON"),
        (Format.JSON, "3", "x has no symbols; expected"),
        (Format.JSON, '["gMain"]', "entry 1 has no name"),
        (Format.JSON, '{"gMain": "03001000"}', "gMain: '03001000' is not an address in hex"),
        (Format.JSON, '{"gMain": 0}', "gMain is at 0x0"),
        (Format.JSON, '{"gMain": {"address": "0x03001000", "size": "big"}}', "x:1: gMain: "),
        (Format.LUA, "\ngMain = 0x030010000,", "x:2: gMain: 0x030010000 has 9 hex digits"),
        (Format.LUA, "gMain = 'nothing'", "holds no symbol"),
        (Format.C, "#define gMain 0x0", "x:1: gMain is at 0x0"),
    ],
)
def test_refuses_what_makes_no_sense(kind: Format, text: str, says: str) -> None:
    with pytest.raises(ProfileError) as caught:
        read_foreign(text, "x", kind)
    assert says in str(caught.value)


SYM = """\
03001000 0000043c gMain
02001000 00000004 sMenu
02002000 0000000c sMenu
08000100 00000010 HandleInputChooseAction
08000200 00000010 HandleInputChooseAction
03001002 00000280 gTasks
03003000 00000001 sNobodyNeedsThis
02003000 00000240 gMapObjects
"""


def imported(tmp_path: Path, text: str = SYM, **options: object) -> tuple[object, Profile]:
    file, out = tmp_path / "game.sym", tmp_path / "game.yaml"
    file.write_text(text)
    request = replace(ImportRequest(file, out), **options)  # type: ignore[arg-type]
    return import_file(a_rom(), request, quiet), load_profile(out)


def test_takes_what_the_tool_has_a_use_for(tmp_path: Path) -> None:
    _, profile = imported(tmp_path)
    assert sorted(profile.symbols) == ["gMain", "gObjectEvents", "sMenu"]
    assert profile.symbols["gMain"].note == "from game.sym"


def test_a_static_name_is_told_by_its_size_where_that_is_known(tmp_path: Path) -> None:
    _, profile = imported(tmp_path)
    assert profile.symbols["sMenu"].address == 0x02002000


def test_a_name_with_several_addresses_is_unresolved(tmp_path: Path) -> None:
    report, profile = imported(tmp_path)
    unresolved = profile.unresolved["HandleInputChooseAction"]
    assert [int(address) for address in unresolved.candidates] == [0x08000100, 0x08000200]
    assert unresolved.reason == "game.sym has this name at 2 addresses (lines 4, 5)"
    assert report.ambiguous == ("HandleInputChooseAction",)  # type: ignore[attr-defined]


def test_an_address_that_can_not_be_right_is_reported(tmp_path: Path) -> None:
    report, profile = imported(tmp_path)
    assert "gTasks" not in profile.symbols
    assert report.impossible == (  # type: ignore[attr-defined]
        "0x03001002 is not a multiple of 4, as the address of gTasks is",
    )


def test_takes_only_the_symbols_that_were_asked_for(tmp_path: Path) -> None:
    _, profile = imported(tmp_path, wanted=["gEventObjects", "sNobodyNeedsThis"])
    assert sorted(profile.symbols) == ["gObjectEvents", "sNobodyNeedsThis"]


def test_takes_everything_when_told_so(tmp_path: Path) -> None:
    report, profile = imported(tmp_path, everything=True)
    assert "sNobodyNeedsThis" in profile.symbols
    assert report.unused == 0  # type: ignore[attr-defined]


def test_a_symbol_that_the_file_lacks_is_refused_with_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"has no symbol gMian \(did you mean gMain\?\)"):
        imported(tmp_path, wanted=["gMian"])


def test_a_file_without_anything_useful_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="none of the symbols that gbatool has a use for"):
        imported(tmp_path, "03003000 sNobodyNeedsThis\n")


def test_an_unknown_engine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="'crystal' is not an engine family"):
        imported(tmp_path, engine="crystal")


def test_an_import_keeps_what_the_profile_proved(tmp_path: Path) -> None:
    imported(tmp_path)
    _, profile = imported(tmp_path, "03002000 00000280 gTasks\n")
    assert sorted(profile.symbols) == ["gMain", "gObjectEvents", "gTasks", "sMenu"]


def test_an_import_that_contradicts_the_profile_is_refused(tmp_path: Path) -> None:
    imported(tmp_path)
    with pytest.raises(ProfileError, match="gMain is 0x03001000"):
        imported(tmp_path, "03002000 0000043c gMain\n")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.sym"
    file.write_bytes(b"\x7fELF\xff\xfe")
    with pytest.raises(FileProblemError, match="not UTF-8 text"):
        import_file(a_rom(), ImportRequest(file, tmp_path / "y.yaml"), quiet)


def test_the_suffix_tells_the_format() -> None:
    assert {format_of(Path(name)) for name in NAMES.values()} == set(Format) - {Format.NOCASH}
    with pytest.raises(UsageError, match="give it with --format"):
        format_of(Path("x.map"))
