"""``gbatool rom``: output for a ROM, and the refusal of other files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from gbatool.cli import main
from gbatool.demo import load_demo_rom
from gbatool.engine.rom_header import Capacities
from gbatool.profile.writer import format_profile
from tests.engine.headers import a_game_header, an_address, packed_expansion, rom_image
from tests.states.pins import pin, tiny_profile
from tests.states.tiny import tiny_rom


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the tiny cartridge and its profile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    Path("tiny.gba").write_bytes(tiny_rom().data)
    Path("profiles").mkdir()
    Path("profiles/tiny.yaml").write_text(format_profile(tiny_profile(pin("room"))))


def test_shows_header_digests_and_profile(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert main(["rom", "info", "--rom", "tiny.gba"]) == 0
    assert capsys.readouterr().out == snapshot


def test_says_what_to_do_without_a_profile(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    data = bytearray(tiny_rom(revision=1).data)
    data[0xBD] ^= 0xFF
    Path("other.gba").write_bytes(data)
    assert main(["rom", "info", "--rom", "other.gba"]) == 0
    assert capsys.readouterr().out == snapshot


def test_shows_what_the_headers_of_the_game_propose(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    header = replace(a_game_header("pokemon emerald version"), version=3, assistant=an_address())
    Path("game.gba").write_bytes(rom_image(header, packed_expansion(), code="BPEE"))
    assert main(["rom", "info", "--rom", "game.gba"]) == 0
    assert capsys.readouterr().out == snapshot
    assert main(["rom", "info", "--rom", "game.gba", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == snapshot


def test_leaves_out_what_a_header_does_not_say(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    nothing = Capacities(None, None, None, None, None, None)
    header = replace(a_game_header(), capacities=nothing)
    Path("game.gba").write_bytes(rom_image(header, packed_expansion((1, 7, 4))[:10]))
    assert main(["rom", "info", "--rom", "game.gba"]) == 0
    assert capsys.readouterr().out == snapshot


def test_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rom", "info", "--rom", "tiny.gba", "--json"]) == 0
    output = capsys.readouterr()
    document = json.loads(output.out)
    assert document["schema"] == "gbatool/rom/1"
    assert document["rom"] == {"sha1": tiny_rom().sha1, "profile": "tiny"}
    assert document["header_checksum"]["ok"] is True
    assert output.err == ""


def test_without_a_rom_it_is_the_demo_cartridge(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rom", "info", "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["rom"]["sha1"] == load_demo_rom().sha1
    assert "this is the demo cartridge" in output.err


@pytest.mark.parametrize(
    ("name", "data", "status", "message"),
    [
        ("x.png", b"\x89PNG\r\n\x1a\n", 3, "x.png is a PNG image, not a Game Boy Advance ROM"),
        ("x.zip", b"PK\x03\x04", 3, "zip archive that can't be used: it is damaged"),
        ("x.gba", b"short", 3, "has 5 bytes"),
        ("x.gba", bytes(0x200), 3, "0x00 at 0xB2"),
        ("x.gba", None, 2, "there is no ROM at x.gba"),
    ],
)
def test_what_is_no_rom_has_one_line_and_its_status(
    capsys: pytest.CaptureFixture[str], name: str, data: bytes | None, status: int, message: str
) -> None:
    if data is not None:
        Path(name).write_bytes(data)
    assert main(["rom", "info", "--rom", name]) == status
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert message in output.err
