"""The reports describe a file, and whether pinned states still have their digests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.core.state_extras import Extra
from gbatool.documents import to_json
from gbatool.errors import UsageError
from gbatool.states.container import encode_state
from gbatool.states.reports import (
    StateCheckResult,
    StateChecks,
    describe_state,
    report_states,
    verify_states,
)
from tests.states.pins import pin, put_state, tiny_profile, tiny_state
from tests.states.tiny import power_on, tiny_rom


def test_describes_a_state() -> None:
    state = replace(tiny_state(), extras=(Extra(3, b"x"), Extra(9, b"?"), Extra(0x102, b"mGBA")))
    file = encode_state(state)
    profile = tiny_profile(pin("room", made="autopilot", file=file))
    report = describe_state("room.ss0", file, state, tiny_rom(), profile)
    assert (report.title, report.game_code, report.frame) == ("TINY", "ZTNY", 3)
    assert (report.pinned_as, report.made) == ("room", "autopilot")
    assert report.rom_crc32 == f"{tiny_rom().crc32:08X}"
    assert report.extras == ("cheats", "tag 9", "creator")
    assert (report.save_data_size, report.has_picture, report.this_rom) == (0x8000, True, True)
    assert report.rom.profile == "tiny"
    assert report.player is None
    assert "gObjectEvents" in report.unavailable["player"]


def test_a_state_of_another_rom_is_described_without_a_position() -> None:
    state = tiny_state()
    report = describe_state("x", encode_state(state), state, tiny_rom(revision=1), tiny_profile())
    assert not report.this_rom
    assert report.unavailable["player"] == "the state was made with another ROM than tiny1.gba"


def test_without_a_profile_the_reason_says_how_to_get_one() -> None:
    state = tiny_state()
    report = describe_state("x", encode_state(state), state, tiny_rom(), tiny_profile())
    assert report.rom.profile is None
    assert "gbatool derive" in report.unavailable["player"]


def test_reports_hold_no_absolute_path(tmp_path: Path) -> None:
    file = put_state(tmp_path / "savestates" / "room.ss0")
    states = report_states(
        tiny_rom(), tiny_profile(pin("room", file=file)), [tmp_path / "savestates"]
    )
    assert [entry.label for entry in states.states] == ["room"]
    assert str(tmp_path) not in str(to_json(states))


def checks(folder: Path, *labels: str) -> StateChecks:
    """Check a profile with five pins, each with a different result."""
    whole = put_state(folder / "whole.ss0")
    torn = put_state(folder / "torn.ss0", frames=4)[:-40]
    (folder / "torn.ss0").write_bytes(torn)
    put_state(folder / "changed.ss0", frames=6)
    other_ram = put_state(folder / "other.ss0", frames=8)
    profile = tiny_profile(
        pin("whole", file=whole),
        pin("torn", frames=4, file=torn),
        pin("changed", frames=5, file=b"another"),
        pin("other", frames=7, file=other_ram),
        pin("gone", frames=9, file=b"gone"),
    )
    rom = tiny_rom()
    return verify_states(power_on(rom), rom, profile, labels, [folder])


def test_names_what_is_wrong_with_each_pinned_state(tmp_path: Path) -> None:
    report = checks(tmp_path)
    assert [(check.label, check.finding) for check in report.checks] == [
        ("changed", StateCheckResult.FILE_DIFFERS),
        ("gone", StateCheckResult.MISSING),
        ("other", StateCheckResult.RAM_DIFFERS),
        ("torn", StateCheckResult.UNUSABLE),
        ("whole", StateCheckResult.HOLDS),
    ]
    assert not report.all_hold
    assert [check.message is None for check in report.checks] == [False] * 4 + [True]


def test_checks_only_what_was_named(tmp_path: Path) -> None:
    report = checks(tmp_path, "whole")
    assert report.all_hold
    assert [check.label for check in report.checks] == ["whole"]


def test_an_unknown_label_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="did you mean whole"):
        checks(tmp_path, "wholle")
