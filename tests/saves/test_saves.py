"""A save file is read whole or its damage is named; what is in it is what the game had in memory."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.cli import main
from gbatool.decode.bag import decode_bag
from gbatool.decode.party import decode_party
from gbatool.decode.trainer import decode_trainer
from gbatool.errors import SaveFileError
from gbatool.profile.model import Status, Trait
from gbatool.saves.document import SaveDocument, decode_save
from gbatool.saves.file import MEMORY_SIZES, MOST, SaveData, parse_save
from gbatool.saves.slots import LAST_COUNTER, SECTOR, read_slots, slot_to_load
from tests.commands.demo import run_json
from tests.docgen.schemas import check
from tests.saves.made import demo, save_file, sector_of


def decoded(memory: bytes | bytearray) -> SaveDocument:
    rom, profile, _ = demo()
    return decode_save(parse_save(bytes(memory), "game.sav"), rom, profile)


def test_what_was_in_memory_is_read_from_the_file() -> None:
    _, profile, ram = demo()
    document = decoded(save_file({1: 7, 2: 6}))
    assert (document.loaded, document.damaged, document.unavailable) == (1, False, {})
    assert document.party == decode_party(ram, profile)
    assert document.bag == decode_bag(ram, profile)
    assert document.trainer == decode_trainer(ram, profile)
    assert document.boxes is not None
    assert document.party is not None
    assert [mon.nickname for mon in document.boxes[1].mons] == [
        mon.nickname for mon in document.party
    ]
    assert [mon.slot for mon in document.boxes[1].mons] == [0, 2, 4, 6, 8, 10][
        : len(document.party)
    ]
    assert [box.name for box in document.boxes[:2]] == ["B1", "B2"]
    assert not any(box.mons for box in document.boxes if box.number != 2)


def test_a_place_that_no_trait_proves_is_not_guessed_in_a_changed_engine() -> None:
    rom, profile, _ = demo()
    trait = Trait("item.price", "unknown", Status.VERIFIED, ())
    changed = dataclasses.replace(profile, traits={trait.name: trait})
    document = decode_save(parse_save(bytes(save_file({1: 7})), "game.sav"), rom, changed)
    assert (document.party, document.bag, document.boxes) == (None, None, None)
    assert document.unavailable.keys() == {"party", "bag", "boxes"}
    assert all("state mint LABEL --save" in why for why in document.unavailable.values())
    assert document.trainer == decoded(save_file({1: 7})).trainer


@pytest.mark.parametrize(
    ("counters", "loaded"),
    [
        ({1: 5}, 1),
        ({2: 5}, 2),
        ({1: 5, 2: 6}, 2),
        ({1: 6, 2: 5}, 1),
        ({1: LAST_COUNTER, 2: 0}, 2),
        ({1: 0, 2: LAST_COUNTER}, 1),
        ({}, None),
    ],
)
def test_the_slot_is_the_one_that_the_game_loads(
    counters: dict[int, int], loaded: int | None
) -> None:
    document = decoded(save_file(counters))
    assert document.loaded == loaded
    assert [slot.state == "empty" for slot in document.slots] == [
        1 not in counters,
        2 not in counters,
    ]
    assert (document.party is None) == (loaded is None)
    assert document.damaged == (loaded is None)


def test_a_damaged_sector_is_named_and_the_other_slot_loaded() -> None:
    memory = save_file({1: 8, 2: 7})
    at = sector_of(memory, 1, 2)
    memory[at + 0x100] ^= 0x40
    document = decoded(memory)
    assert (document.loaded, document.damaged) == (2, True)
    assert document.slots[0].problems == ("sections missing: 2",)
    (section,) = [one for one in document.slots[0].sections if one.problem]
    assert (section.sector, section.section) == (at // SECTOR, 2)
    assert "checksum" in str(section.problem)
    assert document.party is not None


def test_a_save_that_was_interrupted_is_damaged() -> None:
    memory, newer = save_file({1: 3, 2: 2}), save_file({1: 5, 2: 2})
    memory[: 4 * SECTOR] = newer[: 4 * SECTOR]
    document = decoded(memory)
    assert document.loaded == 2
    assert document.slots[0].problems == ("counters differ: 3, 5",)


@given(st.integers(0, 14 * SECTOR - 1), st.integers(1, 255))
def test_no_changed_byte_of_the_only_slot_gives_other_contents(at: int, change: int) -> None:
    """A byte behind a section's data is in no checksum; every other change is noticed."""
    memory = save_file({1: 1})
    before = read_slots(bytes(memory))[0]
    memory[at] ^= change
    after = read_slots(bytes(memory))[0]
    unchecked = 0xF80 <= at % SECTOR < 0xFF4 or at % SECTOR >= 0xFFC
    assert before.state == "whole"
    assert after.state == "damaged" or unchecked


@pytest.mark.parametrize("size", MEMORY_SIZES)
def test_every_size_and_a_clock_behind_it_are_read(size: int) -> None:
    data = bytes(range(256)) * (size // 256)
    assert parse_save(data, "x").memory == data
    with_clock = parse_save(data + b"c" * 16, "x")
    assert (with_clock.memory, with_clock.clock) == (data, b"c" * 16)


def test_a_file_that_was_cut_or_padded_is_filled_or_cut() -> None:
    memory = bytes(save_file({1: 1}))
    assert parse_save(memory[:-1], "x").memory == memory
    assert parse_save(memory + bytes(0x2000), "x").memory == memory
    assert decoded(memory[: 14 * SECTOR]).loaded == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes"),
        (bytes(MOST + 1), f"{MOST + 1} bytes"),
        (b"NocashGbaBackupMediaSavDataFile\x1a" + bytes(60), "no.gba's own container"),
        (b"\x0d\x00\x00\x00SharkPortSave" + bytes(60), "SharkPort"),
        (b"ADVSAVEG" + bytes(60), "GameShark"),
    ],
)
def test_what_is_no_save_memory_is_named(data: bytes, message: str) -> None:
    with pytest.raises(SaveFileError, match=message):
        parse_save(data, "game.sav")


def test_a_slot_is_none_where_nothing_is_whole() -> None:
    assert slot_to_load(read_slots(bytes(0x10000))) is None
    assert len(read_slots(bytes(0x10000))) == 1


def test_the_command_shows_the_slots_and_never_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file, memory = tmp_path / "game.sav", save_file({1: 8, 2: 7})
    file.write_bytes(memory)
    file.chmod(0o400)
    assert main(["decode", "save", "game.sav"]) == 0
    shown = capsys.readouterr().out
    assert "slot 1: whole, saved 8 times, which the game loads" in shown
    assert "14 boxes" in shown
    check(run_json(capsys, "decode", "save", "game.sav"))
    assert main(["screenshot", "power-on.png", "--state", "power-on", "--save", "game.sav"]) == 0
    assert file.read_bytes() == memory
    file.chmod(0o600)
    memory[0x40] ^= 1
    file.write_bytes(memory)
    assert main(["decode", "save", "game.sav"]) == 3
    assert "sector 0 (section 11): its checksum is" in capsys.readouterr().out
    assert main(["decode", "party", "game.sav"]) == 2
    assert main(["decode", "save"]) == 2


def test_a_console_powers_on_with_the_save_in_it() -> None:
    from gbatool.core import open_emulator
    from tests.states.tiny import tiny_rom

    memory = SaveData("x", 0x8000, b"\x11" * 0x8000).memory
    console = open_emulator(tiny_rom(), memory)
    console.run(3)
    saved = getattr(console, "save_data")()  # noqa: B009 - the protocol has no save memory
    assert saved[:2] == b"\x5a\x11"
