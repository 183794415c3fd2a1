"""The shipped profile of the demo cartridge is what its derivation gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.cli import main
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.profile import Status
from gbatool.profile.reader import load_profile
from gbatool.profile.search import shipped_folder
from gbatool.states.container import read_state
from tests.cartridges import cartridge

SHIPPED = shipped_folder() / "demo.yaml"


def test_it_belongs_to_the_cartridge_that_ships() -> None:
    assert load_profile(SHIPPED).rom.sha1 == load_demo_rom().sha1


def test_it_pins_the_state_that_ships() -> None:
    pin = load_profile(SHIPPED).savestates["bedroom"]
    assert pin.ram_sha256 == read_state(BEDROOM).ram_sha256


def test_every_address_in_it_is_the_linkers() -> None:
    profile = load_profile(SHIPPED)
    key = cartridge().key
    assert profile.symbols
    for symbol in profile.symbols.values():
        assert symbol.status is Status.VERIFIED
        assert symbol.address == key[symbol.name], symbol.name


def test_deriving_it_again_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["derive", "--out", "demo.yaml"]) == 0
    again = load_profile(tmp_path / "demo.yaml")
    shipped = load_profile(SHIPPED)
    derived = {label: pin for label, pin in shipped.savestates.items() if label != "bedroom"}
    assert again == replace(shipped, savestates=derived)
