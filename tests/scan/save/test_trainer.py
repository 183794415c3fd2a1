"""Who plays: name, gender and id wherever they are, and the options where they should be."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate
from tests.scan.save.model import NAME, TWO, Layout, check_probe, check_refuted, found, lab_of

NAMES, GENDER, ID, OPTIONS, VARIABLES = (
    *("save_block2.player_name", "save_block2.player_gender", "save_block2.player_trainer_id"),
    *("save_block2.options", "save_block1.vars"),
)


class Gift:
    """A script that gives a mon."""

    def mon(self, species: int, level: int) -> bytes:
        """The retail command."""
        return bytes((0x79, species, 0, level, *bytes(11)))


@pytest.fixture(autouse=True)
def _gift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gbatool.scan.save.trainer.find_gift", lambda _: Gift())


@pytest.mark.parametrize(
    "layout", [Layout(), Layout(name=0xB24, gender=0xB30, trainer_id=0xB2C, frames=0xB32)]
)
def test_they_are_found_wherever_they_are(layout: Layout) -> None:
    traits = found(lab_of(layout), VARIABLES, NAMES, GENDER, ID)
    assert traits[NAMES] == f"8*u8@0x{layout.name:X}"
    assert traits[GENDER] == f"u8@0x{layout.gender:X}"
    assert traits[ID] == f"u32@0x{layout.trainer_id:X}"


def test_a_copy_of_the_name_is_refuted() -> None:
    lab = lab_of()
    with lab.at("overworld") as emulator:
        emulator.write(TWO + 0x400, NAME)
        lab.keep("talk_waiting")
    check_refuted(lab, NAMES, "a copy of the name", {NAMES: "8*u8@0x400"})


def test_another_byte_is_no_gender() -> None:
    lab = lab_of()
    found(lab, VARIABLES, NAMES)
    check_refuted(lab, GENDER, "another byte that is 0 or 1", {GENDER: "u8@0x9"})


def test_a_copy_of_the_id_is_refuted() -> None:
    lab = lab_of()
    with lab.at("overworld") as emulator:
        emulator.write(TWO + 0x400, emulator.live.read(TWO + 0xA, 4).tobytes())
        lab.keep("talk_waiting")
    check_refuted(lab, ID, "a copy of the id", {ID: "u32@0x400"})


@pytest.mark.parametrize(("bytes_at", "proven"), [((5, 40), True), ((11, 11), False)])
def test_options_count_if_text_prints_at_their_speed(
    bytes_at: tuple[int, int], proven: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = iter(bytes_at)
    target = "gbatool.scan.overworld.save_blocks.printed_after"
    monkeypatch.setattr(target, lambda *_: next(counts))
    assert eliminate(lab_of(), LOCATORS[OPTIONS]).proven is proven


def test_another_byte_is_no_text_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    target = "gbatool.scan.overworld.save_blocks.printed_after"
    monkeypatch.setattr(target, lambda *_: 11)
    impostor = Candidate(Address(0x20), "another byte", {"at": TWO + 0x20})
    check_probe(lab_of(), OPTIONS, "another byte of the block", impostor)
